//! The words for faults of joins and calls, and for names without or with too many meanings.

use super::node::{Candidate, Fault, Kind, N, Node, What};
use crate::diag::Diagnostic;
use crate::quote;
use crate::resolve::{FuncInfo, Program};
use crate::source::Span;
use crate::typed::{Field, FuncId, Type};

/// How many declarations of an overloaded name are shown.
const MAX_CANDIDATES: usize = 8;

impl Program<'_> {
    pub(super) fn wrong_join(&self, span: Span, left: &N, right: &N) -> Diagnostic {
        let whole = self.sources.text(span);
        if whole.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
            return Diagnostic::error("E0401", span, format!("`{whole}` is no whole number"))
                .help("there are only whole numbers; choose a smaller unit");
        }
        if let Some(wrong) = self.too_many_arguments(span, right) {
            return wrong;
        }
        let wrong = Diagnostic::error("E0401", span, "these two cannot be joined")
            .also(left.span, self.has_type(&left.ty))
            .also(right.span, self.has_type(&right.ty));
        if let Some((name, inner)) = self.implied_this(right) {
            let wrong = wrong.note(format!("in a signature `{name}` already means `this.{name}`"));
            return match this_of(left) {
                Some(this) if this_of(inner) == Some(this) => {
                    wrong.help(format!("write `{name}` or `this.@{name}`"))
                }
                _ => wrong.help(format!("write `@{name}` for the field itself")),
            };
        }
        if let Kind::Call { func, .. } = &right.peel().kind {
            return wrong.note(format!(
                "`{}` has all its arguments already, and what is left is joined with its value",
                self.signature(*func)
            ));
        }
        if left.ty.arity() == Some(1) && right.ty.arity() == Some(1) {
            let (a, b) = (
                quote::operand(self.written(left)),
                quote::operand(self.written(right)),
            );
            let follow = match self.field_between(&left.ty, &right.ty) {
                Some(field) => format!("follow a field, as in `{a}.{}`", field.name),
                None => "follow a field instead".to_owned(),
            };
            return wrong
                .note("a join needs a relation of at least two columns on one of its sides")
                .help(format!("{follow}; what is in both is `{a} & {b}`"));
        }
        wrong
    }

    /// `f[a, b]`, where `f` has one parameter: what is left over is joined with the value, in vain.
    fn too_many_arguments(&self, span: Span, right: &N) -> Option<Diagnostic> {
        let Kind::Call { func, .. } = right.peel().kind else {
            return None;
        };
        let info = &self.funcs[func.index()];
        let text = self.sources.file(span.file).text().get(span.start as usize..)?;
        let given = quote::parts(quote::in_brackets(
            text.strip_prefix(info.name.as_str())?.trim_start(),
        )?);
        let wanted = info.params.len();
        if given <= wanted || !right.ty.has_arity(1) {
            return None;
        }
        let plural = if wanted == 1 { "" } else { "s" };
        let text = format!("`{}` takes {wanted} argument{plural}, {given} given", info.name);
        Some(
            Diagnostic::error("E0401", span, text)
                .note(format!("it is declared as `{}`", self.signature(func)))
                .note("what is left over would be joined with its value, which is a set and no relation"),
        )
    }

    /// The signature of a function, as in `fun f[x: A]: B`.
    pub(crate) fn signature(&self, func: FuncId) -> String {
        let info = &self.funcs[func.index()];
        let label = info.label.strip_prefix("this/").unwrap_or(&info.label);
        let params: Vec<String> = info
            .params
            .iter()
            .map(|p| format!("{}: {}", p.name, self.show_bound(&p.ty)))
            .collect();
        let word = if info.is_pred { "pred" } else { "fun" };
        let params = if params.is_empty() {
            String::new()
        } else {
            format!("[{}]", params.join(", "))
        };
        format!("{word} {label}{params}")
    }

    pub(super) fn wrong_call(&self, span: Span, func: FuncId, args: &[N]) -> Diagnostic {
        let info = &self.funcs[func.index()];
        let (wanted, given) = (info.params.len(), args.len());
        let parentheses = if given == 0 {
            self.in_parentheses(span)
        } else {
            None
        };
        let text = if parentheses.is_some() {
            format!("parentheses do not call `{}`", info.name)
        } else if given == wanted {
            format!("the arguments do not fit `{}`", info.name)
        } else {
            let plural = if wanted == 1 { "" } else { "s" };
            format!("`{}` takes {wanted} argument{plural}, {given} given", info.name)
        };
        let mut wrong = Diagnostic::error("E0304", span, text);
        let unfit: Vec<usize> = (0..wanted.min(given))
            .filter(|&i| !self.may_be_argument(&args[i].ty, &info.params[i].ty))
            .collect();
        for &i in &unfit {
            let (param, arg) = (&info.params[i], &args[i]);
            let needed = format!(
                "{}; `{}` needs {}",
                self.has_type(&arg.ty),
                param.name,
                self.show(&param.ty)
            );
            wrong = wrong.also(arg.span, needed);
        }
        wrong = wrong.note(format!("it is declared as `{}`", self.signature(func)));
        if let Some(inside) = parentheses {
            let name = quote::one_line(self.sources.text(span));
            return wrong.help(format!("write `{name}[{}]`", quote::one_line(inside)));
        }
        match unfit[..] {
            _ if given == 0 => wrong.help(self.how_to_call(span, info)),
            [] if given < wanted => {
                let missing: Vec<&str> = info.params[given..].iter().map(|p| p.name.as_str()).collect();
                let (arguments, are) = if missing.len() == 1 {
                    ("argument", "is")
                } else {
                    ("arguments", "are")
                };
                let mut all = self.written_arguments(args);
                all.extend(missing.iter().map(|_| "…".to_owned()));
                wrong.help(format!(
                    "the {arguments} for `{}` {are} missing: `{}[{}]`",
                    missing.join("`, `"),
                    info.name,
                    all.join(", ")
                ))
            }
            [at] if given == wanted => self.with_member(wrong, info, args, at),
            _ => wrong,
        }
    }

    /// Whether a value of one type may be an argument where another is declared.
    pub(crate) fn may_be_argument(&self, arg: &Type, param: &Type) -> bool {
        arg.common_arity(param)
            && (!arg.has_tuple() || !param.has_tuple() || self.hierarchy.intersects(arg, param))
    }

    /// Says how the one argument that does not fit may be had: by a variable of its own.
    fn with_member(&self, wrong: Diagnostic, info: &FuncInfo, args: &[N], at: usize) -> Diagnostic {
        let param = &info.params[at];
        if !param.ty.has_arity(1) || args[at].ty.is_bool {
            return wrong;
        }
        let mut all = self.written_arguments(args);
        all[at].clone_from(&param.name);
        let (bound, call) = (
            self.show_bound(&param.ty),
            format!("{}[{}]", info.name, all.join(", ")),
        );
        wrong.help(if info.is_pred {
            format!(
                "give it a member of `{bound}`, for instance by `all {}: {bound} | {call}`",
                param.name
            )
        } else {
            format!(
                "give it a member of `{bound}`, as in `{call}` for a variable `{}: {bound}`",
                param.name
            )
        })
    }

    fn written_arguments(&self, args: &[N]) -> Vec<String> {
        args.iter()
            .map(|arg| quote::one_line(self.written(arg)).into_owned())
            .collect()
    }

    /// What stands in parentheses right behind a place.
    fn in_parentheses(&self, span: Span) -> Option<&str> {
        let behind = self.sources.file(span.file).text().get(span.end as usize..)?;
        let behind = behind.trim_start_matches(' ');
        behind.starts_with('(').then(|| quote::in_brackets(behind))?
    }

    /// How arguments are written, for a call at `span` without any.
    fn how_to_call(&self, span: Span, info: &FuncInfo) -> String {
        let names: Vec<&str> = info.params.iter().map(|p| p.name.as_str()).collect();
        let call = format!("{}[{}]", info.name, names.join(", "));
        let text = self.sources.file(span.file).text();
        let before = text.get(..span.start as usize).unwrap_or("").trim_end();
        let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
        if !info.is_pred || !matches!(word, "some" | "no" | "lone" | "one" | "all") {
            return format!("arguments stand in square brackets, as in `{call}`");
        }
        let decls: Vec<String> = info
            .params
            .iter()
            .map(|p| format!("{}: {}", p.name, self.show_bound(&p.ty)))
            .collect();
        format!("write `{word} {} | {call}`", decls.join(", "))
    }

    /// A field of the user's that leads from members of one type to those of another.
    pub(super) fn field_between(&self, from: &Type, to: &Type) -> Option<&Field> {
        let from = from.extract(1);
        self.fields.iter().find(|field| {
            let in_view = !field.is_meta && !field.is_private && !self.is_library(field.span.file);
            in_view
                && field.ty.has_arity(2)
                && self.hierarchy.first_columns_meet(&field.ty, &from)
                && self
                    .hierarchy
                    .intersects(&self.hierarchy.join(&from, &field.ty), to)
        })
    }

    pub(super) fn dead_name(&self, span: Span, candidates: &[Candidate]) -> Option<Diagnostic> {
        let mut faults = Vec::new();
        for candidate in candidates {
            for found in candidate.node.faults.flatten() {
                match found.fault {
                    Fault::Silent => return None,
                    Fault::Ready(diagnostic) => faults.push((**diagnostic).clone()),
                    Fault::Call { func, args, span } => faults.push(self.wrong_call(*span, *func, args)),
                    Fault::Join { left, right, span } => faults.push(self.wrong_join(*span, left, right)),
                    Fault::Dead { .. } => {}
                }
            }
        }
        if faults.len() == 1 {
            return faults.pop();
        }
        let mut wrong = Diagnostic::error("E0304", span, "no meaning of this name fits its use");
        wrong = self.with_candidates(wrong, candidates);
        let bare = candidates.iter().find_map(|c| match &c.node.peel().kind {
            Kind::BadCall { func, args, .. } if args.is_empty() => Some(&self.funcs[func.index()]),
            _ => None,
        });
        if let Some(info) = bare {
            wrong = wrong.help(self.how_to_call(span, info));
        }
        Some(wrong)
    }

    pub(crate) fn ambiguous_name(&self, span: Span, candidates: &[Candidate]) -> Diagnostic {
        let wrong = Diagnostic::error("E0302", span, "this name is ambiguous here");
        let wrong = self.with_candidates(wrong, candidates);
        let fields = candidates.iter().all(|c| matches!(c.what, What::Field(_)));
        if fields {
            wrong.help("name the signature, as in `S <: f`")
        } else {
            wrong
                .help("give the path, as in `this/name` or `alias/name`, or narrow the type with `S <: name`")
        }
    }

    pub(crate) fn no_meaning_fits(&self, span: Span, candidates: &[Candidate], t: &Type) -> Diagnostic {
        let wrong = Diagnostic::error("E0303", span, "no meaning of this name fits here")
            .note(format!("what is needed here has the type {}", self.show(t)));
        self.with_candidates(wrong, candidates)
    }

    /// Adds the declarations of candidates, or of the first of very many.
    fn with_candidates(&self, wrong: Diagnostic, candidates: &[Candidate]) -> Diagnostic {
        let shown = candidates.iter().take(MAX_CANDIDATES);
        let wrong = shown.fold(wrong, |d, c| self.with_candidate(d, c.what));
        match candidates.len().saturating_sub(MAX_CANDIDATES) {
            0 => wrong,
            more => wrong.note(format!("and {more} more declarations of this name")),
        }
    }

    /// Adds a candidate's declaration, as a label if it is in a file the user wrote and as a note else.
    fn with_candidate(&self, diagnostic: Diagnostic, what: What) -> Diagnostic {
        let (text, span) = match what {
            What::Sig(s) => (
                format!("the signature `{}`", self.sig_name(s)),
                self.sigs[s.index()].span,
            ),
            What::Field(f) => {
                let field = &self.fields[f.index()];
                (
                    format!("the field `{}` of `{}`", field.name, self.sig_name(field.sig)),
                    Some(field.span),
                )
            }
            What::Func(f) => (
                format!("`{}`", self.signature(f)),
                Some(self.funcs[f.index()].span),
            ),
            What::ThisFunc(f) => (
                format!("`{}` with `this` as its first argument", self.signature(f)),
                Some(self.funcs[f.index()].span),
            ),
        };
        match span {
            Some(span) if !self.is_library(span.file) => diagnostic.also(span, format!("it may mean {text}")),
            _ => diagnostic.note(format!("it may mean {text}")),
        }
    }
}

/// The variable `this`, if a node is it.
fn this_of(node: &Node) -> Option<u32> {
    match node.peel().kind {
        Kind::Local(local) => Some(local.0),
        Kind::Sig(sig) => Some(sig.0),
        _ => None,
    }
}
