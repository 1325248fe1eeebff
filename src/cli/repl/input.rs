//! What is typed: lines from a terminal or a script, put together as long as brackets are open, and what they mean.

use std::{
    io::{self, BufRead, IsTerminal},
    path::PathBuf,
};

use rustyline::{
    CompletionType, Config, Context, Editor, Helper, completion::Completer, error::ReadlineError,
    highlight::Highlighter, hint::Hinter, history::FileHistory, validate,
};

use crate::cli::args::View;

/// A line, as it is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Nothing.
    Empty,
    /// A question.
    Expr(String),
    /// A command of the file by name or number, or a new one: `run { … } for 4`.
    Run(String),
    /// The next instance.
    Next,
    /// The one before.
    Prev,
    /// The sizes of the command, or the command again in others.
    Scope(Option<String>),
    /// The commands of the file.
    List,
    /// The instance again, perhaps drawn in another way from now on.
    Show(Option<View>),
    /// A name for an expression.
    Let(String, String),
    /// Read the file again.
    Reload,
    /// What can be typed.
    Help,
    /// The end.
    Quit,
    /// What cannot be understood, and why.
    Wrong(String),
}

/// The words that begin with a colon, and what is said about them.
pub(crate) const COMMANDS: [(&str, &str); 12] = [
    (":next", "show the next instance"),
    (":prev", "show the instance before"),
    (
        ":show",
        "show the instance again; `:show table`, `grid`, `tree`, `text` settles how",
    ),
    (
        ":run",
        "run a command of the file by name or number, or a new one: `:run { some A } for 4`",
    ),
    (
        ":check",
        "check an assertion or a formula: `:check { no A } for 4`",
    ),
    (
        ":scope",
        "show the scopes; `:scope 4 but 2 A` runs the command again in another scope",
    ),
    (":list", "list the commands of the file"),
    (":let", "give an expression a name: `:let x = A.f`"),
    (":reload", "read the file again"),
    (":help", "show this"),
    (":quit", "leave, as Ctrl-D does"),
    (":q", "likewise"),
];

impl Line {
    /// What a line means. Words after a colon may be shortened as long as one command fits.
    pub(crate) fn parse(line: &str) -> Self {
        let line = line.trim();
        let Some(rest) = line.strip_prefix(':') else {
            return match line {
                "" => Self::Empty,
                _ if starts_command(line) => Self::Run(line.to_owned()),
                _ => Self::Expr(line.to_owned()),
            };
        };
        let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let (word, rest) = (&rest[..end], rest[end..].trim());
        let Some(word) = full_word(word) else {
            return Self::Wrong(format!("there is no command `:{word}`; `:help` lists them"));
        };
        let some = || (!rest.is_empty()).then(|| rest.to_owned());
        match word {
            "next" => Self::Next,
            "prev" => Self::Prev,
            "show" => match rest {
                "" => Self::Show(None),
                _ => view(rest).map_or_else(
                    || {
                        Self::Wrong(format!(
                            "`{rest}` is no view; there are auto, table, grid, tree, text"
                        ))
                    },
                    |view| Self::Show(Some(view)),
                ),
            },
            "run" | "check" => match some() {
                None => Self::Wrong(format!(
                    "what is to be run? `:{word} NAME` or `:{word} {{ … }} for 4`"
                )),
                Some(rest) => Self::Run(format!("{word} {rest}")),
            },
            "scope" => Self::Scope(some()),
            "list" => Self::List,
            "let" => binding(rest),
            "reload" => Self::Reload,
            "help" => Self::Help,
            _ => Self::Quit,
        }
    }
}

/// The command that a word is, or is the beginning of.
fn full_word(word: &str) -> Option<&'static str> {
    let names = || COMMANDS.iter().map(|(name, _)| &name[1..]);
    if word.is_empty() {
        return None;
    }
    names()
        .find(|name| *name == word)
        .or_else(|| names().find(|name| name.starts_with(word)))
}

/// Whether a line is a command of the language.
fn starts_command(line: &str) -> bool {
    ["run", "check"].iter().any(|word| {
        let rest = line.strip_prefix(word);
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_whitespace() || c == '{'))
    })
}

fn binding(text: &str) -> Line {
    let parts = text.split_once('=').map(|(name, e)| (name.trim(), e.trim()));
    let is_name = |name: &str| {
        name.starts_with(char::is_alphabetic) && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    match parts {
        Some((name, e)) if is_name(name) && !e.is_empty() => Line::Let(name.into(), e.into()),
        _ => Line::Wrong("a name and an expression are needed: `:let x = A.f`".into()),
    }
}

fn view(word: &str) -> Option<View> {
    Some(match word {
        "auto" => View::Auto,
        "table" => View::Table,
        "grid" => View::Grid,
        "tree" => View::Tree,
        "text" => View::Text,
        _ => return None,
    })
}

/// Whether brackets or a comment are still open at the end of the text.
pub(crate) fn is_open(text: &str) -> bool {
    let mut depth = 0_i64;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skip_to = |end: &str| rest[1..].find(end).map(|at| &rest[1 + at + end.len()..]);
        rest = match c {
            '"' => match skip_to("\"") {
                Some(rest) => rest,
                None => return false,
            },
            _ if rest.starts_with("//") || rest.starts_with("--") => skip_to("\n").unwrap_or(""),
            _ if rest.starts_with("/*") => match rest.find("*/") {
                Some(at) => &rest[at + 2..],
                None => return true,
            },
            _ => {
                match c {
                    '{' | '(' | '[' => depth += 1,
                    '}' | ')' | ']' => depth -= 1,
                    _ => {}
                }
                &rest[c.len_utf8()..]
            }
        };
    }
    depth > 0
}

/// Where lines come from.
pub(crate) enum Input {
    /// Somebody types.
    Terminal(Box<Editor<Assistant, FileHistory>>, Option<PathBuf>),
    /// A script.
    Script,
}

/// What reading gave.
pub(crate) enum Read {
    /// Lines that belong together.
    Text(String),
    /// Ctrl-C: what was typed is dropped.
    Dropped,
    /// The end of the input.
    End,
}

impl Input {
    /// The terminal, if standard input and output are one; else a script.
    pub(crate) fn new() -> Self {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Self::Script;
        }
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(false)
            .build();
        let Ok(mut editor) = Editor::with_config(config) else {
            return Self::Script;
        };
        editor.set_helper(Some(Assistant::default()));
        let history = history_file();
        if let Some(path) = &history {
            // A first session has no history.
            let _ = editor.load_history(path);
        }
        Self::Terminal(Box::new(editor), history)
    }

    /// Whether nobody sees what is typed.
    pub(crate) fn is_script(&self) -> bool {
        matches!(self, Self::Script)
    }

    /// Tells which names can be completed.
    pub(crate) fn set_names(&mut self, names: Vec<String>) {
        if let Self::Terminal(editor, _) = self
            && let Some(helper) = editor.helper_mut()
        {
            helper.names = names;
        }
    }

    /// The next lines that belong together.
    pub(crate) fn read(&mut self) -> Read {
        match self {
            Self::Script => read_script(),
            Self::Terminal(editor, _) => match editor.readline("relfind> ") {
                Ok(text) => {
                    if !text.trim().is_empty() {
                        let _ = editor.add_history_entry(text.as_str());
                    }
                    Read::Text(text)
                }
                Err(ReadlineError::Interrupted) => Read::Dropped,
                Err(_) => Read::End,
            },
        }
    }

    /// Keeps the history for the next session, as far as that is possible.
    pub(crate) fn close(&mut self) {
        if let Self::Terminal(editor, Some(path)) = self {
            if let Some(folder) = path.parent() {
                let _ = std::fs::create_dir_all(folder);
            }
            let _ = editor.save_history(path);
        }
    }
}

/// Where the history is kept, after the XDG base directory specification.
fn history_file() -> Option<PathBuf> {
    let folder = |name: &str| {
        let path = std::env::var_os(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    let state = folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")))?;
    Some(state.join("relfind/history"))
}

fn read_script() -> Read {
    let mut text = String::new();
    loop {
        let mut line = Vec::new();
        match io::stdin().lock().read_until(b'\n', &mut line) {
            Ok(0) | Err(_) if text.is_empty() => return Read::End,
            Ok(0) | Err(_) => return Read::Text(text),
            Ok(_) => text += &String::from_utf8_lossy(&line),
        }
        if !is_open(&text) {
            return Read::Text(text);
        }
    }
}

/// Helps while a line is typed.
#[derive(Default)]
pub(crate) struct Assistant {
    names: Vec<String>,
}

impl Helper for Assistant {}
impl Highlighter for Assistant {}
impl Hinter for Assistant {
    type Hint = String;
}

impl Completer for Assistant {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(complete(&self.names, line, position))
    }
}

/// Where the word that is being typed starts, and what it may become.
fn complete(names: &[String], line: &str, position: usize) -> (usize, Vec<String>) {
    let before = line.get(..position).unwrap_or(line);
    let part_of_name = |c: char| c.is_alphanumeric() || "_$/'".contains(c);
    let mut start = before
        .char_indices()
        .rev()
        .take_while(|&(_, c)| part_of_name(c))
        .last()
        .map_or(before.len(), |(at, _)| at);
    if before[..start].trim() == ":" {
        start = before.find(':').unwrap_or(start);
        let word = &before[start..];
        let commands = COMMANDS.iter().map(|(name, _)| *name);
        let fitting = commands.filter(|name| name.starts_with(word));
        return (start, fitting.map(str::to_owned).collect());
    }
    let word = &before[start..];
    if word.is_empty() {
        return (start, Vec::new());
    }
    let fitting = names.iter().filter(|name| name.starts_with(word));
    (start, fitting.cloned().collect())
}

impl validate::Validator for Assistant {
    fn validate(
        &self,
        context: &mut validate::ValidationContext<'_>,
    ) -> rustyline::Result<validate::ValidationResult> {
        Ok(if is_open(context.input()) {
            validate::ValidationResult::Incomplete
        } else {
            validate::ValidationResult::Valid(None)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        assert_eq!(Line::parse("  "), Line::Empty);
        assert_eq!(Line::parse("#A > 2"), Line::Expr("#A > 2".into()));
        assert_eq!(Line::parse("run{some A}"), Line::Run("run{some A}".into()));
        assert_eq!(Line::parse("runs.x"), Line::Expr("runs.x".into()));
        assert_eq!(Line::parse(":n"), Line::Next);
        assert_eq!(Line::parse(":q"), Line::Quit);
        assert_eq!(Line::parse(":run{some A}"), Line::Run("run {some A}".into()));
        assert_eq!(
            Line::parse(":scope 4 but 2 A"),
            Line::Scope(Some("4 but 2 A".into()))
        );
        assert_eq!(Line::parse(":let x = A.f"), Line::Let("x".into(), "A.f".into()));
        assert!(matches!(Line::parse(":let = A"), Line::Wrong(_)));
        assert!(matches!(Line::parse(":show me"), Line::Wrong(_)));
        assert!(matches!(Line::parse(":"), Line::Wrong(_)));
    }

    #[test]
    fn open_brackets_ask_for_more() {
        assert!(is_open("run {"));
        assert!(is_open("run { // }\n"));
        assert!(is_open("/* (\n"));
        assert!(!is_open("} )"));
        assert!(!is_open("\"{\""));
        assert!(!is_open("a -- {"));
        assert!(!is_open("é [x]"));
    }

    #[test]
    fn names_and_commands_are_completed() {
        let names = ["Node$0".to_owned(), "Node".to_owned(), "next".to_owned()];
        assert_eq!(
            complete(&names, "some No", 7),
            (5, vec!["Node$0".into(), "Node".into()])
        );
        assert_eq!(complete(&names, ":ne", 3), (0, vec![":next".into()]));
        assert_eq!(complete(&names, ":run ne", 7), (5, vec!["next".into()]));
        assert_eq!(complete(&names, "", 0), (0, vec![]));
    }
}
