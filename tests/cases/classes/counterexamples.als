// Counterexamples of an assertion about a closure.
sig Node { next: lone Node }
one sig Start extends Node {}
assert Reached { Node in Start.*next }
check Reached for 3
