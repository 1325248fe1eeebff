//! Rules: heads and bodies of literals, with `or` multiplied out.

use std::fmt;

use crate::{KifError, read::Node};

/// More rules than this from one with `or` are refused.
const MOST_ALTERNATIVES: usize = 500;

/// A term.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Term {
    Var(String),
    /// A constant, or a function with arguments.
    App(String, Vec<Term>),
}

impl Term {
    pub(crate) fn variables<'a>(&'a self, into: &mut Vec<&'a str>) {
        match self {
            Term::Var(name) if !into.contains(&name.as_str()) => into.push(name),
            Term::Var(_) => {}
            Term::App(_, args) => args.iter().for_each(|arg| arg.variables(into)),
        }
    }

    pub(crate) fn is_ground(&self) -> bool {
        match self {
            Term::Var(_) => false,
            Term::App(_, args) => args.iter().all(Term::is_ground),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Var(name) => write!(f, "?{name}"),
            Term::App(name, args) if args.is_empty() => f.write_str(name),
            Term::App(name, args) => {
                write!(f, "({name}")?;
                for arg in args {
                    write!(f, " {arg}")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// An atomic sentence.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Atom {
    pub(crate) name: String,
    pub(crate) args: Vec<Term>,
}

/// A part of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Literal {
    Is(Atom),
    Not(Atom),
    Distinct(Term, Term),
    Same(Term, Term),
}

/// A rule or, without a body, a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) head: Atom,
    pub(crate) body: Vec<Literal>,
    pub(crate) line: usize,
}

/// A game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) role: String,
    pub(crate) rules: Vec<Rule>,
}

/// Reads the rules of a game.
pub(crate) fn program(nodes: &[Node]) -> Result<Program, KifError> {
    let mut program = Program::default();
    for node in nodes {
        match node {
            Node::List(items, line) if matches!(items.first(), Some(Node::Word(w, _)) if w == "<=") => {
                let head = items
                    .get(1)
                    .ok_or_else(|| KifError::new(*line, "a rule needs a head"))?;
                let head = atom(head)?;
                let mut bodies = vec![Vec::new()];
                for part in &items[2..] {
                    bodies = product(&bodies, &alternatives(part, true)?, *line)?;
                }
                program.rules.extend(bodies.into_iter().map(|body| Rule {
                    head: head.clone(),
                    body,
                    line: *line,
                }));
            }
            other => program.rules.push(Rule {
                head: atom(other)?,
                body: Vec::new(),
                line: other.line(),
            }),
        }
    }
    program.role = role(&program)?;
    Ok(program)
}

fn role(program: &Program) -> Result<String, KifError> {
    let mut roles = program.rules.iter().filter(|rule| rule.head.name == "role");
    let first = roles
        .next()
        .ok_or_else(|| KifError::new(1, "the game has no `(role ...)`"))?;
    if let Some(second) = roles.next() {
        return Err(KifError::new(
            second.line,
            "there is a second role; only games of one player can be imported",
        ));
    }
    match &first.head.args[..] {
        [Term::App(name, args)] if args.is_empty() && first.body.is_empty() => Ok(name.clone()),
        _ => Err(KifError::new(first.line, "a role is a constant: `(role robot)`")),
    }
}

type Bodies = Vec<Vec<Literal>>;

fn product(left: &Bodies, right: &Bodies, line: usize) -> Result<Bodies, KifError> {
    if left.len() * right.len() > MOST_ALTERNATIVES {
        return Err(KifError::new(
            line,
            format!("`or` makes more than {MOST_ALTERNATIVES} rules of this one"),
        ));
    }
    let pairs = left.iter().flat_map(|a| right.iter().map(move |b| (a, b)));
    Ok(pairs.map(|(a, b)| a.iter().chain(b).cloned().collect()).collect())
}

/// The alternatives of a part of a body; with negations pushed inwards.
fn alternatives(node: &Node, positive: bool) -> Result<Bodies, KifError> {
    let line = node.line();
    let Node::List(items, _) = node else {
        let atom = atom(node)?;
        return Ok(vec![vec![literal(atom, positive)]]);
    };
    let word = match items.first() {
        Some(Node::Word(word, _)) => word.as_str(),
        _ => return Err(KifError::new(line, "a sentence begins with a word")),
    };
    let rest = &items[1..];
    match word {
        "not" => match rest {
            [inner] => alternatives(inner, !positive),
            _ => Err(KifError::new(line, "`not` takes one sentence")),
        },
        "and" | "or" => {
            if (word == "and") == positive {
                rest.iter().try_fold(vec![Vec::new()], |bodies, part| {
                    product(&bodies, &alternatives(part, positive)?, line)
                })
            } else {
                let mut all = Vec::new();
                for part in rest {
                    all.extend(alternatives(part, positive)?);
                }
                if all.len() > MOST_ALTERNATIVES {
                    return Err(KifError::new(line, "there are too many alternatives"));
                }
                Ok(all)
            }
        }
        "distinct" => match rest {
            [a, b] => {
                let (a, b) = (term(a)?, term(b)?);
                let literal = if positive {
                    Literal::Distinct(a, b)
                } else {
                    Literal::Same(a, b)
                };
                Ok(vec![vec![literal]])
            }
            _ => Err(KifError::new(line, "`distinct` takes two terms")),
        },
        _ => Ok(vec![vec![literal(atom(node)?, positive)]]),
    }
}

fn literal(atom: Atom, positive: bool) -> Literal {
    if positive {
        Literal::Is(atom)
    } else {
        Literal::Not(atom)
    }
}

/// The words of the language with the number of their arguments.
const WORDS: [(&str, usize); 10] = [
    ("role", 1),
    ("init", 1),
    ("true", 1),
    ("next", 1),
    ("does", 2),
    ("legal", 2),
    ("goal", 2),
    ("terminal", 0),
    ("base", 1),
    ("input", 2),
];

fn atom(node: &Node) -> Result<Atom, KifError> {
    let (name, args) = match node {
        Node::Word(word, line) => (named(word, *line)?, Vec::new()),
        Node::List(items, line) => match items.split_first() {
            Some((Node::Word(word, _), rest)) => (
                named(word, *line)?,
                rest.iter().map(term).collect::<Result<_, _>>()?,
            ),
            _ => return Err(KifError::new(*line, "a sentence begins with a word")),
        },
    };
    let known = WORDS.iter().find(|(word, _)| *word == name);
    if let Some((_, arity)) = known.filter(|(_, arity)| *arity != args.len()) {
        let plural = if *arity == 1 { "" } else { "s" };
        return Err(KifError::new(
            node.line(),
            format!("`{name}` takes {arity} argument{plural}"),
        ));
    }
    let takes_term = ["init", "true", "next"].contains(&name.as_str());
    if takes_term && matches!(args.first(), Some(Term::Var(_))) {
        return Err(KifError::new(
            node.line(),
            format!("`{name}` of a variable is not supported: name the fact"),
        ));
    }
    Ok(Atom { name, args })
}

fn named(word: &str, line: usize) -> Result<String, KifError> {
    if ["not", "or", "and", "distinct", "<="].contains(&word) || word.starts_with('?') {
        return Err(KifError::new(line, format!("`{word}` is out of place here")));
    }
    Ok(word.to_owned())
}

fn term(node: &Node) -> Result<Term, KifError> {
    match node {
        Node::Word(word, _) => Ok(match word.strip_prefix('?') {
            Some(name) => Term::Var(name.to_owned()),
            None => Term::App(word.clone(), Vec::new()),
        }),
        Node::List(items, line) => match items.split_first() {
            Some((Node::Word(word, _), rest)) => Ok(Term::App(
                named(word, *line)?,
                rest.iter().map(term).collect::<Result<_, _>>()?,
            )),
            _ => Err(KifError::new(*line, "a term begins with the name of a function")),
        },
    }
}
