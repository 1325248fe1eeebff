//! Relational expressions.

use std::rc::Rc;

use relfind_relational::{
    TupleSet,
    ast::{Decl, Equated, Expr, ExprId, FormulaId, IntExpr, IntId, RelationId},
};
use relfind_solver::Var;

use super::{Grounder, Result, Truth};
use crate::{
    boolean::{Arithmetic, Bit, Factory, Matrix},
    error::TranslateError,
};

/// The value of an expression: its cells, and whether it is undefined.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub(super) matrix: Rc<Matrix>,
    pub(super) overflow: Bit,
}

impl Term {
    fn defined(matrix: Matrix) -> Self {
        Self {
            matrix: Rc::new(matrix),
            overflow: Bit::FALSE,
        }
    }
}

/// An expression of which single cells are looked up, so that large products need not be made.
pub(super) enum Lazy {
    /// Everything.
    All,
    /// A matrix.
    Matrix(Term),
    /// A product; the right side's tuples have so many numbers.
    Product(Box<Lazy>, Box<Lazy>, u64),
}

impl Lazy {
    /// The cell of a tuple.
    pub(super) fn get(&self, tuple: u64, factory: &mut Factory) -> Bit {
        match self {
            Lazy::All => Bit::TRUE,
            Lazy::Matrix(term) => term.matrix.get(tuple),
            Lazy::Product(a, b, width) => {
                let (a, b) = (a.get(tuple / width, factory), b.get(tuple % width, factory));
                factory.and(a, b)
            }
        }
    }

    /// Whether it is undefined; exact for a matrix, and for products only where at most one side may be.
    pub(super) fn overflow(&self) -> Bit {
        match self {
            Lazy::All => Bit::FALSE,
            Lazy::Matrix(term) => term.overflow,
            Lazy::Product(a, b, _) => match a.overflow() {
                Bit::FALSE => b.overflow(),
                overflow => overflow,
            },
        }
    }
}

impl Grounder<'_> {
    /// The value of an expression.
    pub(super) fn expression(&mut self, id: ExprId) -> Result<Term> {
        let key = self.key(id.into(), 0);
        if let Some(known) = key.and_then(|key| self.expressions.get(&key)) {
            return Ok(known);
        }
        let term = self.operation(id)?;
        if let Some(key) = key {
            self.expressions.insert(key, term.clone(), term.matrix.len());
        }
        Ok(term)
    }

    fn operation(&mut self, id: ExprId) -> Result<Term> {
        self.circuit.spend(1)?;
        self.check_capacity(id)?;
        let (ast, atoms) = (self.ast, self.atoms());
        match *ast.expr(id) {
            Expr::Relation(relation) => Ok(Term {
                matrix: self.relation(relation)?,
                overflow: Bit::FALSE,
            }),
            Expr::Var(var) => Ok(match self.environment.get(var) {
                Some(binding) => Term {
                    matrix: binding.matrix.clone(),
                    overflow: Bit::FALSE,
                },
                // Nothing binds it: such a formula says nothing.
                None => Term::defined(Matrix::empty(atoms, ast.arity(id))),
            }),
            Expr::None(arity) => Ok(Term::defined(Matrix::empty(atoms, arity))),
            Expr::Univ => {
                self.circuit.cells(atoms as usize)?;
                Ok(Term::defined(Matrix::of_indices(atoms, 1, (0..atoms).collect())))
            }
            Expr::Iden => {
                self.circuit.cells(atoms as usize)?;
                Ok(Term::defined(Matrix::identity(atoms)))
            }
            Expr::Ints => Ok(Term::defined(Matrix::constant(&TupleSet::ints(self.universe())))),
            Expr::Union(a, b) => self.binary(a, b, Matrix::union),
            Expr::Intersect(a, b) => self.intersection(a, b),
            Expr::Difference(a, b) => self.binary(a, b, Matrix::difference),
            Expr::Override(a, b) => self.binary(a, b, Matrix::override_with),
            Expr::Join(a, b) => self.binary(a, b, Matrix::join),
            Expr::Product(a, b) => self.binary(a, b, Matrix::product),
            Expr::DomainRestrict(a, b) => self.binary(a, b, |a, b, circuit| b.domain_restrict(a, circuit)),
            Expr::RangeRestrict(a, b) => self.binary(a, b, Matrix::range_restrict),
            Expr::Transpose(a) => {
                let a = self.expression(a)?;
                let matrix = a.matrix.transpose(&mut self.circuit)?;
                Ok(Term {
                    matrix: Rc::new(matrix),
                    overflow: a.overflow,
                })
            }
            Expr::Closure(a) => {
                let a = self.expression(a)?;
                let matrix = a.matrix.closure(self.bounds.universe(), &mut self.circuit)?;
                Ok(Term {
                    matrix: Rc::new(matrix),
                    overflow: a.overflow,
                })
            }
            Expr::If(c, a, b) => self.choice(c, a, b),
            Expr::Comprehension(ref decls, body) => self.comprehension(decls, body),
            Expr::FromInt(i) => self.singleton(i),
        }
    }

    fn check_capacity(&self, id: ExprId) -> Result<()> {
        let arity = self.ast.arity(id);
        if arity <= 2 || TupleSet::fits(self.universe(), arity) {
            return Ok(());
        }
        Err(TranslateError::Capacity {
            name: "an expression".to_owned(),
            arity,
            atoms: self.universe().len(),
            limit: 1 << 63,
        })
    }

    fn binary(
        &mut self,
        a: ExprId,
        b: ExprId,
        operation: impl FnOnce(&Matrix, &Matrix, &mut crate::boolean::Circuit) -> Result<Matrix>,
    ) -> Result<Term> {
        let (a, b) = (self.expression(a)?, self.expression(b)?);
        let matrix = Rc::new(operation(&a.matrix, &b.matrix, &mut self.circuit)?);
        Ok(Term {
            matrix,
            overflow: self.factory().or(a.overflow, b.overflow),
        })
    }

    /// The matrix of a relation: constant true for tuples it must have, variables for those it may have.
    fn relation(&mut self, id: RelationId) -> Result<Rc<Matrix>> {
        if let Some(known) = &self.relations[id.index()] {
            return Ok(known.clone());
        }
        let relation = self.bounds.relation(id);
        self.circuit.cells(relation.upper.len())?;
        let mut certain = relation.lower.indices().iter().copied().peekable();
        let mut free = self.variables.of_relation(id);
        let cells = relation.upper.indices().iter().map(|&tuple| {
            if certain.next_if_eq(&tuple).is_some() {
                return (tuple, Bit::TRUE);
            }
            let var = free.next().map_or(Var::new(0), |(_, var)| var);
            (tuple, Bit::of_node(var.index() as u32 + 1))
        });
        let matrix = Rc::new(Matrix::of_cells(self.atoms(), relation.arity, cells));
        self.relations[id.index()] = Some(matrix.clone());
        Ok(matrix)
    }

    /// An intersection; of a product only the cells that the other side has are made.
    fn intersection(&mut self, a: ExprId, b: ExprId) -> Result<Term> {
        let is_product = |id| matches!(self.ast.expr(id), Expr::Product(..));
        let (whole, filter) = match (is_product(a), is_product(b)) {
            (_, true) => (a, b),
            (true, false) => (b, a),
            (false, false) => return self.binary(a, b, Matrix::intersect),
        };
        let whole = self.expression(whole)?;
        let filter = self.lazy(filter)?;
        self.circuit.spend(whole.matrix.len())?;
        let factory = &mut self.circuit.factory;
        let mut cells = Vec::with_capacity(whole.matrix.len());
        for (tuple, bit) in whole.matrix.cells() {
            let other = filter.get(tuple, factory);
            cells.push((tuple, factory.and(bit, other)));
        }
        let overflow = factory.or(whole.overflow, filter.overflow());
        let matrix = Matrix::of_cells(self.bounds.universe().len() as u64, whole.matrix.arity(), cells);
        Ok(Term {
            matrix: Rc::new(matrix),
            overflow,
        })
    }

    /// The expression for looking up cells.
    pub(super) fn lazy(&mut self, id: ExprId) -> Result<Lazy> {
        match *self.ast.expr(id) {
            Expr::Univ => Ok(Lazy::All),
            Expr::Product(a, b) => {
                self.check_capacity(id)?;
                let width = self.atoms().pow(self.ast.arity(b));
                let (a, b) = (self.lazy(a)?, self.lazy(b)?);
                if a.overflow() != Bit::FALSE && b.overflow() != Bit::FALSE {
                    return Ok(Lazy::Matrix(self.expression(id)?));
                }
                Ok(Lazy::Product(Box::new(a), Box::new(b), width))
            }
            _ => Ok(Lazy::Matrix(self.expression(id)?)),
        }
    }

    fn choice(&mut self, c: FormulaId, a: ExprId, b: ExprId) -> Result<Term> {
        let condition = self.formula(c, false)?;
        if condition.holds == Bit::TRUE {
            return self.expression(a);
        }
        if condition.fails == Bit::TRUE {
            return self.expression(b);
        }
        let (a, b) = (self.expression(a)?, self.expression(b)?);
        let matrix = a.matrix.choice(condition.holds, &b.matrix, &mut self.circuit)?;
        let overflow = self.choice_overflow(condition, a.overflow, b.overflow);
        Ok(Term {
            matrix: Rc::new(matrix),
            overflow,
        })
    }

    /// A choice is undefined where its condition is, or the side chosen.
    pub(super) fn choice_overflow(&mut self, condition: Truth, a: Bit, b: Bit) -> Bit {
        let factory = self.factory();
        let chosen = factory.ite(condition.holds, a, b);
        let undefined = condition.undefined(factory);
        factory.or(undefined, chosen)
    }

    fn comprehension(&mut self, decls: &[Decl], body: FormulaId) -> Result<Term> {
        let lenient = decls.iter().any(|decl| self.leaves_out(decl));
        let mut cells = Vec::new();
        let mut undefined = Vec::new();
        let equated = self.equated(decls, body);
        let overflow = self.each_binding(decls, equated, &mut |this, guards, tuple| {
            let truth = this.formula(body, false)?;
            let factory = this.factory();
            let bit = factory.and_all(guards.iter().copied().chain([truth.holds]));
            if bit != Bit::FALSE {
                cells.push((tuple, bit));
            }
            if !lenient && !truth.is_exact() {
                let bad = truth.undefined(factory);
                undefined.push(factory.and_all(guards.iter().copied().chain([bad])));
            }
            this.circuit.budget.check_tuples(cells.len())
        })?;
        let overflow = self.factory().or_all(undefined.into_iter().chain([overflow]));
        if equated.is_some() {
            cells.sort_unstable();
        }
        let matrix = Matrix::of_cells(self.atoms(), decls.len() as u32, cells);
        Ok(Term {
            matrix: Rc::new(matrix),
            overflow,
        })
    }

    fn equated(&self, decls: &[Decl], body: FormulaId) -> Option<Equated> {
        let mentions = |node, var| self.facts.node(node).free.contains(&var);
        self.ast.equated(decls, body, mentions)
    }

    /// The set of one integer: its value is compared with every integer it may be.
    fn singleton(&mut self, i: IntId) -> Result<Term> {
        if let IntExpr::SumOf(set) = *self.ast.int(i) {
            let known = self.expression(set)?;
            // The set of the sum of a set that is a single integer is that set.
            if known.overflow == Bit::FALSE
                && known.matrix.is_constant()
                && let &[atom] = known.matrix.indices()
                && self
                    .universe()
                    .int_value(relfind_relational::AtomId(atom as u32))
                    .is_some()
            {
                return Ok(known);
            }
        }
        let int = self.int(i)?;
        let universe = self.universe();
        let mut cells = Vec::new();
        for atom in universe.int_atoms() {
            let Some(value) = universe.int_value(atom) else {
                continue;
            };
            let value = i128::from(value);
            if int.low <= value && value <= int.high {
                let bit = Arithmetic::equals_constant(self.factory(), &int, value);
                cells.push((u64::from(atom.0), bit));
            }
        }
        self.circuit.spend(cells.len())?;
        let matrix = Matrix::of_cells(self.atoms(), 1, cells);
        Ok(Term {
            matrix: Rc::new(matrix),
            overflow: int.overflow,
        })
    }

    /// The integer whose singleton the expression is, where every integer has an atom.
    pub(super) fn singleton_of(&self, id: ExprId) -> Option<IntId> {
        match *self.ast.expr(id) {
            Expr::FromInt(i) if self.universe().int_atoms().len() > 0 => Some(i),
            _ => None,
        }
    }
}
