//! Counting by a program: any that takes the projected DIMACS of the model counting competitions.
//!
//! The formula has a line `c p show V … 0` with the projected variables. The count is read from `c s exact … N`, `s mc N`, `s pmc N` or
//! `s UNSATISFIABLE`, see Fichte, Hecher and Hamiti, "The Model Counting Competition 2020" (ACM Journal of Experimental Algorithmics 26, 2021).

use std::{
    fs::File,
    io::{self, Read},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use super::Counted;
use crate::{Reason, cnf::Cnf, dimacs, limits::Limits, lit::Var};

/// The time between two looks at the program.
const POLL: Duration = Duration::from_millis(5);
/// Bytes of its output that are read.
const MOST_OUTPUT: u64 = 1 << 24;

/// Counts the models of `cnf` that differ in variables of `projected` by a command, split as a shell would; the formula's file takes the
/// place of `{cnf}`, or comes last.
pub fn count_by(command: &str, cnf: &Cnf, projected: &[Var], limits: &Limits) -> Counted {
    match run(command, cnf, projected, limits) {
        Ok(counted) => counted,
        Err(problem) => failed(format!("counter `{command}` {problem}")),
    }
}

fn failed(problem: String) -> Counted {
    Counted::AtLeast(0, Some(Reason::Solver(problem)))
}

fn run(command: &str, cnf: &Cnf, projected: &[Var], limits: &Limits) -> Result<Counted, String> {
    let words = shlex::split(command).filter(|words| !words.is_empty());
    let words = words.ok_or("cannot be run: it is no command")?;
    let directory = tempfile::tempdir().map_err(|error| unwritable(&error))?;
    let (formula, output) = (
        directory.path().join("formula.cnf"),
        directory.path().join("output"),
    );
    write(&formula, cnf, projected).map_err(|error| unwritable(&error))?;
    let place = formula.to_string_lossy();
    let mut arguments: Vec<String> = words[1..]
        .iter()
        .map(|word| word.replace("{cnf}", &place))
        .collect();
    if !words.iter().any(|word| word.contains("{cnf}")) {
        arguments.push(place.into_owned());
    }
    let stdout = File::create(&output).map_err(|error| unwritable(&error))?;
    let child = Command::new(&words[0])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(Stdio::null())
        .spawn();
    let mut running = Running(child.map_err(|error| format!("cannot be run: {error}"))?);
    let status = loop {
        match running.0.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) => {}
            Err(error) => return Err(format!("cannot be waited for: {error}")),
        }
        if let Some(reason) = limits.exceeded() {
            return Ok(Counted::AtLeast(0, Some(reason)));
        }
        thread::sleep(POLL);
    };
    let mut text = String::new();
    let file = File::open(&output).map(|file| file.take(MOST_OUTPUT).read_to_string(&mut text));
    file.and_then(|read| read)
        .map_err(|error| format!("wrote what cannot be read: {error}"))?;
    read(&text).unwrap_or_else(|| Err(format!("ended with {status} and no count")))
}

fn unwritable(error: &io::Error) -> String {
    format!("cannot be given its formula: {error}")
}

/// Writes the formula with the line about its projection.
fn write(path: &std::path::Path, cnf: &Cnf, projected: &[Var]) -> io::Result<()> {
    let mut file = io::BufWriter::new(File::create(path)?);
    let shown: Vec<String> = projected
        .iter()
        .map(|var| format!("{} ", var.positive().to_dimacs()))
        .collect();
    let projection = format!("p show {}0", shown.concat());
    dimacs::write(cnf, ["t pmc", &projection], &mut file)
}

/// The count in what a program wrote; none if there is none.
fn read(text: &str) -> Option<Result<Counted, String>> {
    let mut count = None;
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["s", "UNSATISFIABLE"] => return Some(Ok(Counted::Exactly(0))),
            ["c", "s", "approx", ..] => return Some(Err("counts only approximately".into())),
            ["c", "s", "exact", _, _, number] => {
                count = Some(*number);
            }
            ["s", "mc" | "pmc", number] => count = count.or(Some(*number)),
            _ => {}
        }
    }
    let number = count?;
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(Err(format!("wrote `{number}` where a count was expected")));
    }
    // What does not fit is more than fits.
    Some(Ok(number
        .parse()
        .map_or(Counted::AtLeast(u128::MAX, None), Counted::Exactly)))
}

/// A program that is ended when it is no longer held.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn answer(script: &str) -> Counted {
        let command = shlex::try_join(["sh", "-c", script, "script"]).unwrap();
        let mut cnf = Cnf::new(3);
        cnf.add_clause(&[Var::new(0).positive(), Var::new(2).negative()]);
        let limits = Limits::none().with_timeout(Duration::from_secs(20));
        count_by(&command, &cnf, &[Var::new(0), Var::new(1)], &limits)
    }

    fn problem(script: &str) -> String {
        match answer(script) {
            Counted::AtLeast(0, Some(Reason::Solver(problem))) => problem,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn counts_are_read_in_every_dialect() {
        assert_eq!(answer("echo c s exact arb int 361780"), Counted::Exactly(361_780));
        assert_eq!(answer("echo s mc 12"), Counted::Exactly(12));
        assert_eq!(answer("echo s UNSATISFIABLE"), Counted::Exactly(0));
        let huge = format!("echo s pmc {}", "9".repeat(50));
        assert_eq!(answer(&huge), Counted::AtLeast(u128::MAX, None));
    }

    #[test]
    fn the_formula_names_its_projection() {
        let script = r#"grep -qx 'c p show 1 2 0' "$1" && grep -qx 'p cnf 3 1' "$1" && echo s mc 7"#;
        assert_eq!(answer(script), Counted::Exactly(7));
    }

    #[test]
    fn what_goes_wrong_is_said() {
        assert!(problem("exit 3").contains("no count"));
        assert!(problem("echo s mc many").contains("`many`"));
        assert!(problem("echo c s approx arb int 92").contains("approximately"));
        let nothing = count_by("/nonexistent/counter", &Cnf::new(1), &[], &Limits::none());
        assert!(matches!(nothing, Counted::AtLeast(0, Some(Reason::Solver(_)))));
    }

    #[test]
    fn a_slow_counter_is_stopped() {
        let limits = Limits::none().with_timeout(Duration::from_millis(50));
        let counted = count_by("sh -c 'exec sleep 30'", &Cnf::new(1), &[], &limits);
        assert_eq!(counted, Counted::AtLeast(0, Some(Reason::Timeout)));
    }
}
