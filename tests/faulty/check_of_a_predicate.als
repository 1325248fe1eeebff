sig Node {}
pred loops { some Node }
check loops for 3
