//! Questions: expressions and formulas that are asked of an instance.

use std::collections::BTreeMap;

use relfind_lang::{
    diag::{Diagnostic, Severity},
    source::SourceMap,
    typed::{ExprKind, Func, FuncId, SigId, SigKind, Type, World},
};
use relfind_relational::{
    AtomId, Bounds, EvaluateError, Evaluator, Instance, RelationKind, Truth, TupleSet,
    ast::{Expr, ExprId, RelationId},
};
use relfind_translator::lower::{Denotation, Guest, LowerOptions, Lowered, lower_guest, name_atoms};
use relfind_viz::{AtomIx, XmlFunction};

use crate::{
    Session,
    present::{columns, tuples as rows},
    run::Found,
};

/// What an expression is in an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Whether a formula holds.
    Truth(bool),
    /// An integer.
    Int(i64),
    /// The tuples of a set or relation, in the order of the universe; atoms are positions in [`relfind_viz::Display::atoms`].
    Tuples {
        /// The number of columns.
        arity: u32,
        /// The tuples.
        tuples: Vec<Vec<AtomIx>>,
    },
    /// None: it depends on an integer that does not fit.
    Overflow {
        /// The width of integers in bits.
        bitwidth: u32,
    },
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The value.
    pub value: Value,
    /// Warnings about the expression.
    pub warnings: Vec<Diagnostic>,
    /// The files of the specification, and the expression as the last of them.
    pub sources: SourceMap,
    ty: Type,
    tuples: Option<TupleSet>,
}

impl Answer {
    /// The value under a name, for later questions of the same instance; `None` for the value of a formula and where there is none.
    pub fn named(&self, name: &str) -> Option<Named> {
        let tuples = self.tuples.clone()?;
        let mut ty = self.ty.clone();
        if ty.is_int {
            ty = of_sig(World::INT);
        }
        Some(Named {
            name: name.to_owned(),
            ty,
            tuples,
        })
    }
}

/// A name with a value.
#[derive(Clone, Debug)]
pub struct Named {
    name: String,
    ty: Type,
    tuples: TupleSet,
}

impl Named {
    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// A question that has no answer.
#[derive(Debug)]
pub struct BadQuestion {
    /// The files of the specification, and the expression as the last of them.
    pub sources: SourceMap,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

/// Asks expressions and formulas of the instances of one problem.
///
/// They are written as inside of `run { … }` in the root module, where atoms (`Node$0`) and witnesses (`$x`) are names too.
///
/// ```
/// use relfind::{Questions, RunLimits, RunOptions, Session, Value, files::DiskLoader};
///
/// let text = "sig Node { next: lone Node } run { one Node.next } for exactly 2 Node";
/// let session = Session::load("ring.als", text, &mut DiskLoader).expect("a specification");
/// let mut run = session.run(0, &RunOptions::default(), &RunLimits::default()).expect("a problem");
/// let found = run.next_found().expect("an answer").expect("an instance");
///
/// let mut questions = Questions::new(run.lowered(), &run.translation().bounds, run.lower_options());
/// let answer = questions.ask(&session, &found, "#Node.next > 1", &[]).expect("a value");
/// assert_eq!(answer.value, Value::Truth(false));
/// ```
pub struct Questions {
    /// The problem, with the witnesses and the constants of questions as further relations.
    lowered: Lowered,
    options: LowerOptions,
    /// Constants for single atoms.
    atoms: BTreeMap<AtomId, ExprId>,
}

impl Questions {
    /// Questions about instances that have a value for each relation of `bounds`: those of the problem first, at their ids.
    pub fn new(lowered: &Lowered, bounds: &Bounds, options: &LowerOptions) -> Self {
        let mut lowered = lowered.clone();
        lowered.problem.bounds = bounds.clone();
        Self {
            lowered,
            options: options.clone(),
            atoms: BTreeMap::new(),
        }
    }

    /// What an expression or formula is in an instance. `names` are further names that hide all others.
    ///
    /// # Errors
    /// Its diagnostics, if it is none, if its types do not fit, or if it is too large to be evaluated.
    pub fn ask(
        &mut self,
        session: &Session,
        found: &Found,
        text: &str,
        names: &[Named],
    ) -> Result<Answer, Box<BadQuestion>> {
        let world = session.world();
        let mentioned = self.mentioned(world, &found.instance, text, names);
        let globals: Vec<(String, Type)> = mentioned.iter().map(|g| (g.name.clone(), g.ty.clone())).collect();
        let resolved = session.scope().resolve(session.sources(), world, text, &globals);
        let (sources, mut diagnostics) = (resolved.sources, resolved.diagnostics);
        let Some(expr) = resolved.expr else {
            return Err(Box::new(BadQuestion { sources, diagnostics }));
        };
        let globals: Vec<_> = resolved
            .globals
            .iter()
            .copied()
            .zip(mentioned.iter().map(|g| g.value))
            .collect();
        let guest = Guest {
            expr: &expr,
            locals: &resolved.locals,
            globals: &globals,
        };
        let outcome = lower_guest(world, &mut self.lowered, &guest, &self.options).and_then(|denotation| {
            let too_much = |error: EvaluateError| {
                let message = format!("this is too much to evaluate: {error}");
                Box::new(Diagnostic::new(
                    "E0621",
                    Severity::Error,
                    Some(expr.span),
                    message,
                ))
            };
            self.evaluate(denotation, &found.instance).map_err(too_much)
        });
        match outcome {
            Ok((value, tuples)) => Ok(Answer {
                value,
                warnings: diagnostics,
                sources,
                ty: expr.ty,
                tuples,
            }),
            Err(error) => {
                diagnostics.push(*error);
                Err(Box::new(BadQuestion { sources, diagnostics }))
            }
        }
    }

    /// Whether there are functions that [`Self::functions`] gives values of.
    pub fn have_functions(session: &Session) -> bool {
        session.world().funcs.iter().any(has_value)
    }

    /// The values of the functions without parameters that the root module declares, those of one name together; a function whose value
    /// depends on an integer that does not fit has no tuples, and one that is too large to be evaluated is left out.
    pub fn functions(&mut self, session: &Session, found: &Found) -> Vec<XmlFunction> {
        let world = session.world();
        let all = (0..world.funcs.len()).map(|i| FuncId(i as u32));
        let mut funcs: Vec<FuncId> = all.filter(|&id| has_value(world.func(id))).collect();
        let firsts = funcs.clone();
        funcs.sort_by_key(|&id| {
            let name = &world.func(id).name;
            firsts.iter().position(|&first| world.func(first).name == *name)
        });
        let value = |id| self.function(world, &found.instance, id);
        funcs.into_iter().filter_map(value).collect()
    }

    fn function(&mut self, world: &World, instance: &Instance, id: FuncId) -> Option<XmlFunction> {
        let func = world.func(id);
        let ty = func.result.as_ref().map_or(&func.body.ty, |bound| &bound.expr.ty);
        let expr = relfind_lang::typed::Expr {
            kind: ExprKind::Call(id, Vec::new()),
            ty: ty.clone(),
            span: func.span,
        };
        let guest = Guest {
            expr: &expr,
            locals: &[],
            globals: &[],
        };
        let denotation = lower_guest(world, &mut self.lowered, &guest, &self.options).ok()?;
        let (_, value) = self.evaluate(denotation, instance).ok()?;
        Some(XmlFunction {
            label: func.label.clone(),
            is_private: func.is_private,
            types: columns(ty),
            tuples: value.as_ref().map_or_else(Vec::new, rows),
        })
    }

    /// The value, and as a set if it is one.
    fn evaluate(
        &self,
        denotation: Denotation,
        instance: &Instance,
    ) -> Result<(Value, Option<TupleSet>), EvaluateError> {
        let problem = &self.lowered.problem;
        let universe = instance.universe();
        let instance = self.extended(instance);
        let evaluator = Evaluator::new(&problem.ast, &instance, problem.overflow);
        let overflow = || Value::Overflow {
            bitwidth: universe.bitwidth(),
        };
        Ok(match denotation {
            Denotation::Formula(formula) => match evaluator.formula(formula)? {
                Truth::True => (Value::Truth(true), None),
                Truth::False => (Value::Truth(false), None),
                Truth::Undefined => (overflow(), None),
            },
            Denotation::Int(int) => match evaluator.int(int)? {
                Some(value) => {
                    let set = TupleSet::of_atoms(universe, universe.int_atom(value));
                    (Value::Int(value), Some(set))
                }
                None => (overflow(), None),
            },
            Denotation::Set(expr) => match evaluator.expression(expr)? {
                Some(set) => (tuples(&set), Some(set)),
                None => (overflow(), None),
            },
        })
    }

    /// The instance with values for the relations that questions added.
    fn extended(&self, instance: &Instance) -> Instance {
        let known = 0..instance.len() as u32;
        let mut values: Vec<TupleSet> = known.map(|id| instance.value(RelationId(id)).clone()).collect();
        let added = self.lowered.problem.bounds.iter().skip(instance.len());
        values.extend(added.map(|(_, relation)| relation.lower.clone()));
        Instance::new(instance.universe().clone(), values)
    }

    /// The names from outside that a text may mention.
    fn mentioned(&mut self, world: &World, instance: &Instance, text: &str, names: &[Named]) -> Vec<Global> {
        let mut globals = Vec::new();
        if text.contains('$') {
            globals.extend(self.witnesses(world, text));
            let atoms = name_atoms(&self.lowered, world, instance);
            for (atom, name) in instance.universe().atoms().zip(atoms) {
                if let Some(name) = name.filter(|n| n.name.contains('$') && text.contains(&n.name)) {
                    let value = self.atom(instance, atom, &name.name);
                    globals.push(Global {
                        name: name.name,
                        ty: of_sig(name.sig),
                        value,
                    });
                }
            }
        }
        for named in names.iter().filter(|named| text.contains(&named.name)) {
            globals.push(Global {
                name: named.name.clone(),
                ty: named.ty.clone(),
                value: self.constant(&named.name, named.tuples.clone()),
            });
        }
        globals
    }

    fn witnesses(&mut self, world: &World, text: &str) -> Vec<Global> {
        let problem = &self.lowered.problem;
        let skolems = problem
            .bounds
            .iter()
            .filter(|(_, relation)| relation.kind == RelationKind::Skolem && text.contains(&relation.name));
        let found: Vec<(String, RelationId, Type)> = skolems
            .map(|(id, relation)| (relation.name.clone(), id, self.type_of(world, &relation.upper)))
            .collect();
        let ast = &mut self.lowered.problem.ast;
        let global = |(name, id, ty): (String, RelationId, Type)| {
            let arity = ty.products.first().map_or(1, |product| product.len() as u32);
            let value = ast.relation(id, arity);
            Global { name, ty, value }
        };
        found.into_iter().map(global).collect()
    }

    /// A constant for a single atom.
    fn atom(&mut self, instance: &Instance, atom: AtomId, name: &str) -> ExprId {
        if let Some(&known) = self.atoms.get(&atom) {
            return known;
        }
        let value = TupleSet::of_atoms(instance.universe(), [atom]);
        let constant = self.constant(name, value);
        self.atoms.insert(atom, constant);
        constant
    }

    fn constant(&mut self, name: &str, value: TupleSet) -> ExprId {
        let (problem, arity) = (&mut self.lowered.problem, value.arity());
        let relation = problem.bounds.add_exact(name, RelationKind::Derived, value);
        problem.ast.relation(relation, arity)
    }

    /// A type for relations within `upper`: for each column the smallest signature that may have all its atoms.
    fn type_of(&self, world: &World, upper: &TupleSet) -> Type {
        let mut columns: Vec<Vec<AtomId>> = vec![Vec::new(); upper.arity() as usize];
        for tuple in upper.tuples() {
            for (column, &atom) in columns.iter_mut().zip(tuple.iter()) {
                column.push(atom);
            }
        }
        let universe = self.lowered.problem.universe();
        let column = |atoms: Vec<AtomId>| self.sig_of(world, &TupleSet::of_atoms(universe, atoms));
        Type {
            products: vec![columns.into_iter().map(column).collect()],
            ..Type::default()
        }
    }

    fn sig_of(&self, world: &World, atoms: &TupleSet) -> SigId {
        if atoms.is_empty() {
            return World::UNIV;
        }
        let is_candidate = |id: SigId| {
            let sig = world.sig(id);
            id == World::INT
                || id == World::STRING
                || matches!(sig.kind, SigKind::Prim { .. }) && !sig.is_meta
        };
        let candidates = (0..world.sigs.len())
            .map(|i| SigId(i as u32))
            .filter(|&id| is_candidate(id));
        let fitting = candidates.filter_map(|id| {
            let upper = self.upper(self.lowered.sigs[id.index()]);
            atoms
                .is_subset(&upper)
                .then(|| (upper.len(), depth(world, id), id))
        });
        fitting.min().map_or(World::UNIV, |(_, _, id)| id)
    }

    /// The atoms that a signature may have.
    fn upper(&self, sig: ExprId) -> TupleSet {
        let problem = &self.lowered.problem;
        let universe = problem.universe();
        let mut upper = TupleSet::empty(universe, 1);
        let mut open = vec![sig];
        while let Some(e) = open.pop() {
            match problem.ast.expr(e) {
                Expr::Relation(r) => upper = upper.union(&problem.bounds.relation(*r).upper),
                Expr::Union(a, b) => open.extend([*a, *b]),
                Expr::Ints => upper = upper.union(&TupleSet::ints(universe)),
                _ => {}
            }
        }
        upper
    }
}

/// Whether it is a function of the root module that has a value without arguments.
fn has_value(func: &Func) -> bool {
    func.module.index() == 0 && !func.is_pred && func.params.is_empty()
}

/// A name from outside.
struct Global {
    name: String,
    ty: Type,
    value: ExprId,
}

fn of_sig(sig: SigId) -> Type {
    Type {
        products: vec![Box::new([sig])],
        ..Type::default()
    }
}

fn depth(world: &World, mut sig: SigId) -> u32 {
    let mut depth = 0;
    while let SigKind::Prim { parent } = world.sig(sig).kind {
        (sig, depth) = (parent, depth + 1);
    }
    depth
}

fn tuples(set: &TupleSet) -> Value {
    Value::Tuples {
        arity: set.arity(),
        tuples: rows(set),
    }
}
