sig Person {
  name: Name
  boss: lone Person
}
sig Name {}
