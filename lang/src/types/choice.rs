//! Which meaning an overloaded name has, given what its context can use.

use super::build::{bad, leaf};
use super::node::{Bin, Candidate, Fault, Kind, N};
use super::warnings::Warn;
use crate::resolve::Program;
use crate::source::Span;
use crate::typed::{Mult, Type, World};

impl Program<'_> {
    /// Decides a choice whose context can use `t`.
    pub(crate) fn decide(&self, node: &N, candidates: &[Candidate], t: &Type, warn: Warn) -> N {
        let mut left = self.fitting(candidates, t);
        if left.len() > 1 {
            left = lightest(left);
        }
        if left.len() > 1 {
            let resolved: Vec<Candidate> = left
                .iter()
                .map(|c| Candidate {
                    node: self.resolve(&c.node, t, Warn::Off),
                    what: c.what,
                })
                .collect();
            left = self.fitting(&resolved, t);
            if left.len() > 1 {
                left = lightest(left);
            }
        }
        if let [only] = &left[..] {
            return self.resolve(&only.node, t, warn);
        }
        if let Some(arity) = common_empty_arity(&left) {
            return self.nothing(node.span, arity);
        }
        let diagnostic = if left.is_empty() {
            self.no_meaning_fits(node.span, candidates, t)
        } else {
            self.ambiguous_name(node.span, &left)
        };
        bad(node.span, Fault::Ready(Box::new(diagnostic)))
    }

    /// The candidates that share tuples with `t`; if none does, those that share an arity.
    fn fitting(&self, candidates: &[Candidate], t: &Type) -> Vec<Candidate> {
        let keep = |test: &dyn Fn(&Type) -> bool| -> Vec<Candidate> {
            candidates.iter().filter(|c| test(&c.node.ty)).cloned().collect()
        };
        let exact = keep(&|ty| (t.is_bool && ty.is_bool) || self.hierarchy.intersects(t, ty));
        if exact.is_empty() {
            keep(&|ty| ty.common_arity(t))
        } else {
            exact
        }
    }

    /// `none`, or a product of it.
    fn nothing(&self, span: Span, arity: usize) -> N {
        let none = || leaf(Kind::Sig(World::NONE), Type::of(World::NONE), span);
        let set = Mult::Set;
        (1..arity).fold(none(), |product, _| {
            self.binary(Bin::Arrow(set, set), span, product, none())
        })
    }
}

/// The candidates with the smallest weight.
fn lightest(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let least = candidates.iter().map(|c| c.node.weight).min();
    candidates
        .into_iter()
        .filter(|c| Some(c.node.weight) == least)
        .collect()
}

/// The arity that all candidates have, if all of them are sets without tuples.
fn common_empty_arity(candidates: &[Candidate]) -> Option<usize> {
    let first = candidates.first()?.node.ty.arity()?;
    let empty = |c: &Candidate| {
        let ty = &c.node.ty;
        !ty.is_bool && !ty.has_int() && !ty.has_tuple() && ty.arity() == Some(first)
    };
    candidates.iter().all(empty).then_some(first)
}
