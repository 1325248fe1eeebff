//! The algebra of types.
//!
//! A type is a set of products of signatures (Edwards, Jackson, Torlak: "A type system for object models", FSE 2004, section 4),
//! with one difference: products are not split into atomic types; a product that another one subsumes is dropped instead.

use crate::typed::{SigId, Type, World};

/// One product of signatures; a product without tuples has [`World::NONE`] in every column.
pub(crate) type Product = Box<[SigId]>;

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

    fn product_meet(&self, a: &[SigId], b: &[SigId]) -> Product {
        let meet: Product = a.iter().zip(b).map(|(&x, &y)| self.meet(x, y)).collect();
        if meet.contains(&World::NONE) {
            nothing(meet.len())
        } else {
            meet
        }
    }

    fn product_join(&self, a: &[SigId], b: &[SigId]) -> Product {
        let arity = a.len() + b.len() - 2;
        if self.meets(a[a.len() - 1], b[0]) {
            a[..a.len() - 1].iter().chain(&b[1..]).copied().collect()
        } else {
            nothing(arity)
        }
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

    fn collect(&self, new: impl IntoIterator<Item = Product>) -> Type {
        let mut products = Vec::new();
        for product in new {
            self.add(&mut products, product);
        }
        Type {
            products,
            is_bool: false,
            is_int: false,
        }
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
        let mut products = a.products.clone();
        for product in &b.products {
            self.add(&mut products, product.clone());
        }
        Type {
            products,
            is_bool: a.is_bool || b.is_bool,
            is_int: false,
        }
    }

    /// Adds one product in place.
    pub(crate) fn merge_product(&self, ty: &mut Type, product: Product) {
        ty.is_int = false;
        self.add(&mut ty.products, product);
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
        self.collect(
            pairs(a, b)
                .filter(|(x, y)| x.len() == y.len())
                .map(|(x, y)| self.product_meet(x, y)),
        )
    }

    /// `a & product`
    pub(crate) fn intersect_product(&self, a: &Type, product: &[SigId]) -> Type {
        let of_arity = a.products.iter().filter(|x| x.len() == product.len());
        self.collect(of_arity.map(|x| self.product_meet(x, product)))
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
        self.collect(
            pairs(a, b)
                .filter(|(x, y)| x.len() > 1 || y.len() > 1)
                .map(|(x, y)| self.product_join(x, y)),
        )
    }

    /// One product joined with another; empty for two unary ones.
    pub(crate) fn join_products(&self, a: &[SigId], b: &[SigId]) -> Product {
        if a.len() <= 1 && b.len() <= 1 {
            Box::from([])
        } else {
            self.product_join(a, b)
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
