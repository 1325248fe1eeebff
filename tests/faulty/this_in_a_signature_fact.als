sig Person {
  parents: set Person
} {
  this not in this.^parents
}
run { some parents }
