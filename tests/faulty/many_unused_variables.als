sig A { f: set A }
fact {
  all x: A | some f
  all y: A | lone f.univ
  all x: A | some f
  all y: A | lone f.univ
  all x: A | some f
  all y: A | lone f.univ
  all x: A | some f
  all y: A | lone f.univ
  all x: A | some f
  all y: A | lone f.univ
  all z: A | z in A.f
}
run {}
