//! Which atoms there are, and which of them each signature must and may have.

use relfind_lang::typed::{Command, Mult, Sig, SigId, SigKind, World};
use relfind_relational::{AtomId, TupleSet, Universe};
use rustc_hash::FxHashSet;

use super::{
    LowerLimits,
    data::{Placed, Plan},
    error::{Lower, too_many_atoms},
    reach::Reach,
    scope::{Scopes, sigs},
};

/// The universe, and the atoms of signatures.
pub(super) struct Atoms {
    pub(super) universe: Universe,
    /// By signature: the atoms that it has in every instance.
    pub(super) lower: Vec<TupleSet>,
    /// By signature: the atoms that it may have.
    pub(super) upper: Vec<TupleSet>,
    /// The literals, each with its atom.
    pub(super) strings: Vec<(String, AtomId)>,
    /// The atoms that data speak of.
    pub(super) placed: Placed,
}

/// Builds the universe: for each top-level signature its children's atoms and then its own; the integers; the strings.
pub(super) fn allot(
    world: &World,
    command: &Command,
    scopes: &Scopes,
    reach: &Reach,
    limits: &LowerLimits,
    plan: &Plan,
) -> Lower<Atoms> {
    check_limit(world, command, scopes, limits)?;
    let names = sig_names(world);
    let mut before = Vec::new();
    let mut own = vec![0..0; world.sigs.len()];
    for &id in &scopes.post_order {
        let start = before.len() as u32;
        let name = &names[id.index()];
        before.extend(plan.universe_names(id, name));
        let named = before.len() as u32 - start;
        before.extend((named..scopes.fresh[id.index()]).map(|i| format!("{name}${i}")));
        own[id.index()] = start..before.len() as u32;
    }
    let strings = string_names(reach, scopes.report.strings);
    if before.is_empty() && strings.is_empty() && scopes.report.bitwidth == 0 {
        before.push("<empty>".to_owned());
    }
    let universe = Universe::with_ints(before, scopes.report.bitwidth, strings.iter().map(String::as_str));
    let mut atoms = Atoms {
        lower: Vec::new(),
        upper: Vec::new(),
        strings: Vec::new(),
        placed: Placed::default(),
        universe,
    };
    atoms.lower = vec![TupleSet::empty(&atoms.universe, 1); world.sigs.len()];
    atoms.upper = atoms.lower.clone();
    atoms.builtin(scopes, reach, strings.len());
    atoms.placed = plan.placed(&own, &atoms.strings);
    atoms.hierarchy(world, scopes, &own, plan);
    atoms.subsets(world);
    plan.narrow(world, &mut atoms)?;
    atoms.exact_subsets(world);
    Ok(atoms)
}

/// Refuses universes beyond the limit before they are built.
fn check_limit(world: &World, command: &Command, scopes: &Scopes, limits: &LowerLimits) -> Lower<()> {
    let ints = if scopes.report.bitwidth == 0 {
        0
    } else {
        1u64 << scopes.report.bitwidth
    };
    let own: u64 = scopes.fresh.iter().map(|&n| u64::from(n)).sum();
    let strings = u64::from(scopes.report.strings);
    let total = own + ints + strings;
    // Names and tuples are numbered in 32 bits whatever the limit says.
    if total <= limits.atoms.min(1 << 31) {
        return Ok(());
    }
    let of_sig = scopes.fresh.iter().enumerate().max_by_key(|&(_, &n)| n);
    let (sig, most) = of_sig.map_or((0, 0), |(i, &n)| (i, u64::from(n)));
    let largest = if ints >= most && ints >= strings {
        format!("the integers of {} bits", scopes.report.bitwidth)
    } else if strings >= most {
        "strings".to_owned()
    } else {
        format!("`{}`", world.sig(SigId(sig as u32)).label)
    };
    Err(too_many_atoms(command.span, total, limits.atoms, &largest))
}

/// Distinct names of signatures for their atoms: the label without `this/`, primed where it is taken.
fn sig_names(world: &World) -> Vec<String> {
    let mut taken = FxHashSet::default();
    let mut unique = |label: &str| {
        let mut name = label.strip_prefix("this/").unwrap_or(label).to_owned();
        while !taken.insert(name.clone()) {
            name.push('\'');
        }
        name
    };
    world.sigs.iter().map(|sig| unique(&sig.label)).collect()
}

/// The names of the string atoms: the literals, then invented ones up to `least` in all.
fn string_names(reach: &Reach, least: u32) -> Vec<String> {
    let mut names: Vec<String> = reach.strings.iter().map(|s| quoted(s)).collect();
    let mut invented = (0u32..).map(|i| format!("\"String{i}\""));
    while names.len() < least as usize {
        match invented.next() {
            Some(name) if !names.contains(&name) => names.push(name),
            Some(_) => {}
            None => break,
        }
    }
    names
}

/// A string as it is written.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

impl Atoms {
    fn exactly(&mut self, sig: SigId, atoms: TupleSet) {
        self.lower[sig.index()] = atoms.clone();
        self.upper[sig.index()] = atoms;
    }

    fn builtin(&mut self, scopes: &Scopes, reach: &Reach, strings: usize) {
        let universe = &self.universe;
        let first_string = (universe.len() - strings) as u32;
        let string_atoms = (first_string..universe.len() as u32).map(AtomId);
        self.strings = reach.strings.iter().cloned().zip(string_atoms.clone()).collect();
        let all = TupleSet::of_atoms(universe, universe.atoms());
        let ints = TupleSet::ints(universe);
        let positions = (0..i64::from(scopes.report.max_seq)).filter_map(|i| universe.int_atom(i));
        let positions = TupleSet::of_atoms(universe, positions);
        let strings = TupleSet::of_atoms(universe, string_atoms);
        self.lower[World::UNIV.index()] = ints.union(&strings);
        self.upper[World::UNIV.index()] = all;
        self.exactly(World::INT, ints);
        self.exactly(World::SEQ_INT, positions);
        self.exactly(World::STRING, strings);
    }

    /// All lower bounds bottom-up, then upper bounds top-down.
    fn hierarchy(&mut self, world: &World, scopes: &Scopes, own: &[std::ops::Range<u32>], plan: &Plan) {
        for &id in &scopes.post_order {
            let children = &world.sig(id).children;
            let fresh = own[id.index()].clone().map(AtomId);
            let inherited = children.iter().flat_map(|c| self.lower[c.index()].atoms());
            let lower = TupleSet::of_atoms(&self.universe, inherited);
            let upper = lower.union(&TupleSet::of_atoms(&self.universe, fresh));
            let exact = scopes.of(id).is_some_and(|s| s.exact) && !plan.is_floating(id);
            self.lower[id.index()] = if exact {
                upper.clone()
            } else {
                lower.union(&TupleSet::of_atoms(&self.universe, plan.must(id, &self.placed)))
            };
            self.upper[id.index()] = upper;
        }
        for &id in scopes.post_order.iter().rev() {
            let children = &world.sig(id).children;
            if children.is_empty() {
                continue;
            }
            let claimed = children.iter().flat_map(|c| self.lower[c.index()].atoms());
            let claimed = TupleSet::of_atoms(&self.universe, claimed);
            let free = self.upper[id.index()].difference(&claimed);
            for &child in children {
                let lower = self.lower[child.index()].len();
                if scopes.of(child).is_some_and(|s| s.scope as usize > lower) {
                    self.upper[child.index()] = self.upper[child.index()].union(&free);
                }
            }
        }
        let must = sigs(world).filter(|(_, s)| s.kind == SigKind::Prim { parent: World::UNIV });
        let must = must.flat_map(|(id, _)| self.lower[id.index()].atoms());
        let must = TupleSet::of_atoms(&self.universe, must);
        self.lower[World::UNIV.index()] = self.lower[World::UNIV.index()].union(&must);
    }

    /// Subset signatures may have what their supersets may, those declared with `=` must have what they must.
    fn subsets(&mut self, world: &World) {
        let mut done = vec![false; world.sigs.len()];
        for (id, _) in sigs(world) {
            let mut open = vec![id];
            while let Some(&top) = open.last() {
                let SigKind::Subset { parents, exact } = &world.sig(top).kind else {
                    open.pop();
                    continue;
                };
                let waits =
                    |p: &&SigId| !done[p.index()] && matches!(world.sig(**p).kind, SigKind::Subset { .. });
                if let (Some(&parent), true) = (parents.iter().find(waits), open.len() <= world.sigs.len()) {
                    open.push(parent);
                    continue;
                }
                open.pop();
                done[top.index()] = true;
                let empty = TupleSet::empty(&self.universe, 1);
                let all = |bounds: &[TupleSet]| {
                    parents
                        .iter()
                        .fold(empty.clone(), |u, p| u.union(&bounds[p.index()]))
                };
                self.upper[top.index()] = all(&self.upper);
                if *exact {
                    self.lower[top.index()] = all(&self.lower);
                }
            }
        }
    }
}

impl Atoms {
    /// A subset signature given for an `exactly` parameter, as of util/ordering, has all atoms that it may have. Alloy does so only where
    /// these atoms are interchangeable, and for the first such signature of several over the same atoms.
    fn exact_subsets(&mut self, world: &World) {
        let is_subset = |sig: &Sig| matches!(sig.kind, SigKind::Subset { .. });
        let exact = || sigs(world).filter(|(_, s)| s.forced_exact);
        let whole = exact()
            .filter(|(_, s)| !is_subset(s))
            .flat_map(|(id, _)| self.upper[id.index()].atoms());
        let mut taken = TupleSet::of_atoms(&self.universe, whole);
        for (id, sig) in exact().filter(|(_, s)| is_subset(s)) {
            let upper = self.upper[id.index()].clone();
            let free = upper.intersection(&taken).is_empty();
            if free
                && !matches!(sig.kind, SigKind::Subset { exact: true, .. })
                && self.are_interchangeable(&upper)
            {
                self.lower[id.index()] = upper.clone();
            }
            taken = taken.union(&upper);
        }
    }

    /// Whether no bound of a signature tells two of the atoms apart, and none is an integer or a string.
    fn are_interchangeable(&self, atoms: &TupleSet) -> bool {
        let told = |set: &TupleSet| {
            let common = set.intersection(atoms).len();
            common != 0 && common != atoms.len()
        };
        let builtin = [World::INT, World::STRING];
        let plain = builtin
            .iter()
            .all(|b| self.upper[b.index()].intersection(atoms).is_empty());
        plain && !self.lower.iter().chain(&self.upper).any(told)
    }
}

/// Whether fields of the signature are kept without their first column, which is its only atom.
pub(super) fn is_single(world: &World, sig: SigId) -> bool {
    let sig = world.sig(sig);
    sig.mult == Mult::One && !sig.is_var
}
