sig Person { knows: set Person }
fact { knows in Person }
