//! Random small problems: the clauses have a model for exactly those instances that the evaluator says satisfy the goals,
//! whatever the options are.
//!
//! `RELFIND_ORACLE_CASES` sets how many problems are tried, `RELFIND_ORACLE_SEED` the first seed.

mod random;

use random::{Random, problem, valuations};
use relfind_relational::{Evaluator, Instance, Problem, Truth, TupleSet, Universe};
use relfind_solver::{Limits, Lit, SatSolver, Verdict, create, load};
use relfind_translator::{Silent, TranslateError, TranslateOptions, Translation, translate};

/// The instances within the bounds and whether they satisfy the goals; none if the evaluator gives up.
fn brute_force(problem: &Problem) -> Option<Vec<(Vec<TupleSet>, bool)>> {
    let mut results = Vec::new();
    for values in valuations(problem) {
        let instance = Instance::new(problem.universe().clone(), values.clone());
        let evaluator = Evaluator::new(&problem.ast, &instance, problem.overflow);
        let mut holds = true;
        for &goal in &problem.goals {
            holds &= evaluator.formula(goal).ok()? == Truth::True;
        }
        results.push((values, holds));
    }
    Some(results)
}

fn solver_for(translation: &Translation) -> Box<dyn SatSolver> {
    let mut solver = create("batsat").expect("the solver exists");
    load(solver.as_mut(), &translation.cnf);
    solver
}

/// Assumptions that fix the visible relations to values.
fn assumptions(problem: &Problem, translation: &Translation, values: &[TupleSet]) -> Vec<Lit> {
    problem
        .bounds
        .iter()
        .flat_map(|(id, _)| {
            let value = &values[id.index()];
            translation
                .variables
                .of_relation(id)
                .map(|(tuple, var)| Lit::new(var, value.contains_index(tuple)))
        })
        .collect()
}

fn satisfies(problem: &Problem, translation: &Translation, instance: &Instance) -> bool {
    let evaluator =
        Evaluator::new(&problem.ast, instance, problem.overflow).with_witnesses(&translation.witnesses);
    problem
        .goals
        .iter()
        .all(|&goal| evaluator.formula(goal) == Ok(Truth::True))
}

fn within(translation: &Translation, values: &[TupleSet]) -> bool {
    values
        .iter()
        .zip(translation.bounds.iter())
        .all(|(value, (_, relation))| relation.lower.is_subset(value) && value.is_subset(&relation.upper))
}

/// All permutations of the atoms that are no integers, the identity first.
fn permutations(problem: &Problem) -> Vec<Vec<u64>> {
    let universe = problem.universe();
    let atoms: Vec<u64> = universe.atoms().map(|atom| u64::from(atom.0)).collect();
    let mut all = vec![atoms];
    for a in universe
        .atoms()
        .filter(|&atom| universe.int_value(atom).is_none())
    {
        for b in universe
            .atoms()
            .filter(|&b| b > a && universe.int_value(b).is_none())
        {
            let swapped = all.iter().map(|permutation| {
                let mut permutation = permutation.clone();
                permutation.swap(a.index(), b.index());
                permutation
            });
            let swapped: Vec<Vec<u64>> = swapped.collect();
            all.extend(swapped);
        }
    }
    all.sort();
    all.dedup();
    all
}

fn permuted(set: &TupleSet, permutation: &[u64]) -> TupleSet {
    let atoms = u64::from(set.universe_size());
    let tuples = set.tuples().map(|tuple| {
        tuple
            .iter()
            .fold(0, |index, atom| index * atoms + permutation[atom.index()])
    });
    let universe = Universe::new((0..atoms).map(|atom| atom.to_string()));
    let mut tuples: Vec<u64> = tuples.collect();
    tuples.sort_unstable();
    TupleSet::of_indices(&universe, set.arity(), tuples).expect("tuples fit")
}

fn check(seed: u64, problem: &Problem, expected: &[(Vec<TupleSet>, bool)], options: &TranslateOptions) {
    let translation = match translate(problem, options, &Silent) {
        Ok(translation) => translation,
        Err(TranslateError::HigherOrder { .. }) => return,
        Err(error) => panic!("seed {seed}: {error}"),
    };
    let context = || format!("seed {seed}, {options:?}\n{problem:#?}");
    let satisfiable = expected.iter().any(|(_, holds)| *holds);
    let mut solver = solver_for(&translation);
    let verdict = solver.solve(&[], &Limits::none());
    assert_eq!(verdict == Verdict::Sat, satisfiable, "verdict of {}", context());
    if let Some(trivial) = translation.trivial {
        let same = expected
            .iter()
            .all(|(values, holds)| *holds == (trivial && within(&translation, values)));
        assert!(same, "triviality of {}", context());
    }
    if verdict == Verdict::Sat {
        let instance = translation.interpret(|var| solver.value(var));
        assert!(
            satisfies(problem, &translation, &instance),
            "instance of {}",
            context()
        );
    }
    if options.symmetry > 0 {
        let again = translate(problem, options, &Silent).expect("it was possible before");
        assert_eq!(again.cnf, translation.cnf, "clauses of {}", context());
        // Of every instance some image is left.
        let permutations = permutations(problem);
        for (values, _) in expected.iter().filter(|(_, holds)| *holds) {
            let found = permutations.iter().any(|permutation| {
                let image: Vec<TupleSet> = values.iter().map(|value| permuted(value, permutation)).collect();
                within(&translation, &image) && {
                    let assumptions = assumptions(problem, &translation, &image);
                    solver.solve(&assumptions, &Limits::none()) == Verdict::Sat
                }
            });
            assert!(found, "no image of {values:?} in {}", context());
        }
        return;
    }
    for (values, holds) in expected {
        let verdict = if within(&translation, values) {
            solver.solve(&assumptions(problem, &translation, values), &Limits::none())
        } else {
            Verdict::Unsat
        };
        assert_eq!(verdict == Verdict::Sat, *holds, "{values:?} in {}", context());
    }
}

#[test]
fn models_are_the_instances() {
    let number = |name: &str, default| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or(default)
    };
    let (first, cases) = (
        number("RELFIND_ORACLE_SEED", 1),
        number("RELFIND_ORACLE_CASES", 400),
    );
    let mut satisfiable = 0;
    for seed in first..first + cases {
        let problem = problem(&mut Random::new(seed));
        let Some(expected) = brute_force(&problem) else {
            continue;
        };
        satisfiable += u64::from(expected.iter().any(|(_, holds)| *holds));
        let depth = (seed % 4) as i32 - 1;
        for (symmetry, skolem_depth, tighten) in
            [(0, depth, seed % 2 == 0), (20, depth, true), (0, -1, false)]
        {
            let options = TranslateOptions {
                symmetry,
                skolem_depth,
                tighten,
                ..TranslateOptions::default()
            };
            check(seed, &problem, &expected, &options);
        }
    }
    if cases >= 100 {
        // Neither verdict is rare, so that both are tested.
        let range = cases / 10..cases / 10 * 9;
        assert!(
            range.contains(&satisfiable),
            "{satisfiable} of {cases} are satisfiable"
        );
    }
}
