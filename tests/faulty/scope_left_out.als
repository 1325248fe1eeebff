sig Person { owns: set Car }
sig Car {}
run { some owns } for 3 Person
