//! Instances in Alloy's XML, as Alloy and relfind write them: elements and attributes are all that counts, text between them does not.

use std::collections::BTreeMap;

use relfind_lang::{
    diag::Diagnostic,
    source::{FileId, Span},
};

use crate::{Cell, Fact, Facts, Head, Relation, Value, malformed};

/// The instances in a document.
pub(crate) fn instances(text: &str, file: FileId) -> Result<Vec<Facts>, Box<Diagnostic>> {
    let mut reader = Reader { text, at: 0, file };
    let mut found = Vec::new();
    let mut open: Option<Instance> = None;
    while let Some(tag) = reader.tag()? {
        match (tag.name.as_str(), tag.closes) {
            ("instance", false) => {
                open = Some(Instance {
                    head: head(&tag),
                    ..Instance::default()
                });
            }
            ("instance", true) => found.extend(open.take().map(Instance::facts)),
            _ => {
                if let Some(instance) = &mut open {
                    instance.take(&tag);
                }
            }
        }
    }
    if found.is_empty() {
        let here = Span::new(file, 0, 0);
        return Err(malformed(here, "this document has no instance in Alloy's XML"));
    }
    Ok(found)
}

struct Tag {
    name: String,
    closes: bool,
    empty: bool,
    attributes: Vec<(String, String)>,
    span: Span,
}

impl Tag {
    fn get(&self, key: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(k, _)| k == key)
            .map(|(_, v)| v.as_str())
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    file: FileId,
}

impl Reader<'_> {
    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start as u32, self.at as u32)
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// The next tag; none at the end.
    fn tag(&mut self) -> Result<Option<Tag>, Box<Diagnostic>> {
        loop {
            let Some(start) = self.rest().find('<').map(|i| self.at + i) else {
                return Ok(None);
            };
            self.at = start;
            let end = match self.rest() {
                rest if rest.starts_with("<!--") => rest.find("-->").map(|i| i + 3),
                rest if rest.starts_with("<?") || rest.starts_with("<!") => rest.find('>').map(|i| i + 1),
                _ => break,
            };
            match end {
                Some(end) => self.at += end,
                None => return Ok(None),
            }
        }
        let start = self.at;
        self.at += 1;
        let closes = self.eat('/');
        let name = self.word();
        let mut attributes = Vec::new();
        loop {
            self.space();
            let empty = self.eat('/');
            if self.eat('>') {
                let span = self.span(start);
                return Ok(Some(Tag {
                    name,
                    closes,
                    empty,
                    attributes,
                    span,
                }));
            }
            let key = self.word();
            self.space();
            let quote = self.eat('=').then(|| {
                self.space();
                self.rest().chars().next()
            });
            let Some(Some(quote @ ('"' | '\''))) = quote else {
                return Err(malformed(self.span(start), "this is no element of XML"));
            };
            self.at += 1;
            let Some(length) = self.rest().find(quote) else {
                return Err(malformed(self.span(start), "this element is never closed"));
            };
            attributes.push((key, plain(&self.rest()[..length])));
            self.at += length + 1;
        }
    }

    fn space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.rest().starts_with(c);
        self.at += usize::from(found);
        found
    }

    fn word(&mut self) -> String {
        let rest = self.rest();
        let length = rest
            .find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | ':' | '.'))
            .unwrap_or(rest.len());
        let word = rest[..length].to_owned();
        self.at += length;
        word
    }
}

/// A string without its quotes.
fn bare(label: &str) -> &str {
    let inner = label.strip_prefix('"').and_then(|label| label.strip_suffix('"'));
    inner.unwrap_or(label)
}

/// Text with its entities replaced.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        out += &rest[..start];
        rest = &rest[start + 1..];
        let end = rest.find(';').unwrap_or(0);
        let name = &rest[..end];
        let number = |text: &str| match text.strip_prefix('x') {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => text.parse().ok(),
        };
        let c = match name {
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            name => name.strip_prefix('#').and_then(number).and_then(char::from_u32),
        };
        match c {
            Some(c) => {
                out.push(c);
                rest = &rest[end + 1..];
            }
            None => out.push('&'),
        }
    }
    out + rest
}

/// What the element of an instance says beside its relations. The command is in Alloy's words: `Run show for 3`.
fn head(tag: &Tag) -> Head {
    let number = |key| tag.get(key).and_then(|text| text.parse().ok());
    let label = tag
        .get("command")
        .and_then(|command| command.split_whitespace().nth(1));
    Head {
        command: label.map(str::to_owned),
        bitwidth: number("bitwidth"),
        max_seq: number("maxseq"),
        ..Head::default()
    }
}

/// A signature of the document.
struct Sig {
    label: String,
    parent: Option<String>,
    builtin: bool,
    atoms: Vec<Fact>,
    span: Span,
}

/// An instance while it is read.
#[derive(Default)]
struct Instance {
    /// By id, in order of the document beside it.
    sigs: BTreeMap<String, Sig>,
    order: Vec<String>,
    fields: Vec<(String, Relation)>,
    /// The id of the signature that is open.
    sig: Option<String>,
    in_field: bool,
    /// The witness, or the value of a function, that is open.
    skolem: Option<Relation>,
    tuple: Option<Fact>,
    head: Head,
}

impl Instance {
    fn take(&mut self, tag: &Tag) {
        let text = |key| tag.get(key).unwrap_or_default().to_owned();
        match (tag.name.as_str(), tag.closes) {
            ("sig", false) => {
                let id = text("ID");
                let sig = Sig {
                    label: text("label"),
                    parent: tag.get("parentID").map(str::to_owned),
                    builtin: tag.get("builtin").is_some(),
                    atoms: Vec::new(),
                    span: tag.span,
                };
                self.sigs.insert(id.clone(), sig);
                self.order.push(id.clone());
                self.sig = (!tag.empty).then_some(id);
            }
            ("sig", true) => self.sig = None,
            ("field", false) => {
                let mut relation = Relation::new(text("label"), tag.span);
                relation.exact = Some(Vec::new());
                self.fields.push((text("parentID"), relation));
                self.in_field = !tag.empty;
            }
            ("field", true) => self.in_field = false,
            ("skolem", false) if !tag.empty => {
                let mut relation = Relation::new(text("label"), tag.span);
                relation.exact = Some(Vec::new());
                self.skolem = Some(relation);
            }
            ("skolem", true) => {
                // Functions have a module in front of their names; what they are, the specification says.
                let witness = self.skolem.take().filter(|relation| !relation.name.contains('/'));
                self.head.witnesses.extend(witness);
            }
            ("tuple", false) => {
                self.tuple = Some(Fact {
                    cells: Vec::new(),
                    span: tag.span,
                });
            }
            ("tuple", true) => {
                let tuple = self.tuple.take();
                let field = self.fields.last_mut().filter(|_| self.in_field);
                let relation = self.skolem.as_mut().or(field.map(|(_, relation)| relation));
                if let Some(relation) = relation {
                    relation.exact.get_or_insert_default().extend(tuple);
                }
            }
            ("atom", false) => self.atom(tag),
            _ => {}
        }
    }

    fn atom(&mut self, tag: &Tag) {
        let label = tag.get("label").unwrap_or_default();
        let value = match label.parse() {
            Ok(number) => Value::Int(number),
            // Strings are in quotes, in which every sign stands for itself.
            Err(_) => Value::Text(bare(label).into()),
        };
        let span = tag.span;
        let cell = Cell { value, span };
        if let Some(tuple) = &mut self.tuple {
            tuple.cells.push(cell);
        } else if let Some(sig) = self.sig.as_ref().and_then(|id| self.sigs.get_mut(id)) {
            let cells = vec![cell];
            sig.atoms.push(Fact { cells, span });
        }
    }

    /// Everything in it, exactly. A signature's atoms are its own and those of what extends it.
    fn facts(self) -> Facts {
        let mut atoms: BTreeMap<&String, Vec<Fact>> = BTreeMap::new();
        for (id, sig) in &self.sigs {
            let mut at = Some(id);
            let mut steps = 0;
            while let Some(above) = at.filter(|_| steps <= self.sigs.len()) {
                atoms.entry(above).or_default().extend(sig.atoms.iter().cloned());
                at = self.sigs.get(above).and_then(|s| s.parent.as_ref());
                steps += 1;
            }
        }
        let mut facts = Facts::default();
        facts.head = self.head;
        let strings = self
            .sigs
            .values()
            .filter(|sig| sig.builtin && sig.label == "String");
        for cell in strings.flat_map(|sig| sig.atoms.iter().flat_map(|fact| &fact.cells)) {
            facts.head.strings.push(match &cell.value {
                Value::Text(text) => text.to_string(),
                Value::Int(number) => number.to_string(),
            });
        }
        for id in &self.order {
            let Some(sig) = self.sigs.get(id).filter(|sig| !sig.builtin) else {
                continue;
            };
            let mut relation = Relation::new(&sig.label, sig.span);
            relation.exact = Some(atoms.remove(id).unwrap_or_default());
            facts.add(relation);
        }
        for (parent, mut relation) in self.fields {
            if let Some(sig) = self.sigs.get(&parent) {
                relation.name = format!("{}<:{}", sig.label, relation.name);
                facts.add(relation);
            }
        }
        facts
    }
}
