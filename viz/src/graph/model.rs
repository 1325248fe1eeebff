//! From an instance to nodes and edges.
//!
//! An atom is a node unless it is but a value: an integer, a string, a member of an enumeration from which no field leads on. Fields that lead to values are
//! lines in the node, `name = value`. Subset signatures and witnesses are words in the nodes that belong to them. All other fields are edges from their
//! first atom to their last, labelled with their name and the atoms between.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    AtomIx, AtomKind, Display, Field, Options, Sig, SigIx,
    colour::{AREAS, Colour, LINES},
    names::{Names, children},
    project::{project, without_ones},
    theme::{Role, Theme},
};

/// Witnesses of more tuples than this are left out.
const MOST_WITNESSES: usize = 12;
/// A node has at most so many lines of one field.
const MOST_LINES: usize = 8;
/// With more edges than this, names of fields stand in the legend only.
const MOST_LABELLED: usize = 40;

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) atom: AtomIx,
    pub(crate) title: String,
    /// The names of sets that it is in.
    pub(crate) sets: Vec<String>,
    /// Lines such as `age = 3`.
    pub(crate) attributes: Vec<String>,
    pub(crate) colour: Colour,
}

/// Edges between two nodes that are drawn as one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Edge {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// The field's name.
    pub(crate) name: String,
    /// What stands beside it; may be empty.
    pub(crate) label: String,
    pub(crate) colour: Colour,
    /// Whether it leads both ways.
    pub(crate) is_mutual: bool,
    /// Whether it is a witness, or the order of a signature.
    pub(crate) is_dashed: bool,
}

/// A graph to be drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Graph {
    /// What it is about, where it is one of several.
    pub(crate) title: Option<String>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) edges: Vec<Edge>,
    /// Sets of what is no node.
    pub(crate) captions: Vec<String>,
    /// The colours of signatures.
    pub(crate) areas: Vec<(String, Colour)>,
    /// The colours of fields.
    pub(crate) lines: Vec<(String, Colour)>,
    /// What was left out.
    pub(crate) hidden: Vec<String>,
}

/// The graph of an instance, or one for each frame, all with the same nodes.
pub(crate) fn graphs(display: &Display, theme: &Theme) -> Vec<Graph> {
    let options = Options::default();
    let display = &without_ones(display);
    let sig = theme.project.as_ref().and_then(|name| {
        let sigs = display
            .sigs
            .iter()
            .position(|sig| &sig.name == name || &sig.label == name);
        sigs.map(|ix| SigIx(ix as u32))
    });
    let Some(sig) = sig.filter(|&sig| !display.sig(sig).atoms.is_empty()) else {
        return vec![Builder::new(&Names::new(display, &options), theme).graph(None)];
    };
    let names = Names::new(display, &options);
    let frames = project(display, sig);
    frames
        .iter()
        .map(|frame| {
            let title = theme.label(names.atom(frame.atom)).to_owned();
            Builder::new(&Names::new(&frame.display, &options), theme).graph(Some(title))
        })
        .collect()
}

struct Builder<'a> {
    names: &'a Names<'a>,
    theme: &'a Theme,
    /// The node of each atom that is one.
    node_of: BTreeMap<AtomIx, usize>,
    graph: Graph,
}

impl<'a> Builder<'a> {
    fn new(names: &'a Names<'a>, theme: &'a Theme) -> Self {
        Self {
            names,
            theme,
            node_of: BTreeMap::new(),
            graph: Graph::default(),
        }
    }

    fn display(&self) -> &'a Display {
        self.names.display
    }

    fn graph(mut self, title: Option<String>) -> Graph {
        self.graph.title = title;
        self.nodes();
        self.sets();
        let fields: Vec<&Field> = self
            .names
            .fields()
            .filter(|f| !self.theme.hides_field(self.display(), f))
            .collect();
        let mut lines = Lines::default();
        for field in fields {
            self.field(field, &mut lines);
        }
        self.orders();
        self.witnesses(&mut lines);
        if self.graph.edges.len() > MOST_LABELLED {
            for edge in &mut self.graph.edges {
                if edge.label == edge.name {
                    edge.label.clear();
                }
            }
        }
        self.graph
    }

    fn nodes(&mut self) {
        let display = self.display();
        let sources: BTreeSet<AtomIx> = self
            .names
            .fields()
            .filter(|f| {
                !self.theme.hides_field(display, f) && self.theme.role(display, f) != Some(Role::Attribute)
            })
            .flat_map(|f| f.tuples.iter().filter_map(|tuple| tuple.first().copied()))
            .collect();
        let tops: Vec<(SigIx, &Sig)> = self
            .names
            .sigs()
            .filter(|(_, sig)| !sig.is_subset && !self.theme.hides_sig(sig))
            .collect();
        let mut ordered: Vec<(SigIx, &Sig, AtomIx)> = Vec::new();
        for (ix, sig) in &tops {
            if self.names.is_folded(sig) && !self.has_own_colour(sig) {
                continue;
            }
            let below: BTreeSet<AtomIx> = children(display, *ix)
                .filter(|(_, child)| !self.names.is_folded(child) || self.has_own_colour(child))
                .flat_map(|(_, child)| child.atoms.iter().copied())
                .collect();
            let is_value = sig.is_enum || is_divided(self.names, *ix);
            let is_source = sig.atoms.iter().any(|atom| sources.contains(atom));
            if is_value && !is_source {
                continue;
            }
            let own = sig.atoms.iter().filter(|atom| !below.contains(atom));
            ordered.extend(own.map(|&atom| (*ix, *sig, atom)));
        }
        let mut areas: BTreeMap<SigIx, Colour> = BTreeMap::new();
        for (ix, sig, atom) in ordered {
            if self.node_of.contains_key(&atom) || display.atom(atom).kind != AtomKind::Named {
                continue;
            }
            let next = AREAS[areas.len() % AREAS.len()];
            let colour = *areas
                .entry(ix)
                .or_insert_with(|| self.theme.sig_colour(sig).unwrap_or(next));
            let name = self.names.atom(atom);
            if !self.graph.areas.iter().any(|(_, c)| *c == colour) || self.theme.sig_colour(sig).is_none() {
                let entry = (self.theme.label(self.names.sig(ix)).to_owned(), colour);
                if !self.graph.areas.contains(&entry) {
                    self.graph.areas.push(entry);
                }
            }
            self.node_of.insert(atom, self.graph.nodes.len());
            self.graph.nodes.push(Node {
                atom,
                title: self.theme.label(name).to_owned(),
                sets: Vec::new(),
                attributes: Vec::new(),
                colour: self.theme.colour(name).unwrap_or(colour),
            });
        }
    }

    fn has_own_colour(&self, sig: &Sig) -> bool {
        self.theme.sig_colour(sig).is_some()
    }

    fn sets(&mut self) {
        let subsets = self
            .names
            .sigs()
            .filter(|(_, sig)| sig.is_subset && !self.theme.hides_sig(sig));
        let subsets: Vec<(&str, &[AtomIx], Option<Colour>)> = subsets
            .map(|(ix, sig)| (self.names.sig(ix), &sig.atoms[..], self.theme.sig_colour(sig)))
            .collect();
        for (name, atoms, colour) in subsets {
            self.set(name, atoms, colour);
        }
    }

    fn set(&mut self, name: &str, atoms: &[AtomIx], colour: Option<Colour>) {
        let name = self.theme.label(name).to_owned();
        let (inside, outside): (Vec<AtomIx>, Vec<AtomIx>) =
            atoms.iter().partition(|a| self.node_of.contains_key(a));
        for atom in inside {
            let node = &mut self.graph.nodes[self.node_of[&atom]];
            node.sets.push(name.clone());
            if let Some(colour) = colour {
                node.colour = colour;
            }
        }
        if let Some(colour) = colour {
            let entry = (name.clone(), colour);
            if !self.graph.areas.contains(&entry) {
                self.graph.areas.push(entry);
            }
        }
        if !outside.is_empty() {
            let names: Vec<&str> = outside
                .iter()
                .map(|&a| self.theme.label(self.names.atom(a)))
                .collect();
            self.graph.captions.push(format!("{name}: {}", names.join(", ")));
        }
    }

    fn field(&mut self, field: &Field, lines: &mut Lines) {
        let display = self.display();
        let as_attribute = self.theme.role(display, field) == Some(Role::Attribute);
        let mut edges = Edges::default();
        let mut attributes: BTreeMap<usize, Vec<&[AtomIx]>> = BTreeMap::new();
        let mut rest = 0;
        for tuple in &field.tuples {
            let (Some(first), Some(last)) = (tuple.first(), tuple.last()) else {
                continue;
            };
            match (self.node_of.get(first), self.node_of.get(last)) {
                (Some(&from), Some(&to)) if tuple.len() > 1 && !as_attribute => {
                    let between = tuple[1..tuple.len() - 1]
                        .iter()
                        .map(|&a| self.theme.label(self.names.atom(a)));
                    edges.add(from, to, between.collect::<Vec<_>>().join(" "));
                }
                (Some(&from), _) => attributes.entry(from).or_default().push(&tuple[1..]),
                _ => rest += 1,
            }
        }
        let name = self.theme.label(&field.name).to_owned();
        for (node, tuples) in attributes {
            let values = self.attribute(&name, &tuples);
            self.graph.nodes[node].attributes.extend(values);
        }
        if rest > 0 {
            self.graph.hidden.push(format!("{} ({rest} tuples)", field.name));
        }
        if edges.all.is_empty() {
            return;
        }
        let colour = lines.next(self.theme.field_colour(display, field));
        self.graph.lines.push((name.clone(), colour));
        self.graph.edges.extend(edges.drawn(&name, colour, false));
    }

    /// The lines of an attribute in a node.
    fn attribute(&self, name: &str, tuples: &[&[AtomIx]]) -> Vec<String> {
        let value = |tuple: &&[AtomIx]| {
            let names: Vec<&str> = tuple
                .iter()
                .map(|&a| self.theme.label(self.names.atom(a)))
                .collect();
            names.join("→")
        };
        let values: Vec<String> = tuples.iter().map(value).collect();
        if let [value] = &values[..] {
            return vec![format!("{name} = {value}")];
        }
        let mut lines = crate::layout::wrap(&values, 24);
        if lines.len() > MOST_LINES {
            lines.truncate(MOST_LINES - 1);
            lines.push(format!("… {} in all", values.len()));
        }
        if lines.len() == 1 {
            return vec![format!("{name}: {}", lines[0])];
        }
        [format!("{name}:")].into_iter().chain(lines).collect()
    }

    /// The orders of signatures as thin chains.
    fn orders(&mut self) {
        let ordered = self
            .names
            .sigs()
            .filter(|(_, sig)| sig.is_ordered && !sig.is_enum && !self.theme.hides_sig(sig));
        let chains: Vec<(String, Vec<usize>)> = ordered
            .map(|(_, sig)| {
                let nodes = sig
                    .atoms
                    .iter()
                    .filter_map(|atom| self.node_of.get(atom).copied());
                (format!("order of {}", sig.name), nodes.collect())
            })
            .collect();
        for (name, chain) in chains.into_iter().filter(|(_, chain)| chain.len() > 1) {
            let colour = Lines::grey();
            self.graph.lines.push((name.clone(), colour));
            for pair in chain.windows(2) {
                self.graph.edges.push(Edge {
                    from: pair[0],
                    to: pair[1],
                    name: name.clone(),
                    label: String::new(),
                    colour,
                    is_mutual: false,
                    is_dashed: true,
                });
            }
        }
    }

    fn witnesses(&mut self, lines: &mut Lines) {
        let display = self.display();
        let all: usize = display.skolems.iter().map(|s| s.tuples.len()).sum();
        if all > MOST_WITNESSES {
            self.graph.hidden.push(format!("witnesses ({all} tuples)"));
            return;
        }
        for skolem in &display.skolems {
            let arity = skolem.tuples.first().map_or(0, Vec::len);
            if arity == 1 {
                let atoms: Vec<AtomIx> = skolem.tuples.iter().flatten().copied().collect();
                self.set(&skolem.name, &atoms, None);
                continue;
            }
            let mut edges = Edges::default();
            for tuple in &skolem.tuples {
                if let [from, to] = tuple[..]
                    && let (Some(&from), Some(&to)) = (self.node_of.get(&from), self.node_of.get(&to))
                {
                    edges.add(from, to, String::new());
                }
            }
            if edges.all.len() < skolem.tuples.len() {
                self.graph
                    .hidden
                    .push(format!("{} ({} tuples)", skolem.name, skolem.tuples.len()));
            } else if !edges.all.is_empty() {
                let colour = lines.next(None);
                self.graph.lines.push((skolem.name.clone(), colour));
                self.graph.edges.extend(edges.drawn(&skolem.name, colour, true));
            }
        }
    }
}

/// Whether the atoms of a signature are all those of `one` signatures that extend it.
fn is_divided(names: &Names, ix: SigIx) -> bool {
    let sig = names.display.sig(ix);
    let has_name =
        |atom: &AtomIx| children(names.display, ix).any(|(_, c)| c.is_one && c.atoms.contains(atom));
    sig.atoms.len() > 1 && sig.atoms.iter().all(has_name)
}

/// The colours of lines that have been used.
#[derive(Default)]
struct Lines(usize);

impl Lines {
    fn next(&mut self, wanted: Option<Colour>) -> Colour {
        wanted.unwrap_or_else(|| {
            self.0 += 1;
            LINES[(self.0 - 1) % (LINES.len() - 1)]
        })
    }

    fn grey() -> Colour {
        LINES[LINES.len() - 1]
    }
}

/// The tuples of one field, gathered by their ends in the order in which they come.
#[derive(Default)]
struct Edges {
    all: BTreeMap<(usize, usize), Vec<String>>,
}

impl Edges {
    fn add(&mut self, from: usize, to: usize, between: String) {
        let labels = self.all.entry((from, to)).or_default();
        if !between.is_empty() {
            labels.push(between);
        }
    }

    /// One edge for all tuples between two nodes; one that leads both ways where the way back says the same.
    fn drawn(&self, name: &str, colour: Colour, is_dashed: bool) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (&(from, to), between) in &self.all {
            let is_mutual = from != to && self.all.get(&(to, from)) == Some(between);
            if is_mutual && to < from {
                continue;
            }
            let label = if between.is_empty() {
                name.to_owned()
            } else {
                format!("{name} [{}]", between.join(", "))
            };
            edges.push(Edge {
                from,
                to,
                name: name.to_owned(),
                label,
                colour,
                is_mutual,
                is_dashed,
            });
        }
        edges
    }
}
