//! Instances as Alloy's XML, which Alloy's own reader and visualizers for Alloy open.

use std::collections::BTreeSet;

use crate::{AtomIx, AtomKind, Display, SigIx};

/// What the XML says beside the instance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct XmlHead {
    /// The width of integers in bits.
    pub bitwidth: u32,
    /// The longest sequence.
    pub max_seq: u32,
    /// The command, in Alloy's words: `Run show for 3`.
    pub command: String,
    /// The name of the root file.
    pub file: String,
    /// The files, each with its text.
    pub sources: Vec<(String, String)>,
    /// Functions without parameters, which Alloy writes beside the witnesses.
    pub functions: Vec<XmlFunction>,
}

/// The value of a function without parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct XmlFunction {
    /// Its name with that of its module: `this/f`.
    pub label: String,
    /// Whether it is private.
    pub is_private: bool,
    /// Its type: products of signatures.
    pub types: Vec<Vec<SigIx>>,
    /// Its value.
    pub tuples: Vec<Vec<AtomIx>>,
}

/// The instance in Alloy's XML. A signature lists its atoms without those of its children; types say in which signatures columns lie.
pub fn xml(display: &Display, head: &XmlHead) -> String {
    let mut out = String::from("<alloy builddate=\"\">\n\n");
    out += &format!(
        "<instance bitwidth=\"{}\" maxseq=\"{}\" mintrace=\"-1\" maxtrace=\"-1\" command=\"{}\" filename=\"{}\" tracelength=\"1\" looplength=\"1\">\n",
        head.bitwidth,
        head.max_seq,
        escaped(&head.command),
        escaped(&head.file)
    );
    let writer = Writer { display };
    for i in 0..display.sigs.len() {
        if display.sigs[i].label != "none" {
            out += &writer.sig(i);
        }
    }
    for (i, skolem) in display.skolems.iter().enumerate() {
        let types = writer.types_of(&skolem.tuples);
        if types.is_empty() {
            continue;
        }
        out += &format!("\n<skolem label=\"{}\" ID=\"m{i}\">\n", escaped(&skolem.name));
        out += &writer.tuples(&skolem.tuples);
        out += &types;
        out += "</skolem>\n";
    }
    let functions = head.functions.iter().filter(|f| !writer.is_nowhere(&f.types));
    for (i, function) in (display.skolems.len()..).zip(functions) {
        let words = attributes(&[(function.is_private, "private")]);
        let label = escaped(&function.label);
        out += &format!("\n<skolem label=\"${label}\" ID=\"m{i}\"{words}>\n");
        out += &writer.tuples(&function.tuples);
        out.extend(function.types.iter().map(|product| types(product)));
        out += "</skolem>\n";
    }
    out += "\n</instance>\n\n";
    for (name, text) in &head.sources {
        out += &format!(
            "<source filename=\"{}\" content=\"{}\"></source>\n",
            escaped(name),
            escaped(text)
        );
    }
    out + "\n</alloy>\n"
}

struct Writer<'a> {
    display: &'a Display,
}

impl Writer<'_> {
    /// A signature and its fields.
    fn sig(&self, ix: usize) -> String {
        let sig = &self.display.sigs[ix];
        let univ = self.named("univ");
        let mut out = format!("\n<sig label=\"{}\" ID=\"{ix}\"", escaped(&sig.label));
        let parent = match (sig.label.as_str(), sig.is_subset) {
            ("univ", _) | (_, true) => None,
            ("seq/Int", _) => Some(self.named("Int")),
            _ => Some(sig.parents.first().map_or(univ, |p| p.0 as usize)),
        };
        if let Some(parent) = parent {
            out += &format!(" parentID=\"{parent}\"");
        }
        let words = [
            (sig.is_builtin, "builtin"),
            (sig.marks.is_abstract, "abstract"),
            (sig.is_one, "one"),
            (sig.marks.is_lone, "lone"),
            (sig.marks.is_some, "some"),
            (sig.is_private, "private"),
            (sig.marks.is_meta, "meta"),
            (sig.marks.is_exact, "exact"),
            (sig.is_enum, "enum"),
            (sig.marks.is_var, "var"),
        ];
        out += &attributes(&words);
        out += ">\n";
        if !matches!(sig.label.as_str(), "univ" | "Int" | "seq/Int") {
            let children = self
                .display
                .sigs
                .iter()
                .filter(|s| !s.is_subset && s.parents.first() == Some(&SigIx(ix as u32)));
            let inherited: BTreeSet<u32> = children.flat_map(|s| s.atoms.iter().map(|a| a.0)).collect();
            for atom in sig
                .atoms
                .iter()
                .filter(|a| sig.is_subset || !inherited.contains(&a.0))
            {
                out += &format!("   <atom label=\"{}\"/>\n", escaped(&self.name(*atom)));
            }
        }
        if sig.is_subset {
            for parent in &sig.parents {
                out += &format!("   <type ID=\"{}\"/>\n", parent.0);
            }
        }
        out += "</sig>\n";
        for (i, field) in self.display.fields.iter().enumerate() {
            if field.sig.0 as usize != ix || self.is_nowhere(&field.types) {
                continue;
            }
            let id = self.display.sigs.len() + i;
            let words = attributes(&[
                (field.is_private, "private"),
                (field.marks.is_meta, "meta"),
                (field.marks.is_var, "var"),
            ]);
            out += &format!(
                "\n<field label=\"{}\" ID=\"{id}\" parentID=\"{ix}\"{words}>\n",
                escaped(&field.name)
            );
            out += &self.tuples(&field.tuples);
            for product in &field.types {
                out += &types(product);
            }
            out += "</field>\n";
        }
        out
    }

    fn named(&self, label: &str) -> usize {
        self.display
            .sigs
            .iter()
            .position(|s| s.label == label)
            .unwrap_or(0)
    }

    /// Whether a type has no tuple, which the format has no words for.
    fn is_nowhere(&self, types: &[Vec<SigIx>]) -> bool {
        let none = self.named("none");
        types
            .iter()
            .all(|product| product.iter().any(|s| s.0 as usize == none && none != 0))
    }

    fn tuples(&self, tuples: &[Vec<AtomIx>]) -> String {
        let tuple = |tuple: &Vec<AtomIx>| {
            let mut line = String::from("   <tuple>");
            for &atom in tuple {
                line += &format!(" <atom label=\"{}\"/>", escaped(&self.name(atom)));
            }
            line + " </tuple>\n"
        };
        tuples.iter().map(tuple).collect()
    }

    /// The name of an atom; strings are in quotes, but have no other signs than their own.
    fn name(&self, atom: AtomIx) -> String {
        let atom = self.display.atom(atom);
        match atom.kind {
            AtomKind::Str => format!("\"{}\"", atom.text()),
            AtomKind::Named | AtomKind::Int(_) => atom.name.clone(),
        }
    }

    /// Types that hold some tuples: products of topmost signatures.
    fn types_of(&self, tuples: &[Vec<AtomIx>]) -> String {
        let products: BTreeSet<Vec<u32>> = tuples
            .iter()
            .map(|t| t.iter().map(|a| self.top(*a)).collect())
            .collect();
        let product = |p: &Vec<u32>| types(&p.iter().map(|&s| SigIx(s)).collect::<Vec<_>>());
        products.iter().map(product).collect()
    }

    /// The topmost signature that has an atom.
    fn top(&self, atom: AtomIx) -> u32 {
        let univ = self.named("univ");
        let has = match self.display.atom(atom).kind {
            AtomKind::Int(_) => Some(self.named("Int")),
            AtomKind::Str => Some(self.named("String")),
            AtomKind::Named => {
                let is_top = |s: &crate::Sig| s.parents.first().is_none_or(|p| p.0 as usize == univ);
                let sigs = self.display.sigs.iter();
                sigs.enumerate()
                    .find(|(_, s)| !s.is_builtin && !s.is_subset && is_top(s) && s.atoms.contains(&atom))
                    .map(|(i, _)| i)
            }
        };
        has.unwrap_or(univ) as u32
    }
}

/// The words of a declaration that apply, as attributes.
fn attributes(words: &[(bool, &str)]) -> String {
    let mut out = String::new();
    for (_, word) in words.iter().filter(|(applies, _)| *applies) {
        out += &format!(" {word}=\"yes\"");
    }
    out
}

fn types(product: &[SigIx]) -> String {
    let mut line = String::from("   <types>");
    for sig in product {
        line += &format!(" <type ID=\"{}\"/>", sig.0);
    }
    line + " </types>\n"
}

/// Text inside of quotes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&apos;",
            c if c.is_control() => out += &format!("&#x{:x};", c as u32),
            c => out.push(c),
        }
    }
    out
}
