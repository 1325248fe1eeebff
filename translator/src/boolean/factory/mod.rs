//! The boolean circuit: a hash-consed directed acyclic graph of multi-input gates.
//!
//! After the compact boolean circuits of Kodkod (Torlak and Jackson, "Kodkod: A Relational Model Finder", TACAS 2007,
//! section 4.3): equal gates are made once, constants fold, and conjunctions are simplified against the inputs of their
//! inputs where those are few. Different here: disjunction is a negated conjunction, so that both share nodes; and all
//! nodes live in flat arrays, with no heap object a node.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use crate::boolean::gate::{Bit, GateKind};

/// How many pairs of inputs are compared at most when a conjunction is simplified against its inputs' inputs.
const COMPARISONS: usize = 64;

/// Makes and holds the nodes of a circuit.
///
/// # Invariants
/// Inputs of a node have smaller numbers than the node. No two nodes have the same kind and inputs.
#[derive(Clone, Debug)]
pub struct Factory {
    kinds: Vec<GateKind>,
    /// Where each node's inputs end in `inputs`; they start where those of the node before end.
    ends: Vec<u32>,
    inputs: Vec<Bit>,
    /// Open addressing: node numbers by the hash of kind and inputs, 0 where empty. A power of two long.
    table: Vec<u32>,
    used: usize,
    scratch: Vec<Bit>,
    max_nodes: usize,
    exhausted: bool,
}

impl Factory {
    /// A circuit with this many inputs, nodes 1 to `inputs`, and no gate yet. Past `max_nodes` nodes or input
    /// connections in millions no gates are made any more, and [`Factory::is_exhausted`] says so.
    pub fn new(inputs: u32, max_nodes: usize) -> Self {
        let mut kinds = vec![GateKind::Input; inputs as usize + 1];
        kinds[0] = GateKind::False;
        Self {
            ends: vec![0; kinds.len()],
            kinds,
            inputs: Vec::new(),
            table: vec![0; 64],
            used: 0,
            scratch: Vec::new(),
            max_nodes: max_nodes.min((u32::MAX >> 1) as usize),
            exhausted: false,
        }
    }

    /// The number of nodes, the constant and the inputs among them.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there is nothing but the constant.
    pub fn is_empty(&self) -> bool {
        self.kinds.len() == 1
    }

    /// Whether a gate could not be made. Signals made from then on mean nothing.
    pub fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    /// What the node computes.
    pub fn kind(&self, node: u32) -> GateKind {
        self.kinds[node as usize]
    }

    /// The node's inputs.
    pub fn inputs(&self, node: u32) -> &[Bit] {
        let node = node as usize;
        let start = if node == 0 { 0 } else { self.ends[node - 1] };
        &self.inputs[start as usize..self.ends[node] as usize]
    }

    fn hash(kind: GateKind, inputs: &[Bit]) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write_u32(kind.tag());
        for bit in inputs {
            hasher.write_u32(bit.raw());
        }
        let hash = hasher.finish();
        hash ^ (hash >> 32)
    }

    fn grow_table(&mut self) {
        let size = self.table.len() * 2;
        let mask = size - 1;
        let mut table = vec![0; size];
        for &node in self.table.iter().filter(|&&node| node != 0) {
            let mut slot = Self::hash(self.kind(node), self.inputs(node)) as usize & mask;
            while table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            table[slot] = node;
        }
        self.table = table;
    }

    /// The node of this kind with these inputs.
    fn node(&mut self, kind: GateKind, inputs: &[Bit]) -> Bit {
        if (self.used + 1) * 3 > self.table.len() * 2 {
            self.grow_table();
        }
        let mask = self.table.len() - 1;
        let mut slot = Self::hash(kind, inputs) as usize & mask;
        while self.table[slot] != 0 {
            let node = self.table[slot];
            if self.kind(node) == kind && self.inputs(node) == inputs {
                return Bit::of_node(node);
            }
            slot = (slot + 1) & mask;
        }
        if self.kinds.len() >= self.max_nodes || self.inputs.len() + inputs.len() > u32::MAX as usize {
            self.exhausted = true;
            return Bit::FALSE;
        }
        let node = self.kinds.len() as u32;
        self.kinds.push(kind);
        self.inputs.extend_from_slice(inputs);
        self.ends.push(self.inputs.len() as u32);
        self.table[slot] = node;
        self.used += 1;
        Bit::of_node(node)
    }

    /// `a and b`
    pub fn and(&mut self, a: Bit, b: Bit) -> Bit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Bit::FALSE || a == !b {
            return Bit::FALSE;
        }
        if a == Bit::TRUE || a == b {
            return b;
        }
        match self.absorb(b, a) {
            Absorbed::Kept => match self.absorb(a, b) {
                Absorbed::Kept => self.node(GateKind::And, &[a, b]),
                Absorbed::Implies => a,
                Absorbed::False => Bit::FALSE,
                Absorbed::Useless => b,
                Absorbed::Becomes(c) => self.and(c, b),
            },
            Absorbed::Implies => b,
            Absorbed::False => Bit::FALSE,
            Absorbed::Useless => a,
            Absorbed::Becomes(c) => self.and(a, c),
        }
    }

    /// What is left of `gate` in a conjunction with `other`.
    fn absorb(&self, gate: Bit, other: Bit) -> Absorbed {
        if self.kind(gate.node()) != GateKind::And {
            return Absorbed::Kept;
        }
        let inputs = self.inputs(gate.node());
        if inputs.len() > COMPARISONS {
            return Absorbed::Kept;
        }
        let same = inputs.contains(&other);
        let opposite = inputs.contains(&!other);
        match (gate.is_negated(), same, opposite) {
            (false, _, true) => Absorbed::False,
            (false, true, _) => Absorbed::Implies,
            (true, _, true) => Absorbed::Useless,
            (true, true, _) if inputs.len() == 2 => {
                Absorbed::Becomes(!inputs[usize::from(inputs[0] == other)])
            }
            _ => Absorbed::Kept,
        }
    }

    /// `a or b`
    pub fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    /// The conjunction of all; true when there is none.
    pub fn and_all(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        let mut list = std::mem::take(&mut self.scratch);
        list.clear();
        for bit in bits {
            if bit == Bit::FALSE {
                list.clear();
                list.push(Bit::FALSE);
                break;
            }
            if bit != Bit::TRUE {
                list.push(bit);
            }
        }
        let result = self.conjunction(&mut list);
        self.scratch = list;
        result
    }

    /// The disjunction of all; false when there is none.
    pub fn or_all(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        !self.and_all(bits.into_iter().map(|bit| !bit))
    }

    fn conjunction(&mut self, list: &mut Vec<Bit>) -> Bit {
        list.sort_unstable();
        list.dedup();
        if list.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Bit::FALSE;
        }
        match **list {
            [] => Bit::TRUE,
            [a] => a,
            [a, b] => self.and(a, b),
            _ if list.len() * list.len() <= COMPARISONS => self.small_conjunction(list),
            _ => self.node(GateKind::And, list),
        }
    }

    /// A conjunction of a few inputs, each simplified against the others.
    fn small_conjunction(&mut self, list: &mut Vec<Bit>) -> Bit {
        let mut at = 0;
        while at < list.len() {
            let mut other = 0;
            let mut kept = true;
            while kept && other < list.len() {
                if other == at {
                    other += 1;
                    continue;
                }
                match self.absorb(list[at], list[other]) {
                    Absorbed::Kept => other += 1,
                    Absorbed::False => return Bit::FALSE,
                    Absorbed::Useless => kept = false,
                    Absorbed::Implies => {
                        list.remove(other);
                        at -= usize::from(other < at);
                    }
                    Absorbed::Becomes(bit) => {
                        list[at] = bit;
                        return self.conjunction(list);
                    }
                }
            }
            if kept {
                at += 1;
            } else {
                list.remove(at);
            }
        }
        match **list {
            [] => Bit::TRUE,
            [a] => a,
            [a, b] => self.and(a, b),
            _ => self.node(GateKind::And, list),
        }
    }

    /// `a implies b`
    pub fn implies(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(a, !b)
    }

    /// `a iff b`
    pub fn iff(&mut self, a: Bit, b: Bit) -> Bit {
        !self.xor(a, b)
    }

    /// Exactly one of `a` and `b`.
    pub fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        let negated = a.is_negated() ^ b.is_negated();
        let (a, b) = (Bit::of_node(a.node()), Bit::of_node(b.node()));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == b {
            return Bit::constant(negated);
        }
        if a == Bit::FALSE {
            return b.negate_if(negated);
        }
        self.node(GateKind::Xor, &[a, b]).negate_if(negated)
    }

    /// An odd number of `a`, `b` and `c`.
    pub fn xor3(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let negated = a.is_negated() ^ b.is_negated() ^ c.is_negated();
        let mut bits = [a, b, c].map(|bit| Bit::of_node(bit.node()));
        bits.sort_unstable();
        let [a, b, c] = bits;
        if a == b || a == Bit::FALSE {
            let rest = if a == b { c } else { self.xor(b, c) };
            return rest.negate_if(negated);
        }
        if b == c {
            return a.negate_if(negated);
        }
        self.node(GateKind::Xor3, &bits).negate_if(negated)
    }

    /// At least two of `a`, `b` and `c`.
    pub fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let mut bits = [a, b, c];
        bits.sort_unstable();
        let [a, b, c] = bits;
        if a == b || b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        match a {
            Bit::FALSE => return self.and(b, c),
            Bit::TRUE => return self.or(b, c),
            _ => {}
        }
        // The majority is its own dual, so that of two nodes one is enough.
        let negated = bits.iter().filter(|bit| bit.is_negated()).count() >= 2;
        self.node(GateKind::Majority, &bits.map(|bit| bit.negate_if(negated)))
            .negate_if(negated)
    }

    /// If `c` then `a` else `b`.
    pub fn ite(&mut self, c: Bit, a: Bit, b: Bit) -> Bit {
        if c.is_negated() && !c.is_constant() {
            return self.ite(!c, b, a);
        }
        if a == b || c == Bit::TRUE {
            return a;
        }
        if c == Bit::FALSE {
            return b;
        }
        if a == Bit::TRUE || a == c {
            return self.or(c, b);
        }
        if a == Bit::FALSE || a == !c {
            return self.and(!c, b);
        }
        if b == Bit::TRUE || b == !c {
            return self.or(!c, a);
        }
        if b == Bit::FALSE || b == c {
            return self.and(c, a);
        }
        if a == !b {
            return self.iff(c, a);
        }
        let negated = a.is_negated();
        self.node(GateKind::Ite, &[c, a.negate_if(negated), b.negate_if(negated)])
            .negate_if(negated)
    }

    /// Evaluates nodes under a valuation of the inputs (numbered from 1); the result is indexed by node.
    pub fn simulate(&self, input: impl Fn(u32) -> bool) -> Vec<bool> {
        let mut values = vec![false; self.len()];
        for node in 1..self.len() as u32 {
            let at = |i: usize| {
                let bit = self.inputs(node)[i];
                values[bit.node() as usize] ^ bit.is_negated()
            };
            values[node as usize] = match self.kind(node) {
                GateKind::False => false,
                GateKind::Input => input(node),
                GateKind::And => (0..self.inputs(node).len()).all(at),
                GateKind::Ite => at(if at(0) { 1 } else { 2 }),
                GateKind::Xor => at(0) ^ at(1),
                GateKind::Xor3 => at(0) ^ at(1) ^ at(2),
                GateKind::Majority => u8::from(at(0)) + u8::from(at(1)) + u8::from(at(2)) >= 2,
            };
        }
        values
    }
}

/// What is left of a gate beside another signal in a conjunction.
enum Absorbed {
    /// The gate as it is.
    Kept,
    /// The conjunction is false.
    False,
    /// The gate implies the other signal.
    Implies,
    /// The other signal implies the gate.
    Useless,
    /// The gate may be replaced by a simpler signal.
    Becomes(Bit),
}

#[cfg(test)]
mod tests;
