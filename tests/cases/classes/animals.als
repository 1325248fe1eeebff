// Signatures that extend another one, which has atoms of its own too.
sig Animal { eats: lone Animal }
sig Cat, Dog extends Animal {}
fact { no Dog.eats & Dog and no iden & eats }
run { some eats } for 3
