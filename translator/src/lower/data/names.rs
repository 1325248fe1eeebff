//! What a value means in a column.
//!
//! A text is the name of an atom: of a `one` signature, or given by data; a number is a name too, but of an enumeration it is the member
//! that ends in it (`x1`, `x2`) or else the one at that place, and of an ordered signature whose atoms have no names the atom at that place,
//! both counted from 0. A name that is not known makes an atom, unless the data list all atoms of the signature.

use indexmap::IndexSet;
use relfind_data::{Cell, Value};
use relfind_lang::{
    diag::Diagnostic,
    source::Span,
    typed::{Mult, SigId, SigKind, World},
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    super::{error::Lower, names::stems, orders, scope::sigs},
    Label, Ref,
};

/// An atom that data name.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) label: Label,
    /// The signature whose own it is, the most special one known.
    pub(super) owner: SigId,
    /// Whether it must exist.
    pub(super) must: bool,
    pub(super) span: Span,
}

/// The names in one hierarchy.
#[derive(Default)]
struct Table {
    exact: FxHashMap<Box<str>, Ref>,
    /// By spelling without regard to case and signs; none where that is ambiguous.
    alike: FxHashMap<String, Option<Ref>>,
    /// Atoms that are called by the same number, by the ordered signatures that list them.
    numbered: FxHashMap<(SigId, Box<str>), Ref>,
    /// What is the number of several such atoms.
    several: FxHashSet<Box<str>>,
}

impl Table {
    fn insert(&mut self, name: &str, to: Ref) {
        self.exact.entry(name.into()).or_insert(to);
        let alike = self.alike.entry(alike(name)).or_insert(Some(to));
        if *alike != Some(to) {
            *alike = None;
        }
    }
}

/// How a name is compared where it does not stand as written.
pub(super) fn alike(name: &str) -> String {
    name.replace('$', "_").to_lowercase()
}

/// All names.
pub(super) struct Names<'w> {
    world: &'w World,
    /// By signature: its topmost ancestor; `None` for builtin signatures and unions.
    tops: Vec<Option<SigId>>,
    /// By topmost signature.
    tables: FxHashMap<SigId, Table>,
    ordered: Vec<bool>,
    /// By signature: where data list all its atoms.
    pub(super) closed: Vec<Option<Span>>,
    pub(super) named: Vec<Named>,
    pub(super) least: Vec<u32>,
    pub(super) strings: IndexSet<String>,
    pub(super) ints: Option<(i64, i64)>,
    /// Where the least and the greatest of them stand.
    pub(super) int_places: Option<(Span, Span)>,
    pub(super) max_seq: u32,
    pub(super) numbered: Vec<SigId>,
}

impl<'w> Names<'w> {
    pub(super) fn new(world: &'w World) -> Self {
        let count = world.sigs.len();
        let mut names = Self {
            world,
            tops: (0..count).map(|i| top(world, SigId(i as u32))).collect(),
            tables: FxHashMap::default(),
            ordered: vec![false; count],
            closed: vec![None; count],
            named: Vec::new(),
            least: vec![0; count],
            strings: IndexSet::new(),
            ints: None,
            int_places: None,
            max_seq: 0,
            numbered: Vec::new(),
        };
        for sig in orders::ordered(world) {
            names.ordered[sig.index()] = true;
        }
        names.members();
        names
    }

    /// The atoms of `one` signatures have their names: as they are shown, and like the signature.
    fn members(&mut self) {
        for (id, stem) in stems(self.world) {
            if let Some(top) = self.tops[id.index()].filter(|_| is_member(self.world, id)) {
                let table = self.tables.entry(top).or_default();
                table.insert(&format!("{stem}$0"), Ref::Member(id));
            }
        }
        for (id, sig) in sigs(self.world) {
            let Some(top) = self.tops[id.index()] else {
                continue;
            };
            if is_member(self.world, id) {
                let table = self.tables.entry(top).or_default();
                let atoms = [&sig.name, sig.label.trim_start_matches("this/")].map(|n| format!("{n}$0"));
                for name in [&sig.name, &sig.label, &atoms[0], &atoms[1]] {
                    table.insert(name, Ref::Member(id));
                }
            }
        }
    }

    /// Whether one signature is another or extends it.
    pub(super) fn is_below(&self, mut sig: SigId, above: SigId) -> bool {
        loop {
            if sig == above {
                return true;
            }
            match self.world.sig(sig).kind {
                SigKind::Prim { parent } => sig = parent,
                _ => return false,
            }
        }
    }

    /// What a value means in a column of these signatures; `must` is whether its tuple must be there.
    pub(super) fn value(&mut self, columns: &[SigId], cell: &Cell, must: bool) -> Lower<Ref> {
        let columns = &self.spread(columns);
        if self.is_of_several(columns, &cell.value) {
            return Err(self.unclear(columns, cell));
        }
        let found = match &cell.value {
            Value::Int(number) => self.number(columns, *number, cell.span)?,
            Value::Text(text) => self.text(columns, text),
        };
        if let Some(found) = found {
            if let (Ref::Name(name), true) = (found, must) {
                self.named[name as usize].must = true;
            }
            return Ok(found);
        }
        if columns.contains(&World::STRING)
            && let Value::Text(text) = &cell.value
        {
            let (index, _) = self.strings.insert_full(text.to_string());
            return Ok(Ref::Str(index as u32));
        }
        let mut free = columns.iter().copied().filter(|&sig| self.may_grow(sig));
        match (free.next(), free.next()) {
            (Some(sig), None) => Ok(Ref::Name(self.create(sig, &cell.value, cell.span, must))),
            (Some(_), Some(_)) => Err(self.unclear(columns, cell)),
            _ => Err(self.unknown(columns, cell)),
        }
    }

    /// Signatures without those that are parts of several or of what belongs to the language: these are replaced by what they are parts of.
    fn spread(&self, columns: &[SigId]) -> Vec<SigId> {
        let mut out = Vec::with_capacity(columns.len());
        let mut open: Vec<SigId> = columns.iter().rev().copied().collect();
        while let Some(sig) = open.pop() {
            match &self.world.sig(sig).kind {
                SigKind::Subset { parents, .. } if self.tops[sig.index()].is_none() => {
                    open.extend(parents.iter().rev());
                }
                _ if out.contains(&sig) => {}
                _ => out.push(sig),
            }
        }
        out
    }

    fn number(&mut self, columns: &[SigId], number: i64, span: Span) -> Lower<Option<Ref>> {
        if columns.contains(&World::SEQ_INT) && (0..1 << 20).contains(&number) {
            self.max_seq = self.max_seq.max(number as u32 + 1);
            return Ok(Some(Ref::Int(number)));
        }
        if columns.contains(&World::INT) || columns.contains(&World::UNIV) {
            let (low, high) = self.ints.unwrap_or((number, number));
            self.ints = Some((low.min(number), high.max(number)));
            let (least, greatest) = self.int_places.unwrap_or((span, span));
            self.int_places = Some((
                if number < low { span } else { least },
                if number > high { span } else { greatest },
            ));
            return Ok(Some(Ref::Int(number)));
        }
        let digits = number.to_string();
        for &sig in columns {
            if let Some(found) = self.known(sig, &digits) {
                return Ok(Some(found));
            }
            let members = enumerated(self.world, sig);
            if !members.is_empty() {
                if let Some(member) = numbered(self.world, &members, number) {
                    let whole = self.tops[sig.index()].unwrap_or(sig);
                    if !self.numbered.contains(&whole) {
                        self.numbered.push(whole);
                    }
                    return Ok(Some(Ref::Member(member)));
                }
                continue;
            }
            if self.ordered[sig.index()] && self.may_grow(sig) && self.is_unnamed(sig) {
                let place = u32::try_from(number).ok().filter(|&n| n < 1 << 30);
                let place = place.ok_or_else(|| negative(span, number))?;
                return Ok(Some(self.position(sig, place)));
            }
        }
        Ok(None)
    }

    fn position(&mut self, sig: SigId, place: u32) -> Ref {
        let least = &mut self.least[sig.index()];
        *least = (*least).max(place + 1);
        Ref::Position(sig, place)
    }

    fn is_unnamed(&self, sig: SigId) -> bool {
        !self.named.iter().any(|name| self.is_below(name.owner, sig))
    }

    fn text(&mut self, columns: &[SigId], text: &str) -> Option<Ref> {
        let columns: Vec<SigId> = if columns.contains(&World::UNIV) {
            let mut tops: Vec<SigId> = self.tables.keys().copied().collect();
            tops.sort_unstable();
            tops
        } else {
            columns.to_vec()
        };
        columns.iter().find_map(|&sig| {
            let known = self.known(sig, text);
            known.or_else(|| {
                let (of, number) = numbered_name(self.world, text)?;
                let whole = self.tops[sig.index()]?;
                if self.tops[of.index()] != Some(whole) {
                    return None;
                }
                if self.ordered[of.index()] && self.may_grow(of) && self.is_unnamed(of) {
                    return Some(self.position(of, number));
                }
                self.known(sig, &format!("{}${number}", self.world.sig(of).name))
            })
        })
    }

    /// The atom of a name in the signature's hierarchy.
    fn known(&self, sig: SigId, name: &str) -> Option<Ref> {
        let table = self.tables.get(&self.tops[sig.index()]?)?;
        if table.several.contains(name) {
            return self.numbered(table, sig, name);
        }
        let exact = table.exact.get(name).copied();
        exact.or_else(|| table.alike.get(&alike(name)).copied().flatten())
    }

    /// The atom of a number that several ordered signatures give to one of theirs, in a column of one of them or of what is below it.
    fn numbered(&self, table: &Table, sig: SigId, name: &str) -> Option<Ref> {
        let mut at = prim(self.world, sig)?;
        loop {
            if let Some(found) = table.numbered.get(&(at, name.into())) {
                return Some(*found);
            }
            match self.world.sig(at).kind {
                SigKind::Prim { parent } if parent != World::UNIV => at = parent,
                _ => return None,
            }
        }
    }

    /// Whether a number is that of several atoms, and the columns do not tell which is meant.
    fn is_of_several(&self, columns: &[SigId], value: &Value) -> bool {
        let Value::Int(number) = value else { return false };
        let name = number.to_string();
        let of_several = |&sig: &SigId| {
            let table = self.tops[sig.index()].and_then(|top| self.tables.get(&top));
            table.is_some_and(|t| t.several.contains(name.as_str()) && self.numbered(t, sig, &name).is_none())
        };
        columns.iter().any(of_several)
    }

    /// The atom of a number in the list of an ordered signature, of which another of the hierarchy has one too.
    fn listed_again(&mut self, sig: SigId, cell: &Cell, must: bool) -> Option<Ref> {
        let (Value::Int(number), true) = (&cell.value, self.ordered[sig.index()]) else {
            return None;
        };
        let (top, name) = (self.tops[sig.index()]?, number.to_string().into_boxed_str());
        let table = self.tables.get(&top)?;
        if let Some(&known) = table.numbered.get(&(sig, name.clone())) {
            return Some(known);
        }
        let Some(&Ref::Name(other)) = table.exact.get(&name) else {
            return None;
        };
        let owner = self.named[other as usize].owner;
        if !self.ordered[owner.index()] || self.is_below(sig, owner) || self.is_below(owner, sig) {
            return None;
        }
        let found = Ref::Name(self.create(sig, &cell.value, cell.span, must));
        let table = self.tables.entry(top).or_default();
        table
            .numbered
            .entry((owner, name.clone()))
            .or_insert(Ref::Name(other));
        table.numbered.insert((sig, name.clone()), found);
        table.several.insert(name);
        Some(found)
    }

    /// The atom of exactly this name, or a new one, in an entry of the signature itself.
    pub(super) fn listed(&mut self, sig: SigId, cell: &Cell, must: bool) -> Lower<Ref> {
        if let Some(found) = self.listed_again(sig, cell, must) {
            return Ok(found);
        }
        let owner = self.tops[sig.index()];
        let text = match &cell.value {
            Value::Int(number) => number.to_string(),
            Value::Text(text) => text.to_string(),
        };
        let table = owner.and_then(|top| self.tables.get(&top));
        let exact = table.and_then(|table| table.exact.get(text.as_str()).copied());
        let is_prim = matches!(self.world.sig(sig).kind, SigKind::Prim { .. });
        let Some(found) = exact.filter(|_| is_prim) else {
            if !is_prim || !enumerated(self.world, sig).is_empty() || self.is_single(sig) {
                return self.value(&[sig], cell, must);
            }
            // A name may still be that of a member in other letters.
            if let Some(Ref::Member(member)) = self.known(sig, &text) {
                return Ok(Ref::Member(member));
            }
            let parent = match self.world.sig(sig).kind {
                SigKind::Prim { parent } => self.closed_above(parent),
                _ => None,
            };
            if parent.is_some() {
                return Err(self.unknown(&[sig], cell));
            }
            return Ok(Ref::Name(self.create(sig, &cell.value, cell.span, must)));
        };
        if let Ref::Name(name) = found {
            let owner = self.named[name as usize].owner;
            if must && self.is_below(sig, owner) {
                self.named[name as usize].owner = sig;
            } else if must && !self.is_below(owner, sig) {
                return Err(self.in_two(name, sig, cell.span));
            }
            self.named[name as usize].must |= must;
        }
        Ok(found)
    }

    fn is_single(&self, sig: SigId) -> bool {
        is_member(self.world, sig)
    }

    /// Where data list all atoms of the signature or of one above it.
    fn closed_above(&self, mut sig: SigId) -> Option<Span> {
        loop {
            if let Some(span) = self.closed[sig.index()] {
                return Some(span);
            }
            match self.world.sig(sig).kind {
                SigKind::Prim { parent } if parent != World::UNIV => sig = parent,
                _ => return None,
            }
        }
    }

    /// Whether a name that is not known makes an atom of the signature.
    fn may_grow(&self, sig: SigId) -> bool {
        let Some(owner) = prim(self.world, sig) else {
            return false;
        };
        self.closed_above(owner).is_none()
            && enumerated(self.world, owner).is_empty()
            && !self.is_single(owner)
    }

    fn create(&mut self, sig: SigId, value: &Value, span: Span, must: bool) -> u32 {
        let owner = prim(self.world, sig).unwrap_or(sig);
        let top = self.tops[owner.index()].unwrap_or(owner);
        let label = match value {
            Value::Int(number) => Label {
                text: number.to_string(),
                number: Some(*number),
            },
            Value::Text(text) => Label {
                text: match numbered_name(self.world, text) {
                    Some((of, number)) => format!("{}${number}", self.world.sig(of).name),
                    None => text.to_string(),
                },
                number: None,
            },
        };
        let name = self.named.len() as u32;
        let table = self.tables.entry(top).or_default();
        table.insert(&label.text, Ref::Name(name));
        if let Value::Text(text) = value {
            table.insert(text, Ref::Name(name));
        }
        let owner = if must { owner } else { top };
        self.named.push(Named {
            label,
            owner,
            must,
            span,
        });
        name
    }

    fn unclear(&self, columns: &[SigId], cell: &Cell) -> Box<Diagnostic> {
        let labels: Vec<String> = columns
            .iter()
            .map(|&sig| format!("`{}`", self.short(sig)))
            .collect();
        Box::new(
            Diagnostic::error(
                "E0713",
                cell.span,
                format!("it is not clear what `{}` is", shown(&cell.value)),
            )
            .note(format!("this column has atoms of {}", labels.join(" and of ")))
            .help("list the name under the signature that it belongs to"),
        )
    }

    fn in_two(&self, name: u32, sig: SigId, span: Span) -> Box<Diagnostic> {
        let named = &self.named[name as usize];
        let (a, b) = (self.short(named.owner), self.short(sig));
        let message = format!(
            "`{}` cannot be in `{a}` and in `{b}`, which have no atom in common",
            named.label.text
        );
        Box::new(Diagnostic::error("E0713", span, message).also(named.span, format!("`{a}` has it here")))
    }

    fn unknown(&self, columns: &[SigId], cell: &Cell) -> Box<Diagnostic> {
        let labels: Vec<String> = columns
            .iter()
            .map(|&sig| format!("`{}`", self.short(sig)))
            .collect();
        let text = shown(&cell.value);
        let mut error = Diagnostic::error(
            "E0713",
            cell.span,
            format!("`{text}` is not an atom of {}", labels.join(" or ")),
        );
        if columns == [World::INT] || columns == [World::SEQ_INT] {
            return Box::new(error.help("write a number"));
        }
        let known = columns
            .iter()
            .filter_map(|&sig| self.tables.get(&self.tops[sig.index()]?).map(|t| (sig, t)));
        let mut near: Vec<String> = known.flat_map(|(sig, table)| self.names_of(sig, table)).collect();
        near.sort();
        near.dedup();
        if let Some(closest) = closest(&text, &near) {
            error = error.help(format!("`{closest}` is one"));
        } else if !near.is_empty() && near.len() <= 12 {
            error = error.note(format!("its atoms are {}", near.join(", ")));
        }
        let listed = columns
            .iter()
            .find_map(|&sig| self.closed_above(prim(self.world, sig)?));
        match listed {
            Some(span) => Box::new(
                error
                    .also(span, "all its atoms are listed here")
                    .help("list it there too, or correct the name"),
            ),
            None => Box::new(error),
        }
    }

    fn names_of(&self, sig: SigId, table: &Table) -> Vec<String> {
        let name = |to: &Ref| match *to {
            Ref::Name(name) => Some(self.named[name as usize].label.text.clone()),
            Ref::Member(member) => self
                .is_below(member, sig)
                .then(|| self.world.sig(member).name.clone()),
            _ => None,
        };
        let mut names: Vec<String> = table.exact.values().filter_map(name).collect();
        names.sort();
        names
    }

    fn short(&self, sig: SigId) -> &str {
        let label = &self.world.sig(sig).label;
        label.strip_prefix("this/").unwrap_or(label)
    }
}

/// Whether a signature has one atom of its own, which is called like it. That of a `one` signature with children is one of theirs.
pub(super) fn is_member(world: &World, sig: SigId) -> bool {
    let sig = world.sig(sig);
    sig.mult == Mult::One && matches!(sig.kind, SigKind::Prim { .. }) && sig.children.is_empty()
}

/// A value as it is written.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Int(number) => number.to_string(),
        Value::Text(text) => text.to_string(),
    }
}

fn negative(span: Span, number: i64) -> Box<Diagnostic> {
    let message = format!("there is no atom at place {number}");
    Box::new(Diagnostic::error("E0713", span, message).note("places are counted from 0"))
}

/// The signature that owns what is created in a column: itself, or what a subset is a part of.
pub(super) fn prim(world: &World, mut sig: SigId) -> Option<SigId> {
    for _ in 0..=world.sigs.len() {
        match &world.sig(sig).kind {
            SigKind::Builtin => return None,
            SigKind::Prim { .. } => return Some(sig),
            SigKind::Subset { parents, .. } => match parents.as_slice() {
                [parent] => sig = *parent,
                _ => return None,
            },
        }
    }
    None
}

fn top(world: &World, sig: SigId) -> Option<SigId> {
    let mut sig = prim(world, sig)?;
    while let SigKind::Prim { parent } = world.sig(sig).kind
        && parent != World::UNIV
    {
        sig = parent;
    }
    Some(sig)
}

/// The members of an enumeration, or of an abstract signature that has nothing but `one` signatures; empty for others.
pub(super) fn enumerated(world: &World, sig: SigId) -> Vec<SigId> {
    let Some(sig) = prim(world, sig) else {
        return Vec::new();
    };
    let children = &world.sig(sig).children;
    let single = |c: &SigId| world.sig(*c).mult == Mult::One;
    if world.sig(sig).is_abstract && children.iter().all(single) {
        children.clone()
    } else {
        Vec::new()
    }
}

/// The number at the end of a name.
pub(super) fn trailing_number(name: &str) -> Option<i64> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    name[stem.len()..].parse().ok()
}

/// The member that a number means: the one that ends in it, where all end in different numbers; else the one at that place.
fn numbered(world: &World, members: &[SigId], number: i64) -> Option<SigId> {
    let ends: Option<Vec<i64>> = members
        .iter()
        .map(|&m| trailing_number(&world.sig(m).name))
        .collect();
    let distinct =
        ends.filter(|ends| ends.iter().collect::<std::collections::BTreeSet<_>>().len() == ends.len());
    let place = match distinct {
        Some(ends) => ends.iter().position(|&end| end == number),
        None => usize::try_from(number).ok(),
    };
    members.get(place?).copied()
}

/// A name such as `Row$3` or `row_3`: a signature and a number.
fn numbered_name(world: &World, text: &str) -> Option<(SigId, u32)> {
    let (stem, number) = text.rsplit_once(['$', '_'])?;
    let number = number.parse().ok().filter(|&n: &u32| n < 1 << 30)?;
    let lower = stem.to_lowercase();
    let mut named = sigs(world).filter(|(_, sig)| matches!(sig.kind, SigKind::Prim { .. }));
    named
        .find(|(_, sig)| sig.name.to_lowercase() == lower)
        .map(|(id, _)| (id, number))
}

/// The name that is most like another, if one is.
pub(super) fn closest(name: &str, known: &[String]) -> Option<String> {
    let wanted = alike(name);
    let distance = |other: &String| edits(&wanted, &alike(other));
    let near = known.iter().map(|other| (distance(other), other));
    let limit = (wanted.chars().count() / 3).clamp(1, 3);
    near.filter(|(d, _)| *d <= limit)
        .min()
        .map(|(_, name)| name.clone())
}

/// The edit distance of two short texts.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = (corner + usize::from(x != y)).min(above + 1).min(row[j] + 1);
            corner = above;
        }
    }
    row[b.len()]
}
