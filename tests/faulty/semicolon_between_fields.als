sig Person { knows: set Person; boss: lone Person }
