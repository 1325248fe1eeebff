// An abstract signature, nesting, and an exact scope below it.
abstract sig Shape { inside: lone Box }
sig Box, Dot extends Shape {}
sig Red extends Dot {}
fact { no iden & ^inside }
run { some inside } for 3 but exactly 1 Box
