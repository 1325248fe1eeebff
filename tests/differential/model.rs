//! Random small models in the Alloy language: hierarchies, subsets, fields of every multiplicity, facts, functions, one command. Every
//! draw is a text that type checks almost always, with so few atoms that all instances can be counted.

use super::expression::{Column, Scope};

/// A generator of pseudo-random numbers (Steele, Lea and Flood's `SplitMix64`).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        // Seeds that follow each other would give sequences that overlap.
        Self(seed.wrapping_mul(0xd134_2543_de82_ef95))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// What is declared so far.
#[derive(Default)]
pub(crate) struct Declared {
    /// Top-level signatures; columns are numbered by them.
    pub(crate) tops: Vec<String>,
    /// All signatures with the top-level one that they are within.
    pub(crate) sigs: Vec<(String, Column)>,
    /// Fields with their columns.
    pub(crate) fields: Vec<(String, Vec<Column>)>,
    /// Functions: name, parameters, columns of the result.
    pub(crate) funs: Vec<(String, Vec<Column>, Vec<Column>)>,
    /// Predicates: name, parameters.
    pub(crate) preds: Vec<(String, Vec<Column>)>,
    /// The ordered signature.
    pub(crate) ordered: Option<Column>,
    /// Fields that are sequences: name, owner, element.
    pub(crate) sequences: Vec<(String, Column, Column)>,
}

/// A random model.
pub(crate) fn draw(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut declared = Declared::default();
    let mut text = signatures(&mut random, &mut declared);
    for _ in 0..random.below(3) {
        text += &function(&mut random, &mut declared);
    }
    for _ in 0..random.below(2) {
        text += &format!("fact {{ {} }}\n", formula(&mut random, &declared, 2));
    }
    text + &command(&mut random, &declared)
}

fn formula(random: &mut Random, declared: &Declared, depth: u32) -> String {
    Scope::new(random, declared).formula(depth)
}

fn signatures(random: &mut Random, declared: &mut Declared) -> String {
    let mut text = String::new();
    let count = 1 + random.below(2);
    declared.tops = ["A", "B"][..count].iter().map(ToString::to_string).collect();
    let mut headers: Vec<(String, Column)> = Vec::new();
    for top in 0..count {
        let name = declared.tops[top].clone();
        let column = Column::Sig(top);
        let children = if random.chance(35) { 1 + random.below(2) } else { 0 };
        let word = if children > 0 && random.chance(40) {
            "abstract "
        } else {
            ""
        };
        let mult = random.pick(&["", "", "", "", "some ", "lone ", "one "]);
        declared.sigs.push((name.clone(), column));
        headers.push((format!("{word}{mult}sig {name}"), column));
        for child in 1..=children {
            let mult = random.pick(&["", "", "lone ", "one ", "some "]);
            declared.sigs.push((format!("{name}{child}"), column));
            headers.push((format!("{mult}sig {name}{child} extends {name}"), column));
        }
        if children == 0 && declared.ordered.is_none() && mult.is_empty() && random.chance(20) {
            declared.ordered = Some(column);
            text = format!("open util/ordering[{name}] as o\n");
        }
    }
    if random.chance(30) {
        let (parent, column) = declared.sigs[random.below(declared.sigs.len())].clone();
        let relation = random.pick(&["in", "in", "in", "="]);
        let mult = if relation == "in" {
            random.pick(&["", "", "lone ", "some ", "one "])
        } else {
            ""
        };
        headers.push((format!("{mult}sig S {relation} {parent}"), column));
        declared.sigs.push(("S".into(), column));
    }
    let most = 1 + random.below(3);
    for (header, owner) in headers {
        let name = header
            .split(' ')
            .skip_while(|&word| word != "sig")
            .nth(1)
            .unwrap_or("A")
            .to_owned();
        let mut fields = Vec::new();
        while declared.fields.len() < most && random.chance(45) {
            fields.push(field(random, declared, owner, &name, &fields));
        }
        text += &format!(
            "{header} {{ {} }}",
            fields
                .iter()
                .map(|f| f.text.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        );
        if random.chance(15) {
            let mut scope = Scope::new(random, declared);
            scope.bind("this", owner);
            let fact = scope.formula(1);
            text += &format!(" {{ {} }}", in_context(&fact, declared));
        }
        text.push('\n');
    }
    text
}

/// Within a signature the name of a field stands for `this.f`; `@f` is the relation.
fn in_context(text: &str, declared: &Declared) -> String {
    let mut words = String::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() || c == '@' {
            word.push(c);
            continue;
        }
        if declared.fields.iter().any(|(field, _)| *field == word) {
            words.push('@');
        }
        words += &word;
        word.clear();
        words.push(c);
    }
    words
}

struct Field {
    text: String,
    /// A set of earlier fields may be used in later bounds.
    unary: Option<(String, Column)>,
}

fn field(random: &mut Random, declared: &mut Declared, owner: Column, sig: &str, before: &[Field]) -> Field {
    let name = format!("f{}", declared.fields.len());
    let sigs: Vec<(String, Column)> = declared.sigs.clone();
    let target = |random: &mut Random| {
        if random.chance(15) {
            ("Int".to_owned(), Column::Int)
        } else {
            sigs[random.below(sigs.len())].clone()
        }
    };
    let (bound, column) = target(random);
    let kind = random.below(14);
    if kind == 0 && column != Column::Int {
        declared.sequences.push((name.clone(), owner, column));
        declared
            .fields
            .push((name.clone(), vec![owner, Column::Int, column]));
        return Field {
            text: format!("{name}: seq {bound}"),
            unary: None,
        };
    }
    if kind <= 3 {
        let (other, second) = target(random);
        // Few tuples, or counting takes too long.
        let marks = ["", "one ", "lone ", "some ", "set "];
        let (m, n) = (random.pick(&marks), random.pick(&marks));
        declared.fields.push((name.clone(), vec![owner, column, second]));
        let (m, n) = (m.trim_end(), n.trim_end());
        return Field {
            text: format!("{name}: {bound} {m} -> {n} {other}"),
            unary: None,
        };
    }
    let mult = random.pick(&["", "one ", "lone ", "lone ", "some ", "set ", "set "]);
    declared.fields.push((name.clone(), vec![owner, column]));
    let disjoint = if random.chance(10) { "disj " } else { "" };
    let text = match (random.below(10), before.iter().find_map(|f| f.unary.clone())) {
        (0..3, Some((earlier, _))) if !mult.is_empty() => {
            let (_, column) = before
                .iter()
                .find_map(|f| f.unary.clone())
                .unwrap_or((String::new(), column));
            declared.fields.pop();
            declared.fields.push((name.clone(), vec![owner, column]));
            return Field {
                text: format!("{name}: {mult}{earlier}"),
                unary: Some((name, column)),
            };
        }
        (3, _) if bound == sig => format!("{name}: {mult}({bound} - this)"),
        _ => format!("{name}: {disjoint}{mult}{bound}"),
    };
    Field {
        text,
        unary: Some((name, column)),
    }
}

fn function(random: &mut Random, declared: &mut Declared) -> String {
    let parameters: Vec<Column> = (0..=random.below(2)).map(|_| column(random, declared)).collect();
    let number = declared.funs.len() + declared.preds.len();
    let list: Vec<String> = parameters
        .iter()
        .enumerate()
        .map(|(i, c)| {
            format!(
                "p{i}: {}{}",
                random.pick(&["", "set ", "lone "]),
                c.name(declared)
            )
        })
        .collect();
    let mut scope = Scope::new(random, declared);
    for (i, &column) in parameters.iter().enumerate() {
        scope.bind(&format!("p{i}"), column);
    }
    if scope.random.chance(50) {
        let body = scope.formula(1);
        declared.preds.push((format!("q{number}"), parameters));
        format!("pred q{number}[{}] {{ {body} }}\n", list.join(", "))
    } else {
        let result = scope.column();
        let body = scope.expression(&[result], 2);
        let name = result.name(declared);
        declared
            .funs
            .push((format!("g{number}"), parameters, vec![result]));
        format!("fun g{number}[{}]: set {name} {{ {body} }}\n", list.join(", "))
    }
}

fn column(random: &mut Random, declared: &Declared) -> Column {
    Column::Sig(random.below(declared.tops.len()))
}

fn command(random: &mut Random, declared: &Declared) -> String {
    let bits = random.pick(&[1, 2, 2, 2, 3]);
    let overall = 1 + random.below(2);
    let mut entries = vec![format!("{bits} Int")];
    if !declared.sequences.is_empty() {
        entries.push("1 seq".into());
    }
    for name in &declared.tops {
        // A scope that contradicts a multiplicity is refused by both.
        if random.chance(25) {
            let exactly = random.pick(&["", "exactly "]);
            entries.push(format!("{exactly}{} {name}", 1 + random.below(2)));
        }
    }
    let scope = format!("for {overall} but {}", entries.join(", "));
    if !declared.preds.is_empty() && random.chance(15) {
        let (name, _) = &declared.preds[random.below(declared.preds.len())];
        return format!("run {name} {scope}\n");
    }
    let word = random.pick(&["run", "run", "check"]);
    let depth = 2 + random.below(2) as u32;
    let mut parts: Vec<String> = (0..random.below(3))
        .map(|_| formula(random, declared, depth))
        .collect();
    if random.chance(20) {
        parts.push(Scope::new(random, declared).higher_order());
    }
    format!("{word} {{ {} }} {scope}\n", parts.join("\n  "))
}
