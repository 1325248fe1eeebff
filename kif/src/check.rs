//! What a game must satisfy: rules are safe, negation is stratified (Apt, Blair and Walker, "Towards a Theory of Declarative Knowledge", 1988). On the way,
//! which predicates depend on the state, and which on themselves.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    KifError,
    rules::{Literal, Program, Rule, Term},
};

/// What is known of predicates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Analysis {
    /// Those that depend on the state or the move.
    pub(crate) dynamic: BTreeSet<String>,
    /// For each recursive one those that it depends on and that depend on it.
    pub(crate) cycles: BTreeMap<String, BTreeSet<String>>,
    /// All predicates that rules define, each after those that it depends on, cycles apart.
    pub(crate) order: Vec<String>,
}

/// Checks a game.
pub(crate) fn check(program: &Program) -> Result<Analysis, KifError> {
    let mut arities: BTreeMap<&str, usize> = BTreeMap::new();
    functions(program)?;
    for rule in &program.rules {
        safe(rule)?;
        roles(rule, &program.role)?;
        for atom in atoms(rule) {
            let arity = *arities.entry(&atom.name).or_insert(atom.args.len());
            if arity != atom.args.len() {
                let message = format!(
                    "`{}` has {} arguments here and {arity} elsewhere",
                    atom.name,
                    atom.args.len()
                );
                return Err(KifError::new(rule.line, message));
            }
        }
        if ["true", "does"].contains(&rule.head.name.as_str()) {
            let message = format!(
                "no rule may have the head `{}`: write `next` or `legal`",
                rule.head.name
            );
            return Err(KifError::new(rule.line, message));
        }
    }
    for needed in ["init", "legal", "next", "terminal", "goal"] {
        if !program.rules.iter().any(|rule| rule.head.name == needed) {
            return Err(KifError::new(1, format!("the game has no rule for `{needed}`")));
        }
    }
    let heads: BTreeSet<&str> = program.rules.iter().map(|rule| rule.head.name.as_str()).collect();
    for rule in &program.rules {
        for atom in atoms(rule).skip(1) {
            let is_known =
                heads.contains(atom.name.as_str()) || ["true", "does"].contains(&atom.name.as_str());
            if !is_known {
                return Err(KifError::new(
                    rule.line,
                    format!("no rule or fact says anything about `{}`", atom.name),
                ));
            }
        }
    }
    let reach = reach(program);
    stratified(program, &reach)?;
    let mut analysis = Analysis::default();
    for name in &heads {
        let below = &reach[*name];
        if below.contains("true") || below.contains("does") {
            analysis.dynamic.insert((*name).to_owned());
        }
        if below.contains(*name) {
            let cycle = below
                .iter()
                .filter(|other| reach.get(*other).is_some_and(|r| r.contains(*name)));
            analysis
                .cycles
                .insert((*name).to_owned(), cycle.cloned().collect());
        }
    }
    for rule in &program.rules {
        if rule.head.name == "init" && analysis.dynamic.contains("init") {
            return Err(KifError::new(
                rule.line,
                "`init` cannot depend on the state or on a move",
            ));
        }
    }
    for name in ["legal", "terminal", "goal"] {
        if reach.get(name).is_some_and(|below| below.contains("does")) {
            let rule = program.rules.iter().find(|rule| rule.head.name == name);
            let line = rule.map_or(1, |rule| rule.line);
            return Err(KifError::new(
                line,
                format!("`{name}` cannot depend on the move that is made"),
            ));
        }
    }
    let mut order: Vec<&str> = heads.into_iter().collect();
    // What depends on more comes later; on a cycle all depend on the same.
    order.sort_by_key(|name| (reach[*name].len(), !analysis.cycles.contains_key(*name)));
    analysis.order = order.into_iter().map(str::to_owned).collect();
    Ok(analysis)
}

fn atoms(rule: &Rule) -> impl Iterator<Item = &crate::rules::Atom> {
    let body = rule.body.iter().filter_map(|literal| match literal {
        Literal::Is(atom) | Literal::Not(atom) => Some(atom),
        _ => None,
    });
    std::iter::once(&rule.head).chain(body)
}

/// A function takes the same number of arguments everywhere, and is no constant.
fn functions(program: &Program) -> Result<(), KifError> {
    fn visit<'a>(
        term: &'a Term,
        line: usize,
        arities: &mut BTreeMap<&'a str, (usize, usize)>,
    ) -> Result<(), KifError> {
        let Term::App(name, args) = term else {
            return Ok(());
        };
        let &mut (arity, elsewhere) = arities.entry(name).or_insert((args.len(), line));
        if arity != args.len() {
            let number = |n: usize| match n {
                0 => "is a constant".to_owned(),
                1 => "has 1 argument".to_owned(),
                n => format!("has {n} arguments"),
            };
            let message = format!(
                "`{name}` {} here, and {} in line {elsewhere}",
                number(args.len()),
                number(arity)
            );
            return Err(KifError::new(line, message));
        }
        args.iter().try_for_each(|arg| visit(arg, line, arities))
    }
    let mut arities = BTreeMap::new();
    for rule in &program.rules {
        let compared = rule.body.iter().flat_map(|literal| match literal {
            Literal::Distinct(a, b) | Literal::Same(a, b) => vec![a, b],
            _ => Vec::new(),
        });
        let terms = atoms(rule).flat_map(|atom| &atom.args).chain(compared);
        for term in terms {
            visit(term, rule.line, &mut arities)?;
        }
    }
    Ok(())
}

/// Nobody but the player moves.
fn roles(rule: &Rule, role: &str) -> Result<(), KifError> {
    for atom in atoms(rule) {
        if ["does", "legal", "goal", "input"].contains(&atom.name.as_str())
            && let Some(Term::App(name, _)) = atom.args.first()
            && name != role
        {
            let message = format!("there is no role `{name}`; the player is `{role}`");
            return Err(KifError::new(rule.line, message));
        }
    }
    Ok(())
}

/// Every variable must occur in a positive sentence of the body.
fn safe(rule: &Rule) -> Result<(), KifError> {
    let mut bound = Vec::new();
    for literal in &rule.body {
        if let Literal::Is(atom) = literal {
            atom.args.iter().for_each(|arg| arg.variables(&mut bound));
        }
    }
    let check = |terms: &[&Term], place: &str| {
        let mut used = Vec::new();
        for term in terms {
            term.variables(&mut used);
        }
        match used.into_iter().find(|name| !bound.contains(name)) {
            Some(name) => Err(KifError::new(
                rule.line,
                format!(
                    "the variable `?{name}` in {place} occurs in no positive sentence of the rule's body, so nothing says what it ranges over"
                ),
            )),
            None => Ok(()),
        }
    };
    check(&rule.head.args.iter().collect::<Vec<_>>(), "the head")?;
    for literal in &rule.body {
        match literal {
            Literal::Is(_) => {}
            Literal::Not(atom) => check(&atom.args.iter().collect::<Vec<_>>(), "`not`")?,
            Literal::Distinct(a, b) | Literal::Same(a, b) => check(&[a, b], "`distinct`")?,
        }
    }
    Ok(())
}

/// What each predicate depends on, however indirectly.
fn reach(program: &Program) -> BTreeMap<String, BTreeSet<String>> {
    let mut reach: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for rule in &program.rules {
        let below = reach.entry(rule.head.name.clone()).or_default();
        below.extend(atoms(rule).skip(1).map(|atom| atom.name.clone()));
    }
    loop {
        let mut is_changed = false;
        let names: Vec<String> = reach.keys().cloned().collect();
        for name in names {
            let direct = reach[&name].clone();
            let further: BTreeSet<String> = direct
                .iter()
                .filter_map(|n| reach.get(n))
                .flatten()
                .cloned()
                .collect();
            if let Some(below) = reach.get_mut(&name) {
                let before = below.len();
                below.extend(further);
                is_changed |= below.len() > before;
            }
        }
        if !is_changed {
            return reach;
        }
    }
}

fn stratified(program: &Program, reach: &BTreeMap<String, BTreeSet<String>>) -> Result<(), KifError> {
    for rule in &program.rules {
        for literal in &rule.body {
            if let Literal::Not(atom) = literal
                && (atom.name == rule.head.name
                    || reach
                        .get(&atom.name)
                        .is_some_and(|below| below.contains(&rule.head.name)))
            {
                return Err(KifError::new(
                    rule.line,
                    format!(
                        "the rules are not stratified: `{}` depends on `not {}`, which depends on it in turn",
                        rule.head.name, atom.name
                    ),
                ));
            }
        }
    }
    Ok(())
}
