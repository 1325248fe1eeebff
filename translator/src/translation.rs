//! The pipeline from a problem to clauses, and its result.

use relfind_relational::{Bounds, Instance, Problem, Witnesses, ast::FormulaId};
use relfind_solver::{Cnf, Var};

use crate::{
    boolean::{Bit, Factory},
    cnf::encode,
    error::TranslateError,
    ground::Grounder,
    interpret,
    options::{Budget, TranslateOptions},
    reporter::{Reporter, Stage},
    simplify::{self, Simplified},
    symmetry,
    variables::PrimaryVariables,
};

/// Numbers of a translation. They are exact and the same for the same input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TranslationStatistics {
    /// Variables of relations.
    pub primary_variables: usize,
    /// Variables in the clauses, those of relations among them.
    pub variables: usize,
    /// Clauses; none where the goals are constant, though one, the empty one, then says so if they are false.
    pub clauses: usize,
    /// Literals in all clauses.
    pub literals: usize,
    /// Gates of the circuit.
    pub gates: usize,
}

/// A problem as clauses, and the way back.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The clauses. Models are instances, with the variables of relations first.
    pub cnf: Cnf,
    /// Which variable stands for which tuple.
    pub variables: PrimaryVariables,
    /// The problem's relations at their ids, and after them the skolem relations.
    pub bounds: Bounds,
    /// Whether the bounds alone decide: every instance within them satisfies the goals, or none does.
    pub trivial: Option<bool>,
    /// Where the evaluator finds the values of skolemized variables.
    pub witnesses: Witnesses,
    /// Numbers.
    pub statistics: TranslationStatistics,
}

impl Translation {
    /// The instance of a model: the problem's relations at their ids, then the skolem relations.
    pub fn interpret(&self, value: impl Fn(Var) -> bool) -> Instance {
        interpret::instance(&self.bounds, &self.variables, value)
    }

    /// Classes of at least two atoms, in the order of the universe: every bijection that keeps each class in itself and all other atoms
    /// as they are maps instances to instances.
    pub fn symmetries(&self) -> Vec<Vec<u32>> {
        symmetry::detect(&self.bounds)
    }

    /// The variables of relations that a person sees: instances that agree on them are one instance.
    pub fn visible_primary(&self) -> Vec<Var> {
        self.variables.visible().collect()
    }
}

/// A problem as a circuit, before clauses are made.
pub(crate) struct Grounded {
    /// The circuit.
    pub(crate) factory: Factory,
    /// The signals that must be true: one for each goal, then the symmetry breaking predicate.
    pub(crate) roots: Vec<Bit>,
    /// Whether the goals are constant.
    pub(crate) trivial: Option<bool>,
    /// The variables.
    pub(crate) variables: PrimaryVariables,
    /// What was grounded.
    pub(crate) simplified: Simplified,
    /// What may still be spent.
    pub(crate) budget: Budget,
}

/// Translates a problem into clauses that have a model exactly when the problem has an instance.
///
/// The same problem and options give the same clauses. With [`TranslateOptions::symmetry`] at 0, and counted on
/// [`Translation::visible_primary`], the models are exactly the instances.
///
/// A graph of three nodes, every one with exactly one successor, and no loops:
///
/// ```
/// use relfind_relational::{
///     Evaluator, Overflow, Problem, RelationKind, Truth, TupleSet, Universe,
///     ast::{Count, Decl, Multiplicity, Quantifier},
/// };
/// use relfind_solver::{Limits, Verdict, create, load};
/// use relfind_translator::{Silent, TranslateOptions, translate};
///
/// let mut problem = Problem::new(Universe::new(["a", "b", "c"]), Overflow::Prevent);
/// let universe = problem.universe().clone();
/// let (none, all) = (TupleSet::empty(&universe, 2), TupleSet::all(&universe, 2)?);
/// let edge = problem.bounds.add("edge", RelationKind::Visible, none, all)?;
///
/// let ast = &mut problem.ast;
/// let (edges, univ, iden) = (ast.relation(edge, 2), ast.univ(), ast.iden());
/// let x = ast.add_var("x", 1, 0);
/// let node = ast.variable(x);
/// let successors = ast.join(node, edges);
/// let one = ast.count(Count::One, successors);
/// let decl = Decl { var: x, multiplicity: Multiplicity::One, bound: univ };
/// let functional = ast.quantified(Quantifier::All, vec![decl], one);
/// let loops = ast.intersect(edges, iden);
/// let irreflexive = ast.count(Count::No, loops);
/// problem.goals = vec![functional, irreflexive];
///
/// let translation = translate(&problem, &TranslateOptions::default(), &Silent)?;
/// let mut solver = create("batsat")?;
/// load(solver.as_mut(), &translation.cnf);
/// assert_eq!(solver.solve(&[], &Limits::none()), Verdict::Sat);
///
/// let instance = translation.interpret(|var| solver.value(var));
/// assert_eq!(instance.value(edge).len(), 3);
/// let evaluator = Evaluator::new(&problem.ast, &instance, problem.overflow);
/// assert_eq!(evaluator.formula(functional)?, Truth::True);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn translate(
    problem: &Problem,
    options: &TranslateOptions,
    reporter: &dyn Reporter,
) -> Result<Translation, TranslateError> {
    let mut grounded = ground(problem, options, reporter)?;
    reporter.stage(Stage::Encode);
    let primary = grounded.variables.len();
    let cnf = encode(&grounded.factory, &grounded.roots, primary, &mut grounded.budget)?;
    let statistics = TranslationStatistics {
        primary_variables: primary as usize,
        variables: cnf.variables() as usize,
        clauses: if grounded.trivial == Some(false) {
            0
        } else {
            cnf.len()
        },
        literals: cnf.literal_count(),
        gates: grounded.factory.len() - primary as usize - 1,
    };
    Ok(Translation {
        cnf,
        variables: grounded.variables,
        bounds: grounded.simplified.bounds,
        trivial: grounded.trivial,
        witnesses: grounded.simplified.witnesses,
        statistics,
    })
}

/// The pipeline up to the circuit.
pub(crate) fn ground(
    problem: &Problem,
    options: &TranslateOptions,
    reporter: &dyn Reporter,
) -> Result<Grounded, TranslateError> {
    reporter.stage(Stage::Simplify);
    let mut budget = Budget::new(&options.limits);
    budget.check()?;
    let simplified = simplify::simplify(problem, options, reporter, &mut budget)?;
    let variables = PrimaryVariables::new(&simplified.bounds, options.limits.variables)?;
    reporter.stage(Stage::Ground);
    let Simplified {
        ast, bounds, goals, ..
    } = &simplified;
    let formulas: Vec<FormulaId> = goals.iter().map(|&(formula, _)| formula).collect();
    let mut grounder = Grounder::new(
        ast,
        bounds,
        &variables,
        &formulas,
        problem.overflow,
        &options.limits,
    );
    grounder.lenient = options.lenient;
    let mut roots = ground_goals(&mut grounder, goals, reporter).map_err(|error| match error {
        TranslateError::HigherOrder { formula, subsets } => TranslateError::HigherOrder {
            formula: simplified.origin(formula),
            subsets,
        },
        error => error,
    })?;
    let trivial = if roots.contains(&Bit::FALSE) {
        Some(false)
    } else {
        roots.iter().all(|&root| root == Bit::TRUE).then_some(true)
    };
    if options.symmetry > 0 && trivial.is_none() {
        reporter.stage(Stage::Symmetry);
        let classes = symmetry::detect(bounds);
        reporter.symmetries(classes.len());
        let invariants = grounder.invariants(&classes)?;
        let length = options.symmetry as usize;
        let factory = &mut grounder.circuit.factory;
        roots.extend(symmetry::break_symmetries(
            bounds,
            &variables,
            &classes,
            &invariants,
            length,
            factory,
        ));
    }
    let factory = grounder.circuit.factory;
    Ok(Grounded {
        factory,
        roots,
        trivial,
        variables,
        simplified,
        budget,
    })
}

fn ground_goals(
    grounder: &mut Grounder<'_>,
    goals: &[(FormulaId, FormulaId)],
    reporter: &dyn Reporter,
) -> Result<Vec<Bit>, TranslateError> {
    for &(formula, _) in goals {
        grounder.note_rows(formula)?;
    }
    let mut roots = Vec::with_capacity(goals.len());
    for &(formula, goal) in goals {
        let truth = grounder.formula(formula, false)?;
        let root = if grounder.lenient {
            !truth.fails
        } else {
            truth.holds
        };
        roots.push(root);
        if root == Bit::FALSE {
            reporter.trivially_false(goal);
            break;
        }
    }
    grounder.circuit.spend(0)?;
    Ok(roots)
}
