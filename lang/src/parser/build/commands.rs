//! Commands and their scopes.

use super::{Context, Extent, Input, SingleCommand};
use crate::ast::{Command, CommandGoal, Name, Paragraph, QualName, Scope, ScopeEntry, ScopeTarget};
use crate::parser::{MAX_DEPTH, checks};
use crate::source::Span;

impl Context<'_> {
    pub(crate) fn command(
        &self,
        check: bool,
        (label, goal): (Option<QualName>, CommandGoal),
        scope: Option<Scope>,
        expect: Option<(i32, Span)>,
        l: u32,
        r: u32,
    ) -> SingleCommand {
        if let CommandGoal::Name(name) = &goal {
            self.no_dollar(name);
        }
        let label = label.map(|name| Name {
            text: name.text(),
            span: name.span,
        });
        SingleCommand(Command {
            label,
            check,
            goal,
            scope,
            expect,
            follow: None,
            span: self.span(l, r),
        })
    }

    /// Joins a chain of commands.
    pub(crate) fn commands(&self, list: Vec<SingleCommand>) -> Input {
        let mut list = list.into_iter().map(|SingleCommand(command)| command).rev();
        let mut length = 0;
        let mut joined = list.next();
        for mut command in list {
            length += 1;
            if length > MAX_DEPTH {
                self.too_deep(command.span);
                break;
            }
            command.follow = joined.map(Box::new);
            joined = Some(command);
        }
        // The grammar yields at least one command.
        joined.map_or(Input::Block(Vec::new()), |command| {
            Input::Paragraph(Paragraph::Command(command))
        })
    }

    pub(crate) fn scope(
        &self,
        overall: Option<(i32, Span)>,
        entries: Vec<ScopeEntry>,
        l: u32,
        r: u32,
    ) -> Scope {
        let scope = Scope {
            overall,
            entries,
            span: self.span(l, r),
        };
        for error in checks::repeated_targets(&scope) {
            self.report(error);
        }
        scope
    }

    pub(crate) fn scope_entry(
        &self,
        exactly: bool,
        extent: Extent,
        target: Option<ScopeTarget>,
        l: u32,
        r: u32,
    ) -> ScopeEntry {
        let span = self.span(l, r);
        if target.is_none() {
            self.report(checks::no_scope_possible(span, self.text(span)));
        }
        let Extent {
            start,
            end,
            increment,
        } = extent;
        if let Some(ScopeTarget::Sig(name)) = &target {
            self.no_dollar(name);
        }
        let entry = ScopeEntry {
            exactly,
            start,
            end,
            increment,
            target: target.unwrap_or(ScopeTarget::Int),
            span,
        };
        if let Some(error) = checks::scope_entry(&entry) {
            self.report(error);
        }
        entry
    }
}
