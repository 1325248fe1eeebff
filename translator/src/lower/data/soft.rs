//! Data as assumptions: what each fact about a field says by itself, so that those that contradict the modules can be told from the others.

use relfind_lang::{
    source::Span,
    typed::{FieldId, World},
};
use relfind_relational::{
    TupleSet,
    ast::{Ast, Expr, RelationId},
};
use rustc_hash::FxHashMap;

use super::{
    super::{atoms::Atoms, bounds::Declared},
    Given, Plan, Row,
    place::Rows,
};

/// What data say of the value of a relation whose bounds leave it open.
#[derive(Clone, Debug)]
pub struct SoftFact {
    /// Where it stands.
    pub span: Span,
    /// The relation.
    pub relation: RelationId,
    /// What is said.
    pub says: Says,
}

/// What may be said of a relation.
#[derive(Clone, Debug)]
pub enum Says {
    /// It has this tuple.
    Has(TupleSet),
    /// It has no others than these.
    Only(TupleSet),
}

/// All that the data say of fields, in their order.
pub(in super::super) fn soft_facts(
    world: &World,
    declared: &Declared,
    atoms: &Atoms,
    plan: &Plan,
) -> Vec<SoftFact> {
    let mut facts = Vec::new();
    let rows = Rows::new(atoms);
    for i in 0..world.fields.len() {
        let Some(given) = plan.fields.get(i).and_then(Option::as_ref) else {
            continue;
        };
        let Some(relation) = relation_of(declared, FieldId(i as u32)) else {
            continue;
        };
        add(&mut facts, &rows, relation, given);
    }
    facts
}

fn add(facts: &mut Vec<SoftFact>, rows: &Rows<'_>, (relation, arity): (RelationId, u32), given: &Given) {
    let tuple = |row: &Row| TupleSet::of_tuples(rows.universe, arity, [rows.row(row).ok()?]).ok();
    for row in given.exact.iter().chain(&given.lower).flatten() {
        if let Some(tuple) = tuple(row) {
            facts.push(SoftFact {
                span: row.span,
                relation,
                says: Says::Has(tuple),
            });
        }
    }
    if let Some(all) = given.exact.as_ref().or(given.upper.as_ref()) {
        let none = TupleSet::empty(rows.universe, arity);
        let all = all
            .iter()
            .filter_map(tuple)
            .fold(none, |all, tuple| all.union(&tuple));
        facts.push(SoftFact {
            span: given.span,
            relation,
            says: Says::Only(all),
        });
    }
}

/// The relation of a field, without the first column where that is a `one` signature's, and its arity.
fn relation_of(declared: &Declared, field: FieldId) -> Option<(RelationId, u32)> {
    let whole = declared.fields[field.index()]?;
    let value = declared.single.get(&whole).map_or(whole, |&(_, value)| value);
    let ast: &Ast = &declared.problem.ast;
    match ast.expr(value) {
        Expr::Relation(relation) => Some((*relation, ast.arity(value))),
        _ => None,
    }
}

/// The relations of fields that data speak of.
pub(super) fn given(world: &World, declared: &Declared, plan: &Plan) -> FxHashMap<RelationId, FieldId> {
    let fields = (0..world.fields.len()).map(|i| FieldId(i as u32));
    let spoken_of = fields.filter(|&field| plan.speaks_of(field));
    spoken_of
        .filter_map(|field| Some((relation_of(declared, field)?.0, field)))
        .collect()
}
