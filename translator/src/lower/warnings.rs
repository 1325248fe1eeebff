//! What a command probably does not mean: integers that do not reach, and orders of nothing.

use relfind_lang::{
    diag::Diagnostic,
    typed::{Bound, Command, Mult, Type, World},
};

use super::{
    LowerOptions,
    bounds::Declared,
    reach::Reach,
    scope::{Scopes, bitwidth_for, max_int},
};

/// The warnings.
pub(super) fn of(
    world: &World,
    command: &Command,
    scopes: &Scopes,
    reach: &Reach,
    declared: &Declared,
    options: &LowerOptions,
) -> Vec<Diagnostic> {
    let mut warnings = literals(command, scopes, reach, declared);
    warnings.extend(short_integers(command, scopes, reach, options));
    warnings.extend(nothing_changes(command, reach));
    if scopes.report.strings == 0 && reach.strings.is_empty() {
        warnings.extend(no_strings(world, command));
    }
    for order in &declared.orders {
        if order.fixed.as_ref().is_some_and(Vec::is_empty) {
            let label = &world.sig(order.sig).label;
            let message = format!("`{label}` has no atoms here, and there is no total order of nothing");
            let warning = Diagnostic::warning("W0704", command.span, message);
            warnings.push(
                warning
                    .note("the command has no instance")
                    .help("give it a scope of at least 1"),
            );
        }
    }
    warnings
}

/// Literals that the bitwidth cannot hold.
fn literals(command: &Command, scopes: &Scopes, reach: &Reach, declared: &Declared) -> Vec<Diagnostic> {
    let universe = declared.problem.universe();
    let (min, max) = (universe.min_int(), universe.max_int());
    let out = reach.literals.iter().filter(|(_, n)| !(min..=max).contains(n));
    let warning = |&(span, n): &_| {
        let n: i64 = n;
        let bits = scopes.report.bitwidth;
        Diagnostic::warning(
            "W0701",
            span,
            format!("integers of {bits} bits do not include {n}"),
        )
        .label(format!("they reach from {min} to {max}"))
        .also(command.span, "in this command")
        .help(format!(
            "a bitwidth of {} would do: `for ... but {} int`",
            bitwidth_for(n),
            bitwidth_for(n)
        ))
    };
    out.map(warning).collect()
}

/// A new overall scope may outgrow the integers.
fn short_integers(
    command: &Command,
    scopes: &Scopes,
    reach: &Reach,
    options: &LowerOptions,
) -> Option<Diagnostic> {
    let scope = options.overall_scope.filter(|_| options.bitwidth.is_none())?;
    let bits = scopes.report.bitwidth;
    if !reach.uses_ints || i64::from(scope) <= max_int(bits) {
        return None;
    }
    let message = format!(
        "integers of {bits} bits reach only {}, and the scope is {scope}",
        max_int(bits)
    );
    let help = format!("--bitwidth {} would do", bitwidth_for(i64::from(scope)));
    Some(Diagnostic::warning("W0702", command.span, message).help(help))
}

/// Signatures whose atoms each need a string, where this command has none but others have some: what no command has, the front end tells.
fn no_strings(world: &World, command: &Command) -> Vec<Diagnostic> {
    let is_string = |ty: &Type| !ty.products.is_empty() && ty.products.iter().all(|p| **p == [World::STRING]);
    let needs_one = |bound: &Bound| matches!(bound.mult, Mult::One | Mult::Some) && is_string(&bound.expr.ty);
    let mut warnings = Vec::new();
    for sig in world.sigs.iter().filter(|sig| !sig.is_meta) {
        let mut decls = sig.field_decls.iter();
        let field = decls
            .find(|decl| needs_one(&decl.bound))
            .and_then(|decl| decl.fields.first());
        let Some(&field) = field else { continue };
        let (field, sig) = (world.field(field), &sig.name);
        let message = format!(
            "`{sig}` has no atoms here: its field `{}` needs a string, and there are none",
            field.name
        );
        warnings.push(
            Diagnostic::warning("W0707", command.span, message)
                .also(field.span, "each has one")
                .note("the atoms of `String` are the string literals that a command reaches, and this one reaches none")
                .help("ask for some in its scope, as in `for 3 but exactly 2 String`, or mention one in it"),
        );
    }
    let has_some =
        |other: &Command| other.scope.strings.is_some() || !Reach::of(world, other).strings.is_empty();
    if !warnings.is_empty() && world.commands.iter().any(has_some) {
        warnings
    } else {
        Vec::new()
    }
}

/// Operators of time where nothing is `var`.
fn nothing_changes(command: &Command, reach: &Reach) -> Option<Diagnostic> {
    let (span, word) = reach.timeless.first()?;
    let message = format!("nothing here is `var`, so `{word}` makes no difference: every state is the same");
    let warning =
        Diagnostic::warning("W0705", *span, message).also(command.span, "the command that reaches it");
    let warning = if *word == ";" {
        warning.help("`;` means \"and afterwards\": write `and`, or put each formula on a line of its own")
    } else {
        warning
    };
    Some(match reach.timeless.len() {
        1 => warning,
        n => warning.note(format!("the same is true of {} more operators of time", n - 1)),
    })
}
