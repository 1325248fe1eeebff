//! The errors of lowering: scopes (E06..), limits (E065.), recursion and time.

use relfind_lang::{
    diag::{Diagnostic, Severity},
    source::Span,
};

/// The result of lowering a part; boxed, since errors are rare and large.
pub(super) type Lower<T> = Result<T, Box<Diagnostic>>;

/// The command does not exist.
pub(super) fn no_such_command(command: usize, commands: usize) -> Diagnostic {
    let message = format!("there is no command {command}");
    Diagnostic::new("E0600", Severity::Error, None, message).help(format!(
        "the commands are numbered from 0 to {}",
        commands.saturating_sub(1)
    ))
}

/// The command speaks of time.
pub(super) fn needs_time(span: Span, word: &str, command: Span) -> Diagnostic {
    Diagnostic::error(
        "E0640",
        span,
        format!("{word} needs time, and commands over time are not supported yet"),
    )
    .label("this changes from state to state")
    .also(command, "the command that reaches it")
    .help("commands that reach no temporal operator, no prime and no `var` still run")
}

/// The codes of what is too large for a limit, as against what is wrong whatever the limits are.
const LIMITS: [&str; 4] = ["E0650", "E0651", "E0652", "E0653"];

/// Whether a diagnostic of lowering says that a limit of size was reached.
pub fn is_limit(diagnostic: &Diagnostic) -> bool {
    LIMITS.contains(&diagnostic.code)
}

/// The universe is too large.
pub(super) fn too_many_atoms(command: Span, atoms: u64, limit: u64, largest: &str) -> Box<Diagnostic> {
    let message = format!("this command needs a universe of {atoms} atoms, and the limit is {limit}");
    Box::new(
        Diagnostic::error("E0650", command, message)
            .note(format!("most of them are for {largest}"))
            .help("use smaller scopes, or raise the limit with --max-atoms N"),
    )
}

/// The upper bound of a relation is too large.
pub(super) fn too_many_tuples(
    span: Span,
    name: &str,
    arity: usize,
    atoms: usize,
    tuples: u128,
    limit: u64,
) -> Box<Diagnostic> {
    let message =
        format!("`{name}` may have too many tuples: {tuples}, and the limit for all relations is {limit}");
    Box::new(
        Diagnostic::error("E0651", span, message)
            .note(format!(
                "its arity is {arity}, and the universe has {atoms} atoms"
            ))
            .help("use smaller scopes or a smaller arity, or raise the limit with --max-tuples N"),
    )
}

/// The formulas are too large.
pub(super) fn too_many_nodes(span: Span, limit: usize) -> Box<Diagnostic> {
    let message = format!(
        "the formulas of this command are too large: more than {limit} nodes after calls are expanded"
    );
    Box::new(
        Diagnostic::error("E0652", span, message)
            .label("the limit was reached here")
            .help("call fewer functions inside functions, lower --unrolls, or raise the limit with --max-nodes N"),
    )
}

/// The formulas are too deep.
pub(super) fn too_deep(span: Span, limit: u32) -> Box<Diagnostic> {
    let message =
        format!("formulas are nested too deeply: more than {limit} levels after calls are expanded");
    Box::new(
        Diagnostic::error("E0653", span, message).help("split the formula, or shorten the chain of calls"),
    )
}

/// A literal that an expression from outside mentions and the problem does not.
pub(super) fn no_such_string(span: Span, text: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("E0620", span, format!("the string {text:?} is no atom of this instance"))
            .label("asked for here")
            .note("the strings of an instance are those that the command mentions, and as many more as the scope of `String` asks for"),
    )
}

/// A function calls itself.
pub(super) fn recursion(span: Span, is_pred: bool, label: &str, declared: Span) -> Box<Diagnostic> {
    let word = if is_pred { "pred" } else { "fun" };
    Box::new(
        Diagnostic::error(
            "E0630",
            span,
            format!("{word} {label} cannot call itself recursively"),
        )
        .label("called again here, directly or through others")
        .also(declared, "declared here")
        .help("use a transitive closure, or allow a number of nested calls with --unrolls N"),
    )
}

/// A typed tree that is not as `typed` promises.
pub(super) fn ill_formed(span: Span, what: &str) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error("E0699", span, format!("internal error: {what}"))
            .note("this is a fault of the program, not of the specification"),
    )
}
