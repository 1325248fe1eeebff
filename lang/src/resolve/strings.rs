//! Fields of strings where there are none: the atoms of `String` are the literals of the specification and what a scope asks for.

use super::Program;
use crate::ast::{Command, ExprKind, Paragraph, ScopeTarget};
use crate::diag::Diagnostic;
use crate::modules::walk::{exprs_of, find};
use crate::typed::World;

impl Program<'_> {
    /// Warns of the fields of `String` if that signature is empty in all commands.
    ///
    /// A file without commands is for others to open, and those may have strings.
    pub(super) fn warn_empty_strings(&self) {
        let of_strings = |f: &&crate::typed::Field| {
            let in_string = |p: &[crate::typed::SigId]| p.contains(&World::STRING);
            !f.is_meta && !f.ty.products.is_empty() && f.ty.products.iter().all(|p| in_string(p))
        };
        let mut fields = self.fields.iter().filter(of_strings).peekable();
        if fields.peek().is_none() || !self.has_commands() || self.has_strings() {
            return;
        }
        for field in fields {
            let text = format!(
                "the field `{}` is always empty, as there are no strings",
                field.name
            );
            self.report(
                Diagnostic::warning("W0423", field.span, text)
                    .note("the atoms of `String` are the string literals of the specification, and it has none")
                    .help("declare a signature for them, as in `sig Name {}`; or ask for some in a scope, as in `exactly 3 String`"),
            );
        }
    }

    fn has_commands(&self) -> bool {
        let root = self.files.first().map(|file| &file.ast.paragraphs);
        root.is_some_and(|all| all.iter().any(|p| matches!(p, Paragraph::Command(_))))
    }

    /// Whether there is a string literal in any file, or a scope of `String` in any command.
    fn has_strings(&self) -> bool {
        self.files
            .iter()
            .flat_map(|file| &file.ast.paragraphs)
            .any(|paragraph| {
                let mut exprs = exprs_of(paragraph).into_iter();
                let literal = exprs.any(|e| find(e, |e| matches!(e.kind, ExprKind::Str(_))).is_some());
                literal || matches!(paragraph, Paragraph::Command(command) if asks_for_strings(command))
            })
    }
}

fn asks_for_strings(command: &Command) -> bool {
    std::iter::successors(Some(command), |command| command.follow.as_deref())
        .filter_map(|command| command.scope.as_ref())
        .any(|scope| scope.entries.iter().any(|entry| entry.target == ScopeTarget::Str))
}
