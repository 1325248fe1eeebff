sig Person { owns: set Car }
sig Car {}
run { all c: Car | some c.owns }
