//! What nodes were resolved to, so that the meanings of overloaded names are not tried again and again.

use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::node::N;
use crate::typed::Type;

/// Nodes resolved without warnings, by address and relevant type.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    /// The types, which may have hundreds of products and be the same for hundreds of nodes.
    types: IndexSet<Type, FxBuildHasher>,
    /// By address and place of the type; the node is kept so that its address stays its own.
    nodes: FxHashMap<(usize, usize), (N, N)>,
}

impl Memo {
    /// What a node was resolved to.
    pub(crate) fn get(&self, node: &N, relevant: &Type) -> Option<N> {
        let ty = self.types.get_index_of(relevant)?;
        let (_, resolved) = self.nodes.get(&(address(node), ty))?;
        Some(Rc::clone(resolved))
    }

    /// Keeps what a node was resolved to.
    pub(crate) fn insert(&mut self, node: &N, relevant: &Type, resolved: &N) {
        let known = self.types.get_index_of(relevant);
        let ty = known.unwrap_or_else(|| self.types.insert_full(relevant.clone()).0);
        let kept = (Rc::clone(node), Rc::clone(resolved));
        self.nodes.insert((address(node), ty), kept);
    }

    /// Forgets everything, where nodes will not be met again.
    pub(crate) fn clear(&mut self) {
        self.types.clear();
        self.nodes.clear();
    }
}

fn address(node: &N) -> usize {
    Rc::as_ptr(node) as usize
}
