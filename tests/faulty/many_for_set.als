sig Person { knows: many Person }
