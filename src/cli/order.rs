//! Which instances are shown, and in which order: what the flags of [`OrderArgs`] ask for, and what does not go together.

use std::sync::Arc;

use relfind::{Order, RunOptions, Session, lang::diag::Diagnostic};

use super::{
    args::{OrderArgs, RunArgs},
    desk::Desk,
};

/// The flags that ask for an order.
fn orders(args: &OrderArgs) -> Vec<&'static str> {
    let given = [
        (args.smallest, "--smallest"),
        (args.minimal, "--minimal"),
        (args.like.is_some(), "--like"),
        (args.seed.is_some(), "--seed"),
    ];
    given
        .iter()
        .filter(|(is_given, _)| *is_given)
        .map(|(_, flag)| *flag)
        .collect()
}

/// Whether an order is asked for that has to be proved.
pub(super) fn is_wanted(args: &OrderArgs) -> bool {
    args.smallest || args.minimal || args.like.is_some()
}

/// What an instance is as long as its place in the order is not proved.
pub(super) fn so_far(args: &OrderArgs) -> &'static str {
    if args.smallest {
        "the smallest so far"
    } else if args.minimal {
        "perhaps not minimal"
    } else {
        "the nearest so far"
    }
}

/// Refuses flags that do not go together, with what would.
pub(super) fn check(args: &RunArgs) -> Result<(), String> {
    let order = &args.order;
    let orders = orders(order);
    if let [first, second, ..] = orders[..] {
        return Err(format!(
            "{first} and {second} ask for two orders of instances: give one of them"
        ));
    }
    if let (Some(first), true) = (orders.first(), args.count) {
        return Err(format!(
            "--count counts all instances, in whatever order: leave out {first}, or list them with --enumerate all in place of --count"
        ));
    }
    if order.by_witness && !order.distinct_on.is_empty() {
        return Err("--by-witness tells instances apart by all there is, --distinct-on by some expressions only: give one of them".into());
    }
    if order.minimal && !order.distinct_on.is_empty() {
        return Err("--minimal is about whole instances, --distinct-on about some expressions: leave out one of them, or give --smallest in place of --minimal".into());
    }
    if order.minimal && order.by_witness {
        return Err("--minimal shows each instance once, --by-witness once for each choice of witnesses: leave out one of them, or give --smallest in place of --minimal".into());
    }
    let apart = [
        (order.by_witness, "--by-witness"),
        (!order.distinct_on.is_empty(), "--distinct-on"),
    ];
    if let (true, Some((_, flag))) = (
        args.folder.continue_,
        apart.iter().find(|(is_given, _)| *is_given),
    ) {
        return Err(format!(
            "--continue leaves out the instances that the folder has, whatever {flag} says: write to a new folder instead"
        ));
    }
    Ok(())
}

/// Reads what the flags name.
pub(super) fn read(
    args: &OrderArgs,
    session: &mut Session,
    options: &mut RunOptions,
    desk: Desk<'_>,
) -> Result<(), Vec<Diagnostic>> {
    options.by_witness = args.by_witness;
    for text in args.distinct_on.iter().flat_map(|text| split(text)) {
        let (expression, warnings) = session.read_expression(text)?;
        if !desk.quiet && !desk.json {
            desk.output.diagnostics(&warnings, session.sources());
        }
        options.distinct_on.push(expression);
    }
    if args.smallest {
        options.order = Order::Smallest;
    } else if args.minimal {
        options.order = Order::Minimal;
    } else if let Some(seed) = args.seed {
        options.order = Order::Seeded(seed);
    } else if let Some(path) = &args.like {
        let mut instances = session.open_instances(path).map_err(|error| vec![*error])?;
        if instances.is_empty() {
            let message = format!("there is no instance in {}", path.display());
            let severity = relfind::lang::diag::Severity::Error;
            return Err(vec![Diagnostic::new("E0001", severity, None, message)]);
        }
        options.order = Order::Like {
            instance: Arc::new(instances.swap_remove(0)),
            distance: args.distance,
        };
    }
    Ok(())
}

/// Expressions between commas that stand in no brackets and no strings.
fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut depth, mut in_string, mut escaped) = (0, 0u32, false, false);
    for (at, c) in text.char_indices() {
        if in_string {
            in_string = escaped || c != '"';
            escaped = c == '\\' && !escaped;
            continue;
        }
        match c {
            '"' => in_string = true,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn commas_in_brackets_belong_to_expressions() {
        assert_eq!(split("a, f[b, c],d"), ["a", " f[b, c]", "d"]);
        assert_eq!(
            split(r#"{ x, y: A | x != y },"a,\"b,""#),
            ["{ x, y: A | x != y }", r#""a,\"b,""#]
        );
    }
}
