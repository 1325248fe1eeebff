open ordering[Person]
sig Person {}
