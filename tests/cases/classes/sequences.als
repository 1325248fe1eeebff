// Sequences: of two cards each keeps up to two in a row.
sig Card { row: seq Card }
run { some Card.row } for exactly 2 Card, 2 seq, 3 int
