sig Node {}
run { some Node } 5
