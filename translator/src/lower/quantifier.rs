//! Quantifiers, comprehensions and sums over declared variables.

use relfind_lang::typed::{Expr, LocalId, Mult, Quant, VarDecl};
use relfind_relational::ast::{Count, Decl, ExprId, FormulaId, IntId, Multiplicity, Quantifier, VarId};

use super::{
    error::Lower,
    lowerer::{Lowerer, Value},
    member::has_marks,
};

/// Variables in scope.
pub(super) struct Binding {
    decls: Vec<Decl>,
    /// What declarations ask beyond bounds: `disj`, and the marks of arrows.
    guards: Vec<FormulaId>,
    vars: Vec<ExprId>,
    outer: Vec<(LocalId, Option<Value>)>,
    level: u32,
}

impl Binding {
    /// Whether each variable stands for one atom.
    fn is_first_order(&self) -> bool {
        self.decls.iter().all(|d| d.multiplicity == Multiplicity::One)
    }
}

/// The declaration of a variable for one element of a set.
pub(super) fn one_of(var: VarId, bound: ExprId) -> Decl {
    Decl {
        var,
        multiplicity: Multiplicity::One,
        bound,
    }
}

fn multiplicity(mult: Mult) -> Multiplicity {
    match mult {
        Mult::Set => Multiplicity::Set,
        Mult::One => Multiplicity::One,
        Mult::Lone => Multiplicity::Lone,
        Mult::Some => Multiplicity::Some,
    }
}

impl Lowerer<'_> {
    /// Brings declared variables into scope; later bounds see earlier variables.
    pub(super) fn open_decls(&mut self, decls: &[VarDecl]) -> Lower<Binding> {
        let (level, mut guards) = (self.level, Vec::new());
        let (mut lowered, mut vars, mut outer) = (Vec::new(), Vec::new(), Vec::new());
        for decl in decls {
            let bound = self.set(&decl.bound.expr)?;
            let arity = self.ast().arity(bound);
            let multiplicity = if arity == 1 {
                multiplicity(decl.bound.mult)
            } else {
                Multiplicity::Set
            };
            let start = vars.len();
            for &local in &decl.locals {
                let name = self.variable_name(local);
                let (var, expr) = self.variable(&name, arity);
                lowered.push(Decl {
                    var,
                    multiplicity,
                    bound,
                });
                vars.push(expr);
                if has_marks(&decl.bound) {
                    guards.push(self.member(expr, &decl.bound)?);
                }
            }
            for (&local, &expr) in decl.locals.iter().zip(&vars[start..]) {
                outer.push((local, self.bind(local, Some(Value::Set(expr)))));
            }
            if decl.disjoint {
                guards.extend(self.disjoint(&vars[start..]));
            }
        }
        Ok(Binding {
            decls: lowered,
            guards,
            vars,
            outer,
            level,
        })
    }

    /// Ends the scope of variables.
    pub(super) fn close_decls(&mut self, binding: &Binding) {
        for &(local, outer) in binding.outer.iter().rev() {
            self.bind(local, outer);
        }
        self.level = binding.level;
    }

    pub(super) fn quantified(&mut self, quant: Quant, decls: &[VarDecl], body: &Expr) -> Lower<FormulaId> {
        let binding = self.open_decls(decls)?;
        let formula = self.formula(body)?;
        let quantified = match quant {
            Quant::All => self.for_all(&binding, formula),
            Quant::No => {
                let not = self.ast().not(formula);
                self.for_all(&binding, not)
            }
            Quant::Lone | Quant::One if binding.is_first_order() => {
                let count = if quant == Quant::One {
                    Count::One
                } else {
                    Count::Lone
                };
                let guarded = self.guarded(&binding, formula);
                let tuples = self.ast().comprehension(binding.decls.clone(), guarded);
                self.ast().count(count, tuples)
            }
            Quant::Lone => self.at_most_one(&binding, formula, decls, body)?,
            Quant::One => {
                let lone = self.at_most_one(&binding, formula, decls, body)?;
                let some = self.for_some(&binding, formula);
                self.ast().and(vec![lone, some])
            }
            Quant::Some | Quant::Sum => self.for_some(&binding, formula),
        };
        self.close_decls(&binding);
        Ok(quantified)
    }

    fn for_all(&mut self, binding: &Binding, body: FormulaId) -> FormulaId {
        let body = if binding.guards.is_empty() {
            body
        } else {
            let guard = self.all_of(binding.guards.clone());
            self.ast().implies(guard, body)
        };
        self.ast()
            .quantified(Quantifier::All, binding.decls.clone(), body)
    }

    pub(super) fn for_some(&mut self, binding: &Binding, body: FormulaId) -> FormulaId {
        let body = self.guarded(binding, body);
        self.ast()
            .quantified(Quantifier::Some, binding.decls.clone(), body)
    }

    fn guarded(&mut self, binding: &Binding, body: FormulaId) -> FormulaId {
        let mut parts = binding.guards.clone();
        parts.push(body);
        self.all_of(parts)
    }

    /// Any two bindings under which the body holds are equal; needed where variables stand for sets.
    fn at_most_one(
        &mut self,
        binding: &Binding,
        formula: FormulaId,
        decls: &[VarDecl],
        body: &Expr,
    ) -> Lower<FormulaId> {
        let one = self.guarded(binding, formula);
        let again = self.open_decls(decls)?;
        let other = self.formula(body)?;
        let other = self.guarded(&again, other);
        let pairs = binding.vars.iter().zip(&again.vars);
        let same: Vec<_> = pairs
            .map(|(&x, &y)| self.declared.problem.ast.equal(x, y))
            .collect();
        let same = self.all_of(same);
        self.close_decls(&again);
        let both = self.ast().and(vec![one, other]);
        let implied = self.ast().implies(both, same);
        let decls = binding.decls.iter().chain(&again.decls).copied().collect();
        Ok(self.ast().quantified(Quantifier::All, decls, implied))
    }

    pub(super) fn comprehension(&mut self, decls: &[VarDecl], body: &Expr) -> Lower<ExprId> {
        let binding = self.open_decls(decls)?;
        let body = self.formula(body)?;
        let body = self.guarded(&binding, body);
        let set = self.ast().comprehension(binding.decls.clone(), body);
        self.close_decls(&binding);
        Ok(set)
    }

    /// `sum decls | body`: bindings that `disj` rules out add nothing.
    pub(super) fn sum(&mut self, decls: &[VarDecl], body: &Expr) -> Lower<IntId> {
        let binding = self.open_decls(decls)?;
        let mut body = self.int(body)?;
        if !binding.guards.is_empty() {
            let guard = self.all_of(binding.guards.clone());
            let zero = self.ast().number(0);
            body = self.ast().if_int(guard, body, zero);
        }
        let sum = self.ast().sum(binding.decls.clone(), body);
        self.close_decls(&binding);
        Ok(sum)
    }
}
