//! Clauses from gates, after Tseitin ("On the Complexity of Derivation in Propositional Calculus", 1968) in the directions
//! that `polarity` asks for.
//!
//! Primary variables come first, under their own numbers; then a variable for every gate that needs one, in the order of
//! nodes. Nothing here recurses: gates are visited in the order of their numbers, and what is written with the gate
//! around it waits on a stack.

use relfind_solver::{Cnf, Lit, Var};

use super::polarity::{NEGATIVE, POSITIVE, Plan, Role};
use crate::{
    boolean::{Bit, Factory, GateKind},
    error::{Resource, TranslateError},
    options::Budget,
};

type Result<T> = std::result::Result<T, TranslateError>;

/// The clauses that say that all roots are true, over `primary` input variables and as many more as it takes.
pub(crate) fn encode(factory: &Factory, roots: &[Bit], primary: u32, budget: &mut Budget) -> Result<Cnf> {
    let mut cnf = Cnf::new(primary);
    let Some(roots) = conjuncts(factory, roots) else {
        cnf.add_clause(&[]);
        return Ok(cnf);
    };
    let plan = Plan::new(factory, &roots);
    let variables = number_variables(factory, &plan, primary, budget)?;
    let mut encoder = Encoder {
        factory,
        plan: &plan,
        variables,
        cnf,
        budget,
        pending: Vec::new(),
        clause: Vec::new(),
    };
    for node in 1..factory.len() as u32 {
        encoder.node(node)?;
    }
    encoder.cnf.reserve_variables(primary);
    Ok(encoder.cnf)
}

/// The roots with conjunctions split; none where one of them is false.
fn conjuncts(factory: &Factory, roots: &[Bit]) -> Option<Vec<Bit>> {
    let mut pending: Vec<Bit> = roots.iter().rev().copied().collect();
    let mut split = vec![false; factory.len()];
    let mut result = Vec::new();
    while let Some(root) = pending.pop() {
        match root {
            Bit::FALSE => return None,
            Bit::TRUE => {}
            _ if factory.kind(root.node()) == GateKind::And && !root.is_negated() => {
                if !std::mem::replace(&mut split[root.node() as usize], true) {
                    pending.extend(factory.inputs(root.node()).iter().rev());
                }
            }
            _ => result.push(root),
        }
    }
    Some(result)
}

fn number_variables(factory: &Factory, plan: &Plan, primary: u32, budget: &Budget) -> Result<Vec<u32>> {
    let limit = u64::from(Var::MAX_INDEX);
    let mut next = primary;
    let mut variables = vec![0; factory.len()];
    for node in 1..factory.len() as u32 {
        if factory.kind(node) == GateKind::Input {
            variables[node as usize] = node - 1;
        } else if plan.node(node).role == Role::Variable {
            variables[node as usize] = next;
            next += 1;
            if u64::from(next) > limit {
                return Err(TranslateError::Limit {
                    resource: Resource::Variables,
                    limit,
                });
            }
        }
    }
    budget.check()?;
    Ok(variables)
}

struct Encoder<'a> {
    factory: &'a Factory,
    plan: &'a Plan,
    variables: Vec<u32>,
    cnf: Cnf,
    budget: &'a mut Budget,
    /// Clauses not finished: the literals so far, and a conjunction or disjunction that is to be written after them.
    pending: Vec<(Vec<Lit>, Bit)>,
    clause: Vec<Lit>,
}

impl Encoder<'_> {
    fn literal(&self, bit: Bit) -> Lit {
        Lit::new(Var::new(self.variables[bit.node() as usize]), !bit.is_negated())
    }

    /// Adds a clause, unless it says nothing.
    fn add(&mut self, literals: &[Lit]) -> Result<()> {
        self.clause.clear();
        self.clause.extend_from_slice(literals);
        self.clause.sort_unstable();
        self.clause.dedup();
        if self.clause.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Ok(());
        }
        let limit = self.budget.limits().clauses;
        if self.cnf.len() >= limit {
            return Err(TranslateError::Limit {
                resource: Resource::Clauses,
                limit: limit as u64,
            });
        }
        self.cnf.add_clause(&self.clause);
        self.budget.spend(self.clause.len())
    }

    fn node(&mut self, node: u32) -> Result<()> {
        let plan = *self.plan.node(node);
        let bit = Bit::of_node(node);
        match plan.role {
            Role::Unused | Role::Merged | Role::Below => Ok(()),
            Role::Asserted => self.gate(node, plan.asserted, None),
            Role::Variable => {
                let output = self.literal(bit);
                if plan.asserted & POSITIVE != 0 {
                    self.add(&[output])?;
                }
                if plan.asserted & NEGATIVE != 0 {
                    self.add(&[!output])?;
                }
                self.gate(node, plan.polarity, Some(output))
            }
        }
    }

    /// The clauses of a gate in some directions; its output stands in them unless it is asserted.
    fn gate(&mut self, node: u32, polarity: u8, output: Option<Lit>) -> Result<()> {
        let kind = self.factory.kind(node);
        for direction in [POSITIVE, NEGATIVE] {
            if polarity & direction == 0 {
                continue;
            }
            let positive = direction == POSITIVE;
            let prefix: Vec<Lit> = output.iter().map(|&o| if positive { !o } else { o }).collect();
            match kind {
                GateKind::False | GateKind::Input => {}
                GateKind::And => {
                    self.pending
                        .push((prefix, Bit::of_node(node).negate_if(!positive)));
                    self.write_pending()?;
                }
                _ => self.fixed_gate(node, positive, &prefix)?,
            }
        }
        Ok(())
    }

    /// The clauses of a gate with two or three inputs.
    fn fixed_gate(&mut self, node: u32, positive: bool, prefix: &[Lit]) -> Result<()> {
        let factory = self.factory;
        let inputs: Vec<Lit> = factory
            .inputs(node)
            .iter()
            .map(|&bit| self.literal(bit))
            .collect();
        let same = |lit: Lit| if positive { lit } else { !lit };
        match (factory.kind(node), inputs.as_slice()) {
            (GateKind::Ite, &[c, a, b]) => {
                self.extended(prefix, &[!c, same(a)])?;
                self.extended(prefix, &[c, same(b)])
            }
            (GateKind::Majority, &[a, b, c]) => {
                self.extended(prefix, &[same(a), same(b)])?;
                self.extended(prefix, &[same(a), same(c)])?;
                self.extended(prefix, &[same(b), same(c)])
            }
            (GateKind::Xor, &[a, b]) => {
                self.extended(prefix, &[a, same(b)])?;
                self.extended(prefix, &[!a, !same(b)])
            }
            (GateKind::Xor3, &[a, b, c]) => {
                self.extended(prefix, &[a, b, same(c)])?;
                self.extended(prefix, &[a, !b, !same(c)])?;
                self.extended(prefix, &[!a, b, !same(c)])?;
                self.extended(prefix, &[!a, !b, same(c)])
            }
            _ => Ok(()),
        }
    }

    fn extended(&mut self, prefix: &[Lit], rest: &[Lit]) -> Result<()> {
        let clause: Vec<Lit> = prefix.iter().chain(rest).copied().collect();
        self.add(&clause)
    }

    fn is_inlined(&self, bit: Bit) -> bool {
        self.plan.node(bit.node()).role.is_inlined()
    }

    /// Finishes the clauses that wait.
    fn write_pending(&mut self) -> Result<()> {
        while let Some((prefix, bit)) = self.pending.pop() {
            if bit.is_negated() {
                self.disjunction(prefix, bit.node())?;
            } else {
                self.conjunction(&prefix, bit.node())?;
            }
        }
        Ok(())
    }

    /// One clause, or what is below it, for every input.
    fn conjunction(&mut self, prefix: &[Lit], node: u32) -> Result<()> {
        let factory = self.factory;
        for &input in factory.inputs(node) {
            if self.is_inlined(input) {
                self.pending.push((prefix.to_vec(), input));
            } else {
                let literal = self.literal(input);
                self.extended(prefix, &[literal])?;
            }
        }
        Ok(())
    }

    /// One clause of the negated inputs. If one of them is a conjunction to be multiplied out, the clause waits for it.
    fn disjunction(&mut self, prefix: Vec<Lit>, node: u32) -> Result<()> {
        let factory = self.factory;
        let mut clause = prefix;
        let mut multiplied = None;
        let mut nodes = vec![node];
        while let Some(node) = nodes.pop() {
            for &input in factory.inputs(node) {
                if !self.is_inlined(input) {
                    clause.push(!self.literal(input));
                } else if input.is_negated() {
                    multiplied = Some(!input);
                } else {
                    nodes.push(input.node());
                }
            }
        }
        match multiplied {
            Some(bit) => self.pending.push((clause, bit)),
            None => self.add(&clause)?,
        }
        Ok(())
    }
}
