//! Circuits, one node a line.

use std::fmt::Write;

use relfind_relational::Problem;
use relfind_solver::Var;

use super::tuple;
use crate::{
    TranslateError, TranslateOptions,
    boolean::{Bit, GateKind},
    reporter::Silent,
    translation::{Grounded, ground},
};

/// The circuit of a problem: inputs with the tuples they stand for, gates, and the signals that must be true. Nodes that nothing
/// uses are left out.
pub fn dump_circuit(problem: &Problem, options: &TranslateOptions) -> Result<String, TranslateError> {
    let Grounded {
        factory,
        roots,
        variables,
        simplified,
        ..
    } = ground(problem, options, &Silent)?;
    let mut used = vec![false; factory.len()];
    for root in &roots {
        used[root.node() as usize] = true;
    }
    for node in (1..factory.len() as u32).rev() {
        if used[node as usize] {
            for input in factory.inputs(node) {
                used[input.node() as usize] = true;
            }
        }
    }
    let mut out = String::new();
    for node in (1..factory.len() as u32).filter(|&node| used[node as usize]) {
        let inputs: Vec<String> = factory
            .inputs(node)
            .iter()
            .map(|bit| format!("{bit:?}"))
            .collect();
        let name = match factory.kind(node) {
            GateKind::False => "false",
            GateKind::And => "and",
            GateKind::Ite => "ite",
            GateKind::Xor => "xor",
            GateKind::Xor3 => "xor3",
            GateKind::Majority => "majority",
            GateKind::Input => {
                let Some((relation, index)) = variables.tuple(Var::new(node - 1)) else {
                    continue;
                };
                let relation = simplified.bounds.relation(relation);
                let tuple = tuple(simplified.bounds.universe(), &relation.upper, index);
                let _ = writeln!(out, "n{node} = input {} in {}", tuple, relation.name);
                continue;
            }
        };
        let _ = writeln!(out, "n{node} = {name} {}", inputs.join(" "));
    }
    for root in roots.iter().filter(|&&root| root != Bit::TRUE) {
        let _ = writeln!(out, "assert {root:?}");
    }
    Ok(out)
}
