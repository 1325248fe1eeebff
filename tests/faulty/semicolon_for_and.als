sig A {}
sig B {}
sig C {}

fact { some B; some C }

run { some A }
