//! Commands: what they run or check, and their scopes as far as names can tell.

use super::scopes::{Named, Sorts};
use super::{FuncSource, Program};
use crate::ast::{self, CommandGoal, Paragraph, ScopeEntry, ScopeTarget};
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::typed::{AssertId, Command, CommandScope, FuncId, Goal, ModuleId, SigKind, SigScope, World};

/// The name of the command of a module that has none.
const DEFAULT: &str = "Default";

/// The root module, whose commands count.
const ROOT: ModuleId = ModuleId(0);

impl<'a> Program<'a> {
    /// Declares what the block of the `number`th command becomes.
    pub(super) fn declare_goal(&mut self, module: ModuleId, command: &'a ast::Command, number: usize) {
        let CommandGoal::Block(block) = &command.goal else {
            return;
        };
        if command.check {
            self.declare_assert(module, format!("check${number}"), block, command.span);
        } else {
            self.add_func(
                module,
                format!("run${number}"),
                FuncSource::Block(block),
                (true, true),
                command.span,
            );
        }
    }

    /// Declares the goal of a module without commands, which asks nothing.
    pub(super) fn declare_default(&mut self, module: ModuleId) {
        let file = self.scope(module).file;
        let end = self.sources.file(file).text().len() as u32;
        let span = Span::new(file, end, end);
        self.add_func(
            module,
            "$$Default".to_owned(),
            FuncSource::True,
            (true, true),
            span,
        );
    }

    /// The commands of the root module. A chain `c1 => c2 => c3` is one command, its last; those before it must be right, too, and count
    /// where commands are numbered.
    pub(super) fn resolve_commands(&mut self) -> Vec<Command> {
        let files = self.files;
        let mut commands = Vec::new();
        let mut number = 0;
        for paragraph in &files[self.instances[0].file].ast.paragraphs {
            let Paragraph::Command(first) = paragraph else {
                continue;
            };
            let chain = std::iter::successors(Some(first), |command| command.follow.as_deref());
            let resolved = chain.map(|command| {
                number += 1;
                self.resolve_command(command, number)
            });
            commands.extend(resolved.last());
        }
        let all: Vec<Command> = commands.iter().flatten().cloned().collect();
        if commands.is_empty() {
            self.default_command().into_iter().collect()
        } else {
            all
        }
    }

    fn default_command(&self) -> Option<Command> {
        let func = *self.scope(ROOT).funcs.get("$$Default")?.first()?;
        Some(Command {
            label: DEFAULT.to_owned(),
            goal: Goal::Run(func),
            scope: CommandScope::default(),
            expect: None,
            span: self.funcs[func.index()].span,
        })
    }

    fn resolve_command(&self, command: &ast::Command, number: usize) -> Option<Command> {
        let word = if command.check { "check" } else { "run" };
        let (goal, name) = match &command.goal {
            CommandGoal::Block(_) => {
                let name = format!("{word}${number}");
                (self.block_goal(command.check, &name), name)
            }
            CommandGoal::Name(name) => (self.named_goal(command, name), name.text()),
        };
        let scope = self.resolve_scope(command);
        let label = command.label.as_ref().map_or(name, |l| l.text.clone());
        let expect = command.expect.map(|(n, _)| u8::from(n > 0));
        Some(Command {
            label,
            goal: goal?,
            scope: scope?,
            expect,
            span: command.span,
        })
    }

    fn block_goal(&self, check: bool, name: &str) -> Option<Goal> {
        if check {
            self.scope(ROOT).asserts.get(name).map(|&a| Goal::Check(a))
        } else {
            self.scope(ROOT)
                .funcs
                .get(name)
                .and_then(|f| f.first())
                .map(|&f| Goal::Run(f))
        }
    }

    fn named_goal(&self, command: &ast::Command, name: &ast::QualName) -> Option<Goal> {
        let text = name.text();
        let sorts = Sorts {
            sigs: false,
            funcs: !command.check,
            asserts: command.check,
        };
        let found = self.find_qualified(ROOT, &text, sorts);
        match found[..] {
            [Named::Func(func)] => Some(Goal::Run(func)),
            [Named::Assert(assert)] => Some(Goal::Check(assert)),
            [] => {
                self.report(self.missing_goal(command, name, &text));
                None
            }
            _ => {
                self.report(self.ambiguous_goal(name, &text, &found));
                None
            }
        }
    }

    fn missing_goal(&self, command: &ast::Command, name: &ast::QualName, text: &str) -> Diagnostic {
        let what = if command.check {
            "assertion"
        } else {
            "predicate or function"
        };
        let missing = Diagnostic::error("E0330", name.span, format!("the {what} `{text}` cannot be found"));
        let other = Sorts {
            sigs: false,
            funcs: command.check,
            asserts: !command.check,
        };
        let instead = |is: &str| Diagnostic::error("E0330", name.span, format!("`{text}` is {is}"));
        match (self.find_qualified(ROOT, text, other).first(), command.check) {
            (Some(Named::Assert(a)), _) => instead("an assertion, not a predicate")
                .also(self.asserts[a.index()].span, "declared here")
                .help(format!("write `check {text}`")),
            (Some(Named::Func(f)), _) => {
                let info = &self.funcs[f.index()];
                let is = if info.is_pred { "a predicate" } else { "a function" };
                instead(&format!("{is}, not an assertion"))
                    .also(info.span, "declared here")
                    .help(format!("write `run {text}`"))
            }
            _ => self.with_similar_goal(missing, command.check, text),
        }
    }

    fn with_similar_goal(&self, missing: Diagnostic, check: bool, text: &str) -> Diagnostic {
        let names: Vec<(&str, String)> = if check {
            self.asserts
                .iter()
                .filter(|a| a.module == ROOT)
                .map(|a| (a.name.as_str(), "an assertion".to_owned()))
                .collect()
        } else {
            let own = self.funcs.iter().filter(|f| f.module == ROOT);
            own.map(|f| (f.name.as_str(), "a predicate or function".to_owned()))
                .collect()
        };
        match super::names::nearest(text, &names) {
            Some((name, what)) => missing.help(format!("{what} is called `{name}`")),
            None => missing,
        }
    }

    fn ambiguous_goal(&self, name: &ast::QualName, text: &str, found: &[Named]) -> Diagnostic {
        let mut wrong = Diagnostic::error("E0331", name.span, format!("the name `{text}` is ambiguous"));
        for named in found {
            let (span, what) = match *named {
                Named::Func(FuncId(f)) => {
                    let info = &self.funcs[f as usize];
                    (info.span, format!("it may mean `{}`", self.signature(FuncId(f))))
                }
                Named::Assert(AssertId(a)) => (
                    self.asserts[a as usize].span,
                    "it may mean this assertion".to_owned(),
                ),
                Named::Sig(_) => continue,
            };
            wrong = if self.is_library(span.file) {
                wrong.note(what)
            } else {
                wrong.also(span, what)
            };
        }
        wrong.help("a command names a predicate that no other shares its name with; or write `run { … }`")
    }

    /// The scope of a command; `None` if something in it is wrong.
    fn resolve_scope(&self, command: &ast::Command) -> Option<CommandScope> {
        let mut result = CommandScope::default();
        let Some(scope) = &command.scope else {
            return Some(result);
        };
        result.overall = scope.overall.map(|(n, _)| n);
        let mut wrong = false;
        for entry in &scope.entries {
            let place = (entry.start, entry.span);
            match &entry.target {
                ScopeTarget::Int => result.bitwidth = Some(place),
                ScopeTarget::Seq => result.max_seq = Some(place),
                ScopeTarget::Str => {
                    result.strings = Some(place);
                    result.strings_exact = entry.exactly || entry.end == Some(Some(entry.start));
                }
                ScopeTarget::Steps => {
                    let (least, greatest) = step_bounds(entry);
                    result.steps = Some((least, greatest, entry.span));
                }
                ScopeTarget::Sig(name) => match self.sig_scope(command, entry, name) {
                    Some(sig) => result.sigs.push(sig),
                    None => wrong = true,
                },
            }
        }
        (!wrong).then_some(result)
    }

    fn sig_scope(
        &self,
        command: &ast::Command,
        entry: &ScopeEntry,
        name: &ast::QualName,
    ) -> Option<SigScope> {
        let _ = command;
        let end = match (entry.end, entry.increment) {
            (Some(end), _) => end.unwrap_or(i32::MAX),
            (None, Some(_)) => i32::MAX,
            (None, None) => entry.start,
        };
        let increment = if end == entry.start {
            1
        } else {
            entry.increment.unwrap_or(1)
        };
        let wrong_range = if entry.start < 0 {
            Some("the scope of a signature cannot be negative")
        } else if end < entry.start {
            Some("the scope of a signature cannot end below its start")
        } else if increment < 1 {
            Some("the scope of a signature must grow by 1 or more")
        } else {
            None
        };
        if let Some(text) = wrong_range {
            self.report(Diagnostic::error("E0607", entry.span, text));
            return None;
        }
        let sig = self.sig_reference(ROOT, name)?;
        let info = &self.sigs[sig.index()];
        let exact = entry.exactly || (entry.end.is_some() && end == entry.start);
        let top_level = matches!(info.kind, SigKind::Prim { parent: World::UNIV });
        if info.is_var && !top_level {
            let text = format!(
                "`{}` is `var` and not at the top level, so it cannot have a scope",
                info.name
            );
            self.report(Diagnostic::error("E0612", entry.span, text));
            return None;
        }
        if info.is_var && exact {
            let text = format!("`{}` is `var`, so its scope cannot be exact", info.name);
            self.report(Diagnostic::error("E0612", entry.span, text));
            return None;
        }
        Some(SigScope {
            sig,
            exact,
            start: entry.start,
            end,
            increment,
            span: entry.span,
        })
    }
}

/// The least and the greatest number of steps.
fn step_bounds(entry: &ScopeEntry) -> (i32, Option<i32>) {
    match (entry.end, entry.increment) {
        (Some(end), _) => (entry.start, end),
        (None, Some(_)) => (entry.start, None),
        (None, None) if entry.exactly => (entry.start, Some(entry.start)),
        (None, None) => (1, Some(entry.start)),
    }
}
