module family_tree

/*
 * A family: parents, grandparents, cousins.
 *
 *   relfind models/structures/family_tree.als
 *
 * What it shows: kinship is relational algebra. A grandparent is a parent's parent,
 * an ancestor is what the closure reaches, a sibling is a parent's child but oneself.
 *
 * To change: add another kinship, such as aunts and uncles, and check what you think
 * you know of it.
 */

abstract sig Person { father: lone Man, mother: lone Woman }
sig Man, Woman extends Person {}

fun parent: Person -> Person { father + mother }
fun child: Person -> Person { ~parent }
fun grandparent: Person -> Person { parent.parent }
fun sibling: Person -> Person { parent.child - iden }
fun cousin: Person -> Person { parent.sibling.child - iden - sibling }

fact Nature {
  -- nobody is an ancestor of their own
  no ^parent & iden
}

/** Parents are not kin: they have no ancestor in common, and none is the other's. */
pred decent {
  all p: Person | no p.father.*parent & p.mother.*parent
}

threeGenerations: run { decent and some grandparent } for 5 expect 1

/** Two sisters or brothers marry two others: the children have all four grandparents in common. */
doubleCousins: run {
  decent
  some disj p, q: Person | p -> q in cousin and #p.grandparent = 4 and p.grandparent = q.grandparent
} for 10 expect 1

check SiblingsAgree { sibling = ~sibling and cousin = ~cousin } for 5 expect 0

check SiblingsShareAncestors {
  decent => all p, q: Person | p -> q in sibling => some p.^parent & q.^parent
} for 5 expect 0

/** Half-brothers and half-sisters: a sibling's sibling may be no sibling. */
check SiblingOfSibling {
  decent => sibling.sibling in sibling + iden
} for 6 expect 1
