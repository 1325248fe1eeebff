sig Person { owns: set Car }
sig Car {}
fact { some Person.Car }
