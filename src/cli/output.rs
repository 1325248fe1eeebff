//! Writing to standard output and standard error.

use std::io::{self, IsTerminal, Write};

use relfind::lang::{diag::Diagnostic, explain, source::SourceMap};

use super::{args::Color, diagnostics};

/// Where results and messages go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    color: Color,
}

impl Output {
    /// Output in these colours.
    pub(crate) fn new(color: Color) -> Self {
        Self { color }
    }

    /// Writes a result to standard output. When nobody reads any more, there is nothing left to do; when it cannot be kept, that is
    /// said and ends the program with a status of its own kind.
    pub(crate) fn print(self, text: &str) {
        let mut out = io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                std::process::exit(i32::from(super::AS_WANTED));
            }
            Err(error) => {
                self.error(&format!("the result cannot be written: {error}"));
                std::process::exit(i32::from(super::UNKNOWN));
            }
        }
    }

    /// Writes a line about what is wrong to standard error.
    pub(crate) fn error(self, message: &str) {
        let (on, off) = if self.styled(io::stderr().is_terminal()) {
            ("\x1b[1;31m", "\x1b[0m")
        } else {
            ("", "")
        };
        let _ = writeln!(io::stderr(), "{on}error{off}: {message}");
    }

    /// Writes diagnostics to standard error, by file and line, and of very many of one kind only the first.
    pub(crate) fn diagnostics(self, diagnostics: &[Diagnostic], sources: &SourceMap) {
        Self::hint(&self.messages(diagnostics, sources));
    }

    /// The same as a text for standard error.
    pub(crate) fn messages(self, diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
        let styled = self.styled(io::stderr().is_terminal());
        let mut text = String::new();
        for group in diagnostics::groups(diagnostics) {
            for diagnostic in &group.shown {
                text.push_str(&diagnostics::render(diagnostic, sources, styled));
                text.push('\n');
            }
            text.push_str(&group.left_out);
        }
        text
    }

    /// A diagnostic for standard output.
    pub(crate) fn rendered(self, diagnostic: &Diagnostic, sources: &SourceMap) -> String {
        diagnostics::render(diagnostic, sources, self.styled(io::stdout().is_terminal()))
    }

    /// Writes to standard error what may help after an error.
    pub(crate) fn hint(text: &str) {
        let _ = write!(io::stderr(), "{text}");
    }

    /// Says once, after the diagnostics of a run, where to read more about them.
    pub(crate) fn pointer<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) {
        let mut codes: Vec<&str> = Vec::new();
        for diagnostic in diagnostics {
            if !codes.contains(&diagnostic.code) && explain::explain(diagnostic.code).is_some() {
                codes.push(diagnostic.code);
            }
        }
        // Errors first, since they are what one asks about.
        codes.sort_by_key(|code| !code.starts_with('E'));
        match codes[..] {
            [] => {}
            [code] => Self::hint(&format!("for more see `relfind explain {code}`\n")),
            [code, ref others @ ..] => Self::hint(&format!(
                "for more see `relfind explain {code}` (also {})\n",
                others.join(", ")
            )),
        }
    }

    /// Words that stand out on standard output.
    pub(crate) fn strong(self, text: &str) -> String {
        if self.styled(io::stdout().is_terminal()) {
            format!("\x1b[1m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    fn styled(self, terminal: bool) -> bool {
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        }
    }
}
