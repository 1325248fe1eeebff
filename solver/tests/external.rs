//! External solvers: programs that answer well, badly, late, or not at all.
//!
//! None needs to be installed: the answers come from `sh` scripts and from this crate's example `dimacs`.
//! Solvers that are found on the machine pass the suite as well.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use relfind_solver::{Limits, Lit, Reason, SatSolver, Var, Verdict, create, suite};

/// A solver of the clauses (1 or 2) and (not 1), whose only model makes 2 alone true.
fn solver(command: &str) -> Box<dyn SatSolver> {
    let mut solver = create(command).unwrap();
    solver.reserve(2);
    solver.add_clause(&lits(&[1, 2]));
    solver.add_clause(&lits(&[-1]));
    solver
}

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers
        .iter()
        .map(|&number| Lit::from_dimacs(number).unwrap())
        .collect()
}

/// The command that runs this script, with the formula as `$1`.
fn script(text: &str) -> String {
    shlex::try_join(["sh", "-c", text, "script"]).unwrap()
}

fn solve(text: &str) -> Verdict {
    solver(&script(text)).solve(&[], &Limits::none())
}

/// Why a script's answer is none, without its name.
fn problem(text: &str) -> String {
    match solve(text) {
        Verdict::Unknown(Reason::Solver(problem)) => {
            let problem = problem.strip_prefix("solver `").unwrap();
            problem
                .strip_prefix(&script(text))
                .unwrap()
                .trim_start_matches("` ")
                .to_owned()
        }
        other => panic!("expected a failure, got {other:?}"),
    }
}

/// The example `dimacs`, built if the test runner did not.
fn example() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(|deps| deps.parent()).unwrap();
    let example = profile.join("examples").join("dimacs");
    if !example.exists() {
        let mut build = Command::new(env!("CARGO"));
        build.args([
            "build",
            "--quiet",
            "--package",
            "relfind-solver",
            "--example",
            "dimacs",
        ]);
        if profile.ends_with("release") {
            build.arg("--release");
        }
        build.arg("--target-dir").arg(profile.parent().unwrap());
        assert!(build.status().unwrap().success());
    }
    example
}

#[test]
fn a_program_passes_the_suite() {
    let command = shlex::try_join([example().to_str().unwrap(), "batsat"]).unwrap();
    let failures = suite::run(&|| create(&command).unwrap())
        .err()
        .unwrap_or_default();
    assert_eq!(failures, []);
}

#[test]
fn installed_solvers_pass_the_suite() {
    // Where none is installed nothing is tested here: their forms of answer are tested by scripts below.
    for command in ["minisat -verb=0", "cadical -q", "kissat -q"] {
        let program = command.split(' ').next().unwrap();
        if create(program).is_ok() {
            let failures = suite::run(&|| create(command).unwrap()).err().unwrap_or_default();
            assert_eq!(failures, [], "{command}");
        }
    }
}

#[test]
fn answers_are_read_in_every_form() {
    let mut competition = solver(&script(
        "echo c; echo 's SATISFIABLE'; echo v -1; echo 'v 2 0'; exit 10",
    ));
    assert_eq!(competition.solve(&[], &Limits::none()), Verdict::Sat);
    assert!(!competition.value(Var::new(0)) && competition.value(Var::new(1)));
    assert_eq!(solve("echo 's UNSATISFIABLE'; exit 20"), Verdict::Unsat);
    // Values left out are false; the answer's place among the values does not matter.
    assert_eq!(solve("echo 'v 2 0'; echo 's SATISFIABLE'"), Verdict::Sat);
    // By exit status alone.
    assert_eq!(solve("echo 'v 2 0'; exit 10"), Verdict::Sat);
    assert_eq!(solve("exit 20"), Verdict::Unsat);
    // By bare words.
    assert_eq!(solve("echo UNSATISFIABLE"), Verdict::Unsat);
}

#[test]
fn minisat_writes_a_result_file() {
    let with_result = |text: &str| {
        let command = format!("{} {{cnf}} {{out}}", script(text));
        solver(&command).solve(&[], &Limits::none())
    };
    assert_eq!(
        with_result("echo SATISFIABLE; printf 'SAT\\n-1 2 0\\n' > \"$2\"; exit 10"),
        Verdict::Sat
    );
    assert_eq!(
        with_result("echo UNSATISFIABLE; echo UNSAT > \"$2\"; exit 20"),
        Verdict::Unsat
    );
    // A program of this name is given the file without being told.
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("minisat-like");
    std::os::unix::fs::symlink("/bin/sh", &program).unwrap();
    let text = "echo SATISFIABLE; printf 'SAT\\n-1 2 0\\n' > \"$2\"";
    let command = shlex::try_join([program.to_str().unwrap(), "-c", text, "script"]).unwrap();
    assert_eq!(solver(&command).solve(&[], &Limits::none()), Verdict::Sat);
}

#[test]
fn the_formula_is_dimacs_with_assumptions_as_units() {
    let directory = tempfile::tempdir().unwrap();
    let copy = directory.path().join("a copy.cnf");
    let text = format!(
        "cp \"$1\" {}; exit 20",
        shlex::try_quote(copy.to_str().unwrap()).unwrap()
    );
    let mut solver = solver(&script(&text));
    assert_eq!(solver.solve(&lits(&[2, 2]), &Limits::none()), Verdict::Unsat);
    assert_eq!(
        fs::read_to_string(&copy).unwrap(),
        "p cnf 2 3\n1 2 0\n-1 0\n2 0\n"
    );
    assert_eq!(solver.failed_assumptions(), lits(&[2]));
}

#[test]
fn failures_are_explained() {
    assert_eq!(problem("exit 1"), "ended with exit status: 1 and no answer");
    assert_eq!(problem("true"), "ended with exit status: 0 and no answer");
    assert_eq!(
        problem("echo 'bad option' >&2; exit 3"),
        "ended with exit status: 3 and no answer: bad option"
    );
    assert_eq!(
        problem("kill -9 $$"),
        "ended with signal: 9 (SIGKILL) and no answer"
    );
    assert_eq!(
        problem("echo 's SATISFIABLE'; exit 10"),
        "says that the formula is satisfiable, but gives no model"
    );
    assert_eq!(
        problem("echo 's UNSATISFIABLE'; exit 1"),
        "says that the formula is unsatisfiable, but ended with exit status: 1"
    );
    assert_eq!(
        problem("echo 's SATISFIABLE'; echo 'v 2 0'; exit 20"),
        "says that the formula is satisfiable, but ended with exit status: 20"
    );
    assert_eq!(problem("echo 's UNKNOWN'"), "gave up");
    assert_eq!(
        problem("echo SATISFIABLE; echo 's UNSATISFIABLE'"),
        "wrote both that the formula is satisfiable and that it is not"
    );
    assert_eq!(
        problem("echo 's SATISFIABLE'; echo 'v 1 two 0'; exit 10"),
        "wrote `two` where a literal of the model was expected"
    );
}

#[test]
fn a_model_that_is_none_is_not_believed() {
    let wrong = "echo 's SATISFIABLE'; echo 'v 1 2 0'; exit 10";
    assert_eq!(
        problem(wrong),
        "gave a wrong answer: the model leaves clause 2 false: -1"
    );
    let mut solver = solver(&script(wrong));
    solver.solve(&[], &Limits::none());
    assert!(!solver.value(Var::new(0)) && !solver.value(Var::new(1)));
}

#[test]
fn a_program_that_disappears_is_explained() {
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("program");
    std::os::unix::fs::symlink("/bin/sh", &program).unwrap();
    let mut solver = solver(program.to_str().unwrap());
    fs::remove_file(&program).unwrap();
    let Verdict::Unknown(Reason::Solver(text)) = solver.solve(&[], &Limits::none()) else {
        panic!("expected a failure")
    };
    assert!(text.contains("cannot be run: No such file"), "{text}");
}

/// A script that starts another program, so that ending the script alone would leave that behind. It writes
/// the other's process number to a file.
fn slow(directory: &tempfile::TempDir) -> (String, PathBuf) {
    let file = directory.path().join("pid");
    let text = format!(
        "sleep 60 & echo $! > {}; wait",
        shlex::try_quote(file.to_str().unwrap()).unwrap()
    );
    (script(&text), file)
}

/// Does the process whose number stands in the file end, or has it ended? One that only waits to be collected
/// has.
fn ends(file: &Path) -> bool {
    let pid = fs::read_to_string(file).unwrap();
    let ended = || {
        let output = Command::new("ps")
            .args(["-o", "stat=", "-p", pid.trim()])
            .output()
            .unwrap();
        let state = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        state.is_empty() || state.starts_with('Z')
    };
    (0..100).any(|_| {
        ended() || {
            thread::sleep(Duration::from_millis(50));
            false
        }
    })
}

#[test]
fn the_deadline_ends_the_program_and_its_children() {
    let directory = tempfile::tempdir().unwrap();
    let (command, file) = slow(&directory);
    let start = Instant::now();
    let limits = Limits::none().with_timeout(Duration::from_millis(500));
    assert_eq!(
        solver(&command).solve(&[], &limits),
        Verdict::Unknown(Reason::Timeout)
    );
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(ends(&file));
}

#[test]
fn the_stop_flag_ends_the_program_and_its_children() {
    let directory = tempfile::tempdir().unwrap();
    let (command, file) = slow(&directory);
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits::none().with_stop(Arc::clone(&stop));
    let setter = thread::spawn(move || {
        thread::sleep(Duration::from_millis(500));
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(
        solver(&command).solve(&[], &limits),
        Verdict::Unknown(Reason::Interrupted)
    );
    setter.join().unwrap();
    assert!(ends(&file));
}

#[test]
fn a_program_that_will_not_end_is_forced_to() {
    let start = Instant::now();
    let limits = Limits::none().with_timeout(Duration::from_millis(300));
    let stubborn = script("trap '' TERM; while :; do sleep 1; done");
    assert_eq!(
        solver(&stubborn).solve(&[], &limits),
        Verdict::Unknown(Reason::Timeout)
    );
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn much_output_does_not_block_the_program() {
    let text = "i=0; while [ $i -lt 20000 ]; do echo 'c a line of a comment to fill a pipe'; i=$((i+1)); done; \
                echo 's SATISFIABLE'; echo 'v 2 0'";
    assert_eq!(solve(text), Verdict::Sat);
}
