sig A { r: set B }
sig B { }
run { some a: A | some a.r.r }
