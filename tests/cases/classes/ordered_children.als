// An order over a signature with children: it is not that of the atoms.
open util/ordering[Step]
sig Step { mark: lone Step }
sig Rest extends Step {}
fact { mark in Rest -> Step and all s: Step | s.mark in nexts[s] }
run { some mark } for exactly 3 Step
