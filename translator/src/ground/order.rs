//! Total orders.
//!
//! `next` is the successor relation of a total order of `elem` from `first` on exactly when it relates only elements, `first`
//! is a single element, every element is either first or the successor of exactly one, no element has two successors, and
//! every element is reached from `first`. With the other conditions `next` is a path from `first` and perhaps some cycles,
//! so that reachability may follow the path step by step instead of taking a closure.

use relfind_relational::ast::ExprId;

use super::{Grounder, Result, Truth};
use crate::boolean::{Bit, Matrix};

impl Grounder<'_> {
    pub(super) fn total_order(&mut self, elem: ExprId, first: ExprId, next: ExprId) -> Result<Truth> {
        let (elem, first, next) = (
            self.expression(elem)?,
            self.expression(first)?,
            self.expression(next)?,
        );
        let bit = self.is_total_order(&elem.matrix, &first.matrix, &next.matrix)?;
        Ok(self.defined_unless(bit, [elem.overflow, first.overflow, next.overflow]))
    }

    fn is_total_order(&mut self, elem: &Matrix, first: &Matrix, next: &Matrix) -> Result<Bit> {
        let atoms = self.atoms();
        let mut parts = vec![
            first.one(&mut self.circuit)?,
            first.subset(elem, &mut self.circuit)?,
        ];
        for (index, bit) in next.cells() {
            let factory = self.factory();
            let both = factory.and(elem.get(index / atoms), elem.get(index % atoms));
            parts.push(factory.implies(bit, both));
        }
        let backwards = next.transpose(&mut self.circuit)?;
        let mut stays = Vec::new();
        for (atom, bit) in elem.cells() {
            let mut sources = vec![(0, first.get(atom))];
            sources.extend(row(&backwards, atom, atoms));
            let sources = Matrix::of_cells(atoms, 2, shifted(sources));
            let exactly_one = sources.one(&mut self.circuit)?;
            let targets = Matrix::of_cells(atoms, 1, row(next, atom, atoms));
            let at_most_one = targets.lone(&mut self.circuit)?;
            let factory = self.factory();
            parts.push(factory.implies(bit, exactly_one));
            parts.push(at_most_one);
            stays.push(atom);
        }
        let local = self.factory().and_all(parts);
        if local == Bit::FALSE {
            return Ok(local);
        }
        let mut reached = first.clone();
        for _ in 1..stays.len() {
            let longer = reached
                .join(next, &mut self.circuit)?
                .union(&reached, &mut self.circuit)?;
            if longer == reached {
                break;
            }
            reached = longer;
        }
        let all_reached = elem.subset(&reached, &mut self.circuit)?;
        Ok(self.factory().and(local, all_reached))
    }
}

/// The cells of a row of a binary matrix.
fn row(matrix: &Matrix, atom: u64, atoms: u64) -> impl Iterator<Item = (u64, Bit)> + '_ {
    let start = matrix.indices().partition_point(|&index| index < atom * atoms);
    let length = matrix.indices()[start..].partition_point(|&index| index < (atom + 1) * atoms);
    (start..start + length).map(move |i| (matrix.indices()[i] - atom * atoms, matrix.bits()[i]))
}

/// The cells with numbers of their own, in their order.
fn shifted(cells: Vec<(u64, Bit)>) -> impl Iterator<Item = (u64, Bit)> {
    cells.into_iter().enumerate().map(|(i, (_, bit))| (i as u64, bit))
}
