sig Person { knows: set Person }
pred lonely[p: Person] { no p.knows }
run { some lonely }
