sig A { f: A g: B
fact { all x: A x.f = x ; }}
pred p(a: A) = { a == b ? c : d }
run p for exactly 3 but A 2
fun f[x A] { "unclosed
