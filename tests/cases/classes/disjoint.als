// Disjoint fields, and a field whose values are disjoint.
sig Team { disj home, away: set Player, captain: disj lone Player }
sig Player {}
run { some captain } for 2
