//! Single-player games in the Game Description Language, written in KIF, as Alloy specifications.
//!
//! The language is that of Love, Hinrichs, Haley, Schkufza and Genesereth, "General Game Playing: Game Description Language Specification" (Stanford Logic
//! Group LG-2006-01, 2008): Datalog with stratified negation, in which `init`, `true`, `next`, `does`, `legal`, `terminal` and `goal` say how states follow
//! one another. `domain` finds out which ground terms there can be, `emit` writes a model whose instances are the plays that win.

mod check;
mod domain;
mod emit;
mod read;
mod rules;
mod simplify;

/// What to make of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of states, the first one included.
    pub steps: u32,
    /// Whether a move is made in every state, the last and those behind the end of the game, too.
    pub every_step: bool,
}

/// Why a game cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct KifError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl KifError {
    pub(crate) fn new(line: usize, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { line, message }
    }
}

/// The specification of a game, `name` being the name of its module.
pub fn import(name: &str, text: &str, options: Options) -> Result<String, KifError> {
    let lists = read::read(text)?;
    let mut program = rules::program(&lists)?;
    let mut analysis = check::check(&program)?;
    let mut domains = domain::domains(&program, &analysis)?;
    simplify::simplify(&mut program, &mut analysis, &mut domains);
    emit::emit(name, text, &program, &analysis, &domains, options)
}
