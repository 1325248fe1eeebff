//! The algebra of types.
//!
//! A type is a set of products of signatures (Edwards, Jackson, Torlak: "A type system for object models", FSE 2004, section 4),
//! with one difference: products are not split into atomic types; a product that another one subsumes is dropped instead.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::typed::{SigId, Type, World};

/// Up to how many products comparing each with each is the quickest.
const FEW: usize = 16;

/// One product of signatures; a product without tuples has [`World::NONE`] in every column.
pub(crate) type Product = Box<[SigId]>;

/// Different products in the order in which they were found.
type Products = IndexSet<Product, FxBuildHasher>;

/// The tree of primary signatures: who is below whom.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hierarchy {
    /// The parent of each signature; `univ` is its own, and subset signatures never occur in types.
    pub(crate) parents: Vec<SigId>,
}

impl Hierarchy {
    /// Whether every atom of `a` is one of `b`.
    pub(crate) fn is_sub(&self, a: SigId, b: SigId) -> bool {
        if a == World::NONE || a == b || b == World::UNIV {
            return true;
        }
        if a == World::UNIV || b == World::NONE {
            return false;
        }
        let mut at = a;
        while at != World::UNIV {
            if at == b {
                return true;
            }
            at = self.parents[at.index()];
        }
        false
    }

    /// The smaller of two comparable signatures, else `none`.
    pub(crate) fn meet(&self, a: SigId, b: SigId) -> SigId {
        if self.is_sub(a, b) {
            a
        } else if self.is_sub(b, a) {
            b
        } else {
            World::NONE
        }
    }

    /// Whether two signatures can share an atom.
    pub(crate) fn meets(&self, a: SigId, b: SigId) -> bool {
        self.meet(a, b) != World::NONE
    }

    fn product_is_sub(&self, a: &[SigId], b: &[SigId]) -> bool {
        a.iter().zip(b).all(|(&x, &y)| self.is_sub(x, y))
    }

    /// The tuples that two products of one arity have in common; `None` if there are none.
    fn product_meet(&self, a: &[SigId], b: &[SigId]) -> Option<Product> {
        let meets = a.iter().zip(b).all(|(&x, &y)| self.meets(x, y));
        meets.then(|| a.iter().zip(b).map(|(&x, &y)| self.meet(x, y)).collect())
    }

    /// What two products that are not both unary join to; `None` if that has no tuples.
    fn product_join(&self, a: &[SigId], b: &[SigId]) -> Option<Product> {
        let meets = self.meets(a[a.len() - 1], b[0]);
        meets.then(|| a[..a.len() - 1].iter().chain(&b[1..]).copied().collect())
    }

    /// The product with one column narrowed.
    pub(crate) fn restrict_column(&self, product: &[SigId], to: SigId, column: usize) -> Product {
        if is_empty(product) {
            return product.into();
        }
        let meet = self.meet(product[column], to);
        if meet == World::NONE {
            return nothing(product.len());
        }
        let mut result: Product = product.into();
        result[column] = meet;
        result
    }

    /// Adds a product unless one there subsumes it, and drops those it subsumes.
    pub(crate) fn add(&self, products: &mut Vec<Product>, new: Product) {
        if new.is_empty() {
            return;
        }
        if products
            .iter()
            .any(|old| old.len() == new.len() && self.product_is_sub(&new, old))
        {
            return;
        }
        products.retain(|old| old.len() != new.len() || !self.product_is_sub(old, &new));
        products.push(new);
    }

    /// Collects products for a type.
    pub(crate) fn collector(&self) -> Collector<'_> {
        Collector {
            hierarchy: self,
            few: Vec::new(),
            many: Products::default(),
        }
    }

    fn collect(&self, new: impl IntoIterator<Item = Product>) -> Type {
        let mut collector = self.collector();
        for product in new {
            collector.add(product);
        }
        collector.into_type()
    }

    /// The types of all meanings of a name; what comes later stands first, as if each were merged with those before it.
    pub(crate) fn merge_all<'t>(&self, types: impl DoubleEndedIterator<Item = &'t Type> + Clone) -> Type {
        let is_bool = types.clone().any(|ty| ty.is_bool);
        let mut with_products = types.clone().filter(|ty| !ty.products.is_empty());
        if let (Some(only), None, false) = (with_products.next(), with_products.next(), is_bool) {
            return only.clone();
        }
        let all = types.rev().flat_map(|ty| &ty.products).cloned();
        Type {
            is_bool,
            ..self.collect(all)
        }
    }

    /// The union of types that have one arity, the same for all; `None` if they have not.
    pub(crate) fn union_all<'t>(&self, types: impl Iterator<Item = &'t Type> + Clone) -> Option<Type> {
        let arity = types.clone().next()?.arity()?;
        let same = types.clone().all(|ty| ty.arity() == Some(arity));
        same.then(|| self.collect(types.flat_map(|ty| &ty.products).cloned()))
    }

    /// Whether a product is strictly below one of many, which `index` holds.
    fn is_strictly_below(&self, product: &[SigId], index: &Products) -> bool {
        let scan = || {
            let above = |old: &Product| old.len() == product.len() && self.product_is_sub(product, old);
            index.iter().any(|old| **old != *product && above(old))
        };
        if is_empty(product) {
            return scan();
        }
        let above: Vec<Vec<SigId>> = product.iter().map(|&sig| self.ancestors(sig)).collect();
        let combinations = above
            .iter()
            .fold(1, |n: usize, sigs| n.saturating_mul(sigs.len()));
        if combinations >= index.len() {
            return scan();
        }
        let mut choice = vec![0; product.len()];
        let mut above_it: Product = product.into();
        for _ in 0..combinations {
            if *above_it != *product && index.contains(&above_it) {
                return true;
            }
            // The next combination, counted as a number whose digits are the columns.
            for (column, at) in choice.iter_mut().enumerate() {
                *at = (*at + 1) % above[column].len();
                above_it[column] = above[column][*at];
                if *at > 0 {
                    break;
                }
            }
        }
        false
    }

    /// The products that are below no other, in their order.
    fn topmost(&self, all: &Products) -> Vec<Product> {
        // Which signatures occur in a column; products of several arities are told apart later.
        let columns = all.iter().map(|p| p.len()).max().unwrap_or(0);
        let mut occurs = vec![vec![false; self.parents.len()]; columns];
        for product in all {
            for (column, sig) in product.iter().enumerate() {
                occurs[column][sig.index()] = true;
            }
        }
        let has_above = |column: usize, sig: SigId| {
            let mut at = sig;
            while at != World::UNIV {
                at = self.parents[at.index()];
                if occurs[column][at.index()] {
                    return true;
                }
            }
            false
        };
        let may_be_below = |product: &Product| {
            is_empty(product)
                || product
                    .iter()
                    .enumerate()
                    .any(|(column, &sig)| has_above(column, sig))
        };
        all.iter()
            .filter(|product| !may_be_below(product) || !self.is_strictly_below(product, all))
            .cloned()
            .collect()
    }

    /// A signature and all above it.
    fn ancestors(&self, sig: SigId) -> Vec<SigId> {
        let mut all = vec![sig];
        let mut at = sig;
        while at != World::UNIV && at != World::NONE {
            at = self.parents[at.index()];
            all.push(at);
        }
        all
    }

    /// `a + b` over all arities.
    pub(crate) fn merge(&self, a: &Type, b: &Type) -> Type {
        if a.is_bool == b.is_bool {
            if a.products.is_empty() {
                return b.clone();
            }
            if b.products.is_empty() {
                return a.clone();
            }
        }
        Type {
            is_bool: a.is_bool || b.is_bool,
            ..self.collect(a.products.iter().chain(&b.products).cloned())
        }
    }

    /// `a -> b`
    pub(crate) fn product(&self, a: &Type, b: &Type) -> Type {
        self.collect(pairs(a, b).map(|(x, y)| {
            if is_empty(x) || is_empty(y) {
                nothing(x.len() + y.len())
            } else {
                x.iter().chain(y.iter()).copied().collect()
            }
        }))
    }

    /// Whether some product of equal arity with tuples is common to both.
    pub(crate) fn intersects(&self, a: &Type, b: &Type) -> bool {
        pairs(a, b)
            .any(|(x, y)| x.len() == y.len() && x.iter().zip(y.iter()).all(|(&p, &q)| self.meets(p, q)))
    }

    /// `a & b`
    pub(crate) fn intersect(&self, a: &Type, b: &Type) -> Type {
        let few = a.products.len().saturating_mul(b.products.len()) <= FEW * FEW;
        let meets = |x: &'_ Product| -> Vec<Product> {
            let fitting = b.products.iter().filter(|y| x.len() == y.len());
            let mut nothings = Nothings::default();
            fitting
                .filter_map(|y| self.product_meet(x, y).or_else(|| nothings.first(x.len())))
                .collect()
        };
        if few {
            return self.collect(a.products.iter().flat_map(meets));
        }
        // What is below a product of the other side is kept as it is, and found without looking at all of them.
        let index: Products = b.products.iter().cloned().collect();
        self.collect(a.products.iter().flat_map(|x| {
            if index.contains(x) || self.is_strictly_below(x, &index) {
                vec![x.clone()]
            } else {
                meets(x)
            }
        }))
    }

    /// `a & product`
    pub(crate) fn intersect_product(&self, a: &Type, product: &[SigId]) -> Type {
        let of_arity = a.products.iter().filter(|x| x.len() == product.len());
        let mut nothings = Nothings::default();
        self.collect(of_arity.filter_map(|x| {
            let meet = self.product_meet(x, product);
            meet.or_else(|| nothings.first(x.len()))
        }))
    }

    /// `a + b`, restricted to the arities that both have.
    pub(crate) fn union_common(&self, a: &Type, b: &Type) -> Type {
        let left = a.products.iter().filter(|x| b.has_arity(x.len()));
        let right = b.products.iter().filter(|x| a.has_arity(x.len()));
        self.collect(left.chain(right).cloned())
    }

    /// `~a`, of its binary part.
    pub(crate) fn transpose(&self, a: &Type) -> Type {
        self.collect(a.of_arity(2).map(|x| Box::from([x[1], x[0]])))
    }

    /// `a . b`; pairs of unary products are left out.
    pub(crate) fn join(&self, a: &Type, b: &Type) -> Type {
        let mut nothings = Nothings::default();
        let joining = pairs(a, b).filter(|(x, y)| x.len() > 1 || y.len() > 1);
        self.collect(joining.filter_map(|(x, y)| {
            let join = self.product_join(x, y);
            join.or_else(|| nothings.first(x.len() + y.len() - 2))
        }))
    }

    /// Whether `a . b` may have tuples.
    pub(crate) fn can_join(&self, a: &Type, b: &Type) -> bool {
        pairs(a, b).any(|(x, y)| x.len() + y.len() > 2 && self.meets(x[x.len() - 1], y[0]))
    }

    /// One product joined with another; empty for two unary ones.
    pub(crate) fn join_products(&self, a: &[SigId], b: &[SigId]) -> Product {
        if a.len() <= 1 && b.len() <= 1 {
            Box::from([])
        } else {
            let join = self.product_join(a, b);
            join.unwrap_or_else(|| nothing(a.len() + b.len() - 2))
        }
    }

    /// `set <: a`
    pub(crate) fn restrict_domain(&self, set: &Type, a: &Type) -> Type {
        self.collect(
            set.of_arity(1)
                .flat_map(|s| a.products.iter().map(move |x| self.restrict_column(x, s[0], 0))),
        )
    }

    /// `a :> set`
    pub(crate) fn restrict_range(&self, a: &Type, set: &Type) -> Type {
        self.collect(set.of_arity(1).flat_map(|s| {
            a.products
                .iter()
                .map(move |x| self.restrict_column(x, s[0], x.len() - 1))
        }))
    }

    /// `^a`, of its binary part: unions of joins up to the fixpoint.
    pub(crate) fn closure(&self, a: &Type) -> Type {
        let step = a.extract(2);
        let mut result = step.clone();
        let mut power = step.clone();
        loop {
            power = self.join(&power, &step);
            let before = result.products.len();
            let old = result.clone();
            result = self.union_common(&result, &power);
            if result.products.len() == before && result.products == old.products {
                return result;
            }
        }
    }

    /// Whether the first columns of two types can share an atom.
    pub(crate) fn first_columns_meet(&self, a: &Type, b: &Type) -> bool {
        pairs(a, b).any(|(x, y)| self.meets(x[0], y[0]))
    }

    /// Whether `a` can override a tuple of `b`.
    pub(crate) fn can_override(&self, a: &Type, b: &Type) -> bool {
        pairs(a, b).any(|(x, y)| x.len() == y.len() && self.meets(x[0], y[0]))
    }
}

/// Products on their way to a type: those below others are left out, at once while there are few, and in the end if there are many.
pub(crate) struct Collector<'h> {
    hierarchy: &'h Hierarchy,
    few: Vec<Product>,
    many: Products,
}

impl Collector<'_> {
    /// Adds a product.
    pub(crate) fn add(&mut self, product: Product) {
        if product.is_empty() {
            return;
        }
        if self.many.is_empty() {
            if self.few.len() < FEW {
                self.hierarchy.add(&mut self.few, product);
                return;
            }
            self.many.extend(self.few.drain(..));
        }
        self.many.insert(product);
    }

    /// Whether nothing was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.few.is_empty() && self.many.is_empty()
    }

    /// The type that the products make.
    pub(crate) fn into_type(self) -> Type {
        let products = if self.many.is_empty() {
            self.few
        } else {
            self.hierarchy.topmost(&self.many)
        };
        Type {
            products,
            is_bool: false,
            is_int: false,
        }
    }
}

/// The arities of which there was a product without tuples. A second one adds nothing to a type, and where names have hundreds of meanings most
/// pairs of products give one.
#[derive(Default)]
struct Nothings(u64);

impl Nothings {
    /// The first product without tuples of an arity; `None` for those that follow.
    fn first(&mut self, arity: usize) -> Option<Product> {
        let bit = u32::try_from(arity)
            .ok()
            .and_then(|arity| 1_u64.checked_shl(arity));
        let is_new = bit.is_none_or(|bit| self.0 & bit == 0);
        self.0 |= bit.unwrap_or(0);
        is_new.then(|| nothing(arity))
    }
}

/// The product of that arity without tuples.
pub(crate) fn nothing(arity: usize) -> Product {
    vec![World::NONE; arity].into()
}

/// Whether a product has no tuples.
pub(crate) fn is_empty(product: &[SigId]) -> bool {
    product.first().is_none_or(|&s| s == World::NONE)
}

fn pairs<'a>(a: &'a Type, b: &'a Type) -> impl Iterator<Item = (&'a Product, &'a Product)> {
    a.products
        .iter()
        .flat_map(|x| b.products.iter().map(move |y| (x, y)))
}

impl Type {
    /// The type of formulas.
    pub(crate) fn formula() -> Type {
        Type {
            products: Vec::new(),
            is_bool: true,
            is_int: false,
        }
    }

    /// The type of integer expressions.
    pub(crate) fn int() -> Type {
        Type {
            is_int: true,
            ..Type::of(World::INT)
        }
    }

    /// The type of the subsets of a signature.
    pub(crate) fn of(sig: SigId) -> Type {
        Type {
            products: vec![Box::from([sig])],
            is_bool: false,
            is_int: false,
        }
    }

    /// The type of `sig -> sig`.
    pub(crate) fn pair(sig: SigId) -> Type {
        Type {
            products: vec![Box::from([sig, sig])],
            is_bool: false,
            is_int: false,
        }
    }

    /// Whether it is neither a formula nor a set: what an expression with errors has.
    pub(crate) fn is_nothing(&self) -> bool {
        !self.is_bool && self.products.is_empty()
    }

    /// Whether some product is exactly `Int`, so that it may stand where an integer is wanted.
    pub(crate) fn has_int(&self) -> bool {
        self.products.iter().any(|p| **p == [World::INT])
    }

    /// Whether some product has tuples.
    pub(crate) fn has_tuple(&self) -> bool {
        self.products.iter().any(|p| !is_empty(p))
    }

    /// Whether some product has this arity.
    pub(crate) fn has_arity(&self, arity: usize) -> bool {
        self.products.iter().any(|p| p.len() == arity)
    }

    /// The arity that all products have.
    pub fn arity(&self) -> Option<usize> {
        let first = self.products.first()?.len();
        self.products.iter().all(|p| p.len() == first).then_some(first)
    }

    /// Whether two types share an arity.
    pub(crate) fn common_arity(&self, other: &Type) -> bool {
        self.products.iter().any(|p| other.has_arity(p.len()))
    }

    fn of_arity(&self, arity: usize) -> impl Iterator<Item = &Product> {
        self.products.iter().filter(move |p| p.len() == arity)
    }

    /// The products of one arity.
    pub(crate) fn extract(&self, arity: usize) -> Type {
        let products = self.of_arity(arity).cloned().collect();
        Type {
            products,
            is_bool: false,
            is_int: false,
        }
    }

    /// The products whose arity the other type has too.
    pub(crate) fn pick_common(&self, other: &Type) -> Type {
        let products = self
            .products
            .iter()
            .filter(|p| other.has_arity(p.len()))
            .cloned()
            .collect();
        Type {
            products,
            is_bool: false,
            is_int: false,
        }
    }

    /// The same products as a plain set or relation.
    pub(crate) fn as_set(&self) -> Type {
        Type {
            products: self.products.clone(),
            is_bool: false,
            is_int: false,
        }
    }
}
