//! Random formulas and expressions over what a model declares.

use super::model::{Declared, Random};

/// The type of a column: a top-level signature, by number, or the integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    Sig(usize),
    Int,
}

impl Column {
    pub(crate) fn name(self, declared: &Declared) -> String {
        match self {
            Column::Sig(top) => declared.tops[top].clone(),
            Column::Int => "Int".into(),
        }
    }
}

/// Where an expression is drawn: what may be named.
pub(crate) struct Scope<'a> {
    pub(crate) random: &'a mut Random,
    declared: &'a Declared,
    variables: Vec<(String, Column)>,
}

impl<'a> Scope<'a> {
    pub(crate) fn new(random: &'a mut Random, declared: &'a Declared) -> Self {
        Self {
            random,
            declared,
            variables: Vec::new(),
        }
    }

    pub(crate) fn bind(&mut self, name: &str, column: Column) {
        self.variables.push((name.to_owned(), column));
    }

    pub(crate) fn column(&mut self) -> Column {
        if self.random.chance(15) {
            return Column::Int;
        }
        Column::Sig(self.random.below(self.declared.tops.len()))
    }

    fn columns(&mut self) -> Vec<Column> {
        let arity = self.random.pick(&[1, 1, 1, 2, 2, 3]);
        // Mostly the columns of some field, since others have nothing in them.
        if self.random.chance(60)
            && let Some((_, columns)) = self.any_field()
        {
            let from = self.random.below(columns.len());
            return columns[from..].to_vec();
        }
        (0..arity).map(|_| self.column()).collect()
    }

    fn any_field(&mut self) -> Option<(String, Vec<Column>)> {
        let fields = &self.declared.fields;
        (!fields.is_empty()).then(|| fields[self.random.below(fields.len())].clone())
    }

    fn name(&self, column: Column) -> String {
        column.name(self.declared)
    }

    /// A signature within the column.
    fn signature(&mut self, column: Column) -> String {
        let within: Vec<&String> = self
            .declared
            .sigs
            .iter()
            .filter(|(_, c)| *c == column)
            .map(|(name, _)| name)
            .collect();
        if within.is_empty() {
            self.name(column)
        } else {
            within[self.random.below(within.len())].clone()
        }
    }

    /// Draws something while variables are bound.
    fn with<T>(&mut self, variables: Vec<(String, Column)>, draw: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.variables.len();
        self.variables.extend(variables);
        let result = draw(self);
        self.variables.truncate(depth);
        result
    }

    fn fresh(&self, more: usize) -> String {
        format!("x{}", self.variables.len() + more)
    }

    pub(crate) fn formula(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.atomic(1);
        }
        let next = depth - 1;
        match self.random.below(20) {
            0 => format!("not ({})", self.formula(next)),
            1 | 2 => format!("({}) and ({})", self.formula(next), self.formula(next)),
            3 | 4 => format!("({}) or ({})", self.formula(next), self.formula(next)),
            5 => format!("({}) => ({})", self.formula(next), self.formula(next)),
            6 => format!("({}) iff ({})", self.formula(next), self.formula(next)),
            7 => format!(
                "(({}) => ({}) else ({}))",
                self.formula(0),
                self.formula(next),
                self.formula(next)
            ),
            8..=14 => self.quantified(next),
            15 => self.binding(next),
            16 => self.call(),
            _ => self.atomic(depth),
        }
    }

    fn quantified(&mut self, depth: u32) -> String {
        let quantifier = self
            .random
            .pick(&["all", "all", "all", "some", "some", "some", "no", "one", "lone"]);
        let column = self.column();
        let bound = self.bound(column);
        let (x, y) = (self.fresh(0), self.fresh(1));
        let (declarations, variables) = match self.random.below(6) {
            0 => (format!("disj {x}, {y}: {bound}"), vec![(x, column), (y, column)]),
            1 => {
                let second = self.column();
                let other = self.with(vec![(x.clone(), column)], |scope| scope.bound(second));
                (
                    format!("{x}: {bound}, {y}: {other}"),
                    vec![(x, column), (y, second)],
                )
            }
            _ => (format!("{x}: {bound}"), vec![(x, column)]),
        };
        let body = self.with(variables, |scope| scope.formula(depth));
        format!("({quantifier} {declarations} | {body})")
    }

    fn bound(&mut self, column: Column) -> String {
        match self.random.below(5) {
            0 | 1 => self.signature(column),
            2 => self.expression(&[column], 1),
            _ => self.name(column),
        }
    }

    /// `some r: A -> B | …`, and quantifiers over sets.
    pub(crate) fn higher_order(&mut self) -> String {
        let quantifier = self.random.pick(&["some", "some", "some", "all", "no"]);
        let column = self.column();
        let x = self.fresh(0);
        let (bound, declared) = if self.random.chance(60) {
            let mult = self.random.pick(&["set", "some", "lone", "one"]);
            (
                format!("{mult} {}", self.signature(column)),
                vec![(x.clone(), column)],
            )
        } else {
            let (a, b) = (self.column(), self.column());
            let (m, n) = (
                self.random.pick(&["", "lone"]),
                self.random.pick(&["", "one", "some"]),
            );
            let bound = format!("{} {m} -> {n} {}", self.name(a), self.name(b));
            // Known by its uses below only.
            let image = format!("({}.{x})", self.name(a));
            let formula = self.with(vec![(image, b)], |scope| scope.formula(1));
            return format!("({quantifier} {x}: {bound} | {formula})");
        };
        let body = self.with(declared, |scope| scope.formula(1));
        format!("({quantifier} {x}: {bound} | {body})")
    }

    fn binding(&mut self, depth: u32) -> String {
        let column = self.column();
        let value = self.expression(&[column], 2);
        let x = self.fresh(0);
        let body = self.with(vec![(x.clone(), column)], |scope| scope.formula(depth));
        format!("(let {x} = {value} | {body})")
    }

    fn call(&mut self) -> String {
        if self.declared.preds.is_empty() {
            return self.atomic(1);
        }
        let (name, parameters) = self.declared.preds[self.random.below(self.declared.preds.len())].clone();
        let arguments: Vec<String> = parameters.iter().map(|&c| self.expression(&[c], 1)).collect();
        format!("{name}[{}]", arguments.join(", "))
    }

    fn atomic(&mut self, depth: u32) -> String {
        let columns = self.columns();
        match self.random.below(16) {
            0..4 => {
                let (a, b) = (self.expression(&columns, depth), self.expression(&columns, depth));
                let operator = self.random.pick(&["in", "in", "=", "!=", "!in"]);
                format!("{a} {operator} {b}")
            }
            4..9 => {
                let count = self.random.pick(&["some", "no", "lone", "one"]);
                format!("{count} {}", self.expression(&columns, depth))
            }
            9..13 => {
                let operator = self.random.pick(&["<", ">", "<=", ">=", "=", "!="]);
                format!("{} {operator} {}", self.integer(depth), self.integer(depth))
            }
            13 => {
                let (a, b) = (self.column(), self.column());
                let (m, n) = (
                    self.random.pick(&["", "one", "lone", "some"]),
                    self.random.pick(&["", "one", "lone"]),
                );
                let value = self.expression(&[a, b], depth);
                format!(
                    "{value} in {} {m} -> {n} {}",
                    self.signature(a),
                    self.signature(b)
                )
            }
            14 => {
                let list: Vec<String> = (0..2 + self.random.below(2))
                    .map(|_| self.expression(&columns[..1], 1))
                    .collect();
                format!("disj[{}]", list.join(", "))
            }
            _ => self.special(),
        }
    }

    /// What only some models have: an order, sequences.
    fn special(&mut self) -> String {
        if let Some(column) = self.declared.ordered
            && self.random.chance(60)
        {
            let (a, b) = (self.expression(&[column], 1), self.expression(&[column], 1));
            let relation = self.random.pick(&["lt", "lte", "gt", "gte"]);
            return format!("o/{relation}[{a}, {b}]");
        }
        if let Some((field, owner, element)) = self.declared.sequences.first().cloned() {
            let (owner, element) = (self.expression(&[owner], 0), self.expression(&[element], 0));
            return match self.random.below(4) {
                0 => format!("{element} in ({owner}.{field}).elems"),
                1 => format!("({owner}.{field}).isEmpty"),
                2 => format!("({owner}.{field}).first = {element}"),
                _ => format!("some ({owner}.{field}).inds"),
            };
        }
        self.atomic(0)
    }

    /// Of integers written as such Alloy takes the value for their number, see docs/differences.md.
    fn cardinality(&mut self, columns: &[Column], depth: u32) -> String {
        let set = self.expression(columns, depth);
        if columns == [Column::Int] {
            return format!("#(none + {set})");
        }
        format!("#({set})")
    }

    pub(crate) fn integer(&mut self, depth: u32) -> String {
        if depth == 0 {
            return match self.random.below(4) {
                0 => self.random.below(4).to_string(),
                1 => "(-1)".into(),
                _ => {
                    let column = self.column();
                    self.cardinality(&[column], 0)
                }
            };
        }
        let next = depth - 1;
        match self.random.below(12) {
            0..3 => {
                let columns = self.columns();
                self.cardinality(&columns, next)
            }
            3..6 => {
                let operation = self
                    .random
                    .pick(&["plus", "minus", "mul", "div", "rem", "plus", "minus"]);
                format!("{operation}[{}, {}]", self.integer(next), self.integer(next))
            }
            6 => {
                let column = self.column();
                let (x, bound) = (self.fresh(0), self.bound(column));
                let body = self.with(vec![(x.clone(), column)], |scope| scope.integer(next));
                format!("(sum {x}: {bound} | {body})")
            }
            7 | 8 => format!("(sum ({}))", self.expression(&[Column::Int], next)),
            9 => format!(
                "(({}) => {} else {})",
                self.formula(0),
                self.integer(next),
                self.integer(next)
            ),
            10 => {
                let shift = self.random.pick(&["<<", ">>", ">>>"]);
                format!("({} {shift} {})", self.integer(next), self.integer(next))
            }
            _ => self.integer(0),
        }
    }

    pub(crate) fn expression(&mut self, columns: &[Column], depth: u32) -> String {
        if depth == 0 {
            return self.leaf(columns);
        }
        let next = depth - 1;
        let both = |scope: &mut Self, operator: &str| {
            let (a, b) = (scope.expression(columns, next), scope.expression(columns, next));
            format!("({a} {operator} {b})")
        };
        match self.random.below(20) {
            0 | 1 => both(self, "+"),
            2 => both(self, "-"),
            3 | 4 => both(self, "&"),
            5 if columns.len() > 1 => both(self, "++"),
            6..=9 => self.join(columns, next),
            10 if columns.len() == 2 => format!("~({})", self.expression(&[columns[1], columns[0]], next)),
            11 | 12 if columns.len() == 2 && columns[0] == columns[1] => {
                let operator = self.random.pick(&["^", "^", "*"]);
                format!("{operator}({})", self.expression(columns, next))
            }
            13 => {
                let (set, rest) = (
                    self.expression(&columns[..1], next),
                    self.expression(columns, next),
                );
                format!("({set} <: {rest})")
            }
            14 => {
                let last = &columns[columns.len() - 1..];
                format!(
                    "({} :> {})",
                    self.expression(columns, next),
                    self.expression(last, next)
                )
            }
            15 if columns.len() < 3 => self.comprehension(columns, next),
            16 => {
                let condition = self.formula(0);
                let (a, b) = (self.expression(columns, next), self.expression(columns, next));
                format!("(({condition}) => {a} else {b})")
            }
            17 if columns.len() > 1 => {
                let (a, b) = (
                    self.expression(&columns[..1], next),
                    self.expression(&columns[1..], next),
                );
                format!("({a} -> {b})")
            }
            18 => self.function(columns, next),
            _ => self.leaf(columns),
        }
    }

    fn join(&mut self, columns: &[Column], depth: u32) -> String {
        let first: Vec<Vec<Column>> = self.declared.fields.iter().map(|(_, c)| c.clone()).collect();
        let fitting: Vec<Column> = first
            .iter()
            .filter(|c| c[1..] == *columns)
            .map(|c| c[0])
            .collect();
        let middle = if fitting.is_empty() {
            self.column()
        } else {
            self.random.pick(&fitting)
        };
        let mut right = vec![middle];
        right.extend(columns);
        if right.len() > 3 {
            return self.leaf(columns);
        }
        format!(
            "({}.{})",
            self.expression(&[middle], depth),
            self.expression(&right, depth)
        )
    }

    fn comprehension(&mut self, columns: &[Column], depth: u32) -> String {
        let names: Vec<String> = (0..columns.len()).map(|i| self.fresh(i)).collect();
        let mut declarations = Vec::new();
        let mut variables = Vec::new();
        for (name, &column) in names.iter().zip(columns) {
            declarations.push(format!("{name}: {}", self.name(column)));
            variables.push((name.clone(), column));
        }
        let body = self.with(variables, |scope| scope.formula(depth.min(1)));
        format!("{{ {} | {body} }}", declarations.join(", "))
    }

    fn function(&mut self, columns: &[Column], depth: u32) -> String {
        let fitting: Vec<_> = self
            .declared
            .funs
            .iter()
            .filter(|(_, _, result)| result == columns)
            .cloned()
            .collect();
        if fitting.is_empty() {
            return self.leaf(columns);
        }
        let (name, parameters, _) = &fitting[self.random.below(fitting.len())];
        let arguments: Vec<String> = parameters.iter().map(|&c| self.expression(&[c], depth)).collect();
        format!("{name}[{}]", arguments.join(", "))
    }

    fn leaf(&mut self, columns: &[Column]) -> String {
        let fields: Vec<String> = self
            .declared
            .fields
            .iter()
            .filter(|(_, c)| c == columns)
            .map(|(name, _)| name.clone())
            .collect();
        if !fields.is_empty() && self.random.chance(75) {
            return fields[self.random.below(fields.len())].clone();
        }
        if let [column] = *columns {
            return self.set(column);
        }
        if columns.len() == 2 && self.random.chance(10) {
            return "iden".into();
        }
        if columns.len() == 2
            && columns[0] == columns[1]
            && self.declared.ordered == Some(columns[0])
            && self.random.chance(50)
        {
            return self.random.pick(&["o/next", "o/prev"]).to_owned();
        }
        let (first, rest) = columns.split_at(1);
        format!("({} -> {})", self.leaf(first), self.leaf(rest))
    }

    fn set(&mut self, column: Column) -> String {
        let variables: Vec<String> = self
            .variables
            .iter()
            .filter(|(_, c)| *c == column)
            .map(|(name, _)| name.clone())
            .collect();
        if !variables.is_empty() && self.random.chance(70) {
            return variables[self.random.below(variables.len())].clone();
        }
        if self.declared.ordered == Some(column) && self.random.chance(25) {
            return self.random.pick(&["o/first", "o/last"]).to_owned();
        }
        if column == Column::Int && self.random.chance(40) {
            return self.random.below(3).to_string();
        }
        match self.random.below(25) {
            0 => "none".into(),
            1 => "univ".into(),
            _ => self.signature(column),
        }
    }
}
