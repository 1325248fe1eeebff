//! Which commands of a file are meant by `-c`.

use relfind::lang::typed::Command;

/// The indices of the commands that any of the patterns picks, in the file's order; all of them without a pattern.
///
/// A pattern is a number, a label, or a glob over labels, tried in this order.
pub(crate) fn select(commands: &[Command], patterns: &[String]) -> Result<Vec<usize>, String> {
    if patterns.is_empty() {
        return Ok((0..commands.len()).collect());
    }
    let mut picked = vec![false; commands.len()];
    for pattern in patterns {
        let found = matching(commands, pattern)?;
        if found.is_empty() {
            return Err(no_such_command(commands, pattern));
        }
        for index in found {
            picked[index] = true;
        }
    }
    Ok((0..commands.len()).filter(|&i| picked[i]).collect())
}

fn matching(commands: &[Command], pattern: &str) -> Result<Vec<usize>, String> {
    if let Ok(index) = pattern.parse::<usize>() {
        return Ok((index < commands.len()).then_some(index).into_iter().collect());
    }
    let labelled = |accepts: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..commands.len())
            .filter(|&i| accepts(&commands[i].label))
            .collect()
    };
    let exact = labelled(&|label| label == pattern);
    if !exact.is_empty() {
        return Ok(exact);
    }
    let glob = glob::Pattern::new(pattern).map_err(|e| format!("`{pattern}` is not a pattern: {e}"))?;
    Ok(labelled(&|label| glob.matches(label)))
}

fn no_such_command(commands: &[Command], pattern: &str) -> String {
    const SHOWN: usize = 12;
    let mut names: Vec<String> = commands
        .iter()
        .enumerate()
        .take(SHOWN)
        .map(|(i, c)| format!("{i} {}", c.label))
        .collect();
    if commands.len() > SHOWN {
        names.push(format!("and {} more", commands.len() - SHOWN));
    }
    format!(
        "no command is called `{pattern}`; the file has: {}",
        names.join(", ")
    )
}
