//! Facts in JSON: an object from relations to what is known of them.
//!
//! A list has tuples (or, of a set, values); an object with the keys `exact`, `lower`, `upper` or `table` has lists by their meaning; any
//! other object groups tuples by their first value; a bare value is the one that there is, or a size. An instance as `--format json`
//! writes it is data too: all its signatures and fields, exactly.

mod tree;

use relfind_lang::{diag::Diagnostic, source::FileId};

use crate::{Cell, Fact, Facts, Head, Relation, Value, malformed, unquoted};
use tree::{Json, Key, Node};

/// The keys of what is no grouping by first values.
const PARTS: [&str; 4] = ["exact", "lower", "upper", "table"];

/// Reads facts.
pub(crate) fn read(text: &str, file: FileId) -> Result<Facts, Box<Diagnostic>> {
    let root = tree::parse(text, file)?;
    let found = found(&root)?;
    match (is_document(&root) || is_instance(&root), found.into_iter().next()) {
        (false, _) => object(&root),
        (true, Some((first, of))) => instance(first, of),
        (true, None) => Err(malformed(root.span, "this document has no instance")
            .help(
                "write one with `relfind --format json`, or give facts as an object from relations to tuples",
            )
            .into()),
    }
}

/// The instances in a document as `--format json` writes it, in order; of an instance alone, it.
pub(crate) fn instances(text: &str, file: FileId) -> Result<Vec<Facts>, Box<Diagnostic>> {
    let root = tree::parse(text, file)?;
    if !is_document(&root) && !is_instance(&root) {
        return Err(malformed(
            root.span,
            "this is no instance: it has no `sigs` and `fields`",
        ));
    }
    let found = found(&root)?.into_iter();
    found.map(|(node, command)| instance(node, command)).collect()
}

fn is_document(root: &Node) -> bool {
    matches!(
        root.member("commands").map(|node| &node.json),
        Some(Json::List(_))
    ) && root.member("file").is_some()
}

fn is_instance(root: &Node) -> bool {
    let is_object = |key| matches!(root.member(key).map(|node| &node.json), Some(Json::Object(_)));
    is_object("sigs") && is_object("fields")
}

/// The instances in a document, each with its command if it has one.
fn found(root: &Node) -> Result<Vec<(&Node, Option<&Node>)>, Box<Diagnostic>> {
    if is_instance(root) {
        return Ok(vec![(root, None)]);
    }
    if !is_document(root) {
        return Ok(Vec::new());
    }
    let commands = root
        .member("commands")
        .map(items)
        .transpose()?
        .unwrap_or_default();
    let mut found = Vec::new();
    for command in commands {
        if let Some(list) = command.member("instances") {
            found.extend(items(list)?.iter().map(|node| (node, Some(command))));
        }
    }
    Ok(found)
}

/// What the entry of a command says of its instances.
fn head(command: &Node) -> Head {
    let number = |key| match command.member("scope")?.member(key)?.json {
        Json::Int(number) => u32::try_from(number).ok(),
        _ => None,
    };
    let label = command.member("label").and_then(|node| match &node.json {
        Json::Text(label) => Some(label.clone()),
        _ => None,
    });
    Head {
        command: label,
        bitwidth: number("bitwidth"),
        max_seq: number("max_seq"),
        ..Head::default()
    }
}

fn items(node: &Node) -> Result<&[Node], Box<Diagnostic>> {
    match &node.json {
        Json::List(items) => Ok(items),
        _ => Err(malformed(node.span, "a list is expected here")),
    }
}

fn members(node: &Node) -> Result<&[(Key, Node)], Box<Diagnostic>> {
    match &node.json {
        Json::Object(members) => Ok(members),
        _ => Err(malformed(
            node.span,
            "an object from relations to tuples is expected here",
        )),
    }
}

/// An instance: everything in it is exact.
fn instance(node: &Node, command: Option<&Node>) -> Result<Facts, Box<Diagnostic>> {
    let mut facts = Facts::default();
    facts.head = command.map(head).unwrap_or_default();
    for part in ["sigs", "fields"] {
        let Some(part) = node.member(part) else { continue };
        for (key, tuples) in members(part)? {
            facts.add(exact(key, tuples)?);
        }
    }
    if let Some(witnesses) = node.member("skolems") {
        let all = members(witnesses)?.iter().map(|(key, tuples)| exact(key, tuples));
        facts.head.witnesses = all.collect::<Result<_, _>>()?;
    }
    Ok(facts)
}

/// A relation of an instance.
fn exact(key: &Key, tuples: &Node) -> Result<Relation, Box<Diagnostic>> {
    let mut list = Vec::new();
    for item in items(tuples)? {
        tuple(&[], item, &mut list)?;
    }
    for cell in list.iter_mut().flat_map(|fact| &mut fact.cells) {
        if let Value::Text(text) = &mut cell.value {
            *text = unquoted(text).into();
        }
    }
    let mut relation = Relation::new(&key.text, key.span);
    relation.exact = Some(list);
    Ok(relation)
}

fn object(root: &Node) -> Result<Facts, Box<Diagnostic>> {
    let mut facts = Facts::default();
    for (key, node) in members(root)? {
        let mut relation = Relation::new(&key.text, key.span);
        fill(&mut relation, node)?;
        facts.add(relation);
    }
    Ok(facts)
}

fn fill(relation: &mut Relation, node: &Node) -> Result<(), Box<Diagnostic>> {
    match &node.json {
        Json::Int(number) => {
            relation.number = Some(Cell {
                value: Value::Int(*number),
                span: node.span,
            });
        }
        Json::Object(members)
            if !members.is_empty() && members.iter().all(|(k, _)| PARTS.contains(&k.text.as_str())) =>
        {
            for (key, node) in members {
                let list = match key.text.as_str() {
                    "lower" => &mut relation.lower,
                    "upper" => &mut relation.upper,
                    _ => &mut relation.exact,
                };
                let list = list.get_or_insert_default();
                if key.text == "table" {
                    let lines = items(node)?;
                    relation.lines = Some((lines.len() as u32, node.span));
                    table(&mut Vec::new(), node, list)?;
                } else {
                    group(&mut Vec::new(), node, list)?;
                }
            }
        }
        _ => group(&mut Vec::new(), node, relation.exact.get_or_insert_default())?,
    }
    Ok(())
}

/// Tuples, or objects that group them by their first values.
fn group(before: &mut Vec<Cell>, node: &Node, list: &mut Vec<Fact>) -> Result<(), Box<Diagnostic>> {
    match &node.json {
        Json::Object(members) => {
            for (key, node) in members {
                before.push(Cell {
                    value: key_value(&key.text),
                    span: key.span,
                });
                group(before, node, list)?;
                before.pop();
            }
            Ok(())
        }
        Json::List(items) => items.iter().try_for_each(|item| tuple(before, item, list)),
        _ => tuple(before, node, list),
    }
}

/// The key of a group: a number where it is written like one, since keys are always strings.
fn key_value(text: &str) -> Value {
    text.parse().map_or_else(|_| Value::Text(text.into()), Value::Int)
}

fn tuple(before: &[Cell], node: &Node, list: &mut Vec<Fact>) -> Result<(), Box<Diagnostic>> {
    let mut cells = before.to_vec();
    match &node.json {
        Json::List(items) => {
            for item in items {
                cells.push(cell(item)?);
            }
        }
        _ => cells.push(cell(node)?),
    }
    list.push(Fact {
        cells,
        span: node.span,
    });
    Ok(())
}

/// Nested lists whose places, counted from 0, are the first values. `null` is no tuple.
fn table(places: &mut Vec<Cell>, node: &Node, list: &mut Vec<Fact>) -> Result<(), Box<Diagnostic>> {
    match &node.json {
        Json::Null => Ok(()),
        Json::List(items) => {
            for (i, item) in items.iter().enumerate() {
                places.push(Cell {
                    value: Value::Int(i as i64),
                    span: item.span,
                });
                table(places, item, list)?;
                places.pop();
            }
            Ok(())
        }
        _ => tuple(places, node, list),
    }
}

fn cell(node: &Node) -> Result<Cell, Box<Diagnostic>> {
    let value = match &node.json {
        Json::Int(number) => Value::Int(*number),
        Json::Text(text) => Value::Text(text.as_str().into()),
        Json::Fraction => {
            return Err(malformed(
                node.span,
                "a number in a tuple is whole and has at most 18 digits",
            )
            .help("write a whole number, or the name of an atom in quotes")
            .into());
        }
        Json::Bool => {
            return Err(malformed(
                node.span,
                "`true` and `false` are no values of relations",
            ));
        }
        Json::Null => {
            return Err(malformed(node.span, "`null` is a value in tables only")
                .help("write `[]` where there are no tuples")
                .into());
        }
        Json::List(_) | Json::Object(_) => {
            return Err(
                malformed(node.span, "a tuple has values, not lists of them or objects")
                    .help("write a tuple as a list of numbers and names: `[\"ann\", \"bob\"]`")
                    .into(),
            );
        }
    };
    let span = node.span;
    Ok(Cell { value, span })
}
