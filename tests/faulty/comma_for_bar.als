sig A { r: set A }

fact { all a: A, a.r != a }

run { some A }
