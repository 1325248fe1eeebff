//! Which relation each fact is about, and which atoms its values are.

use relfind_data::{Cell, Fact, Facts, Relation, Value};
use relfind_lang::{
    diag::Diagnostic,
    source::Span,
    typed::{FieldId, Func, FuncId, Mult, SigId, SigKind, Type, World},
};
use rustc_hash::FxHashSet;

use super::{
    super::{atoms::is_single, error::Lower, orders, scope::sigs},
    Given, Plan, Ref, Row, Size, Witness,
    names::{Names, closest, enumerated, is_member},
};

/// The most errors that are told of one relation.
const MAX_ERRORS: usize = 5;

/// What a relation of the data is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Sig(SigId),
    Field(FieldId),
    Func(FuncId),
}

/// Resolves all facts.
pub(super) fn resolve(world: &World, facts: &Facts) -> Result<Plan, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let mut targets: Vec<(Target, &Relation)> = Vec::new();
    for relation in facts.relations() {
        match target(world, relation) {
            Ok(target) => targets.push((target, relation)),
            Err(error) => errors.push(*error),
        }
    }
    let mut names = Names::new(world);
    names.strings.extend(facts.head.strings.iter().cloned());
    names.max_seq = facts.head.max_seq.unwrap_or(0).min(1 << 20);
    let mut resolver = Resolver {
        world,
        names,
        warnings: Vec::new(),
        errors,
    };
    let (sigs, fields): (Vec<_>, Vec<_>) = targets
        .into_iter()
        .partition(|(t, _)| matches!(t, Target::Sig(_)));
    let sigs = resolver.sigs(sigs);
    let (fields, funcs): (Vec<_>, Vec<_>) = fields
        .into_iter()
        .partition(|(t, _)| matches!(t, Target::Field(_)));
    let fields = resolver.fields(&fields);
    let funcs = resolver.funcs(&funcs);
    let witnesses = &facts.head.witnesses;
    let witnesses = witnesses.iter().filter_map(|relation| resolver.witness(relation));
    let witnesses: Vec<Witness> = witnesses.collect();
    let Resolver {
        names,
        warnings,
        errors,
        ..
    } = resolver;
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut plan = finish(world, names, warnings, sigs, fields, funcs)?;
    plan.witnesses = witnesses;
    Ok(plan)
}

/// The signature that a relation's first column is of, and how many atoms the data gives it.
type OwnerSize = (SigId, Size);

fn finish(
    world: &World,
    names: Names<'_>,
    warnings: Vec<Diagnostic>,
    sigs: Vec<(SigId, Given, Option<Size>)>,
    fields: Vec<(FieldId, Given, Option<OwnerSize>)>,
    funcs: Vec<(FuncId, Given, Option<OwnerSize>)>,
) -> Result<Plan, Vec<Diagnostic>> {
    let closed = names.closed.clone();
    let mut plan = Plan::new(world, names);
    plan.warnings = warnings;
    let mut errors = Vec::new();
    for (id, given, size) in sigs {
        plan.sizes[id.index()] = size;
        plan.sigs[id.index()] = Some(given);
    }
    let mut sizes = Vec::new();
    for (id, given, size) in fields {
        plan.fields[id.index()] = Some(given);
        sizes.extend(size);
    }
    for (id, given, size) in funcs {
        plan.funcs.push((id, given));
        sizes.extend(size);
    }
    for (sig, size) in sizes {
        if plan.sigs[sig.index()].is_some() || !enumerated(world, sig).is_empty() {
            continue;
        }
        match plan.sizes[sig.index()] {
            Some(other) if other.atoms != size.atoms => errors.push(two_sizes(world, sig, other, size)),
            _ => plan.sizes[sig.index()] = Some(size),
        }
    }
    for (i, named) in plan.named.iter().enumerate() {
        plan.owned[named.owner.index()].push(i as u32);
    }
    for sig in orders::ordered(world) {
        let named = &plan.named;
        let number = |&i: &u32| named[i as usize].label.number;
        if plan.owned[sig.index()].iter().all(|i| number(i).is_some()) {
            plan.owned[sig.index()].sort_by_key(number);
        }
    }
    for (id, sig) in super::super::scope::sigs(world) {
        let SigKind::Prim { mut parent } = sig.kind else {
            continue;
        };
        let free = closed[id.index()].is_none() && plan.owned[id.index()].is_empty() && sig.mult != Mult::One;
        while free && parent != World::UNIV {
            plan.floating[id.index()] |= closed[parent.index()].is_some();
            let SigKind::Prim { parent: above } = world.sig(parent).kind else {
                break;
            };
            parent = above;
        }
    }
    if errors.is_empty() { Ok(plan) } else { Err(errors) }
}

fn two_sizes(world: &World, sig: SigId, one: Size, other: Size) -> Diagnostic {
    let name = &world.sig(sig).name;
    let message = format!(
        "the data give `{name}` {} atoms here and {} there",
        other.atoms, one.atoms
    );
    Diagnostic::error("E0714", other.span, message).also(one.span, "the other number")
}

/// The signature or field of a name.
fn target(world: &World, relation: &Relation) -> Lower<Target> {
    let name = relation.name.as_str();
    let short = |label: &str| label.strip_prefix("this/").unwrap_or(label).to_owned();
    let all_sigs = || sigs(world).filter(|(_, sig)| !sig.is_meta);
    // What the specification says of itself has a place in written instances only, where labels are whole.
    if name.contains('$')
        && let Some(meta) = meta(world, name)
    {
        return Ok(meta);
    }
    let all_fields = || {
        world
            .fields
            .iter()
            .enumerate()
            .filter(|(_, f)| !f.is_meta)
            .map(|(i, f)| (FieldId(i as u32), f))
    };
    let dotted = |f: &relfind_lang::typed::Field| format!("{}.{}", short(&world.sig(f.sig).label), f.name);
    let pick = |sig: &dyn Fn(&str, &str) -> bool,
                field: &dyn Fn(&relfind_lang::typed::Field) -> bool|
     -> Vec<Target> {
        let sigs = all_sigs()
            .filter(|(_, s)| sig(&s.label, &s.name))
            .map(|(id, _)| Target::Sig(id));
        sigs.chain(
            all_fields()
                .filter(|(_, f)| field(f))
                .map(|(id, _)| Target::Field(id)),
        )
        .collect()
    };
    let lower = name.to_lowercase();
    let bare = name.rsplit('/').next().unwrap_or(name) == name;
    // As facts are written where bare names are not clear.
    let joined = |label: &str| {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        label
            .replace("<:", "_")
            .to_lowercase()
            .chars()
            .map(plain)
            .collect::<String>()
    };
    let joined_field = |f: &relfind_lang::typed::Field| {
        joined(&f.label) == lower
            || joined(&short(&f.label)) == lower
            || joined(&format!("{}_{}", world.sig(f.sig).name, f.name)) == lower
    };
    let steps: [Vec<Target>; 4] = [
        pick(&|label, _| label == name || short(label) == name, &|f| {
            f.label == name
                || short(&f.label) == name
                || dotted(f) == name
                || format!("this/{}", dotted(f)) == name
        }),
        if bare {
            pick(&|_, n| n == name, &|f| f.name == name)
        } else {
            Vec::new()
        },
        pick(&|_, n| n.to_lowercase() == lower, &|f| {
            f.name.to_lowercase() == lower || dotted(f).to_lowercase() == lower
        }),
        pick(
            &|label, _| joined(label) == lower || joined(&short(label)) == lower,
            &joined_field,
        ),
    ];
    for found in steps {
        let public = |t: &Target| match t {
            Target::Sig(id) => !world.sig(*id).is_private,
            Target::Field(id) => !world.field(*id).is_private,
            Target::Func(id) => !world.func(*id).is_private,
        };
        let shown: Vec<Target> = found.iter().copied().filter(public).collect();
        match (shown.as_slice(), found.as_slice()) {
            ([one], _) | ([], [one]) => return Ok(*one),
            ([], []) => {}
            (many, _) => return Err(ambiguous(world, relation, many)),
        }
    }
    let mut funcs = world.funcs.iter().enumerate();
    let own = |f: &Func| f.module.index() == 0 && !f.is_pred && f.params.is_empty() && f.name == name;
    if let Some((i, _)) = funcs.find(|(_, f)| own(f)) {
        return Ok(Target::Func(FuncId(i as u32)));
    }
    let mut known: Vec<String> = all_sigs()
        .filter(|(_, s)| !s.is_private)
        .map(|(_, s)| s.name.clone())
        .collect();
    known.extend(
        all_fields()
            .filter(|(_, f)| !f.is_private)
            .map(|(_, f)| f.name.clone()),
    );
    let error = Diagnostic::error(
        "E0711",
        relation.span,
        format!("there is no signature and no field `{name}`"),
    );
    // The first line of a table stands for a name that is that of its file.
    let error = if relation.header.is_some() {
        error.help("a table is about what its file is called by: rename the file, or write NAME=FILE")
    } else {
        error
    };
    Err(Box::new(match closest(name, &known) {
        Some(near) => error.help(format!("`{near}` is one")),
        None if known.len() <= 12 => error.note(format!("there are {}", known.join(", "))),
        None => error,
    }))
}

/// The signature or field of the meta-model that has this label.
fn meta(world: &World, name: &str) -> Option<Target> {
    let sig = sigs(world).find(|(_, sig)| sig.is_meta && sig.label == name);
    let mut fields = world.fields.iter();
    let mut field = || fields.position(|field| field.is_meta && field.label == name);
    sig.map(|(id, _)| Target::Sig(id))
        .or_else(|| field().map(|i| Target::Field(FieldId(i as u32))))
}

fn ambiguous(world: &World, relation: &Relation, found: &[Target]) -> Box<Diagnostic> {
    let label = |t: &Target| match t {
        Target::Sig(id) => world.sig(*id).label.clone(),
        Target::Field(id) => world.field(*id).label.clone(),
        Target::Func(id) => world.func(*id).label.clone(),
    };
    let labels: Vec<String> = found
        .iter()
        .map(|t| format!("`{}`", label(t).trim_start_matches("this/")))
        .collect();
    Box::new(
        Diagnostic::error(
            "E0711",
            relation.span,
            format!("`{}` may be {}", relation.name, labels.join(" or ")),
        )
        .help("write the name with that of its signature, as in `Row.cell`"),
    )
}

struct Resolver<'w> {
    world: &'w World,
    names: Names<'w>,
    warnings: Vec<Diagnostic>,
    errors: Vec<Diagnostic>,
}

/// The parts of a relation: its tuples, whether they must be there.
fn parts(relation: &Relation) -> [(Option<&Vec<Fact>>, bool); 3] {
    [
        (relation.exact.as_ref(), true),
        (relation.lower.as_ref(), true),
        (relation.upper.as_ref(), false),
    ]
}

impl Resolver<'_> {
    /// Signatures first, parents before children: their entries say which names there are.
    fn sigs(&mut self, mut targets: Vec<(Target, &Relation)>) -> Vec<(SigId, Given, Option<Size>)> {
        let world = self.world;
        let depth = |sig: SigId| {
            let mut depth = 0;
            let mut at = sig;
            while let SigKind::Prim { parent } = world.sig(at).kind {
                depth += 1;
                at = parent;
            }
            if depth == 0 { usize::MAX } else { depth }
        };
        targets.sort_by_key(|(target, _)| match target {
            Target::Sig(id) => depth(*id),
            Target::Field(_) | Target::Func(_) => 0,
        });
        let mut out = Vec::new();
        for (target, relation) in targets {
            let Target::Sig(id) = target else { continue };
            let done = self.sig(id, relation);
            out.push((id, done.0, done.1));
        }
        out
    }

    fn sig(&mut self, id: SigId, relation: &Relation) -> (Given, Option<Size>) {
        let is_prim = matches!(self.world.sig(id).kind, SigKind::Prim { .. });
        let mut size = None;
        if let Some(number) = &relation.number {
            match number.value {
                Value::Int(n) if is_prim && (0..1 << 30).contains(&n) => {
                    size = Some(Size {
                        atoms: n as u32,
                        span: number.span,
                    });
                }
                _ => self.errors.push(
                    Diagnostic::error(
                        "E0714",
                        number.span,
                        format!("`{}` cannot be given this size", self.world.sig(id).name),
                    )
                    .help("give a number from 0 on, or a list of names"),
                ),
            }
        }
        let given = self.given(
            relation,
            |resolver, fact, must| {
                let [cell] = fact.cells.as_slice() else {
                    return Err(resolver.columns(fact, relation, &[1], &[vec![id]]));
                };
                Ok(vec![resolver.names.listed(id, cell, must)?])
            },
            &[vec![id]],
        );
        if relation.exact.is_some() {
            self.names.closed[id.index()] = Some(relation.span);
            let atoms: FxHashSet<Ref> = given.exact.iter().flatten().map(|row| row.refs[0]).collect();
            if is_prim {
                size = Some(Size {
                    atoms: atoms.len() as u32,
                    span: relation.span,
                });
                self.all_members(id, &atoms, relation.span);
            }
        }
        (given, size)
    }

    /// A signature has the atoms of the `one` signatures below it.
    fn all_members(&mut self, id: SigId, atoms: &FxHashSet<Ref>, span: Span) {
        let missing: Vec<SigId> = sigs(self.world)
            .filter(|(m, _)| {
                is_member(self.world, *m) && self.names.is_below(*m, id) && !atoms.contains(&Ref::Member(*m))
            })
            .map(|(m, _)| m)
            .collect();
        if let Some(&member) = missing.first() {
            let (name, whole) = (&self.world.sig(member).name, &self.world.sig(id).name);
            let message = format!("`{whole}` is given without `{name}`, which it always has");
            self.errors.push(Diagnostic::error("E0714", span, message));
        }
    }

    fn fields(&mut self, targets: &[(Target, &Relation)]) -> Vec<(FieldId, Given, Option<OwnerSize>)> {
        let mut out = Vec::new();
        for (target, relation) in targets {
            let Target::Field(id) = *target else { continue };
            let (given, size) = self.field(id, relation);
            out.push((id, given, size));
        }
        out
    }

    fn field(&mut self, id: FieldId, relation: &Relation) -> (Given, Option<OwnerSize>) {
        let world = self.world;
        let field = world.field(id);
        let single = is_single(world, field.sig);
        let columns = columns(&field.ty);
        let arity = columns.len();
        let owner = field.sig;
        let mut given = self.given(
            relation,
            |resolver, fact, must| {
                let found = fact.cells.len();
                let skip = usize::from(single && found + 1 == arity);
                if found + skip != arity {
                    let fits: &[usize] = if single { &[arity - 1, arity] } else { &[arity] };
                    return Err(resolver.columns(fact, relation, fits, &columns));
                }
                let cells = fact.cells.iter().zip(&columns[skip..]);
                let mut refs = cells
                    .map(|(cell, sigs)| resolver.names.value(sigs, cell, must))
                    .collect::<Lower<Vec<Ref>>>()?;
                if single && skip == 0 && refs.remove(0) != Ref::Member(owner) && is_member(world, owner) {
                    return Err(resolver.columns(fact, relation, &[arity - 1], &columns));
                }
                Ok(refs)
            },
            &columns,
        );
        if let Some(number) = &relation.number {
            let fact = Fact {
                cells: vec![number.clone()],
                span: number.span,
            };
            let last: &[SigId] = columns.last().map_or(&[], Vec::as_slice);
            let value = if single && arity == 2 {
                self.names.value(last, number, true)
            } else {
                Err(self.columns(&fact, relation, &[arity], &columns))
            };
            match value {
                Ok(value) => given.exact.get_or_insert_default().push(Row {
                    refs: vec![value],
                    span: number.span,
                }),
                Err(error) => self.errors.push(*error),
            }
        }
        let size = self.counted(columns.get(usize::from(single)), relation);
        (given, size)
    }

    /// The size that the lines of a table give to the signature of its first column.
    fn counted(&self, column: Option<&Vec<SigId>>, relation: &Relation) -> Option<OwnerSize> {
        let (atoms, span) = relation.lines?;
        match column?.as_slice() {
            [sig] if matches!(self.world.sig(*sig).kind, SigKind::Prim { .. }) => {
                Some((*sig, Size { atoms, span }))
            }
            _ => None,
        }
    }

    /// Functions: their bodies are what they are without data.
    fn funcs(&mut self, targets: &[(Target, &Relation)]) -> Vec<(FuncId, Given, Option<OwnerSize>)> {
        let mut out = Vec::new();
        for (target, relation) in targets {
            let Target::Func(id) = *target else { continue };
            let columns = columns(result(self.world.func(id)));
            let tuple = |resolver: &mut Self, fact: &Fact, must: bool| {
                if fact.cells.len() != columns.len() {
                    return Err(resolver.columns(fact, relation, &[columns.len()], &columns));
                }
                let cells = fact.cells.iter().zip(&columns);
                cells
                    .map(|(cell, sigs)| resolver.names.value(sigs, cell, must))
                    .collect()
            };
            let given = self.given(relation, tuple, &columns);
            if given.exact.is_none() {
                let message = format!(
                    "the value of the function `{}` can only be given exactly",
                    relation.name
                );
                self.errors
                    .push(Diagnostic::error("E0715", relation.span, message));
            }
            let size = self.counted(columns.first(), relation);
            out.push((id, given, size));
        }
        out
    }

    /// A witness; nothing where it has values that nothing else has, as it has in no instance.
    fn witness(&mut self, relation: &Relation) -> Option<Witness> {
        let mut rows = Vec::new();
        for fact in relation.exact.iter().flatten() {
            let cells = fact.cells.iter();
            rows.push(Row {
                refs: cells.map(|cell| self.any(cell)).collect::<Option<_>>()?,
                span: fact.span,
            });
        }
        Some(Witness {
            name: relation.name.clone(),
            rows,
        })
    }

    /// A value of whatever signature.
    fn any(&mut self, cell: &Cell) -> Option<Ref> {
        let found = self.names.value(&[World::UNIV], cell, false).ok();
        found.or_else(|| match &cell.value {
            Value::Text(text) => {
                let index = self.names.strings.get_index_of(text.as_ref())?;
                Some(Ref::Str(index as u32))
            }
            Value::Int(_) => None,
        })
    }

    /// All tuples of a relation; what is wrong with some of them is written down.
    fn given(
        &mut self,
        relation: &Relation,
        mut tuple: impl FnMut(&mut Self, &Fact, bool) -> Lower<Vec<Ref>>,
        columns: &[Vec<SigId>],
    ) -> Given {
        let mut out = [None, None, None];
        let mut errors = 0;
        for (place, (facts, must)) in out.iter_mut().zip(parts(relation)) {
            let Some(facts) = facts else { continue };
            let header = relation
                .header
                .as_ref()
                .filter(|header| must && !self.names_columns(header, columns));
            let mut rows: Vec<Row> = Vec::with_capacity(facts.len());
            let mut seen: FxHashSet<Vec<Ref>> = FxHashSet::default();
            for fact in header.into_iter().chain(facts) {
                match tuple(self, fact, must) {
                    Ok(refs) if seen.contains(&refs) => self.repeated(fact, relation),
                    Ok(refs) => {
                        seen.insert(refs.clone());
                        rows.push(Row {
                            refs,
                            span: fact.span,
                        });
                    }
                    Err(error) => {
                        errors += 1;
                        if errors <= MAX_ERRORS {
                            self.errors.push(*error);
                        }
                    }
                }
            }
            *place = Some(rows);
        }
        let [exact, lower, upper] = out;
        if let (Some(_), true) = (&exact, lower.is_some() || upper.is_some()) {
            let message = format!("`{}` is given exactly and within bounds", relation.name);
            self.errors
                .push(Diagnostic::error("E0715", relation.span, message));
        }
        Given {
            exact,
            lower,
            upper,
            span: relation.span,
        }
    }

    fn repeated(&mut self, fact: &Fact, relation: &Relation) {
        let known = self.warnings.iter().filter(|w| w.code == "W0710").count();
        if known < MAX_ERRORS {
            let message = format!("this fact about `{}` was given before", relation.name);
            self.warnings
                .push(Diagnostic::warning("W0710", fact.span, message));
        }
    }

    /// Whether the first line of a CSV file names the columns.
    fn names_columns(&self, header: &Fact, columns: &[Vec<SigId>]) -> bool {
        let named = |cell: &Cell, sigs: &Vec<SigId>| match &cell.value {
            Value::Text(text) => sigs.iter().any(|&s| {
                let sig = self.world.sig(s);
                let text = text.to_lowercase();
                sig.name.to_lowercase() == text || sig.label.to_lowercase() == text
            }),
            Value::Int(_) => false,
        };
        let skip = columns.len().saturating_sub(header.cells.len());
        skip <= 1
            && header
                .cells
                .iter()
                .zip(&columns[skip..])
                .all(|(cell, sigs)| named(cell, sigs))
    }

    fn columns(
        &self,
        fact: &Fact,
        relation: &Relation,
        fits: &[usize],
        columns: &[Vec<SigId>],
    ) -> Box<Diagnostic> {
        let fits: Vec<String> = fits.iter().map(ToString::to_string).collect();
        let found = fact.cells.len();
        let plural = if found == 1 { "" } else { "s" };
        let name = |sigs: &Vec<SigId>| {
            let names: Vec<&str> = sigs.iter().map(|&s| self.world.sig(s).name.as_str()).collect();
            names.join(" + ")
        };
        let columns: Vec<String> = columns.iter().map(name).collect();
        Box::new(
            Diagnostic::error(
                "E0712",
                fact.span,
                format!(
                    "this fact has {found} value{plural}, and `{}` needs {}",
                    relation.name,
                    fits.join(" or ")
                ),
            )
            .note(format!("its columns are {}", columns.join(" -> ")))
            .help("give one value for each of them"),
        )
    }
}

/// The type of a function's value.
pub(super) fn result(func: &Func) -> &Type {
    func.result.as_ref().map_or(&func.body.ty, |bound| &bound.expr.ty)
}

/// The signatures in each column of a type.
fn columns(ty: &Type) -> Vec<Vec<SigId>> {
    let arity = ty.products.first().map_or(0, |p| p.len());
    let mut columns: Vec<Vec<SigId>> = vec![Vec::new(); arity];
    for product in &ty.products {
        for (column, &sig) in columns.iter_mut().zip(product.iter()) {
            if !column.contains(&sig) {
                column.push(sig);
            }
        }
    }
    let is_none = |sigs: &Vec<SigId>| sigs.iter().all(|&s| s == World::NONE);
    debug_assert!(columns.iter().all(|c| !c.is_empty() || is_none(c)));
    columns
}
