//! Which nodes are needed, in which polarity, and which need no variable of their own.
//!
//! A node that stands only where it must be true is only defined in that direction (Plaisted and Greenbaum, "A
//! Structure-preserving Clause Form Translation", Journal of Symbolic Computation 2, 1986). Here also: a conjunction
//! with a single use is merged into the conjunction around it, a disjunction with a single use becomes a clause below what
//! implies it, and a conjunction with a single use within a clause is multiplied out where that makes fewer clauses.
//!
//! Inputs have smaller numbers than their gates, so that one pass from the last node to the first sees every gate before
//! its inputs.

use crate::boolean::{Bit, Factory, GateKind};

/// The node must be defined where it is true.
pub(super) const POSITIVE: u8 = 1;
/// The node must be defined where it is false.
pub(super) const NEGATIVE: u8 = 2;

/// How a node is written in clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    /// Not at all.
    #[default]
    Unused,
    /// By a variable.
    Variable,
    /// As part of the gate around it, in the same clause or conjunction.
    Merged,
    /// By clauses of its own below the clause around it.
    Below,
    /// By clauses that say outright that it is true, or false.
    Asserted,
}

impl Role {
    /// Whether the gate around it writes it.
    pub(super) fn is_inlined(self) -> bool {
        matches!(self, Role::Merged | Role::Below)
    }
}

/// What is known of a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodePlan {
    pub(super) role: Role,
    pub(super) polarity: u8,
    /// The polarities in which it is asserted.
    pub(super) asserted: u8,
    uses: u32,
    /// About how many literals stand before it in its clause.
    prefix: u32,
}

/// The plan for all nodes.
pub(super) struct Plan {
    nodes: Vec<NodePlan>,
}

fn sign(bit: Bit) -> u8 {
    if bit.is_negated() { NEGATIVE } else { POSITIVE }
}

fn flipped(polarity: u8) -> u8 {
    (polarity & POSITIVE) << 1 | (polarity & NEGATIVE) >> 1
}

impl Plan {
    /// The plan for asserting all roots, none of which is a constant or a conjunction.
    pub(super) fn new(factory: &Factory, roots: &[Bit]) -> Self {
        let mut plan = Self {
            nodes: vec![NodePlan::default(); factory.len()],
        };
        for &root in roots {
            let node = &mut plan.nodes[root.node() as usize];
            node.uses += u32::from(node.asserted == 0);
            node.asserted |= sign(root);
            node.polarity |= sign(root);
        }
        plan.count_uses(factory);
        for node in (1..factory.len() as u32).rev() {
            if plan.nodes[node as usize].uses > 0 {
                plan.choose_role(factory, node);
                plan.visit_inputs(factory, node);
            }
        }
        plan
    }

    /// The plan for a node.
    pub(super) fn node(&self, node: u32) -> &NodePlan {
        &self.nodes[node as usize]
    }

    fn count_uses(&mut self, factory: &Factory) {
        for node in (1..factory.len() as u32).rev() {
            if self.nodes[node as usize].uses == 0 {
                continue;
            }
            for input in factory.inputs(node) {
                self.nodes[input.node() as usize].uses += 1;
            }
        }
    }

    fn choose_role(&mut self, factory: &Factory, node: u32) {
        let plan = &mut self.nodes[node as usize];
        if plan.role != Role::Unused {
            return;
        }
        plan.role = if plan.asserted != 0 && plan.uses == 1 && factory.kind(node) != GateKind::Input {
            Role::Asserted
        } else {
            Role::Variable
        };
        plan.prefix = u32::from(plan.role == Role::Variable);
    }

    fn visit_inputs(&mut self, factory: &Factory, node: u32) {
        let polarity = self.nodes[node as usize].polarity;
        let inputs = factory.inputs(node);
        match factory.kind(node) {
            GateKind::False | GateKind::Input => {}
            GateKind::And => self.visit_conjunction(factory, node),
            GateKind::Majority => {
                for &input in inputs {
                    self.mark(input, polarity);
                }
            }
            GateKind::Ite => {
                self.mark(inputs[0], POSITIVE | NEGATIVE);
                self.mark(inputs[1], polarity);
                self.mark(inputs[2], polarity);
            }
            GateKind::Xor | GateKind::Xor3 => {
                for &input in inputs {
                    self.mark(input, POSITIVE | NEGATIVE);
                }
            }
        }
    }

    fn mark(&mut self, bit: Bit, polarity: u8) {
        let polarity = if bit.is_negated() {
            flipped(polarity)
        } else {
            polarity
        };
        self.nodes[bit.node() as usize].polarity |= polarity;
    }

    /// Decides for the inputs of a conjunction whether they are written with it.
    fn visit_conjunction(&mut self, factory: &Factory, node: u32) {
        let NodePlan {
            role,
            polarity,
            prefix,
            ..
        } = self.nodes[node as usize];
        let inputs = factory.inputs(node);
        // Multiplying out a second conjunction of a clause would square the number of clauses.
        let mut multiplied = role == Role::Merged;
        for &input in inputs {
            self.mark(input, polarity);
            let child = self.nodes[input.node() as usize];
            if child.uses != 1 || child.asserted != 0 || factory.kind(input.node()) != GateKind::And {
                continue;
            }
            let (role, prefix) = match (input.is_negated(), polarity) {
                (false, POSITIVE) => (Role::Below, prefix),
                (false, _) => (Role::Merged, prefix + inputs.len() as u32),
                (true, POSITIVE) => (Role::Below, prefix),
                (true, NEGATIVE) if !multiplied => {
                    let before = prefix + inputs.len() as u32 - 1;
                    let clauses = factory.inputs(input.node()).len() as u32;
                    if before.saturating_mul(clauses) > before + 2 * clauses + 8 {
                        continue;
                    }
                    multiplied = true;
                    (Role::Below, before)
                }
                _ => continue,
            };
            let child = &mut self.nodes[input.node() as usize];
            (child.role, child.prefix) = (role, prefix);
        }
    }
}
