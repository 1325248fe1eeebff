// An ordering of a signature makes its scope exact.
open util/ordering[A] as o
sig A { f: set A }

run linked { f in o/next } for 2 A
run some_order { some o/first and o/first.f = A } for 2 A
