sig Node { link: lone Node }
fun loops: set Node { { n: link | some n } }
run { some loops }
