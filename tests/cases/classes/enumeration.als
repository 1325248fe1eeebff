// Enumerated atoms are told apart; cards with the same suit are not.
enum Suit { Clubs, Hearts }
sig Card { suit: one Suit, beats: lone Card }
fact { all c: Card | c.beats.suit = c.suit or no c.beats }
run { some beats } for 3
