//! The graph view in DOT, the language of Graphviz.

use std::fmt::Write as _;

use crate::{
    Display, Theme,
    graph::{Edge, Graph, Node, graphs},
};

/// The instance as a graph for Graphviz: `dot -Tpdf` and others make pictures of it. Nodes, edges and colours are those of [`crate::svg()`]'s graphs; of a
/// theme's frames each is a cluster.
pub fn dot(display: &Display, theme: &Theme) -> String {
    let graphs = graphs(display, theme);
    let mut out = String::from("digraph instance {\n");
    out += "  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=14];\n";
    out += "  edge [fontname=\"Helvetica\", fontsize=12];\n";
    if let Some(title) = &theme.title {
        let _ = writeln!(out, "  label={};\n  labelloc=t;", quote(title));
    }
    if let [graph] = &graphs[..]
        && graph.title.is_none()
    {
        body(&mut out, graph, "n", "  ");
    } else {
        for (i, graph) in graphs.iter().enumerate() {
            let _ = writeln!(out, "  subgraph cluster_{i} {{");
            let title = graph.title.iter().chain(&graph.captions);
            let title: Vec<&str> = title.map(String::as_str).collect();
            let _ = writeln!(out, "    label={};", quote(&title.join("\n")));
            body(&mut out, graph, &format!("f{i}_"), "    ");
            out += "  }\n";
        }
    }
    out += "}\n";
    out
}

fn body(out: &mut String, graph: &Graph, prefix: &str, indent: &str) {
    for (i, node) in graph.nodes.iter().enumerate() {
        let fill = node.colour;
        let ink = fill.text_on();
        let label = quote(&label(node));
        let _ = writeln!(
            out,
            "{indent}{prefix}{i} [label={label}, fillcolor=\"{fill}\", fontcolor=\"{ink}\"];"
        );
    }
    for edge in &graph.edges {
        let Edge { from, to, colour, .. } = edge;
        let mut attributes = format!("color=\"{colour}\", fontcolor=\"{colour}\"");
        if !edge.label.is_empty() {
            let _ = write!(attributes, ", label={}", quote(&edge.label));
        }
        if edge.is_mutual {
            attributes += ", dir=both";
        }
        if edge.is_dashed {
            attributes += ", style=dashed";
        }
        let _ = writeln!(out, "{indent}{prefix}{from} -> {prefix}{to} [{attributes}];");
    }
}

fn label(node: &Node) -> String {
    let mut lines = vec![node.title.clone()];
    if !node.sets.is_empty() {
        lines.push(node.sets.join(", "));
    }
    lines.extend(node.attributes.iter().cloned());
    lines.join("\n")
}

/// A quoted string, in which Graphviz knows backslashes and quotes as escapes.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out += "\\\"",
            '\\' => out += "\\\\",
            '\n' => out += "\\n",
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
