//! Any solver that reads DIMACS, as a program of its own.

mod output;
mod process;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufReader, BufWriter};
use std::path::Path;

use crate::backend::{Answer, OneShot, Reason};
use crate::backends::SolverError;
use crate::cnf::Cnf;
use crate::dimacs;
use crate::limits::Limits;
use crate::proof::{self, ProofError};
use output::{Output, Status};
use process::{End, Outcome};

/// A solver that is a command line.
///
/// The command is split into words as a shell would, quotes and backslashes included; nothing is expanded and
/// no shell is run. Each call writes the formula to a temporary file and runs the command with the file's path
/// as its last argument, or in place of `{cnf}` where the command says so. Standard input is empty.
///
/// Its answer is read from `s` and `v` lines on standard output, as at the SAT competitions (kissat, cadical,
/// cryptominisat, lingeling, glucose with `-model`, clasp), or else from bare words (`SATISFIABLE`,
/// `UNSATISFIABLE`), or else from the exit status (10 or 20). A command that holds `{out}` gets the path of a
/// result file in its place, which is read in `MiniSat`'s form (`SAT` and the model on the next line, or
/// `UNSAT`); for a program whose name begins with `minisat` that path is added by itself. A command that holds
/// `{proof}` gets the path for a proof in its place, which is [checked](crate::proof) before it is believed
/// that there is no model; that of other commands is taken on trust.
///
/// The program is ended at the deadline or soon after the stop flag is set, together with the programs it
/// has started (on Unix its whole process group, first asked to end, then forced to). As it does not belong
/// to the terminal's foreground group, Ctrl-C does not reach it: whoever handles Ctrl-C sets the stop flag
/// and waits for the call to return.
///
/// A program that fails, disagrees with itself or gives no model is [`Reason::Solver`] with a text that
/// says so; [`Rebuild`](crate::backends::Rebuild) says the same of a model that is none.
#[derive(Debug)]
pub struct External {
    command: String,
    words: Vec<String>,
}

impl External {
    /// A solver of this command line.
    ///
    /// # Errors
    ///
    /// When it cannot be split into words, or the first word is neither the path of a program nor the name
    /// of one on the `PATH`.
    pub fn new(command: &str) -> Result<Self, SolverError> {
        let command = command.trim().to_owned();
        let Some(words) = shlex::split(&command) else {
            return Err(SolverError::Quotes { command });
        };
        let Some(program) = words.first() else {
            return Err(SolverError::Empty);
        };
        if !process::can_be_found(program) {
            return Err(SolverError::NotFound {
                program: program.clone(),
            });
        }
        Ok(Self { command, words })
    }

    /// The arguments after the program's name.
    fn arguments(&self, formula: &Path, result: &Path, proof: &Path) -> Vec<OsString> {
        let mut has_formula = false;
        let mut has_result = false;
        let mut arguments: Vec<OsString> = Vec::new();
        for word in self.words.iter().skip(1) {
            has_formula |= word.contains("{cnf}");
            has_result |= word.contains("{out}");
            let word = replace(OsString::from(word), "{cnf}", formula);
            let word = replace(word, "{out}", result);
            arguments.push(replace(word, "{proof}", proof));
        }
        if !has_formula {
            arguments.push(formula.into());
        }
        let program = self
            .words
            .first()
            .map(Path::new)
            .and_then(Path::file_name)
            .unwrap_or_default();
        if !has_result && program.to_string_lossy().starts_with("minisat") {
            arguments.push(result.into());
        }
        arguments
    }

    fn run(&self, cnf: &Cnf, limits: &Limits) -> Result<Answer, Failure> {
        let directory = tempfile::Builder::new()
            .prefix("relfind-")
            .tempdir()
            .map_err(Failure::Temporary)?;
        let formula = directory.path().join("formula.cnf");
        let result = directory.path().join("result");
        let proof = directory.path().join("proof");
        let file = File::create(&formula).map_err(Failure::Temporary)?;
        dimacs::write(cnf, [], BufWriter::new(file)).map_err(Failure::Temporary)?;
        let program = self.words.first().map(String::as_str).unwrap_or_default();
        let outcome = process::run(
            program,
            &self.arguments(&formula, &result, &proof),
            directory.path(),
            limits,
        )?;
        match outcome.end {
            End::Stopped(reason) => return Ok(Answer::Unknown(reason)),
            End::Flooded => return Err(Failure::Flooded),
            End::Exited(_) => {}
        }
        let mut output = Output::new(cnf.variables());
        output.read(BufReader::new(File::open(&outcome.output)?), false)?;
        if result.exists() {
            output.read(BufReader::new(File::open(&result)?), true)?;
        }
        let answer = judge(output, &outcome)?;
        if answer == Answer::Unsat && self.words.iter().any(|word| word.contains("{proof}")) {
            let file = File::open(&proof).map_err(Failure::NoProof)?;
            match proof::check(cnf, BufReader::new(file), limits) {
                Ok(_) => {}
                Err(ProofError::Limit(reason)) => return Ok(Answer::Unknown(reason)),
                Err(error) => return Err(Failure::Proof(error)),
            }
        }
        Ok(answer)
    }
}

/// Reads what a solver wrote to standard output about a formula over this many variables: `s` and `v` lines, or bare words.
/// `None` if there is no answer in it, as from a solver that was stopped. The model is not checked.
///
/// # Errors
///
/// What is wrong with it, said after "the solver".
pub fn read_answer(input: impl io::BufRead, variables: u32) -> Result<Option<Answer>, String> {
    let mut output = Output::new(variables);
    output.read(input, false).map_err(|failure| failure.to_string())?;
    match (output.status, output.model) {
        (Some(Status::Sat), None) => Err(Failure::NoModel.to_string()),
        (Some(Status::Sat), Some(model)) => Ok(Some(Answer::Sat(model))),
        (Some(Status::Unsat), _) => Ok(Some(Answer::Unsat)),
        (Some(Status::Unknown) | None, _) => Ok(None),
    }
}

impl OneShot for External {
    fn name(&self) -> &str {
        &self.command
    }

    fn interrupt(&self) -> bool {
        true
    }

    fn solve_once(&mut self, cnf: &Cnf, limits: &Limits) -> Answer {
        self.run(cnf, limits).unwrap_or_else(|failure| {
            Answer::Unknown(Reason::Solver(format!("solver `{}` {failure}", self.command)))
        })
    }
}

/// Why an external solver has no answer, said after its name.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("cannot be given its formula: {0}")]
    Temporary(io::Error),
    #[error("cannot be run: {0}")]
    Start(io::Error),
    #[error("wrote an answer that cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("wrote `{0}` where a literal of the model was expected")]
    Literal(String),
    #[error("wrote both that the formula is satisfiable and that it is not")]
    Contradiction,
    #[error("wrote more than {} MiB", process::OUTPUT_LIMIT >> 20)]
    Flooded,
    #[error("says that the formula is satisfiable, but gives no model")]
    NoModel,
    #[error("says that the formula is {said}, but ended with {exit}{errors}")]
    Exit {
        said: &'static str,
        exit: String,
        errors: String,
    },
    #[error("ended with {exit} and no answer{errors}")]
    NoAnswer { exit: String, errors: String },
    #[error("says that the formula is unsatisfiable, but its proof cannot be read: {0}")]
    NoProof(io::Error),
    #[error("says that the formula is unsatisfiable, but its proof fails: {0}")]
    Proof(ProofError),
    #[error("gave up{errors}")]
    GaveUp { errors: String },
}

/// The answer, from what the program wrote and how it ended.
///
/// A model will be checked, so that it is taken however the program ended; a bare claim that there is none
/// is only taken from a program that ended well.
fn judge(output: Output, outcome: &Outcome) -> Result<Answer, Failure> {
    let exit = || outcome.describe();
    let errors = || outcome.last_errors();
    let code = outcome.code();
    match (output.status, code) {
        (Some(Status::Sat), Some(20)) => Err(Failure::Exit {
            said: "satisfiable",
            exit: exit(),
            errors: errors(),
        }),
        (Some(Status::Sat), _) | (None, Some(10)) => output.model.map(Answer::Sat).ok_or(Failure::NoModel),
        (Some(Status::Unsat), Some(0 | 20)) | (None, Some(20)) => Ok(Answer::Unsat),
        (Some(Status::Unsat), _) => Err(Failure::Exit {
            said: "unsatisfiable",
            exit: exit(),
            errors: errors(),
        }),
        (Some(Status::Unknown), _) => Err(Failure::GaveUp { errors: errors() }),
        (None, _) => Err(Failure::NoAnswer {
            exit: exit(),
            errors: errors(),
        }),
    }
}

/// The word with the path in place of each `{mark}`. The word came as text; the path may be any bytes.
fn replace(word: OsString, mark: &str, path: &Path) -> OsString {
    let Some(text) = word.to_str().filter(|text| text.contains(mark)) else {
        return word;
    };
    let mut result = OsString::new();
    for (index, part) in text.split(mark).enumerate() {
        if index > 0 {
            result.push(path);
        }
        result.push(part);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(words: &[&str]) -> Vec<String> {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        let external = External {
            command: String::new(),
            words,
        };
        let arguments = external.arguments(Path::new("/f.cnf"), Path::new("/r"), Path::new("/p"));
        arguments
            .into_iter()
            .map(|word| word.into_string().unwrap())
            .collect()
    }

    #[test]
    fn the_formula_comes_last_or_where_it_is_wanted() {
        assert_eq!(arguments(&["kissat"]), ["/f.cnf"]);
        assert_eq!(arguments(&["kissat", "-q", "a b"]), ["-q", "a b", "/f.cnf"]);
        assert_eq!(arguments(&["x", "--in={cnf}", "-v"]), ["--in=/f.cnf", "-v"]);
        assert_eq!(
            arguments(&["x", "{cnf}", "{out}", "{cnf}"]),
            ["/f.cnf", "/r", "/f.cnf"]
        );
        assert_eq!(arguments(&["x", "-o", "{out}"]), ["-o", "/r", "/f.cnf"]);
        assert_eq!(arguments(&["x", "{cnf}", "{proof}"]), ["/f.cnf", "/p"]);
    }

    #[test]
    fn minisat_is_given_a_result_file() {
        assert_eq!(
            arguments(&["/usr/bin/minisat", "-verb=0"]),
            ["-verb=0", "/f.cnf", "/r"]
        );
        assert_eq!(arguments(&["minisat", "{cnf}", "{out}"]), ["/f.cnf", "/r"]);
    }

    #[test]
    fn a_command_is_split_as_a_shell_would() {
        let words = |command: &str| External::new(command).map(|external| external.words);
        assert_eq!(
            words("sh -c 'exit 1' \"a b\" c\\ d").unwrap(),
            ["sh", "-c", "exit 1", "a b", "c d"]
        );
        assert_eq!(
            words("''"),
            Err(SolverError::NotFound {
                program: String::new()
            })
        );
        assert_eq!(words("# comment"), Err(SolverError::Empty));
    }
}
