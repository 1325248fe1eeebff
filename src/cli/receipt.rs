//! `receipt.json`: what was run, with which options, and all instances, under the keys that Alloy's command line gives it.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use relfind::{
    RunOptions, Session,
    lang::typed::{Command, Field, Goal, Mult, Sig, SigKind, SigScope, Type, World},
    relational::Overflow,
    report::{CommandReport, Verdict},
    viz::{self, AtomIx, Display},
};
use serde_json::{Map, Value, json};

/// The name of the receipt.
pub(crate) const RECEIPT: &str = "receipt.json";
/// The key of the specification's fingerprint, which Alloy does not write.
const SPECIFICATION: &str = "specification";

/// A receipt while commands run.
#[derive(Debug)]
pub(crate) struct Receipt {
    head: Map<String, Value>,
    commands: Map<String, Value>,
}

impl Receipt {
    /// A receipt without commands; `repeat` is how many instances of each are wanted.
    pub(crate) fn new(session: &Session, options: &RunOptions, repeat: u64) -> Self {
        let world = session.world();
        let mut head = Map::new();
        let mut put = |key: &str, value: Value| head.insert(key.into(), value);
        put("solver", json!(options.solver));
        put("timestamp", json!(milliseconds(since_1970())));
        put("noOverflow", json!(options.lower.overflow == Overflow::Prevent));
        put("symmetry", json!(options.translate.symmetry));
        put("unrolls", json!(options.lower.unrolls.map_or(-1, i64::from)));
        put("coreGranularity", json!(0));
        put("coreMinimization", json!(2));
        put("inferPartialInstance", json!(true));
        put("decompose_mode", json!(0));
        put("skolemDepth", json!(options.translate.skolem_depth));
        put("repeat", json!(repeat.min(i32::MAX as u64)));
        let sigs = world.sigs.iter().filter(|sig| !sig.is_private);
        let sigs: Map<String, Value> = sigs.map(|s| (short(&s.label), sig(world, s))).collect();
        put("sigs", Value::Object(sigs));
        put(SPECIFICATION, json!(fingerprint(session)));
        Self {
            head,
            commands: Map::new(),
        }
    }

    /// Goes on with what an earlier receipt says of these commands. If it is not about them, what it is about, in words.
    pub(crate) fn take_up(&mut self, text: &str, keys: &[String]) -> Result<(), String> {
        let Ok(Value::Object(mut old)) = serde_json::from_str(text) else {
            return Ok(());
        };
        // A receipt without the key, as Alloy writes it, is taken as it is.
        if old
            .get(SPECIFICATION)
            .is_some_and(|of| Some(of) != self.head.get(SPECIFICATION))
        {
            return Err("another specification, or another text of it".into());
        }
        let meaning = ["noOverflow", "unrolls"];
        if let Some(key) = meaning.iter().find(|key| old.get(**key) != self.head.get(**key)) {
            return Err(format!("another meaning of commands (`{key}` in {RECEIPT})"));
        }
        if let Some(Value::Object(commands)) = old.remove("commands") {
            if keys.iter().any(|key| !commands.contains_key(key)) {
                let names: Vec<String> = commands.keys().map(|key| format!("`{key}`")).collect();
                return Err(format!("the commands {}", names.join(", ")));
            }
            self.commands = commands;
        }
        Ok(())
    }

    /// Begins the entry of a command, or goes on with it. Two of one label are told apart by their numbers.
    pub(crate) fn begin(&mut self, session: &Session, index: usize, options: &RunOptions) {
        let key = key(session, index);
        let old = self.commands.get_mut(&key).and_then(|c| c.get_mut("solution"));
        let solutions = old.map_or_else(|| json!([]), Value::take);
        let mut entry = command(session, index, options);
        entry.insert("solution".into(), solutions);
        self.commands.insert(key, Value::Object(entry));
    }

    /// Adds an instance of a command.
    pub(crate) fn add(&mut self, session: &Session, index: usize, instance: &Display, took: Duration) {
        let entry = self.commands.get_mut(&key(session, index));
        if let Some(Value::Array(solutions)) = entry.and_then(|entry| entry.get_mut("solution")) {
            solutions.push(solution(instance, took));
        }
    }

    /// Ends the entry of a command.
    pub(crate) fn end(&mut self, session: &Session, report: &CommandReport) {
        let verdict = match report.verdict {
            Verdict::Sat => "sat",
            Verdict::Unsat => "unsat",
            Verdict::Unknown(_) => "unknown",
            Verdict::Error => "error",
        };
        if let Some(Value::Object(entry)) = self.commands.get_mut(&key(session, report.index)) {
            let has_some = entry
                .get("solution")
                .and_then(Value::as_array)
                .is_some_and(|all| !all.is_empty());
            let verdict = if has_some { "sat" } else { verdict };
            entry.insert("verdict".into(), verdict.into());
        }
    }

    /// The document.
    pub(crate) fn text(&self) -> String {
        let mut document = self.head.clone();
        document.insert("commands".into(), Value::Object(self.commands.clone()));
        format!("{:#}\n", Value::Object(document))
    }
}

/// The commands that a receipt lists.
pub(crate) fn listed(text: &str) -> Vec<String> {
    let receipt: Value = serde_json::from_str(text).unwrap_or_default();
    let commands = receipt["commands"].as_object();
    commands.map_or_else(Vec::new, |commands| commands.keys().cloned().collect())
}

/// A number that tells texts of specifications apart: FNV-1a of all modules, which is the same on every machine and in every release.
fn fingerprint(session: &Session) -> String {
    let modules = session.world().modules.iter();
    let texts = modules.map(|module| session.sources().file(module.file).text());
    let bytes = texts.flat_map(|text| text.bytes().chain([0]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// What a command is called by.
pub(crate) fn key(session: &Session, index: usize) -> String {
    let commands = session.commands();
    let label = &commands[index].label;
    if commands.iter().filter(|other| other.label == *label).count() > 1 {
        format!("{label}.{index}")
    } else {
        label.clone()
    }
}

fn command(session: &Session, index: usize, options: &RunOptions) -> Map<String, Value> {
    let command: &Command = &session.commands()[index];
    let world = session.world();
    let scope = &command.scope;
    let or_none = |number: Option<i32>| json!(number.unwrap_or(-1));
    let (least, most) = match scope.steps {
        Some((least, most, _)) => (Some(least), Some(most.unwrap_or(i32::MAX))),
        None => (None, None),
    };
    let is_check = matches!(command.goal, Goal::Check(_));
    let parts = [
        ("type", json!(if is_check { "check" } else { "run" })),
        ("name", json!(command.label)),
        ("source", json!(session.sources().text(command.span))),
        (
            "scopes",
            scope.sigs.iter().map(|entry| scope_entry(world, entry)).collect(),
        ),
        ("expects", json!(command.expect.map_or(-1, i32::from))),
        ("maxseq", or_none(scope.max_seq.map(|(n, _)| n))),
        ("maxprefix", or_none(most)),
        ("minprefix", or_none(least)),
        ("overall", or_none(scope.overall)),
        ("bitwidth", json!(scope.bitwidth.map_or(4, |(n, _)| n))),
        ("solver", json!(options.solver)),
        ("unrolls", json!(options.lower.unrolls.map_or(-1, i64::from))),
        ("overflow", json!(options.lower.overflow == Overflow::Wrap)),
        ("skolemDepth", json!(options.translate.skolem_depth)),
    ];
    parts
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// `exactly 3 A`
fn scope_entry(world: &World, entry: &SigScope) -> Value {
    let exactly = if entry.exact { "exactly " } else { "" };
    let end = match entry.end {
        end if end == entry.start => String::new(),
        end => format!("..{end}"),
    };
    let increment = match entry.increment {
        1 => String::new(),
        increment => format!(":{increment}"),
    };
    let name = &world.sig(entry.sig).name;
    format!("{exactly}{}{end}{increment} {name}", entry.start).into()
}

fn sig(world: &World, sig: &Sig) -> Value {
    let cardinality = match sig.mult {
        _ if sig.is_abstract => "none",
        _ if matches!(sig.kind, SigKind::Subset { .. }) => "set",
        Mult::Lone => "lone",
        Mult::One => "one",
        Mult::Some => "some",
        Mult::Set => "set",
    };
    let declared = sig.field_decls.iter().flat_map(|decl| &decl.fields);
    let fields = declared
        .map(|id| world.field(*id))
        .filter(|field| !field.is_private);
    let fields: Map<String, Value> = fields.map(|f| (f.name.clone(), field(world, f))).collect();
    json!({
        "name": short(&sig.label),
        "cardinality": cardinality,
        "isEnum": sig.is_enum,
        "meta": sig.is_meta,
        "builtin": matches!(sig.kind, SigKind::Builtin),
        "type": sig_type(world, sig),
        "fields": fields,
    })
}

/// A signature's own type; that of a subset is what it is a subset of.
fn sig_type(world: &World, sig: &Sig) -> String {
    match &sig.kind {
        SigKind::Subset { parents, .. } => {
            let labels: Vec<String> = parents
                .iter()
                .map(|parent| short(&world.sig(*parent).label))
                .collect();
            format!("{{{}}}", labels.join(", "))
        }
        _ => format!("{{{}}}", short(&sig.label)),
    }
}

fn field(world: &World, field: &Field) -> Value {
    json!({
        "name": field.name,
        "meta": field.is_meta,
        "var": field.is_var,
        "type": type_text(world, &field.ty),
        "arity": field.ty.products.first().map_or(0, |product| product.len()),
    })
}

/// `{A->B, A->C}`
fn type_text(world: &World, ty: &Type) -> String {
    let product = |product: &[relfind::lang::typed::SigId]| {
        let columns: Vec<String> = product.iter().map(|sig| short(&world.sig(*sig).label)).collect();
        columns.join("->")
    };
    let products: Vec<String> = ty.products.iter().map(|p| product(p)).collect();
    format!("{{{}}}", products.join(", "))
}

fn short(label: &str) -> String {
    label.replace("this/", "")
}

fn solution(display: &Display, took: Duration) -> Value {
    let now = since_1970();
    let names = |atoms: &[AtomIx]| -> Value {
        atoms
            .iter()
            .map(|&atom| Value::from(display.atom(atom).name.as_str()))
            .collect()
    };
    let mut values: Map<String, Value> = Map::new();
    for (index, sig) in display.sigs.iter().enumerate().filter(|(_, sig)| !sig.is_builtin) {
        for &atom in &sig.atoms {
            let entry = values
                .entry(display.atom(atom).name.clone())
                .or_insert_with(|| json!({}));
            let own = display.fields.iter().filter(|f| f.sig.0 as usize == index);
            for field in own {
                let tuples = field.tuples.iter().filter(|tuple| tuple.first() == Some(&atom));
                entry[&field.name] = tuples.map(|tuple| names(&tuple[1..])).collect();
            }
        }
    }
    values.sort_keys();
    let skolems = display.skolems.iter().map(|skolem: &viz::Skolem| {
        let data: Vec<Value> = skolem.tuples.iter().map(|tuple| names(tuple)).collect();
        let arity = skolem.tuples.first().map_or(1, Vec::len);
        (skolem.name.clone(), json!({ "arity": arity, "data": data }))
    });
    let skolems: Map<String, Value> = skolems.collect();
    json!({
        "instances": [{ "values": values, "skolems": skolems, "state": 0, "messages": [] }],
        "loopstate": 0,
        "utctime": milliseconds(now),
        "incremental": true,
        "sigs": {},
        "duration": milliseconds(took),
        "localtime": date(now),
        "timezone": "UTC",
    })
}

fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// The date and time in the manner of ISO 8601. Years begin in March here, so that the day that leap years add is their last; an era is the
/// 400 years after which the calendar repeats.
fn date(since: Duration) -> String {
    const ERA: u64 = 146_097;
    let seconds = since.as_secs();
    let days = seconds / 86_400 + 719_468;
    let day_of_era = days % ERA;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = (from_march + 2) % 12 + 1;
    let year = days / ERA * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let millis = since.subsec_millis();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let at = |seconds| date(Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00.000");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00.000");
        assert_eq!(at(1_709_251_199), "2024-02-29T23:59:59.000");
        assert_eq!(at(1_709_251_200), "2024-03-01T00:00:00.000");
    }
}
