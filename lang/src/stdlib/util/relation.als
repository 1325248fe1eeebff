module util/relation

-- The usual properties of binary relations, for relations of every type.

/** What `r` maps from. */
fun dom [r: univ -> univ]: set (r.univ) { r.univ }

/** What `r` maps to. */
fun ran [r: univ -> univ]: set (univ.r) { univ.r }

/** Each element of `s` has an image. */
pred total [r: univ -> univ, s: set univ] { s in r.univ }

/** No element of `s` has two images. */
pred functional [r: univ -> univ, s: set univ] { all x: s | lone x.r }

/** Each element of `s` has exactly one image. */
pred function [r: univ -> univ, s: set univ] { all x: s | one x.r }

/** Each element of `s` is an image. */
pred surjective [r: univ -> univ, s: set univ] { s in univ.r }

/** No element of `s` is the image of two. */
pred injective [r: univ -> univ, s: set univ] { all y: s | lone r.y }

/** Each element of `s` is the image of exactly one. */
pred bijective [r: univ -> univ, s: set univ] { all y: s | one r.y }

/** `r` pairs off the elements of `d` with those of `c`. */
pred bijection [r: univ -> univ, d, c: set univ] {
  function[r, d]
  bijective[r, c]
}

/** Each element of `s` is related to itself. */
pred reflexive [r: univ -> univ, s: set univ] { s <: iden in r }

/** Nothing is related to itself. */
pred irreflexive [r: univ -> univ] { no r & iden }

/** What is related one way is related the other way. */
pred symmetric [r: univ -> univ] { r = ~r }

/** No two different things are related both ways. */
pred antisymmetric [r: univ -> univ] { r & ~r in iden }

/** What two steps reach, one step reaches. */
pred transitive [r: univ -> univ] { r.r in r }

/** From no element of `s` do steps lead back to it. */
pred acyclic [r: univ -> univ, s: set univ] { all x: s | x not in x.^r }

/** Any two different elements of `s` are related, one way at least. */
pred complete [r: univ -> univ, s: univ] { all disj x, y: s | x -> y in r + ~r }

/** Reflexive over `s`, and transitive. */
pred preorder [r: univ -> univ, s: set univ] {
  reflexive[r, s]
  transitive[r]
}

/** A preorder over `s` that is symmetric. */
pred equivalence [r: univ -> univ, s: set univ] {
  preorder[r, s]
  symmetric[r]
}

/** A preorder over `s` that is antisymmetric. */
pred partialOrder [r: univ -> univ, s: set univ] {
  preorder[r, s]
  antisymmetric[r]
}

/** A partial order that compares any two elements of `s`. */
pred totalOrder [r: univ -> univ, s: set univ] {
  partialOrder[r, s]
  complete[r, s]
}
