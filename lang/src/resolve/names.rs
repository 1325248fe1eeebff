//! What a name in an expression means, in the order of precedence: macros with a path, variables, macros, and then everything visible of
//! that name, between which the context decides.

use super::Program;
use super::scopes::{Named, Sorts, builtin_sig};
use crate::ast::QualName;
use crate::diag::Diagnostic;
use crate::quote;
use crate::source::Span;
use crate::typed::{Field, FieldId, FuncId, ModuleId, SigKind, Type};
use crate::types::build::{argument, bad, bad_call, leaf, poisoned, weighted_leaf};
use crate::types::check::{Checker, Place};
use crate::types::node::{Bin, Candidate, Far, Fault, Kind, N, What};

/// With more meanings than this a name is first compared with what is joined to it.
const MANY_MEANINGS: usize = 8;

/// A meaning that is left aside: its place among all, and its penalty.
type FarMeaning = (usize, What, u32);

/// What the name of a field stands for.
#[derive(Clone, Copy, Debug)]
enum FieldUse {
    /// The field itself, with a penalty.
    Plain(u32),
    /// `this.f`
    OfThis,
}

impl Checker<'_, '_> {
    /// The meaning of a name; `at` for `@name`.
    pub(crate) fn name(&mut self, name: &QualName, at: bool) -> N {
        let span = name.span;
        let text = match &name.segments[..] {
            [only] => std::borrow::Cow::Borrowed(only.text.as_str()),
            _ => std::borrow::Cow::Owned(name.text()),
        };
        if !at && let Some(found) = self.variable_or_macro(&text, span) {
            return found;
        }
        if let Some(sig) = builtin_sig(&text).or_else(|| self.program.meta_root(&text)) {
            return leaf(Kind::Sig(sig), Type::of(sig), span);
        }
        let (candidates, _) = self.candidates(&text, span, at, None);
        if candidates.iter().any(|c| self.is_poisoned(c.what)) {
            return poisoned(span);
        }
        if candidates.is_empty() {
            let missing = self.not_found(&text, span);
            return bad(span, Fault::Ready(Box::new(missing)));
        }
        self.program.choice(span, candidates)
    }

    /// A very overloaded name joined to an argument, where most meanings lead nowhere and need not be looked at; `None` if the join is to
    /// be made of the name and the argument as any other.
    pub(crate) fn joined_to_name(&mut self, join: Span, arg: &N, name: &QualName, at: bool) -> Option<N> {
        let [only] = &name.segments[..] else { return None };
        let (program, text, span) = (self.program, only.text.as_str(), name.span);
        let declared = program.fields_by_name.get(text).map_or(0, Vec::len)
            + program.scope(self.module).funcs.get(text).map_or(0, Vec::len);
        if declared <= MANY_MEANINGS || arg.is_faulty() || arg.ty.products.len() > MANY_MEANINGS {
            return None;
        }
        if !at && self.variable_or_macro(text, span).is_some() {
            return None;
        }
        let arg = program.as_set(arg.clone());
        if arg.is_faulty() {
            return None;
        }
        let (candidates, meanings) = self.candidates(text, span, at, Some(&arg));
        let all = candidates
            .iter()
            .map(|c| c.what)
            .chain(meanings.iter().map(|m| m.1));
        if candidates.is_empty() || meanings.is_empty() || all.clone().any(|what| self.is_poisoned(what)) {
            return None;
        }
        let far = Far {
            meanings,
            name: span,
            args: Vec::new(),
        };
        Some(program.absorbed(span, &candidates, Some(&far), (join, &arg)))
    }

    fn variable_or_macro(&self, text: &str, span: Span) -> Option<N> {
        let program = self.program;
        if text.contains('/')
            && let Some(index) = program.qualified_macro(self.module, text)
        {
            return Some(program.bare_macro(index, span));
        }
        if let Some((_, node)) = self.env.iter().rev().find(|(name, _)| *name == text) {
            return Some(match &node.kind {
                Kind::Local(_) | Kind::Sig(_) if !node.is_faulty() => respan(node, span),
                Kind::Bad => poisoned(span),
                _ => argument(node.clone()),
            });
        }
        match program.visible_macros(self.module, text)[..] {
            [] => None,
            [index] => Some(program.bare_macro(index, span)),
            ref several => {
                let wrong = Diagnostic::error("E0323", span, format!("several macros are called `{text}`"));
                let wrong = several.iter().fold(wrong, |d, &m| {
                    d.also(program.macro_span(m), "one is declared here")
                });
                Some(bad(span, Fault::Ready(Box::new(wrong))))
            }
        }
    }

    fn is_poisoned(&self, what: What) -> bool {
        match what {
            What::Func(f) | What::ThisFunc(f) => self.program.funcs[f.index()].poisoned,
            What::Field(f) => self.program.fields[f.index()].ty.is_nothing(),
            What::Sig(_) => false,
        }
    }

    /// Whether functions and predicates may be used here.
    fn may_call(&self) -> bool {
        matches!(self.place, Place::Body | Place::FieldDefinition)
    }

    /// The meanings of a name, and apart from them those that lead nowhere from `arg`.
    fn candidates(
        &self,
        text: &str,
        span: Span,
        at: bool,
        arg: Option<&N>,
    ) -> (Vec<Candidate>, Vec<FarMeaning>) {
        let program = self.program;
        let this = self
            .env
            .iter()
            .rev()
            .find(|(name, _)| *name == "this")
            .map(|(_, n)| n.clone());
        let sorts = Sorts {
            sigs: true,
            funcs: self.may_call(),
            asserts: false,
        };
        let mut found = if text.contains('/') {
            program.find_qualified(self.module, text, sorts)
        } else {
            program.find_visible(self.module, self.module, text, sorts)
        };
        if let Some(param) = program.scope(self.module).params.iter().find(|p| p.name == text)
            && !found.contains(&Named::Sig(param.sig))
        {
            found.push(Named::Sig(param.sig));
        }
        let mut candidates = Vec::new();
        let mut far: Vec<FarMeaning> = Vec::new();
        for named in found {
            match named {
                Named::Sig(sig) => {
                    let node = leaf(Kind::Sig(sig), program.sig_type(sig).clone(), span);
                    candidates.push(Candidate {
                        node,
                        what: What::Sig(sig),
                    });
                }
                Named::Func(func) if self.leads_nowhere(func, this.as_ref(), arg) => {
                    far.push((candidates.len() + far.len(), What::Func(func), 0));
                }
                Named::Func(func) => self.func_candidates(func, span, this.as_ref(), &mut candidates),
                Named::Assert(_) => {}
            }
        }
        for field in program.visible_fields(self.module, text) {
            let info = &program.fields[field.index()];
            let Some(use_of) = self.use_of_field(info, at, this.is_some()) else {
                continue;
            };
            match (use_of, arg) {
                (FieldUse::Plain(weight), Some(arg)) if !program.hierarchy.can_join(&arg.ty, &info.ty) => {
                    far.push((candidates.len() + far.len(), What::Field(field), weight));
                }
                _ => candidates.push(self.field_candidate(field, span, use_of, this.as_ref())),
            }
        }
        (candidates, far)
    }

    /// Whether a function cannot be called with `arg` as its first argument.
    fn leads_nowhere(&self, func: FuncId, this: Option<&N>, arg: Option<&N>) -> bool {
        let (Some(arg), None) = (arg, this) else {
            return false;
        };
        let params = &self.program.funcs[func.index()].params;
        params
            .first()
            .is_some_and(|param| !self.program.may_be_argument(&arg.ty, &param.ty))
    }

    fn func_candidates(&self, func: FuncId, span: Span, this: Option<&N>, candidates: &mut Vec<Candidate>) {
        let program = self.program;
        let params = &program.funcs[func.index()].params;
        let this = this.filter(|this| {
            self.sig.is_some()
                && this.ty.has_arity(1)
                && params
                    .first()
                    .is_some_and(|p| program.hierarchy.intersects(&p.ty, &this.ty))
        });
        if let Some(this) = this {
            let args = vec![respan(this, span)];
            let node = if params.len() == 1 {
                program.call(span, func, args, 1)
            } else {
                bad_call(span, func, args, 1)
            };
            candidates.push(Candidate {
                node,
                what: What::ThisFunc(func),
            });
        }
        let node = if params.is_empty() {
            program.call(span, func, Vec::new(), 0)
        } else {
            bad_call(span, func, Vec::new(), 0)
        };
        candidates.push(Candidate {
            node,
            what: What::Func(func),
        });
    }

    /// How a field may be used here under its name, if at all.
    fn use_of_field(&self, info: &Field, at: bool, has_this: bool) -> Option<FieldUse> {
        match self.sig {
            None => Some(FieldUse::Plain(0)),
            Some(_) if info.is_meta && self.place == Place::Body => Some(FieldUse::Plain(0)),
            Some(sig) if self.program.sig_below(sig, info.sig) => {
                let joined = has_this && !at && !info.ty.is_nothing();
                Some(if joined {
                    FieldUse::OfThis
                } else {
                    FieldUse::Plain(0)
                })
            }
            Some(_) if self.may_call() => Some(FieldUse::Plain(1)),
            Some(_) => None,
        }
    }

    fn field_candidate(&self, field: FieldId, span: Span, use_of: FieldUse, this: Option<&N>) -> Candidate {
        let program = self.program;
        let ty = program.fields[field.index()].ty.clone();
        let weight = match use_of {
            FieldUse::Plain(weight) => weight,
            FieldUse::OfThis => 0,
        };
        let plain = weighted_leaf(Kind::Field(field), ty, span, weight);
        let node = match (use_of, this) {
            (FieldUse::OfThis, Some(this)) => program.binary(Bin::Join, span, respan(this, span), plain),
            _ => plain,
        };
        Candidate {
            node,
            what: What::Field(field),
        }
    }

    /// The error for a name without any meaning.
    fn not_found(&self, text: &str, span: Span) -> Diagnostic {
        let program = self.program;
        let missing = Diagnostic::error("E0301", span, format!("the name `{text}` cannot be found"));
        if text == "this" {
            return missing
                .note("`this` exists in field bounds, signature facts and functions declared as `A.f`");
        }
        let funcs = Sorts {
            funcs: true,
            ..Sorts::default()
        };
        if !self.may_call() && !program.find_qualified(self.module, text, funcs).is_empty() {
            let place = match self.place {
                Place::FieldBound => "the bound of a field; define the field with `=` instead",
                _ => "the declaration of a parameter or result",
            };
            return missing.note(format!("functions and predicates cannot be used in {place}"));
        }
        if let Some(field) = program.hidden_field(self.module, text) {
            let info = &program.fields[field.index()];
            let text = format!("a field of this name exists in `{}`", program.sig_name(info.sig));
            return missing.also(info.span, text).note(
                "the bound of a field sees only the fields before it and those of the signatures above",
            );
        }
        if let Some(advice) = self.advice_in_context(text, span) {
            return missing.help(advice);
        }
        if let Some(advice) = advice_for(text) {
            return missing.help(advice);
        }
        let mut names: Vec<(&str, String)> = Vec::new();
        names.extend(self.env.iter().map(|(name, _)| (*name, "a variable".to_owned())));
        program.visible_names(self.module, &mut names);
        match nearest(text, &names) {
            Some((name, what)) => missing.help(format!("{what} is called `{name}`")),
            None => with_all_names(missing, self.own_names()),
        }
    }

    /// Advice about a name of another language that depends on what stands around it.
    fn advice_in_context(&self, name: &str, span: Span) -> Option<String> {
        let text = self.program.sources.file(span.file).text();
        let (start, end) = (span.start as usize, span.end as usize);
        let before = text.get(..start)?.trim_end();
        let behind = text.get(end..)?.trim_start();
        match name {
            "true" | "false" | "TRUE" | "FALSE" => {
                let (value, formula) = if name.eq_ignore_ascii_case("true") {
                    ("True", "a formula that always holds is `no none`")
                } else {
                    ("False", "a formula that never holds is `some none`")
                };
                let compared = before.ends_with('=')
                    || behind.starts_with("!=")
                    || (behind.starts_with('=') && !behind.starts_with("=>"));
                let may_be_argument = before.ends_with(['[', ',', '(', '+', '&', '>', ':']);
                Some(if compared {
                    format!("write `{value}`, from `open util/boolean`")
                } else if may_be_argument {
                    format!("{formula}; where a value is needed, write `{value}`, from `open util/boolean`")
                } else {
                    formula.to_owned()
                })
            }
            "size" | "count" | "length" | "len" | "card" => {
                let counted = if before.ends_with('.') {
                    quote::operand(quote::value_before(before, before.len() - 1))
                } else {
                    quote::operand(quote::in_brackets(behind)?)
                };
                Some(format!("the number of elements of a set is written `#{counted}`"))
            }
            _ => None,
        }
    }

    /// The variables here, and the signatures and fields of this module.
    fn own_names(&self) -> Vec<&str> {
        let program = self.program;
        let variables = self.env.iter().rev().map(|(name, _)| *name);
        let here = |sig: &crate::typed::Sig| sig.module == self.module;
        let sigs = program.sigs.iter().filter(|s| s.span.is_some() && here(s));
        let fields = program
            .fields
            .iter()
            .filter(|f| !f.is_meta && here(&program.sigs[f.sig.index()]));
        variables
            .chain(sigs.map(|s| s.name.as_str()))
            .chain(fields.map(|f| f.name.as_str()))
            .collect()
    }
}

/// Up to how many names are listed where none is similar to what is written.
const FEW_NAMES: usize = 8;

/// Lists the names there are, if they are few.
fn with_all_names(missing: Diagnostic, mut names: Vec<&str>) -> Diagnostic {
    let mut seen = Vec::new();
    names.retain(|name| {
        let new = seen.len() <= FEW_NAMES && !seen.contains(name);
        seen.extend(new.then_some(*name));
        new
    });
    if names.is_empty() || names.len() > FEW_NAMES || names.iter().any(|name| name.len() > 40) {
        return missing;
    }
    missing.note(format!("the names here are `{}`", names.join("`, `")))
}

/// The same variable or signature at another place.
fn respan(node: &N, span: Span) -> N {
    match &node.kind {
        Kind::Local(local) => leaf(Kind::Local(*local), node.ty.clone(), span),
        Kind::Sig(sig) => leaf(Kind::Sig(*sig), node.ty.clone(), span),
        _ => node.clone(),
    }
}

/// What to do about a name that is often used without opening its module, or comes from another language.
fn advice_for(name: &str) -> Option<&'static str> {
    Some(match name {
        "first" | "last" | "prevs" | "nexts" | "lt" | "gt" | "lte" | "gte" => {
            "write `open util/ordering[A]` at the top for an order on `A`"
        }
        "Bool" | "True" | "False" | "isTrue" | "isFalse" => "write `open util/boolean` at the top",
        "Time" => "write `open util/time` at the top, or declare a signature `Time`",
        "disjoint" => "write `disj[…]`",
        "elems" | "inds" | "lastIdx" | "butlast" | "idxOf" | "hasDups" | "isEmpty" => {
            "sequence functions come with `seq`: declare something as `seq A`, or write `open util/sequniv as seq`"
        }
        "null" | "nil" | "Null" | "undefined" | "empty" => {
            "the empty set is `none`; that a set is empty is said by `no …`"
        }
        "bool" | "boolean" | "Boolean" => {
            "write `open util/boolean` at the top and `Bool` here, or model it by a subset signature"
        }
        "size" | "count" | "length" | "len" | "card" => "the number of elements of a set is written `#…`",
        "return" => "the body of a function is its value; leave `return` out",
        "is" => "membership is written `in`, equality `=`",
        "self" => "the atom of a signature is called `this` in its fields and facts",
        "mod" => "the remainder is `rem[a, b]`",
        "integer" | "Integer" | "int" | "number" => "the signature of integers is `Int`",
        "string" => "the signature of strings is `String`",
        "if" | "then" => "a conditional is written `condition => this else that`",
        "forall" | "foreach" | "every" | "each" | "any" => {
            "the universal quantifier is written `all x: A | …`"
        }
        "exists" => "the existential quantifier is written `some x: A | …`",
        "dom" | "ran" | "acyclic" | "transitive" | "symmetric" | "reflexive" => {
            "write `open util/relation` at the top"
        }
        _ => return None,
    })
}

/// The most similar name, if one is similar enough.
pub(crate) fn nearest<'n>(text: &str, names: &'n [(&'n str, String)]) -> Option<(&'n str, &'n str)> {
    // Long names come from programs, and comparing them takes the square of their length.
    if text.len() > 100 {
        return None;
    }
    let limit = ((text.chars().count() + 1) / 3).clamp(1, 3);
    names
        .iter()
        .filter(|(name, _)| *name != text && name.len().abs_diff(text.len()) <= limit)
        .map(|(name, what)| {
            let same_letters = name.eq_ignore_ascii_case(text);
            let distance = if same_letters { 0 } else { distance(text, name) };
            (distance, *name, what.as_str())
        })
        .filter(|(distance, ..)| *distance <= limit)
        .min()
        .map(|(_, name, what)| (name, what))
}

/// How many letters must be changed, added, removed or swapped with a neighbour.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    let mut last = None;
    for (i, x) in a.chars().enumerate() {
        let mut next = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let mut best = (row[j] + usize::from(x != y))
                .min(row[j + 1] + 1)
                .min(next[j] + 1);
            if j > 0 && last == Some(y) && b[j - 1] == x {
                best = best.min(before[j - 1] + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
        last = Some(x);
    }
    row[b.len()]
}

impl Program<'_> {
    /// The fields of a name that are visible from a module and resolved, in the order of the modules.
    fn visible_fields(&self, module: ModuleId, name: &str) -> Vec<FieldId> {
        let Some(all) = self.fields_by_name.get(name) else {
            return Vec::new();
        };
        let visible = &self.scope(module).visible;
        let mut found: Vec<(usize, FieldId)> = Vec::new();
        for &id in all.iter().filter(|f| self.field_ready[f.index()]) {
            let field = &self.fields[id.index()];
            let sig = &self.sigs[field.sig.index()];
            if field.is_meta {
                found.push((visible.len(), id));
                continue;
            }
            let own = sig.module == module;
            if !own && (sig.is_private || field.is_private) {
                continue;
            }
            if let Some(at) = visible.iter().position(|&m| m == sig.module) {
                found.push((at, id));
            }
        }
        found.sort_unstable();
        found.into_iter().map(|(_, id)| id).collect()
    }

    /// A visible field of a name, whether it may be used or not.
    fn hidden_field(&self, module: ModuleId, name: &str) -> Option<FieldId> {
        let visible = &self.scope(module).visible;
        let all = self.fields_by_name.get(name)?;
        all.iter().copied().find(|f| {
            let field = &self.fields[f.index()];
            let home = self.sigs[field.sig.index()].module;
            visible.contains(&home) && (home == module || !field.is_private)
        })
    }

    /// Everything visible from a module with a name, to find what was meant.
    fn visible_names<'p>(&'p self, module: ModuleId, names: &mut Vec<(&'p str, String)>) {
        let visible = &self.scope(module).visible;
        let seen = |home: ModuleId, private: bool| visible.contains(&home) && (home == module || !private);
        for sig in self
            .sigs
            .iter()
            .filter(|s| s.span.is_some() && seen(s.module, s.is_private))
        {
            names.push((&sig.name, self.kind_in_words(&sig.kind)));
        }
        for field in &self.fields {
            let sig = &self.sigs[field.sig.index()];
            if seen(sig.module, field.is_private) {
                names.push((&field.name, format!("a field of `{}`", self.sig_name(field.sig))));
            }
        }
        for func in self.funcs.iter().filter(|f| seen(f.module, f.is_private)) {
            let what = if func.is_pred { "a predicate" } else { "a function" };
            names.push((&func.name, what.to_owned()));
        }
    }

    /// What a signature is for its writer, who may not think of the members of an enumeration as signatures.
    fn kind_in_words(&self, kind: &SigKind) -> String {
        match *kind {
            SigKind::Prim { parent } if self.sigs[parent.index()].is_enum => {
                format!("a member of the enumeration `{}`", self.sig_name(parent))
            }
            _ => "a signature".to_owned(),
        }
    }

    /// Adds the name of a similar signature to an error about one that does not exist.
    pub(super) fn with_similar_sig(&self, missing: Diagnostic, module: ModuleId, text: &str) -> Diagnostic {
        let visible = &self.scope(module).visible;
        let sigs = self
            .sigs
            .iter()
            .filter(|s| s.span.is_some() && visible.contains(&s.module));
        let names: Vec<(&str, String)> = sigs
            .map(|s| {
                let subset = matches!(s.kind, SigKind::Subset { .. });
                let what = if subset {
                    "a subset signature".to_owned()
                } else {
                    self.kind_in_words(&s.kind)
                };
                (s.name.as_str(), what)
            })
            .collect();
        match nearest(text, &names) {
            Some((name, what)) => missing.help(format!("{what} is called `{name}`")),
            None => missing,
        }
    }
}
