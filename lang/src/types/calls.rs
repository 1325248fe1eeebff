//! Joins that may be calls: how the candidates of a name absorb arguments, and the type of a call's result.

use rustc_hash::FxHashMap;

use super::build::{bad_call, faulty_join};
use super::node::{Bin, Candidate, Far, Kind, N, Node, Quantifier, Un};
use crate::resolve::{FuncInfo, Program};
use crate::source::Span;
use crate::typed::{LocalId, Quant, Type, World};

impl Program<'_> {
    /// `arg.right` or `right[arg]`, after both are nodes: an argument of a call, or a join.
    pub(crate) fn join_or_call(&self, span: Span, arg: N, right: N) -> N {
        if arg.ty.has_int() && matches!(right.peel().kind, Kind::Sig(World::INT)) {
            return arg;
        }
        let arg = self.as_set(arg);
        let Kind::Choice(candidates, far) = &right.peel().kind else {
            return self.binary(Bin::Join, span, arg, right);
        };
        if arg.is_faulty() {
            // Whether the call has enough arguments cannot be told, so that only the argument's own fault is worth a report.
            return faulty_join(span, &arg);
        }
        self.absorbed(right.span, candidates, far.as_deref(), (span, &arg))
    }

    /// The meanings of a name, joined to an argument at a place.
    pub(crate) fn absorbed(
        &self,
        name: Span,
        candidates: &[Candidate],
        far: Option<&Far>,
        (span, arg): (Span, &N),
    ) -> N {
        let absorbed = candidates.iter().map(|c| Candidate {
            node: self.absorb(span, arg, &c.node),
            what: c.what,
        });
        let absorbed = absorbed.collect();
        match far {
            None => self.choice(name, absorbed),
            Some(far) => {
                let mut far = far.clone();
                far.args.push((span, arg.clone()));
                self.choice_of_many(name, absorbed, far)
            }
        }
    }

    pub(super) fn absorb(&self, span: Span, arg: &N, candidate: &N) -> N {
        let mut inner: &N = candidate;
        loop {
            match &inner.kind {
                Kind::Expanded(x) | Kind::Argument(x) => inner = x,
                Kind::Choice(c, None) if c.len() == 1 => inner = &c[0].node,
                _ => break,
            }
        }
        if let Kind::BadCall { func, args, extra } = &inner.kind {
            let info = &self.funcs[func.index()];
            if args.len() < info.params.len() {
                let mut args = args.clone();
                args.push(arg.clone());
                return if self.applicable(info, &args) {
                    self.call(span, *func, args, *extra)
                } else {
                    bad_call(span, *func, args, *extra)
                };
            }
            return self.binary(Bin::Join, span, arg.clone(), inner.clone());
        }
        self.binary(Bin::Join, span, arg.clone(), candidate.clone())
    }

    /// Whether a call has all its arguments and each may be one for its parameter.
    fn applicable(&self, info: &FuncInfo, args: &[N]) -> bool {
        args.len() >= info.params.len()
            && info
                .params
                .iter()
                .zip(args)
                .all(|(param, arg)| self.may_be_argument(&arg.ty, &param.ty))
    }

    /// The type of a call's result: the declared one, recomputed with the types of the arguments.
    pub(crate) fn call_type(&self, info: &FuncInfo, args: &[N]) -> Type {
        let Some(result) = &info.result else {
            return Type::default();
        };
        let declared = result.ty.as_set();
        if !info.result_depends {
            return declared;
        }
        let mut env = FxHashMap::default();
        for (param, arg) in info.params.iter().zip(args) {
            if let Some(arity) = param.ty.arity() {
                env.insert(param.local, arg.ty.extract(arity));
            }
        }
        let ty = self.deduce(result, &mut env);
        let usable = !ty.has_int() && !ty.is_bool && ty.arity() == declared.arity();
        if usable { ty.as_set() } else { declared }
    }

    /// The type of a declaration's expression when its variables have other types.
    fn deduce(&self, node: &Node, env: &mut FxHashMap<LocalId, Type>) -> Type {
        match &node.kind {
            Kind::Local(local) => match env.get(local) {
                Some(ty) if !ty.is_nothing() => ty.clone(),
                _ => node.ty.clone(),
            },
            Kind::Expanded(inner) | Kind::Argument(inner) => self.deduce(inner, env),
            Kind::Unary(op, sub) => {
                let sub = self.deduce(sub, env);
                match op {
                    Un::SomeOf | Un::LoneOf | Un::OneOf => sub,
                    op => self.unary_type(*op, &sub),
                }
            }
            Kind::Binary(op, left, right) => {
                let left = self.deduce(left, env);
                let right = self.deduce(right, env);
                match op {
                    Bin::Compare(..) => Type::formula(),
                    op => self.binary_type(*op, &left, &right),
                }
            }
            Kind::Unions(args) => {
                let mut types = args.iter().map(|arg| self.deduce(arg, env));
                let first = types.next().unwrap_or_default();
                types.fold(first, |all, ty| self.hierarchy.union_common(&all, &ty))
            }
            Kind::IfElse(_, left, right) => {
                let left = self.deduce(left, env);
                let right = self.deduce(right, env);
                self.hierarchy.union_common(&left, &right)
            }
            Kind::Let(var, value, body) => {
                let value = self.deduce(value, env);
                env.insert(*var, value);
                self.deduce(body, env)
            }
            Kind::Quantified(Quantifier::Of(Quant::Sum), ..) => Type::int(),
            Kind::Quantified(Quantifier::Of(_), ..) => Type::formula(),
            Kind::Quantified(Quantifier::Comprehension, decls, _) => {
                let mut result: Option<Type> = None;
                for decl in decls {
                    let ty = self.deduce(&decl.bound, env);
                    for &local in &decl.locals {
                        env.insert(local, ty.clone());
                        result = Some(match result {
                            None => ty.clone(),
                            Some(before) => self.hierarchy.product(&before, &ty),
                        });
                    }
                }
                result.unwrap_or_default()
            }
            _ => node.ty.clone(),
        }
    }
}
