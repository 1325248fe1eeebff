-- A party of @N: couples shake hands, nobody with himself or his partner. One asks all others, and each has shaken a different number of hands.
sig Person { partner: one Person, shaken: set Person }
one sig Host, Hostess extends Person {}
fact Couples {
  partner = ~partner
  no partner & iden
  Host.partner = Hostess
}
fact Hands {
  shaken = ~shaken
  no shaken & (iden + partner)
}
run {
  all disj p, q: Person - Host | #p.shaken != #q.shaken
} for exactly @N Person, @B Int
