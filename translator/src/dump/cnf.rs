//! Clauses in DIMACS, with what the variables stand for.

use relfind_solver::dimacs;

use super::tuple;
use crate::Translation;

/// The clauses in DIMACS. Comments before them say which variable stands for which tuple of which relation, as in `c 3 a->b in r`.
pub fn dump_cnf(translation: &Translation) -> String {
    let universe = translation.bounds.universe();
    let mut comments = Vec::new();
    for (id, relation) in translation.bounds.iter() {
        for (index, var) in translation.variables.of_relation(id) {
            let tuple = tuple(universe, &relation.upper, index);
            comments.push(format!("{} {tuple} in {}", var.index() + 1, relation.name));
        }
    }
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let _ = dimacs::write(&translation.cnf, comments.iter().map(String::as_str), &mut out);
    String::from_utf8_lossy(&out).into_owned()
}
