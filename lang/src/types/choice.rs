//! Which meaning an overloaded name has, given what its context can use.

use std::rc::Rc;

use super::build::{Parts, bad, bad_call, leaf, weighted_leaf};
use super::node::{Bin, Candidate, Far, Fault, Faults, Kind, Mark, N, What};
use super::warnings::Warn;
use crate::resolve::Program;
use crate::source::Span;
use crate::typed::{Mult, Type, World};

impl Program<'_> {
    /// All meanings of a name; a single sound one is the name itself.
    pub(crate) fn choice(&self, span: Span, mut candidates: Vec<Candidate>) -> N {
        if candidates.len() == 1 && !candidates[0].node.is_faulty() {
            return candidates.remove(0).node;
        }
        let ty = self.hierarchy.merge_all(candidates.iter().map(|c| &c.node.ty));
        let mut weight = None;
        let (mut size, mut depth) = (1u32, 0);
        for candidate in &candidates {
            let node = &candidate.node;
            size = size.saturating_add(node.size);
            depth = depth.max(node.depth + 1);
            if !node.ty.is_nothing() && weight.is_none_or(|w| w > node.weight) {
                weight = Some(node.weight);
            }
        }
        let faults = if ty.is_nothing() {
            let whole = candidates.first().map_or(span, |c| c.node.span);
            Faults::one(Fault::Dead {
                candidates: candidates.clone(),
                span: whole,
            })
        } else {
            Faults::none()
        };
        let weight = weight.unwrap_or(0);
        let parts = Parts {
            mark: Mark::No,
            weight,
            ambiguous: true,
            faults,
            size,
            depth,
        };
        parts.node(Kind::Choice(candidates, None), ty, span)
    }

    /// All meanings of a name, where some are left aside if they cannot matter.
    pub(super) fn choice_of_many(&self, span: Span, candidates: Vec<Candidate>, far: Far) -> N {
        let useful = candidates
            .iter()
            .filter(|c| c.node.ty.is_bool || c.node.ty.has_tuple());
        let sets = candidates.iter().filter(|c| !c.node.ty.is_nothing());
        let lightest = useful
            .clone()
            .next()
            .and_then(|_| sets.map(|c| c.node.weight).min());
        let arities: Vec<usize> = useful
            .flat_map(|c| &c.node.ty.products)
            .map(|p| p.len())
            .collect();
        let Some(lightest) = lightest.filter(|&weight| self.is_covered(&far, &arities, weight)) else {
            return self.choice(span, self.all_candidates(&candidates, &far));
        };
        let args = far
            .args
            .iter()
            .map(|(_, arg)| arg.size)
            .fold(1, u32::saturating_add);
        let parts = Parts {
            weight: lightest,
            ambiguous: true,
            size: candidates
                .iter()
                .map(|c| c.node.size)
                .fold(1, u32::saturating_add)
                .saturating_add(args.saturating_mul(far.meanings.len() as u32)),
            depth: candidates.iter().map(|c| c.node.depth + 1).max().unwrap_or(0),
            ..Parts::default()
        };
        let ty = self.hierarchy.merge_all(candidates.iter().map(|c| &c.node.ty));
        parts.node(Kind::Choice(candidates, Some(Rc::new(far))), ty, span)
    }

    /// Whether what is left aside adds nothing to a type that has products of these arities, and is no lighter than others.
    fn is_covered(&self, far: &Far, arities: &[usize], weight: u32) -> bool {
        let mut shift = 0;
        let mut more = 0_u32;
        for (_, arg) in &far.args {
            let Some(arity) = arg.ty.arity() else { return false };
            shift += arity;
            more = more.saturating_add(arg.weight);
        }
        far.meanings.iter().all(|&(_, what, own)| {
            let What::Field(field) = what else {
                // A call with a wrong argument has no type at all.
                return true;
            };
            let products = &self.fields[field.index()].ty.products;
            own.saturating_add(more) >= weight
                && products.iter().all(|p| {
                    let arity = (p.len() + shift).saturating_sub(2 * far.args.len());
                    arity == 0 || arities.contains(&arity)
                })
        })
    }

    /// The candidates with those that were left aside, in the order of their declarations.
    fn all_candidates(&self, candidates: &[Candidate], far: &Far) -> Vec<Candidate> {
        let mut near = candidates.iter().cloned();
        let mut all = Vec::with_capacity(candidates.len() + far.meanings.len());
        for &(place, what, weight) in &far.meanings {
            while all.len() < place {
                let Some(candidate) = near.next() else { break };
                all.push(candidate);
            }
            let alone = match what {
                What::Field(field) => {
                    let ty = self.fields[field.index()].ty.clone();
                    weighted_leaf(Kind::Field(field), ty, far.name, weight)
                }
                What::Func(func) | What::ThisFunc(func) => bad_call(far.name, func, Vec::new(), weight),
                What::Sig(sig) => leaf(Kind::Sig(sig), self.sig_type(sig).clone(), far.name),
            };
            let node = far
                .args
                .iter()
                .fold(alone, |node, (span, arg)| self.absorb(*span, arg, &node));
            all.push(Candidate { node, what });
        }
        all.extend(near);
        all
    }

    /// Decides a choice whose context can use `t`.
    pub(crate) fn decide(
        &self,
        node: &N,
        candidates: &[Candidate],
        far: Option<&Far>,
        t: &Type,
        warn: Warn,
    ) -> N {
        if let Some(far) = far
            && !candidates.iter().any(|c| self.is_exact(&c.node.ty, t))
        {
            let all = self.all_candidates(candidates, far);
            return self.decide(node, &all, None, t, warn);
        }
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
            match far {
                Some(far) => self.no_meaning_fits(node.span, &self.all_candidates(candidates, far), t),
                None => self.no_meaning_fits(node.span, candidates, t),
            }
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
        let exact = keep(&|ty| self.is_exact(ty, t));
        if exact.is_empty() {
            keep(&|ty| ty.common_arity(t))
        } else {
            exact
        }
    }

    /// Whether a meaning of some type shares tuples with `t`, or is a formula as it is.
    fn is_exact(&self, ty: &Type, t: &Type) -> bool {
        (t.is_bool && ty.is_bool) || self.hierarchy.intersects(t, ty)
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
