//! The words for faults: wrong operands and bounds.

use super::node::{Bin, Fault, FoundFault, Kind, N, Node, NodeDecl, Quantifier, Un};
use super::ty::is_empty;
use crate::diag::Diagnostic;
use crate::quote;
use crate::resolve::Program;
use crate::source::Span;
use crate::typed::{CompareOp, Quant, SigId, Type, World};

/// How many uses of macros around a fault are shown.
const MAX_USES: usize = 4;

impl Program<'_> {
    /// A type as the user would write it.
    pub(crate) fn show(&self, ty: &Type) -> String {
        if ty.is_bool {
            return "formula".to_owned();
        }
        let product =
            |p: &[SigId]| -> String { p.iter().map(|&s| self.sig_name(s)).collect::<Vec<_>>().join("->") };
        let products: Vec<String> = ty.products.iter().map(|p| product(p)).collect();
        format!("{{{}}}", products.join(", "))
    }

    /// A type as it stands in a declaration.
    pub(super) fn show_bound(&self, ty: &Type) -> String {
        let product = |p: &[SigId]| p.iter().map(|&s| self.sig_name(s)).collect::<Vec<_>>().join("->");
        let products: Vec<String> = ty.products.iter().map(|p| product(p)).collect();
        products.join(" + ")
    }

    /// The name of a signature, with its path if it is not one of the root module.
    pub(crate) fn sig_name(&self, sig: SigId) -> &str {
        let label = &self.sigs[sig.index()].label;
        label.strip_prefix("this/").unwrap_or(label)
    }

    /// A node as it is written. A name with several meanings has the place of the name alone, and its meanings that of the whole join.
    pub(crate) fn written(&self, node: &N) -> &str {
        let span = match &node.peel().kind {
            Kind::Choice(candidates, _) => candidates.first().map_or(node.span, |c| c.node.span),
            _ => node.span,
        };
        self.sources.text(span)
    }

    /// A label's text about a type.
    pub(crate) fn has_type(&self, ty: &Type) -> String {
        if ty.is_bool {
            "this is a formula".to_owned()
        } else if ty.is_int {
            "this is an integer".to_owned()
        } else {
            format!("this has the type {}", self.show(ty))
        }
    }

    /// Reports all faults of a finished node, and whether there was any.
    pub(crate) fn report_faults(&self, node: &Node) -> bool {
        // An `if` ends the formula it was meant to begin: the names behind it are out of the reach of their declarations.
        let mut behind_if = false;
        for FoundFault { fault, within } in node.faults.flatten() {
            let diagnostic = match fault {
                Fault::Silent => continue,
                Fault::Ready(diagnostic) => (**diagnostic).clone(),
                Fault::Call { func, args, span } => self.wrong_call(*span, *func, args),
                Fault::Join { left, right, span } => self.wrong_join(*span, left, right),
                Fault::Dead { candidates, span } => match self.dead_name(*span, candidates) {
                    Some(diagnostic) => diagnostic,
                    None => continue,
                },
            };
            if diagnostic.code == "E0301" {
                if behind_if {
                    continue;
                }
                let place = diagnostic.primary.as_ref();
                behind_if = place.is_some_and(|place| self.sources.text(place.span) == "if");
            }
            let mut told: Vec<Span> = Vec::new();
            let mut diagnostic = diagnostic;
            for (name, span) in within.iter().rev() {
                if !told.contains(span) && told.len() < MAX_USES {
                    told.push(*span);
                    let text = format!("in the body of the macro `{name}` used here");
                    diagnostic = diagnostic.also(*span, text);
                }
            }
            self.report(diagnostic);
        }
        if node.is_faulty() {
            self.spoiled.set(Some(node.span));
        }
        node.is_faulty()
    }

    pub(crate) fn not_a_formula(&self, node: &N) -> Diagnostic {
        let wrong =
            Diagnostic::error("E0403", node.span, "a formula is needed here").label(self.has_type(&node.ty));
        let text = quote::one_line(self.written(node));
        if node.ty.is_int {
            let integer = if text.contains('|') {
                quote::operand(&text)
            } else {
                text
            };
            return wrong.help(format!("compare the integer with another, as in `{integer} > 0`"));
        }
        if text == "…" {
            return wrong.help("turn a set into a formula with `some`, `no`, `lone` or `one`, or compare it with `in` or `=`");
        }
        wrong.help(format!(
            "write `some {text}` if it must not be empty, `no {text}` if it must be; or compare it with another set by `in` or `=`"
        ))
    }

    /// What to do about `some A && B` and `some A || B`, where the right side is no formula.
    pub(crate) fn mistaken_junction(&self, and: bool, left: &N, right: &N) -> String {
        let (word, joins, symbol) = if and {
            ("and", "intersection", "&")
        } else {
            ("or", "union", "+")
        };
        let general = format!("`{word}` joins formulas; the {joins} of two sets is `{symbol}`");
        let Some((quantifier @ ("some" | "no"), operand)) = quantified_operand(left) else {
            return general;
        };
        if !operand.ty.common_arity(&right.ty) {
            return general;
        }
        let (a, b) = (
            quote::operand(self.written(operand)),
            quote::operand(self.written(right)),
        );
        let says = match (quantifier, and) {
            ("some", true) => "they share a member",
            ("some", false) => "one of them is not empty",
            (_, true) => "they share no member",
            (_, false) => "both are empty",
        };
        format!("{general}: write `{quantifier} {a} {symbol} {b}` if {says}")
    }

    /// What `a => b` may stand for where neither side is a formula.
    pub(crate) fn mistaken_implication(&self, left: &N, right: &N) -> Diagnostic {
        let holds_integers = |node: &N| node.ty.is_int || node.ty.has_int();
        let product =
            !holds_integers(left) || !holds_integers(right) || matches!(left.peel().kind, Kind::Sig(_));
        let (what, says, symbol) = if product {
            ("sets", "the product of two sets is", "->")
        } else {
            ("integers", "at least is written", ">=")
        };
        let between = Span::new(left.span.file, left.span.end, right.span.start.max(left.span.end));
        let text = self.sources.text(between);
        let arrow = ["=>", "implies"]
            .iter()
            .find_map(|word| Some((text.find(word)?, word.len())));
        let place = arrow.map(|(at, length)| {
            let start = between.start + at as u32;
            Span::new(between.file, start, start + length as u32)
        });
        // The error stands where the first wrong operand does, so that the arrow is named only on its line.
        let line = |span: Span| self.sources.start(span).line;
        let place = place.filter(|&place| line(place) == line(left.span));
        let (a, b) = (self.written(left), self.written(right));
        Diagnostic::error(
            "E0403",
            place.unwrap_or(left.span),
            format!("`=>` joins formulas, and these are {what}"),
        )
        .also(left.span, self.has_type(&left.ty))
        .also(right.span, self.has_type(&right.ty))
        .help(format!(
            "{says} `{symbol}`: `{} {symbol} {}`",
            quote::one_line(a),
            quote::one_line(b)
        ))
    }

    pub(crate) fn not_an_int(&self, node: &N) -> Diagnostic {
        let wrong =
            Diagnostic::error("E0404", node.span, "an integer is needed here").label(self.has_type(&node.ty));
        let only_seq = node.ty.products.iter().any(|p| **p == [World::SEQ_INT]);
        if only_seq {
            wrong
                .note("a set whose type is `seq/Int` alone does not count as an integer")
                .help("write `int[…]` around it")
        } else if node.ty.is_bool {
            wrong
        } else {
            wrong.help("write `#…` for the number of its elements")
        }
    }

    pub(crate) fn not_a_set(&self, node: &N) -> Diagnostic {
        let wrong = Diagnostic::error("E0405", node.span, "a set or relation is needed here")
            .label(self.has_type(&node.ty));
        if let Kind::Call { func, .. } = &node.peel().kind {
            wrong
                .note(format!(
                    "`{}` is a predicate, and has all its arguments here",
                    self.signature(*func)
                ))
                .help("use it as a formula of its own, or collect what satisfies it with `{ x: A | … }`")
        } else if node.ty.is_bool {
            wrong.help(
                "a formula holds or not and has no value; use it alone, or collect what satisfies it with `{ x: A | … }`",
            )
        } else {
            wrong
        }
    }

    pub(crate) fn bad_operand(&self, op: Un, sub: &N) -> Diagnostic {
        let (code, text) = match op {
            Un::SomeOf | Un::LoneOf | Un::OneOf => (
                "E0502",
                "the multiplicities `some`, `lone` and `one` need a unary set",
            ),
            Un::SetOf | Un::ExactlyOf => ("E0405", "a set or relation is needed here"),
            Un::Transpose => ("E0406", "`~` needs a binary relation"),
            Un::Closure => ("E0406", "`^` needs a binary relation"),
            Un::ReflexiveClosure => ("E0406", "`*` needs a binary relation"),
            Un::ToInt => ("E0404", "`int` needs a unary set"),
            _ => ("E0405", "this operand has no type"),
        };
        let wrong = Diagnostic::error(code, sub.span, text).label(self.has_type(&sub.ty));
        match code {
            "E0502" => wrong.help("put the multiplicity on an arrow, as in `A -> one B`"),
            "E0406" => self.with_relation_behind(wrong, op, sub),
            _ => wrong,
        }
    }

    /// Says how to reach the relation where `^`, `*` or `~` got the set that a join made of it.
    fn with_relation_behind(&self, wrong: Diagnostic, op: Un, sub: &N) -> Diagnostic {
        let symbol = match op {
            Un::Transpose => "~",
            Un::Closure => "^",
            _ => "*",
        };
        if op == Un::ReflexiveClosure && sub.ty.has_int() {
            return wrong.help("the product of two integers is `mul[a, b]`");
        }
        if let Some((name, _)) = self.implied_this(sub) {
            return wrong
                .note(format!("in a signature `{name}` already means `this.{name}`"))
                .help(format!("write `{symbol}@{name}` for the field itself"));
        }
        match &sub.peel().kind {
            Kind::Binary(Bin::Join, left, right) if right.ty.arity() == Some(2) => {
                let (left, right) = (self.sources.text(left.span), self.sources.text(right.span));
                wrong.help(format!(
                    "apply it to the relation, then join: `{left}.{symbol}{right}`"
                ))
            }
            _ => wrong,
        }
    }

    /// The name of a field and `this`, if a node is the `this.f` that a name alone means in a signature.
    pub(super) fn implied_this<'n>(&self, node: &'n N) -> Option<(&str, &'n N)> {
        if let Kind::Binary(Bin::Join, this, field) = &node.peel().kind
            && let Kind::Field(f) = field.peel().kind
            && this.span == field.span
        {
            // Only the `this.` that a signature puts in front of a field has the place of the field.
            return Some((&self.fields[f.index()].name, this));
        }
        None
    }

    pub(crate) fn bad_operands(&self, op: Bin, span: Span, left: &N, right: &N) -> Diagnostic {
        let (code, text) = match op {
            Bin::Domain | Bin::Range => {
                let side = if op == Bin::Domain { left } else { right };
                let text = format!("`{}` needs a unary set on this side", op.symbol());
                return Diagnostic::error("E0407", side.span, text).label(self.has_type(&side.ty));
            }
            op => (
                "E0402",
                format!("`{}` needs two sides of the same arity", op.symbol()),
            ),
        };
        let wrong = Diagnostic::error(code, span, text)
            .also(left.span, self.has_type(&left.ty))
            .also(right.span, self.has_type(&right.ty));
        match (left.ty.is_bool, right.ty.is_bool) {
            (true, true) if op == Bin::Compare(CompareOp::Equal, false) => {
                wrong.help("formulas are compared with `<=>`")
            }
            (true, false) if matches!(op, Bin::Compare(..)) => self.compared_formula(wrong, op, left, right),
            (false, false) => match (left.ty.arity(), right.ty.arity()) {
                (Some(a), Some(b)) if a != b => {
                    let plural = if a == 1 { "" } else { "s" };
                    let wrong = wrong.note(format!(
                        "the left side has {a} column{plural}, the right side has {b}"
                    ));
                    match (a, b) {
                        (2, 1) => self.with_column(wrong, op, left),
                        (1, 2) => self.with_column(wrong, op, right),
                        _ => wrong,
                    }
                }
                _ => wrong,
            },
            _ => wrong,
        }
    }

    /// Says how to compare a relation with a set: by a product, or by one of its columns.
    fn with_column(&self, wrong: Diagnostic, op: Bin, relation: &N) -> Diagnostic {
        let text = quote::operand(self.written(relation));
        let (true, [product]) = (text != "…", &relation.ty.products[..]) else {
            return wrong;
        };
        if is_empty(product) {
            return wrong;
        }
        let (from, to) = (self.sig_name(product[0]), self.sig_name(product[1]));
        let behind = quote::behind_dot(self.written(relation));
        let column = format!("write `{from}.{behind}` for what `{text}` leads to");
        wrong.help(match op {
            Bin::Compare(..) => format!("compare with `{from} -> {to}`, or {column}"),
            _ => column,
        })
    }

    pub(crate) fn bad_disjoint(&self, span: Span, args: &[N]) -> Option<Diagnostic> {
        if args.len() < 2 {
            return Some(Diagnostic::error(
                "E0410",
                span,
                "`disj` takes at least two arguments",
            ));
        }
        let mut common = args[0].ty.clone();
        for arg in &args[1..] {
            common = common.pick_common(&arg.ty);
        }
        common.is_nothing().then(|| {
            let wrong = Diagnostic::error("E0410", span, "the arguments of `disj` must have the same arity");
            args.iter()
                .fold(wrong, |d, arg| d.also(arg.span, self.has_type(&arg.ty)))
        })
    }

    pub(crate) fn bad_branches(&self, left: &N, right: &N) -> Diagnostic {
        let span = left.span.to(right.span);
        Diagnostic::error("E0408", span, "the two branches do not fit each other")
            .also(left.span, self.has_type(&left.ty))
            .also(right.span, self.has_type(&right.ty))
    }

    pub(crate) fn bad_bound(&self, op: Quantifier, decl: &NodeDecl) -> Option<Diagnostic> {
        let bound = &decl.bound;
        if bound.is_faulty() {
            return None;
        }
        let error =
            |text: &str| Some(Diagnostic::error("E0413", bound.span, text).label(self.has_type(&bound.ty)));
        if bound.ty.products.is_empty() {
            return error("the bound of a variable must be a set or relation");
        }
        if bound.prefix() == Some(Un::ExactlyOf) {
            return error("a variable cannot be defined by `=` here");
        }
        let what = match op {
            Quantifier::Comprehension => "a comprehension",
            Quantifier::Of(Quant::Sum) => "a sum",
            Quantifier::Of(_) => return None,
        };
        if !bound.ty.has_arity(1) {
            let wrong = error(&format!("the variables of {what} must range over a unary set"))?;
            return Some(self.with_columns(wrong, op, decl));
        }
        let word = match bound.prefix()? {
            Un::SetOf => "set",
            Un::SomeOf => "some",
            Un::LoneOf => "lone",
            _ => return None,
        };
        error(&format!(
            "the variables of {what} stand for single elements, so `{word}` cannot be used"
        ))
    }

    /// Says how to range over a column of a relation, or over its pairs.
    fn with_columns(&self, wrong: Diagnostic, op: Quantifier, decl: &NodeDecl) -> Diagnostic {
        let text = quote::operand(self.written(&decl.bound));
        let [product] = &decl.bound.ty.products[..] else {
            return wrong;
        };
        let (true, [from, to], [local]) = (text != "…", &product[..], &decl.locals[..]) else {
            return wrong;
        };
        let (from, to) = (self.sig_name(*from), self.sig_name(*to));
        let locals = self.locals.borrow();
        let Some(variable) = locals.get(local.index()) else {
            return wrong;
        };
        let (name, behind) = (&variable.name, quote::behind_dot(self.written(&decl.bound)));
        let wrong = wrong.help(format!(
            "for the members of one column write `{name}: {text}.{to}` (the first) or `{name}: {from}.{behind}` (the second)"
        ));
        if op == Quantifier::Comprehension {
            wrong.help(format!(
                "for pairs write `{{ a: {from}, b: {to} | a -> b in {text} }}`"
            ))
        } else {
            wrong
        }
    }

    pub(crate) fn bad_argument(&self, arg: &N, arity: usize) -> Diagnostic {
        Diagnostic::error(
            "E0409",
            arg.span,
            format!("this argument must have the arity {arity}"),
        )
        .label(self.has_type(&arg.ty))
    }

    /// Says what to do about `no A = B`: the word in front belongs to the left side alone.
    fn compared_formula(&self, wrong: Diagnostic, op: Bin, left: &N, right: &N) -> Diagnostic {
        if let Some(chained) = self.chained_comparison(&wrong, op, left, right) {
            return chained;
        }
        let Some((word, operand)) = quantified_operand(left) else {
            return wrong;
        };
        if matches!(operand.peel().kind, Kind::Binary(Bin::Arrow(..), ..)) {
            return wrong.help("`->` is the product of two sets; implication is `=>`");
        }
        let wrong = wrong.note(format!(
            "`{word}` makes a formula of the set behind it alone, before it is compared"
        ));
        if !operand.ty.common_arity(&right.ty) {
            return wrong;
        }
        let (a, b) = (self.written(operand), self.written(right));
        let (plain_a, plain_b) = (quote::one_line(a), quote::one_line(b));
        let symbol = op.symbol();
        if word != "no" {
            return wrong
                .help(format!(
                    "to compare the sets write `{plain_a} {symbol} {plain_b}`"
                ))
                .help(format!(
                    "to say both write `{word} {plain_a} and {plain_a} {symbol} {plain_b}`"
                ));
        }
        let neither = format!("no {} & {}", quote::operand(a), quote::operand(b));
        match op {
            Bin::Compare(CompareOp::Equal, _) => wrong.help(format!(
                "to say that they differ write `{plain_a} != {plain_b}`; that they are equal, `{plain_a} = {plain_b}`; that nothing is in both, `{neither}`"
            )),
            Bin::Compare(CompareOp::In, _) => wrong.help(format!(
                "to say that the left is no subset write `{plain_a} not in {plain_b}`; that nothing is in both, `{neither}`"
            )),
            _ => wrong,
        }
    }

    /// `a = b & c = d`, which is `(a = (b & c)) = d`, or `a = b = c`.
    fn chained_comparison(&self, wrong: &Diagnostic, second: Bin, left: &N, right: &N) -> Option<Diagnostic> {
        let Kind::Binary(first @ Bin::Compare(..), a, middle) = &left.peel().kind else {
            return None;
        };
        let wrong = Diagnostic {
            help: Vec::new(),
            ..wrong.clone()
        };
        let text = |node: &N| quote::one_line(self.written(node)).into_owned();
        let (first, second) = (first.symbol(), second.symbol());
        let (a, d) = (text(a), text(right));
        let (symbol, word, b, c) = match &middle.peel().kind {
            Kind::Binary(Bin::Intersect, b, c) => ("&", "and", b, c),
            Kind::Binary(Bin::Union, b, c) => ("+", "or", b, c),
            _ => {
                let b = text(middle);
                let wrong = wrong
                    .note("a comparison is a formula, and cannot be compared again")
                    .help(format!("write two: `{a} {first} {b} and {b} {second} {d}`"));
                return Some(wrong);
            }
        };
        let (b, c) = (text(b), text(c));
        let wrong = wrong.note(format!(
            "`{symbol}` works on sets and binds tighter than a comparison"
        ));
        Some(wrong.help(format!(
            "formulas are joined with `{word}`: `{a} {first} {b} {word} {c} {second} {d}`"
        )))
    }

    /// What is wrong with `0 < a < 9` and `a in b in c`: the left side is a formula.
    pub(crate) fn chained_left(&self, op: Bin, left: &N, right: &N) -> Option<Diagnostic> {
        if left.is_faulty() || !left.ty.is_bool {
            return None;
        }
        match op {
            Bin::Compare(CompareOp::Equal, _) => None,
            Bin::Compare(CompareOp::In, _) => self.chained_comparison(&self.not_a_set(left), op, left, right),
            Bin::Compare(..) => self.chained_comparison(&self.not_an_int(left), op, left, right),
            _ => None,
        }
    }

    /// Says what to do about `x: some A = B`: a bound is a set, and a condition belongs into the body.
    pub(crate) fn formula_for_bound(&self, bound: &N, name: &str) -> Option<Diagnostic> {
        let Kind::Binary(op @ Bin::Compare(..), left, right) = &bound.kind else {
            return None;
        };
        if left.is_faulty() || right.is_faulty() {
            return None;
        }
        let set = match quantified_operand(left) {
            Some((_, operand)) if bound.is_faulty() => operand,
            None if bound.ty.is_bool => left,
            _ => return None,
        };
        let text = self.written(set);
        Some(
            Diagnostic::error(
                "E0402",
                bound.span,
                "the bound of a variable is a set, not a formula",
            )
            .label(format!(
                "behind `{name}:` a set is needed, and `{}` makes a formula",
                op.symbol()
            ))
            .help(format!(
                "write the set alone, `{name}: {}`, and put the condition into the body, behind `|`",
                quote::one_line(text)
            )),
        )
    }
}

/// The word and the set of `no A`, `some A`, `lone A` and `one A`.
fn quantified_operand(node: &N) -> Option<(&'static str, &N)> {
    Some(match &node.peel().kind {
        Kind::Unary(Un::No, operand) => ("no", operand),
        Kind::Unary(Un::Some, operand) => ("some", operand),
        Kind::Unary(Un::Lone, operand) => ("lone", operand),
        Kind::Unary(Un::One, operand) => ("one", operand),
        _ => return None,
    })
}

/// What is wrong with the arguments of `pred/totalOrder`.
pub(crate) fn bad_total_order(span: Span, args: &[N]) -> Option<Diagnostic> {
    let error = |text: &str| Some(Diagnostic::error("E0411", span, text));
    let [elem, first, next] = args else {
        return error("`pred/totalOrder` takes exactly three arguments");
    };
    if !elem.ty.has_arity(1) {
        error("the first argument of `pred/totalOrder` must be a unary set")
    } else if !first.ty.has_arity(1) {
        error("the second argument of `pred/totalOrder` must be a unary set")
    } else if !next.ty.has_arity(2) {
        error("the third argument of `pred/totalOrder` must be a binary relation")
    } else {
        None
    }
}
