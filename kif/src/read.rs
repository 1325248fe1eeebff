//! S-expressions with the lines they stand in.

use crate::KifError;

/// Deeper lists are refused.
const DEEPEST: usize = 100;

/// A word or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Word(String, usize),
    List(Vec<Node>, usize),
}

impl Node {
    pub(crate) fn line(&self) -> usize {
        match self {
            Node::Word(_, line) | Node::List(_, line) => *line,
        }
    }
}

/// Everything in a file; `;` begins a comment. Words are read without regard to case, as the language wants it.
pub(crate) fn read(text: &str) -> Result<Vec<Node>, KifError> {
    let mut open: Vec<(Vec<Node>, usize)> = vec![(Vec::new(), 1)];
    for (number, line) in text.lines().enumerate() {
        let number = number + 1;
        let line = line.split(';').next().unwrap_or("");
        for token in line.replace('(', " ( ").replace(')', " ) ").split_whitespace() {
            match token {
                "(" if open.len() > DEEPEST => {
                    return Err(KifError::new(
                        number,
                        format!("lists may be at most {DEEPEST} deep"),
                    ));
                }
                "(" => open.push((Vec::new(), number)),
                ")" => {
                    let list = open.pop();
                    match (list, open.last_mut()) {
                        (Some((items, start)), Some((around, _))) => around.push(Node::List(items, start)),
                        _ => return Err(KifError::new(number, "this `)` closes nothing")),
                    }
                }
                word => {
                    if let Some((items, _)) = open.last_mut() {
                        items.push(Node::Word(word.to_lowercase(), number));
                    }
                }
            }
        }
    }
    match (open.pop(), open.is_empty()) {
        (Some((items, _)), true) => Ok(items),
        (Some((_, line)), false) => Err(KifError::new(line, "this `(` is never closed")),
        (None, _) => Ok(Vec::new()),
    }
}
