//! `relfind explain`: the long text of a diagnostic's code.

use std::fmt::Write as _;

use clap::Args;
use relfind::lang::explain::{self, Explanation};

use super::{AS_WANTED, BAD_INPUT, args::Color, output::Output};

/// The arguments of `explain`.
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// A code such as E0301; without one, all codes are listed.
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
    /// When to use colours.
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

/// Prints the text of a code, or all codes; the exit status.
pub(crate) fn explain(args: &ExplainArgs) -> u8 {
    let output = Output::new(args.color);
    let Some(code) = &args.code else {
        output.print(&list(explain::ALL));
        return AS_WANTED;
    };
    if let Some(found) = explain::explain(code) {
        output.print(&text(&found, output));
        return AS_WANTED;
    }
    output.error(&format!("there is no code `{code}`"));
    let near = explain::near(code);
    let near = if near.is_empty() {
        "`relfind explain` lists all of them\n".to_owned()
    } else {
        format!("these are near:\n{}", list(&near))
    };
    Output::hint(&near);
    BAD_INPUT
}

/// A line for each code: the code and what it is about.
fn list(explanations: &[Explanation]) -> String {
    let mut text = String::new();
    for explanation in explanations {
        let _ = writeln!(text, "{}  {}", explanation.code, explanation.title());
    }
    text
}

/// The Markdown as it reads well on a terminal: the heading stands out, examples are indented, and what is an example of what is said in words.
fn text(explanation: &Explanation, output: Output) -> String {
    let mut text = String::new();
    let mut in_example = false;
    for (number, line) in explanation.text.lines().enumerate() {
        if number == 0 {
            let _ = writeln!(text, "{}", output.strong(line.trim_start_matches("# ")));
        } else if let Some(info) = line.strip_prefix("```") {
            if !in_example {
                let _ = writeln!(text, "    {}", heading(info));
            }
            in_example = !in_example;
        } else if in_example {
            let _ = writeln!(text, "    | {line}");
        } else {
            let _ = writeln!(text, "{line}");
        }
    }
    text
}

/// What an example is, from the words behind its fence: `alloy fails --max-atoms 20`, `alloy file=colors.als`.
fn heading(info: &str) -> String {
    let words = info.trim_start_matches("alloy").trim();
    if let Some(file) = words.strip_prefix("file=") {
        return format!("with the file {file}:");
    }
    let (kind, flags) = words.split_once(' ').unwrap_or((words, ""));
    let kind = if kind == "fails" {
        "this is reported"
    } else {
        "this is not"
    };
    if flags.is_empty() {
        format!("{kind}:")
    } else {
        format!("{kind}, with {flags}:")
    }
}
