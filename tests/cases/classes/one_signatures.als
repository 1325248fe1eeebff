// Signatures of one atom each are never exchanged.
one sig Left, Right { load: set Weight }
sig Weight { under: lone Weight }
fact { no Left.load & Right.load and no iden & ^under }
run { Weight in Left.load + Right.load } for 3
