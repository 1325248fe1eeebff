//! From the facts to tuples of atoms.

use relfind_lang::{
    diag::Diagnostic,
    source::Span,
    typed::{FieldId, FuncId, SigId, SigKind, Type, World},
};
use relfind_relational::{AtomId, TupleSet, Universe};
use rustc_hash::FxHashMap;

use super::{
    super::{
        atoms::Atoms,
        error::{Lower, ill_formed},
        scope::sigs,
    },
    Given, Label, Plan, Ref, Row, Witness,
    names::trailing_number,
};

/// The atoms that data speak of.
#[derive(Default)]
pub(in super::super) struct Placed {
    /// By name.
    named: Vec<AtomId>,
    /// By string.
    strings: Vec<AtomId>,
}

impl Plan {
    /// Names for a signature's own atoms as far as data name them, for dumps.
    pub(in super::super) fn universe_names(&self, sig: SigId, stem: &str) -> impl Iterator<Item = String> {
        let owned = self.owned.get(sig.index()).map_or(&[][..], Vec::as_slice);
        owned
            .iter()
            .map(move |&name| format!("{stem}.{}", self.named[name as usize].label.text))
    }

    /// The atoms of names and strings, the former the first of their owner's own.
    pub(in super::super) fn placed(
        &self,
        own: &[std::ops::Range<u32>],
        strings: &[(String, AtomId)],
    ) -> Placed {
        let mut named = vec![AtomId(0); self.named.len()];
        for (sig, names) in self.owned.iter().enumerate() {
            for (i, &name) in names.iter().enumerate() {
                named[name as usize] = AtomId(own[sig].start + i as u32);
            }
        }
        let known: FxHashMap<&str, AtomId> = strings
            .iter()
            .map(|(text, atom)| (text.as_str(), *atom))
            .collect();
        let strings = self
            .strings
            .iter()
            .filter_map(|text| known.get(text.as_str()).copied())
            .collect();
        Placed { named, strings }
    }

    /// The named atoms of a signature that it must have though it is not exact.
    pub(in super::super) fn must<'p>(
        &'p self,
        sig: SigId,
        placed: &'p Placed,
    ) -> impl Iterator<Item = AtomId> + 'p {
        let owned = self.owned.get(sig.index()).map_or(&[][..], Vec::as_slice);
        owned
            .iter()
            .filter(|&&name| self.named[name as usize].must)
            .map(|&name| placed.named[name as usize])
    }

    /// The atoms of a signature that data list, in the order of their numbers or else of the list.
    pub(in super::super) fn listed_order(&self, sig: SigId, atoms: &Atoms) -> Option<Vec<AtomId>> {
        let rows = self.sigs.get(sig.index())?.as_ref()?.exact.as_ref()?;
        let placed = Rows::new(atoms);
        let listed = rows.iter().map(|row| placed.row(row).ok()?.first().copied());
        let listed: Vec<AtomId> = listed.collect::<Option<_>>()?;
        let number = |row: &Row| match row.refs[..] {
            [Ref::Name(name)] => self.named[name as usize].label.number,
            _ => None,
        };
        let Some(numbers) = rows.iter().map(number).collect::<Option<Vec<i64>>>() else {
            return Some(listed);
        };
        let mut numbered: Vec<(i64, AtomId)> = numbers.into_iter().zip(listed).collect();
        numbered.sort_unstable();
        Some(numbered.into_iter().map(|(_, atom)| atom).collect())
    }

    /// All atoms with names of their own. To call an atom as it is shown (`Row$0`) gives it none: it stays interchangeable, as far as its tuples
    /// allow.
    pub(in super::super) fn distinguished(&self, atoms: &Atoms) -> Vec<AtomId> {
        let named = self.named.iter().zip(&atoms.placed.named);
        named
            .filter(|(named, _)| !named.label.text.contains('$'))
            .map(|(_, &atom)| atom)
            .collect()
    }

    /// The labels of atoms, by atom; empty without any.
    pub(in super::super) fn labels(&self, atoms: &Atoms) -> Vec<Option<Label>> {
        if self.named.is_empty() {
            return Vec::new();
        }
        let mut labels = vec![None; atoms.universe.len()];
        for (named, atom) in self.named.iter().zip(&atoms.placed.named) {
            labels[atom.index()] = Some(named.label.clone());
        }
        labels
    }

    /// The numbers by which data speak of atoms other than integers, by atom; empty without any.
    pub(in super::super) fn numbers(&self, world: &World, atoms: &Atoms) -> Vec<Option<i64>> {
        if self.is_empty() {
            return Vec::new();
        }
        let mut numbers = vec![None; atoms.universe.len()];
        for (named, atom) in self.named.iter().zip(&atoms.placed.named) {
            numbers[atom.index()] = named.label.number;
        }
        for &whole in &self.numbered {
            let members = super::names::enumerated(world, whole);
            let ends: Option<Vec<i64>> = members
                .iter()
                .map(|&m| trailing_number(&world.sig(m).name))
                .collect();
            let count = members.len() as i64;
            for (&member, number) in members.iter().zip(ends.unwrap_or_else(|| (0..count).collect())) {
                for atom in atoms.lower[member.index()].atoms() {
                    numbers[atom.index()] = Some(number);
                }
            }
        }
        numbers
    }

    /// The values of functions.
    pub(in super::super) fn function_values(
        &self,
        world: &World,
        atoms: &Atoms,
    ) -> Lower<Vec<(FuncId, TupleSet)>> {
        let placed = Rows::new(atoms);
        let value = |(id, given): &(FuncId, Given)| {
            let func = world.func(*id);
            let ty = super::resolve::result(func);
            let arity = ty.products.first().map_or(1, |p| p.len()) as u32;
            let rows = given.exact.as_deref().unwrap_or_default();
            Ok((*id, placed.tuples(world, (ty, func.span), 0, arity, rows)?))
        };
        self.funcs.iter().map(value).collect()
    }

    /// The witnesses of an instance, by name, with their values.
    pub(in super::super) fn witnesses(&self, atoms: &Atoms) -> Vec<(String, TupleSet)> {
        let placed = Rows::new(atoms);
        let value = |witness: &Witness| {
            let rows = witness.rows.iter().map(|row| placed.row(row));
            let tuples = rows.collect::<Lower<Vec<_>>>().ok()?;
            let arity = tuples.first().map_or(1, Vec::len) as u32;
            let value = TupleSet::of_tuples(placed.universe, arity, tuples).ok()?;
            Some((witness.name.clone(), value))
        };
        self.witnesses.iter().filter_map(value).collect()
    }

    /// Narrows the bounds of signatures to what data say of them.
    pub(in super::super) fn narrow(&self, world: &World, atoms: &mut Atoms) -> Lower<()> {
        for (id, sig) in sigs(world) {
            let Some(given) = self.sigs.get(id.index()).and_then(Option::as_ref) else {
                continue;
            };
            let universe = atoms.universe.clone();
            let (mut lower, mut upper) = (atoms.lower[id.index()].clone(), atoms.upper[id.index()].clone());
            let placed = Rows::new(atoms);
            for row in given.rows() {
                let atom = placed.atom(&row.refs[0], row.span)?;
                if !upper.contains(&[atom]) {
                    return Err(not_in(world, id, &placed.name(atom), row.span));
                }
            }
            let set = |rows: &Vec<Row>| -> Lower<TupleSet> {
                let atoms = rows.iter().map(|row| placed.atom(&row.refs[0], row.span));
                Ok(TupleSet::of_atoms(
                    &universe,
                    atoms.collect::<Lower<Vec<AtomId>>>()?,
                ))
            };
            if let Some(rows) = &given.exact {
                let value = set(rows)?;
                let derived = matches!(sig.kind, SigKind::Subset { exact: true, .. });
                if let (false, Some(&atom)) = (
                    lower.is_subset(&value),
                    lower.difference(&value).atoms().collect::<Vec<_>>().first(),
                ) {
                    return Err(missing(world, id, &placed.name(atom), given.span));
                }
                if derived {
                    continue;
                }
                (lower, upper) = (value.clone(), value);
            }
            if let Some(rows) = &given.upper {
                upper = upper.intersection(&set(rows)?.union(&lower));
            }
            if let Some(rows) = &given.lower {
                lower = lower.union(&set(rows)?);
                if let Some(row) = rows.iter().find(|row| {
                    placed
                        .atom(&row.refs[0], row.span)
                        .is_ok_and(|a| !upper.contains(&[a]))
                }) {
                    return Err(beyond(row.span));
                }
            }
            atoms.lower[id.index()] = lower;
            atoms.upper[id.index()] = upper;
        }
        Ok(())
    }

    /// Whether data say anything of a field.
    pub(in super::super) fn speaks_of(&self, field: FieldId) -> bool {
        self.fields.get(field.index()).is_some_and(Option::is_some)
    }

    /// Whether data leave nothing open about a field, or give all that it may have.
    pub(in super::super) fn limits(&self, field: FieldId) -> bool {
        let given = self.fields.get(field.index()).and_then(Option::as_ref);
        !self.soft && given.is_some_and(|given| given.exact.is_some() || given.upper.is_some())
    }

    /// The places of what is said of a field.
    pub(super) fn field_rows(&self, field: FieldId) -> impl Iterator<Item = &Row> {
        self.fields
            .get(field.index())
            .and_then(Option::as_ref)
            .into_iter()
            .flat_map(Given::rows)
    }

    /// Lower and upper bound of a field, without the first `skip` columns; `all` is the bound without data, if that is needed.
    pub(in super::super) fn field_bounds(
        &self,
        world: &World,
        atoms: &Atoms,
        id: FieldId,
        skip: usize,
        all: Option<TupleSet>,
    ) -> Lower<Option<(TupleSet, TupleSet)>> {
        let Some(given) = self.fields.get(id.index()).and_then(Option::as_ref) else {
            return Ok(None);
        };
        let field = world.field(id);
        let arity = field
            .ty
            .products
            .first()
            .map_or(1, |p| p.len())
            .saturating_sub(skip) as u32;
        let placed = Rows::new(atoms);
        let set = |rows: &[Row]| placed.tuples(world, (&field.ty, field.span), skip, arity, rows);
        if self.soft {
            let mut upper = all.unwrap_or_else(|| TupleSet::empty(&atoms.universe, arity));
            for rows in [&given.exact, &given.lower, &given.upper].into_iter().flatten() {
                upper = upper.union(&set(rows)?);
            }
            return Ok(Some((TupleSet::empty(&atoms.universe, arity), upper)));
        }
        if let Some(rows) = &given.exact {
            let value = set(rows)?;
            return Ok(Some((value.clone(), value)));
        }
        let lower = set(given.lower.as_deref().unwrap_or_default())?;
        let upper = match (&given.upper, all) {
            (Some(rows), _) => set(rows)?,
            (None, Some(all)) => all,
            (None, None) => lower.clone(),
        };
        if !lower.is_subset(&upper) {
            let outside = given
                .lower
                .iter()
                .flatten()
                .find(|row| placed.row(row).is_ok_and(|tuple| !upper.contains(&tuple)));
            return Err(beyond(outside.map_or(given.span, |row| row.span)));
        }
        Ok(Some((lower, upper)))
    }
}

impl Atoms {
    /// Whether a tuple of the data has all of the atoms, the owner in front.
    pub(super) fn mentions(&self, row: &Row, atoms: &[AtomId], owner: Option<AtomId>) -> bool {
        let tuple = Rows::new(self).row(row).unwrap_or_default();
        atoms.iter().all(|atom| tuple.contains(atom))
            && owner.is_none_or(|owner| tuple.first() == Some(&owner))
    }
}

/// Turns values into atoms.
pub(super) struct Rows<'a> {
    atoms: &'a Atoms,
    pub(super) universe: &'a Universe,
}

impl<'a> Rows<'a> {
    pub(super) fn new(atoms: &'a Atoms) -> Self {
        Self {
            atoms,
            universe: &atoms.universe,
        }
    }

    fn name(&self, atom: AtomId) -> String {
        let name = self.universe.name(atom);
        name.rsplit_once('.').map_or(name, |(_, label)| label).to_owned()
    }

    fn atom(&self, found: &Ref, span: Span) -> Lower<AtomId> {
        let (atoms, placed) = (self.atoms, &self.atoms.placed);
        let atom = match *found {
            Ref::Name(name) => placed.named.get(name as usize).copied(),
            Ref::Str(string) => placed.strings.get(string as usize).copied(),
            Ref::Member(sig) => atoms.lower[sig.index()].atoms().next(),
            Ref::Position(sig, place) => {
                let all = atoms.upper[sig.index()].indices();
                all.get(place as usize).map(|&atom| AtomId(atom as u32))
            }
            Ref::Int(number) => self.universe.int_atom(number),
        };
        atom.ok_or_else(|| ill_formed(span, "a value of the data has no atom"))
    }

    pub(super) fn row(&self, row: &Row) -> Lower<Vec<AtomId>> {
        row.refs.iter().map(|found| self.atom(found, row.span)).collect()
    }

    /// The tuples, each within the type of the field.
    fn tuples(
        &self,
        world: &World,
        (ty, place): (&Type, Span),
        skip: usize,
        arity: u32,
        rows: &[Row],
    ) -> Lower<TupleSet> {
        let upper = &self.atoms.upper;
        let fits = |tuple: &[AtomId]| {
            ty.products.iter().any(|product| {
                let columns = product.iter().skip(skip).zip(tuple);
                columns
                    .into_iter()
                    .all(|(sig, &atom)| upper[sig.index()].contains(&[atom]))
            })
        };
        let mut tuples = Vec::with_capacity(rows.len());
        for row in rows {
            let tuple = self.row(row)?;
            if !fits(&tuple) {
                let outside = tuple.iter().enumerate().find(|(i, atom)| {
                    ty.products.iter().all(|p| {
                        p.get(skip + i)
                            .is_some_and(|s| !upper[s.index()].contains(&[**atom]))
                    })
                });
                let (i, &atom) = outside.unwrap_or((0, &tuple[0]));
                let sig = ty
                    .products
                    .first()
                    .and_then(|p| p.get(skip + i))
                    .copied()
                    .unwrap_or(World::UNIV);
                return Err(not_in(world, sig, &self.name(atom), row.span));
            }
            tuples.push(tuple);
        }
        TupleSet::of_tuples(self.universe, arity, tuples).map_err(|error| {
            let span = rows.first().map_or(place, |row| row.span);
            Box::new(Diagnostic::error("E0651", span, error.to_string()))
        })
    }
}

fn short(world: &World, sig: SigId) -> &str {
    let label = &world.sig(sig).label;
    label.strip_prefix("this/").unwrap_or(label)
}

fn not_in(world: &World, sig: SigId, atom: &str, span: Span) -> Box<Diagnostic> {
    let message = format!("`{atom}` cannot be an atom of `{}`", short(world, sig));
    Box::new(Diagnostic::error("E0713", span, message))
}

fn missing(world: &World, sig: SigId, atom: &str, span: Span) -> Box<Diagnostic> {
    let message = format!(
        "`{}` is given without `{atom}`, which it must have",
        short(world, sig)
    );
    Box::new(Diagnostic::error("E0714", span, message))
}

fn beyond(span: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(
        "E0715",
        span,
        "the lower bound has this, and the upper bound does not",
    ))
}
