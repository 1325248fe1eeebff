//! How many atoms each signature may have: the scope of a command, completed.

use relfind_lang::{
    diag::Diagnostic,
    typed::{Command, CommandScope, Mult, SigId, SigKind, SigScope as Entry, World},
};

use super::{LowerOptions, data::Plan};

/// The greatest bitwidth.
const MAX_BITWIDTH: i32 = 30;
/// The bitwidth of commands that give none.
const DEFAULT_BITWIDTH: u32 = 4;
/// The overall scope of commands that give neither it nor one for a signature.
const DEFAULT_SCOPE: u32 = 3;
/// The longest sequence of commands that give neither it nor an overall scope.
const DEFAULT_SEQ: u32 = 4;

/// Why a signature has its scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScopeReason {
    /// The command gives it.
    Given,
    /// It is the command's overall scope.
    Overall,
    /// The command gives no scope at all, so it is 3.
    Default,
    /// The signature is `one`.
    One,
    /// The signature is `lone`.
    Lone,
    /// The signature is abstract: the sum of its children's.
    SumOfChildren,
    /// Data give the atoms, or name so many.
    Data,
    /// The parent is abstract: what the other children leave of its scope.
    RestOfParent,
    /// It is the parent's.
    FromParent,
    /// Its children have more atoms of their own than the scope it had before.
    RaisedByChildren {
        /// The scope before.
        from: u32,
    },
}

/// The scope of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SigScope {
    /// How many atoms at most.
    pub scope: u32,
    /// Whether it has exactly so many.
    pub exact: bool,
    /// Whether it is exact because a module parameter says `exactly`, as that of util/ordering.
    pub exact_by_module: bool,
    /// Why.
    pub why: ScopeReason,
}

/// The sizes under which a command runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScopeReport {
    /// By signature; `None` for builtin and subset signatures, which have no scope.
    pub sigs: Vec<Option<SigScope>>,
    /// The overall scope, if there is one.
    pub overall: Option<u32>,
    /// The width of integers in bits.
    pub bitwidth: u32,
    /// The longest sequence.
    pub max_seq: u32,
    /// How many strings there are at least; literals may be more.
    pub strings: u32,
}

/// The sizes and an order in which to visit the hierarchy.
pub(super) struct Scopes {
    pub(super) report: ScopeReport,
    /// All signatures that are neither builtin nor subsets, children before parents, top-level ones in order.
    pub(super) post_order: Vec<SigId>,
    /// How many atoms of its own each signature has, by id.
    pub(super) fresh: Vec<u32>,
}

impl Scopes {
    /// The scope of a signature that has one.
    pub(super) fn of(&self, sig: SigId) -> Option<SigScope> {
        self.report.sigs.get(sig.index()).copied().flatten()
    }
}

/// The greatest integer of a bitwidth.
pub(super) fn max_int(bitwidth: u32) -> i64 {
    if bitwidth == 0 {
        0
    } else {
        (1 << (bitwidth - 1)) - 1
    }
}

/// The least bitwidth whose integers reach `value`.
pub(super) fn bitwidth_for(value: i64) -> u32 {
    let magnitude = if value < 0 { !value } else { value };
    i64::BITS - magnitude.leading_zeros() + 1
}

/// How many sizes growing scopes go through.
pub(super) fn growth(scope: &CommandScope) -> u64 {
    let steps = |e: &Entry| {
        let way = i64::from(e.end) - i64::from(e.start);
        let increment = i64::from(e.increment.max(1));
        (way.max(0) as u64).div_ceil(increment as u64) + 1
    };
    scope.sigs.iter().map(steps).max().unwrap_or(1)
}

/// The size of an entry at a step of growth.
fn size_at(entry: &Entry, step: u64) -> i64 {
    let grown = i128::from(entry.start) + i128::from(step) * i128::from(entry.increment.max(1));
    let end = i128::from(entry.end.max(entry.start));
    grown.min(end) as i64
}

/// Computes all scopes, with warnings. `timed` is whether the goal or a fact speaks of time.
pub(super) fn compute(
    world: &World,
    command: &Command,
    step: u64,
    timed: bool,
    options: &LowerOptions,
    plan: &Plan,
) -> Result<(Scopes, Vec<Diagnostic>), Vec<Diagnostic>> {
    let errors = check_entries(world, command, timed);
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut computer = Computer::new(world, command, options, plan);
    computer.give(step);
    computer.force_multiplicities();
    computer.data()?;
    computer.derive().map_err(|e| vec![*e])?;
    let (bitwidth, max_seq) = computer.integers(options).map_err(|e| vec![*e])?;
    let post_order = post_order(world);
    let fresh = computer.raise(&post_order)?;
    let strings = command.scope.strings.map_or(0, |(n, _)| n.max(0) as u32);
    let report = ScopeReport {
        sigs: computer.sigs,
        overall: computer.overall,
        bitwidth,
        max_seq,
        strings,
    };
    Ok((
        Scopes {
            report,
            post_order,
            fresh,
        },
        computer.warnings,
    ))
}

/// Children before parents, top-level signatures in order.
pub(super) fn post_order(world: &World) -> Vec<SigId> {
    let mut order = Vec::new();
    for (id, sig) in sigs(world) {
        if sig.kind != (SigKind::Prim { parent: World::UNIV }) {
            continue;
        }
        let mut open = vec![(id, 0)];
        while let Some((sig, next)) = open.pop() {
            if let Some(&child) = world.sig(sig).children.get(next) {
                open.push((sig, next + 1));
                open.push((child, 0));
            } else {
                order.push(sig);
            }
        }
    }
    order
}

/// All signatures that are not builtin.
pub(super) fn sigs(world: &World) -> impl Iterator<Item = (SigId, &relfind_lang::typed::Sig)> {
    let all = world.sigs.iter().enumerate().skip(World::BUILTIN_SIGS);
    all.map(|(i, sig)| (SigId(i as u32), sig))
}

/// What is wrong with the entries of the scope as written.
fn check_entries(world: &World, command: &Command, timed: bool) -> Vec<Diagnostic> {
    let mut errors: Vec<Diagnostic> = Vec::new();
    let mut seen: Vec<&Entry> = Vec::new();
    if let Some(overall) = command.scope.overall.filter(|&n| n < 0) {
        let message = format!("the overall scope cannot be negative ({overall})");
        errors.push(Diagnostic::error("E0604", command.span, message));
    }
    for entry in &command.scope.sigs {
        errors.extend(check_entry(world, entry));
        if let Some(other) = seen.iter().find(|other| other.sig == entry.sig) {
            let same = (other.exact, other.start, other.end) == (entry.exact, entry.start, entry.end);
            if !same {
                let message = format!(
                    "`{}` already has the scope {}, so it cannot be set to {}",
                    short(&world.sig(entry.sig).label),
                    other.start,
                    entry.start
                );
                let error = Diagnostic::error("E0606", entry.span, message);
                errors.push(error.also(other.span, "the first scope"));
            }
        }
        seen.push(entry);
    }
    if let Some((_, _, span)) = command.scope.steps.filter(|_| !timed) {
        let message = "`steps` cannot have a scope where nothing changes over time";
        errors.push(
            Diagnostic::error("E0609", span, message)
                .note("nothing is `var`, and neither the goal nor a fact has an operator of time"),
        );
    }
    if let Some((n, span)) = command.scope.strings.filter(|_| !command.scope.strings_exact) {
        errors.push(
            Diagnostic::error("E0613", span, "the scope of `String` must be exact")
                .note("the strings that the command mentions exist, and a scope adds others")
                .help(format!("write `exactly {n} String`")),
        );
    }
    if let Some((n, span)) = command.scope.strings.filter(|&(n, _)| n < 0) {
        errors.push(Diagnostic::error(
            "E0604",
            span,
            format!("a scope cannot be negative ({n})"),
        ));
    }
    errors
}

/// A label without the path of the root module.
fn short(label: &str) -> &str {
    label.strip_prefix("this/").unwrap_or(label)
}

/// What is wrong with one entry.
fn check_entry(world: &World, entry: &Entry) -> Option<Diagnostic> {
    let sig = world.sig(entry.sig);
    let label = short(&sig.label);
    let error = |code, message: String| Some(Diagnostic::error(code, entry.span, message));
    match &sig.kind {
        SigKind::Builtin => {
            let found = error("E0601", format!("you cannot set a scope on `{label}`"));
            return if entry.sig == World::INT || entry.sig == World::SEQ_INT {
                found.map(|d| d.help("the bitwidth is set by `N int`, the longest sequence by `N seq`"))
            } else {
                found
            };
        }
        SigKind::Subset { .. } => {
            return error(
                "E0603",
                format!("you cannot set a scope on the subset signature `{label}`"),
            )
            .map(|d| d.help("its atoms are those of its supersets; set the scope there"));
        }
        SigKind::Prim { .. } => {}
    }
    if sig.is_enum {
        return error(
            "E0602",
            format!("you cannot set a scope on the enumeration `{label}`"),
        )
        .map(|d| d.note("it has exactly its members"));
    }
    if entry.start < 0 || entry.end < 0 {
        return error(
            "E0604",
            format!("the scope of `{label}` cannot be negative ({})", entry.start),
        );
    }
    if entry.end < entry.start {
        let message = format!(
            "the scope of `{label}` ends below its start ({}..{})",
            entry.start, entry.end
        );
        return error("E0607", message);
    }
    if entry.increment < 1 {
        return error(
            "E0607",
            format!("the increment of the scope of `{label}` must be at least 1"),
        );
    }
    let (ok, word, must) = match sig.mult {
        Mult::One => (entry.start == 1 && entry.end == 1, "one", "exactly 1"),
        Mult::Lone => (entry.start <= 1 && entry.end <= 1, "lone", "0 or 1"),
        Mult::Some => (entry.start >= 1, "some", "at least 1"),
        Mult::Set => (true, "", ""),
    };
    if ok {
        return None;
    }
    let found = error(
        "E0605",
        format!("`{label}` is declared `{word}`, so its scope must be {must}"),
    );
    match (found, sig.span) {
        (Some(d), Some(span)) => Some(d.also(span, "declared here")),
        (found, _) => found,
    }
}

/// The scopes while they are computed.
pub(super) struct Computer<'a> {
    pub(super) world: &'a World,
    pub(super) command: &'a Command,
    overall: Option<u32>,
    overall_why: ScopeReason,
    pub(super) plan: &'a Plan,
    pub(super) sigs: Vec<Option<SigScope>>,
    warnings: Vec<Diagnostic>,
}

impl<'a> Computer<'a> {
    fn new(world: &'a World, command: &'a Command, options: &LowerOptions, plan: &'a Plan) -> Self {
        let given = command.scope.overall.map(|n| n.max(0) as u32);
        let no_entry = command.scope.sigs.is_empty() && command.scope.strings.is_none();
        let (overall, overall_why) = match options.overall_scope.or(given) {
            None if no_entry => (Some(DEFAULT_SCOPE), ScopeReason::Default),
            overall => (overall, ScopeReason::Overall),
        };
        let sigs = vec![None; world.sigs.len()];
        Self {
            world,
            command,
            overall,
            overall_why,
            plan,
            sigs,
            warnings: Vec::new(),
        }
    }

    fn scope(&self, sig: SigId) -> Option<u32> {
        self.sigs[sig.index()].map(|s| s.scope)
    }

    fn set(&mut self, sig: SigId, scope: u32, why: ScopeReason) {
        let (exact, exact_by_module) =
            self.sigs[sig.index()].map_or((false, false), |s| (s.exact, s.exact_by_module));
        self.sigs[sig.index()] = Some(SigScope {
            scope,
            exact,
            exact_by_module,
            why,
        });
    }

    /// The command's entries.
    fn give(&mut self, step: u64) {
        for entry in &self.command.scope.sigs {
            let scope = size_at(entry, step).max(0) as u32;
            let (exact, exact_by_module) = (entry.exact, false);
            self.sigs[entry.sig.index()] = Some(SigScope {
                scope,
                exact,
                exact_by_module,
                why: ScopeReason::Given,
            });
        }
    }

    /// `one` signatures have exactly one atom, `lone` ones at most one.
    fn force_multiplicities(&mut self) {
        for (id, sig) in sigs(self.world) {
            if !matches!(sig.kind, SigKind::Prim { .. }) {
                continue;
            }
            match sig.mult {
                Mult::One => {
                    let (scope, why) = (1, ScopeReason::One);
                    self.sigs[id.index()] = Some(SigScope {
                        scope,
                        exact: true,
                        exact_by_module: false,
                        why,
                    });
                }
                Mult::Lone if self.scope(id).is_none() => self.set(id, 1, ScopeReason::Lone),
                _ => {}
            }
        }
    }

    /// Completes the scopes: each rule until it says nothing new, from the first again after any success.
    fn derive(&mut self) -> super::error::Lower<()> {
        loop {
            if self.derive_abstract()? {
                continue;
            }
            if self.derive_overall()? {
                continue;
            }
            if self.derive_from_parent() {
                continue;
            }
            return Ok(());
        }
    }

    /// An abstract signature has the sum of its children's scopes; its one child without scope has what is left.
    fn derive_abstract(&mut self) -> super::error::Lower<bool> {
        let mut changed = false;
        for (id, sig) in sigs(self.world) {
            let prim = matches!(sig.kind, SigKind::Prim { .. });
            if !prim || !sig.is_abstract || sig.children.is_empty() {
                continue;
            }
            let mut missing = sig.children.iter().filter(|&&c| self.scope(c).is_none());
            let (missing, more) = (missing.next().copied(), missing.next().is_some());
            if more {
                continue;
            }
            let sum: u64 = sig
                .children
                .iter()
                .filter_map(|&c| self.scope(c))
                .map(u64::from)
                .sum();
            match (self.scope(id), missing) {
                (None, None) => {
                    let sum = self.small_enough(sum)?;
                    self.set(id, sum, ScopeReason::SumOfChildren);
                    changed = true;
                }
                (Some(scope), Some(child)) => {
                    let rest = u64::from(scope).saturating_sub(sum);
                    self.set(child, rest as u32, ScopeReason::RestOfParent);
                    changed = true;
                }
                _ => {}
            }
        }
        Ok(changed)
    }

    fn small_enough(&self, sum: u64) -> super::error::Lower<u32> {
        let message = "the scopes of this command add up to more atoms than can be numbered";
        let error = || Box::new(Diagnostic::error("E0650", self.command.span, message));
        i32::try_from(sum).map(|n| n as u32).map_err(|_| error())
    }

    /// Top-level signatures without scope get the overall one.
    fn derive_overall(&mut self) -> super::error::Lower<bool> {
        let mut changed = false;
        for (id, sig) in sigs(self.world) {
            let top = sig.kind == (SigKind::Prim { parent: World::UNIV });
            if !top || self.scope(id).is_some() {
                continue;
            }
            let Some(overall) = self.overall.or(sig.is_enum.then_some(0)) else {
                return Err(self.no_scope(id));
            };
            self.set(id, if sig.is_enum { 0 } else { overall }, self.overall_why);
            changed = true;
        }
        Ok(changed)
    }

    fn no_scope(&self, id: SigId) -> Box<Diagnostic> {
        let sig = self.world.sig(id);
        let message = format!("you must specify a scope for `{}`", short(&sig.label));
        let given = self.entries_as_written();
        let missing = sigs(self.world).filter(|(id, sig)| {
            let top = sig.kind == (SigKind::Prim { parent: World::UNIV });
            top && !sig.is_enum && self.scope(*id).is_none()
        });
        let missing: Vec<String> = missing
            .map(|(_, sig)| format!("{DEFAULT_SCOPE} {}", short(&sig.label)))
            .collect();
        let missing = missing.join(", ");
        let error = Diagnostic::error("E0608", self.command.span, message)
            .note("the command gives scopes to some signatures but no overall scope")
            .help(format!(
                "write `for {DEFAULT_SCOPE} but {given}`, or add `{missing}`: `for {given}, {missing}`"
            ));
        Box::new(match sig.span {
            Some(span) => error.also(span, "declared here"),
            None => error,
        })
    }

    /// The command's entries, those of signatures first.
    fn entries_as_written(&self) -> String {
        let scope = &self.command.scope;
        let exactly = |exact: bool| if exact { "exactly " } else { "" };
        let mut entries: Vec<String> = Vec::new();
        for entry in &scope.sigs {
            let name = short(&self.world.sig(entry.sig).label);
            let range = entry.end != entry.start;
            entries.push(match (range, entry.end) {
                (true, i32::MAX) => format!("{}..:{} {name}", entry.start, entry.increment),
                (true, end) => format!("{}..{end}:{} {name}", entry.start, entry.increment),
                (false, _) => format!("{}{} {name}", exactly(entry.exact), entry.start),
            });
        }
        entries.extend(scope.bitwidth.map(|(n, _)| format!("{n} int")));
        entries.extend(scope.max_seq.map(|(n, _)| format!("{n} seq")));
        let strings = exactly(scope.strings_exact);
        entries.extend(scope.strings.map(|(n, _)| format!("{strings}{n} String")));
        entries.extend(scope.steps.map(|(least, greatest, _)| match greatest {
            None => format!("{least}.. steps"),
            Some(greatest) if least == 1 => format!("{greatest} steps"),
            Some(greatest) => format!("{least}..{greatest} steps"),
        }));
        entries.join(", ")
    }

    /// Other signatures without scope get their parent's.
    fn derive_from_parent(&mut self) -> bool {
        let mut changed = false;
        for (id, sig) in sigs(self.world) {
            let SigKind::Prim { parent } = sig.kind else {
                continue;
            };
            if self.scope(id).is_some() {
                continue;
            }
            if let Some(scope) = self.scope(parent) {
                self.set(id, scope, ScopeReason::FromParent);
                changed = true;
            }
        }
        changed
    }

    /// Bitwidth and the longest sequence.
    fn integers(&self, options: &LowerOptions) -> super::error::Lower<(u32, u32)> {
        let (given, span) = match (options.bitwidth, self.command.scope.bitwidth) {
            (Some(n), _) => (i64::from(n), self.command.span),
            (None, Some((n, span))) => (i64::from(n), span),
            (None, None) => (i64::from(DEFAULT_BITWIDTH), self.command.span),
        };
        if !(0..=i64::from(MAX_BITWIDTH)).contains(&given) {
            let message = format!("the bitwidth must be between 0 and {MAX_BITWIDTH}, not {given}");
            return Err(Box::new(Diagnostic::error("E0610", span, message)));
        }
        let bitwidth = self.data_bitwidth(given as u32, options)?;
        let max = max_int(bitwidth);
        let Some((seq, span)) = self.command.scope.max_seq else {
            let wanted = match self.overall_why {
                ScopeReason::Overall => self.overall.unwrap_or(DEFAULT_SEQ),
                _ => DEFAULT_SEQ,
            };
            let wanted = i64::from(wanted.max(self.plan.max_seq()));
            return Ok((bitwidth, wanted.min(max) as u32));
        };
        if seq < 0 {
            return Err(Box::new(Diagnostic::error(
                "E0604",
                span,
                format!("a scope cannot be negative ({seq})"),
            )));
        }
        if i64::from(seq) > max {
            let message = format!("with a bitwidth of {bitwidth}, sequences cannot be longer than {max}");
            let help = format!("set the bitwidth to {}", bitwidth_for(i64::from(seq)));
            return Err(Box::new(Diagnostic::error("E0611", span, message).help(help)));
        }
        Ok((bitwidth, (seq as u32).max(self.plan.max_seq())))
    }

    /// Bottom-up: raises scopes below what children need, makes those exact that modules want so, and gives each its own atoms.
    fn raise(&mut self, post_order: &[SigId]) -> Result<Vec<u32>, Vec<Diagnostic>> {
        let mut lower = vec![0u32; self.world.sigs.len()];
        let mut fresh = vec![0u32; self.world.sigs.len()];
        for &id in post_order {
            let sig = self.world.sig(id);
            let needed = sig
                .children
                .iter()
                .fold(0u32, |n, c| n.saturating_add(lower[c.index()]));
            let Some(mut own) = self.sigs[id.index()] else {
                continue;
            };
            if own.scope < needed {
                self.warn_raised(id, own, needed);
                own.why = ScopeReason::RaisedByChildren { from: own.scope };
                own.scope = needed;
            }
            let named = needed
                .saturating_add(self.plan.owned(id))
                .max(self.plan.least(id));
            if own.scope < named {
                if own.exact {
                    return Err(vec![self.too_many_named(id, own, named)]);
                }
                own.why = ScopeReason::Data;
                own.scope = named;
            }
            if sig.forced_exact && !own.exact {
                own.exact = true;
                own.exact_by_module = true;
            }
            self.sigs[id.index()] = Some(own);
            let top = sig.kind == (SigKind::Prim { parent: World::UNIV });
            fresh[id.index()] = if (own.exact || top) && !self.plan.is_floating(id) {
                own.scope - needed
            } else {
                self.plan.owned(id)
            };
            lower[id.index()] = needed + fresh[id.index()];
        }
        Ok(fresh)
    }

    /// A raised scope is worth a warning where someone wrote a smaller one for this very signature.
    fn warn_raised(&mut self, id: SigId, own: SigScope, needed: u32) {
        if !matches!(own.why, ScopeReason::Given | ScopeReason::One | ScopeReason::Lone) {
            return;
        }
        let sig = self.world.sig(id);
        let entry = self.command.scope.sigs.iter().find(|e| e.sig == id);
        let span = entry.map_or(self.command.span, |e| e.span);
        let message = format!(
            "the scope of `{}` was raised from {} to {needed}, which its children have together",
            short(&sig.label),
            own.scope
        );
        self.warnings.push(Diagnostic::warning("W0703", span, message));
    }
}
