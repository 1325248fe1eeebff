//! A walk over the expressions of a syntax tree, without recursion.

use crate::ast::{CommandGoal, Decl, Expr, ExprKind, Paragraph};

/// All expressions that stand directly in a paragraph.
pub(crate) fn exprs_of(paragraph: &Paragraph) -> Vec<&Expr> {
    match paragraph {
        Paragraph::Sig(sig) => {
            let mut all = bounds(&sig.fields);
            all.extend(&sig.fact);
            all
        }
        Paragraph::Enum(_) => Vec::new(),
        Paragraph::Fact(block) | Paragraph::Assert(block) => vec![&block.body],
        Paragraph::Func(func) => {
            let mut all = bounds(&func.params);
            all.extend(&func.result);
            all.push(&func.body);
            all
        }
        Paragraph::Macro(m) => vec![&m.body],
        Paragraph::Command(command) => {
            let mut all = Vec::new();
            let mut next = Some(command);
            while let Some(command) = next {
                if let CommandGoal::Block(block) = &command.goal {
                    all.push(block);
                }
                next = command.follow.as_deref();
            }
            all
        }
    }
}

fn bounds(decls: &[Decl]) -> Vec<&Expr> {
    decls.iter().map(|d| &d.bound).collect()
}

/// The first expression in another, itself included, that passes a test.
pub(crate) fn find(expr: &Expr, test: impl Fn(&Expr) -> bool) -> Option<&Expr> {
    let mut todo = vec![expr];
    while let Some(expr) = todo.pop() {
        if test(expr) {
            return Some(expr);
        }
        match &expr.kind {
            ExprKind::Unary(_, a) => todo.push(a),
            ExprKind::Binary(_, a, b) => todo.extend([&**a, &**b]),
            ExprKind::Chain(_, links) => todo.extend(links.iter().map(|(operand, _)| operand)),
            ExprKind::Compare { left, right, .. } | ExprKind::Arrow { left, right, .. } => {
                todo.extend([&**left, &**right]);
            }
            ExprKind::IfElse(a, b, c) => todo.extend([&**a, &**b, &**c]),
            ExprKind::BoxJoin(head, args) => {
                todo.push(head);
                todo.extend(args);
            }
            ExprKind::Quantified { decls, body, .. } => {
                todo.extend(decls.iter().map(|d| &d.bound));
                todo.push(body);
            }
            ExprKind::Comprehension(decls, body) => {
                todo.extend(decls.iter().map(|d| &d.bound));
                todo.extend(body.as_deref());
            }
            ExprKind::Let(bindings, body) => {
                todo.extend(bindings.iter().map(|(_, value)| value));
                todo.push(body);
            }
            ExprKind::Block(exprs) => todo.extend(exprs),
            ExprKind::Number(_)
            | ExprKind::Str(_)
            | ExprKind::Name { .. }
            | ExprKind::Const(_)
            | ExprKind::Error => {}
        }
    }
    None
}
