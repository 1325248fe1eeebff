sig A { val: Int }
fact { all a: A | if (a.val > 2) then a.val < 5 }
run { some A }
