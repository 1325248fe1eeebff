//! Trees: one node an atom, its fields below.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    AtomIx, Display, Options, Sig, SigIx,
    names::{Names, by_first, children},
};

/// A node and what is below it.
struct Node {
    text: String,
    below: Vec<Node>,
}

/// The fields of each atom, as nodes.
type Fields = BTreeMap<AtomIx, Vec<String>>;

/// The instance as a tree: the signatures, below each its atoms, below these their fields. An atom stands below the most specific signature
/// that it belongs to, with inherited fields; subset signatures list their atoms only.
pub fn tree(display: &Display, options: &Options) -> String {
    let names = Names::new(display, options);
    let fields = fields(&names);
    let mut roots = Vec::new();
    for (ix, sig) in names.sigs() {
        if names.is_folded(sig) {
            continue;
        }
        if sig.is_subset || sig.is_enum && !sig.atoms.iter().any(|atom| fields.contains_key(atom)) {
            let atoms: Vec<&str> = sig.atoms.iter().map(|&atom| names.atom(atom)).collect();
            roots.push(leaf(format!("{}: {}", names.sig(ix), atoms.join(", "))));
        } else {
            roots.extend(sig_node(&names, ix, sig, &fields));
        }
    }
    for skolem in &display.skolems {
        let tuples: Vec<String> = skolem.tuples.iter().map(|tuple| names.tuple(tuple)).collect();
        roots.push(leaf(format!("{}: {}", skolem.name, tuples.join(", "))));
    }
    let mut out = String::new();
    for root in &roots {
        out.push_str(&root.text);
        out.push('\n');
        draw(&root.below, "", options.ascii, &mut out);
    }
    out
}

fn leaf(text: String) -> Node {
    let below = Vec::new();
    Node { text, below }
}

/// A signature with the atoms that belong to none of its children; nothing where its children have all of them.
fn sig_node(names: &Names, ix: SigIx, sig: &Sig, fields: &Fields) -> Option<Node> {
    let children = children(names.display, ix).filter(|(_, child)| !names.is_folded(child));
    let of_children: BTreeSet<AtomIx> = children
        .flat_map(|(_, child)| child.atoms.iter().copied())
        .collect();
    let own: Vec<AtomIx> = sig
        .atoms
        .iter()
        .copied()
        .filter(|atom| !of_children.contains(atom))
        .collect();
    if own.is_empty() && !sig.atoms.is_empty() {
        return None;
    }
    let parents = sig.parents.iter().filter(|&&p| !names.display.sig(p).is_builtin);
    let parents: Vec<&str> = parents.map(|&p| names.sig(p)).collect();
    let mut text = names.sig(ix).to_owned();
    if !parents.is_empty() {
        text = format!("{text} extends {}", parents.join(" + "));
    }
    if own.is_empty() {
        text.push_str(": none");
    }
    let below = own.into_iter().map(|atom| Node {
        text: names.atom(atom).to_owned(),
        below: fields
            .get(&atom)
            .into_iter()
            .flatten()
            .cloned()
            .map(leaf)
            .collect(),
    });
    Some(Node {
        text,
        below: below.collect(),
    })
}

fn fields(names: &Names) -> Fields {
    let mut fields = Fields::new();
    for field in names.fields() {
        for (atom, tuples) in by_first(field) {
            let values: Vec<String> = tuples.into_iter().map(|tuple| names.tuple(tuple)).collect();
            let line = format!("{}: {}", field.name, values.join(", "));
            fields.entry(atom).or_default().push(line);
        }
    }
    fields
}

fn draw(nodes: &[Node], indent: &str, ascii: bool, out: &mut String) {
    let [branch, end, along] = if ascii {
        ["|- ", "`- ", "|  "]
    } else {
        ["├─ ", "└─ ", "│  "]
    };
    for (i, node) in nodes.iter().enumerate() {
        let is_last = i + 1 == nodes.len();
        let (corner, below) = if is_last { (end, "   ") } else { (branch, along) };
        out.extend([indent, corner, &node.text, "\n"]);
        draw(&node.below, &format!("{indent}{below}"), ascii, out);
    }
}
