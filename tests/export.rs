//! Problems that leave the program and answers that come back.

#![allow(clippy::unwrap_used)]

mod program;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

const RELFIND: &str = env!("CARGO_BIN_EXE_relfind");

/// A specification with a command that has an instance and one that has none.
const PIGEONS: &str = "sig Pigeon { hole: one Hole } sig Hole {}\n\
                       pred apart { all disj p, q: Pigeon | p.hole != q.hole }\n\
                       fit: run apart for exactly 5 Pigeon, exactly 5 Hole expect 1\n\
                       squeeze: run apart for exactly 6 Pigeon, exactly 5 Hole expect 0\n";

fn relfind(arguments: &[&str]) -> Output {
    program::relfind(Path::new("."), arguments, "")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

struct Exported {
    directory: tempfile::TempDir,
}

impl Exported {
    fn new(command: &str, cubes: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("pigeons.als"), PIGEONS).unwrap();
        let exported = Self { directory };
        let (file, jobs) = (exported.file(), exported.jobs());
        let arguments = [
            "export",
            file.to_str().unwrap(),
            "-c",
            command,
            "--symmetry",
            "0",
            "--cubes",
            cubes,
            "-o",
        ];
        let output = relfind(&[&arguments[..], &[jobs.to_str().unwrap()]].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        exported
    }

    fn file(&self) -> PathBuf {
        self.directory.path().join("pigeons.als")
    }

    fn jobs(&self) -> PathBuf {
        self.directory.path().join("jobs")
    }

    fn cubes(&self) -> usize {
        fs::read_to_string(self.jobs().join("cubes.txt"))
            .unwrap()
            .lines()
            .count()
    }

    /// Runs the job script with two processes at a time.
    fn job(&self, index: Option<usize>) {
        self.job_by(&format!("{RELFIND} solve"), index);
    }

    fn job_by(&self, solver: &str, index: Option<usize>) {
        let mut job = Command::new("sh");
        job.arg(self.jobs().join("job.sh"));
        job.args(index.map(|index| index.to_string()));
        job.env("SOLVER", solver).env("JOBS", "2");
        let output = job.output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }

    fn result(&self, index: usize) -> PathBuf {
        self.jobs().join("results").join(format!("{index}.out"))
    }

    fn proof(&self, index: usize) -> PathBuf {
        self.result(index).with_extension("proof")
    }

    fn import(&self) -> (Option<i32>, String) {
        let output = relfind(&["import", self.jobs().to_str().unwrap()]);
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    }
}

fn assert_says(answer: &(Option<i32>, String), status: i32, words: &str) {
    assert!(answer.1.contains(words), "{}", answer.1);
    assert_eq!(answer.0, Some(status), "{}", answer.1);
}

#[test]
fn two_processes_refute_all_cubes() {
    let exported = Exported::new("squeeze", "8");
    let cubes = exported.cubes();
    assert!((4..=8).contains(&cubes), "{cubes}");
    assert_says(
        &exported.import(),
        3,
        &format!("{cubes} of {cubes} cubes have no answer"),
    );
    exported.job(None);
    assert_says(
        &exported.import(),
        0,
        &format!("no instance\n   {cubes} cubes have no model"),
    );
    // An answer that is lost, or a solver that gave up.
    fs::write(exported.result(2), "s UNKNOWN\n").unwrap();
    assert_says(&exported.import(), 3, "cube 2 is the first of them");
}

/// relfind as a solver that writes proofs.
fn proving() -> String {
    format!("{RELFIND} solve {{cnf}} --proof {{proof}}")
}

#[test]
fn proofs_are_checked() {
    let exported = Exported::new("squeeze", "8");
    let cubes = exported.cubes();
    exported.job_by(&proving(), None);
    let all = format!("no instance\n   {cubes} cubes have no model: their proofs were checked");
    assert_says(&exported.import(), 0, &all);
    // A proof that is missing is told of, and one that is none is refused.
    let proof = fs::read_to_string(exported.proof(2)).unwrap();
    fs::remove_file(exported.proof(2)).unwrap();
    let some = format!(
        "{} by proofs that were checked, 1 as their solvers say, unchecked",
        cubes - 1
    );
    assert_says(&exported.import(), 0, &some);
    fs::write(exported.proof(2), format!("c by hand\n0\n{proof}")).unwrap();
    assert_says(
        &exported.import(),
        2,
        "2.proof`: line 2: the clause 0 is neither RUP nor RAT",
    );
    fs::write(exported.proof(2), "").unwrap();
    assert_says(&exported.import(), 2, "2.proof`: it ends before a contradiction");
    fs::write(exported.proof(2), proof).unwrap();
    assert_says(&exported.import(), 0, &all);
}

/// Two pigeons for a hole: lookahead leaves no cube, and the whole is solved as one.
#[test]
fn what_lookahead_refutes_is_solved_as_a_whole() {
    let directory = tempfile::tempdir().unwrap();
    let exported = Exported { directory };
    fs::write(
        exported.file(),
        PIGEONS.replace("exactly 5 Hole", "exactly 1 Hole"),
    )
    .unwrap();
    let (file, jobs) = (exported.file(), exported.jobs());
    let (file, jobs) = (file.to_str().unwrap(), jobs.to_str().unwrap());
    let output = relfind(&["export", file, "-c", "squeeze", "--symmetry", "0", "-o", jobs]);
    assert!(
        text(&output.stdout).contains(" 1 cube; `sh "),
        "{}",
        text(&output.stdout)
    );
    assert_eq!(
        fs::read_to_string(exported.jobs().join("cubes.txt")).unwrap(),
        "0\n"
    );
    let none = "nothing is solved yet: 1 of 1 cube has no answer; `sh ";
    assert_says(&exported.import(), 3, none);
    exported.job(None);
    assert_says(&exported.import(), 0, "which was not checked");
    exported.job_by(&proving(), None);
    assert_says(
        &exported.import(),
        0,
        "the proof of the whole formula was checked",
    );
    // Without a cube there is nothing to answer.
    fs::write(exported.jobs().join("cubes.txt"), "").unwrap();
    assert_says(&exported.import(), 2, "has no cube: export the command again");
}

#[test]
fn what_is_no_export_is_said() {
    let exported = Exported::new("fit", "4");
    let file = exported.file();
    let file = file.to_str().unwrap();
    let missing = exported.directory.path().join("missing");
    let missing = missing.to_str().unwrap();
    for (path, words) in [
        (missing, "there is no folder or file `"),
        (
            file,
            "is neither a folder that `relfind export` wrote nor a game in KIF",
        ),
    ] {
        let output = relfind(&["import", path]);
        assert_says(&(output.status.code(), text(&output.stderr)), 2, words);
    }
}

#[test]
fn a_proof_of_the_whole_formula_is_checked() {
    let exported = Exported::new("squeeze", "4");
    exported.job(Some(0));
    assert_says(&exported.import(), 0, "as its solver says, which was not checked");
    exported.job_by(&proving(), Some(0));
    assert_says(
        &exported.import(),
        0,
        "the proof of the whole formula was checked",
    );
    // A proof that its last clause is missing from ends too early, or not at all where propagation ends it.
    fs::write(exported.proof(0), "1 0\n").unwrap();
    assert_eq!(exported.import().0, Some(2));
}

#[test]
fn a_solver_with_a_proof_is_believed_if_it_holds() {
    let exported = Exported::new("squeeze", "4");
    let file = exported.file();
    let run = |solver: &str| {
        let flags = [
            "-c",
            "squeeze",
            "--symmetry",
            "0",
            "--format",
            "none",
            "--solver",
            solver,
        ];
        let output = relfind(&[&[file.to_str().unwrap()], &flags[..]].concat());
        (output.status.code(), text(&output.stdout))
    };
    assert_says(&run(&proving()), 0, "no instance");
    let liar = "sh -c 'echo 0 > $1; echo s UNSATISFIABLE; exit 20' sh {proof}";
    assert_says(&run(liar), 3, "its proof fails: line 1: the clause 0");
    assert_says(
        &run("sh -c 'echo s UNSATISFIABLE; exit 20' sh {proof}"),
        3,
        "its proof cannot be read",
    );
    let solve = |solver: &str| {
        let formula = exported.jobs().join("formula.cnf");
        let proof = exported.proof(9);
        let arguments = [
            "solve",
            formula.to_str().unwrap(),
            "--proof",
            proof.to_str().unwrap(),
        ];
        relfind(&[&arguments[..], &["--solver", solver]].concat())
    };
    assert_eq!(solve("batsat").status.code(), Some(20));
    let refused = solve("splr");
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("writes no proofs"));
}

#[test]
fn a_model_of_a_cube_is_an_instance() {
    let exported = Exported::new("fit", "4");
    exported.job(None);
    let answer = exported.import();
    assert_says(&answer, 0, "instance found");
    assert!(answer.1.contains("Pigeon$4"), "{}", answer.1);
}

#[test]
fn the_whole_formula_can_be_solved_too() {
    let exported = Exported::new("squeeze", "4");
    exported.job(Some(0));
    assert_says(&exported.import(), 0, "no instance");
    let exported = Exported::new("fit", "4");
    exported.job(Some(0));
    assert_says(&exported.import(), 0, "instance found");
}

#[test]
fn wrong_answers_are_not_believed() {
    let exported = Exported::new("fit", "4");
    fs::write(exported.result(1), "s SATISFIABLE\nv 0\n").unwrap();
    assert_says(&exported.import(), 2, "the model leaves clause");
    fs::write(exported.result(1), "s SATISFIABLE\n").unwrap();
    assert_says(&exported.import(), 2, "gives no model");
    // Cubes that leave something out prove nothing.
    let exported = Exported::new("fit", "4");
    let file = exported.jobs().join("cubes.txt");
    let first = fs::read_to_string(&file)
        .unwrap()
        .lines()
        .next()
        .unwrap()
        .to_owned();
    fs::write(&file, first + "\n").unwrap();
    fs::write(exported.result(1), "s UNSATISFIABLE\n").unwrap();
    assert_says(&exported.import(), 2, "leaves a part of the formula out");
}

#[test]
fn a_changed_specification_is_noticed() {
    let exported = Exported::new("fit", "4");
    fs::write(
        exported.file(),
        PIGEONS.replace("p.hole != q.hole", "p.hole = q.hole"),
    )
    .unwrap();
    assert_says(&exported.import(), 2, "export it again");
    let output = relfind(&["import", "no-such-directory"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_files_are_what_solvers_read() {
    let exported = Exported::new("fit", "4");
    let read = |name: &str| fs::read_to_string(exported.jobs().join(name)).unwrap();
    let formula = read("formula.cnf");
    assert!(
        formula.contains("c 1 Pigeon$0->Hole$0 in Pigeon.hole") || formula.contains("hole"),
        "{formula}"
    );
    let clauses = formula
        .lines()
        .filter(|line| !line.starts_with(['c', 'p']))
        .count();
    let icnf = read("formula.icnf");
    assert!(icnf.starts_with("p inccnf\n"));
    let cubes = icnf.lines().filter(|line| line.starts_with("a ")).count();
    assert_eq!(cubes, exported.cubes());
    assert_eq!(icnf.lines().count(), 1 + clauses + cubes);
}

#[test]
fn formulas_in_dimacs_are_solved() {
    let directory = tempfile::tempdir().unwrap();
    let solve = |clauses: &str| {
        let file: &Path = &directory.path().join("formula.cnf");
        fs::write(file, clauses).unwrap();
        let output = relfind(&["solve", file.to_str().unwrap()]);
        (output.status.code(), text(&output.stdout))
    };
    assert_eq!(
        solve("p cnf 2 2\n1 2 0\n-1 0\n"),
        (Some(10), "s SATISFIABLE\nv -1 2\nv 0\n".into())
    );
    assert_eq!(
        solve("p cnf 1 2\n1 0\n-1 0\n"),
        (Some(20), "s UNSATISFIABLE\n".into())
    );
    assert_eq!(solve("no formula").0, Some(2));
}
