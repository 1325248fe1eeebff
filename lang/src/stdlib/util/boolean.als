module util/boolean

-- The two truth values as atoms, for models that must store or compute them.
-- Where a set of the things that have a property will do, it is the simpler way.

/** A truth value. */
abstract sig Bool {}

/** The two of them. */
one sig True, False extends Bool {}

/** `b` is True. */
pred isTrue [b: Bool] { b in True }

/** `b` is False. */
pred isFalse [b: Bool] { b in False }

/** The other truth value. */
fun Not [b: Bool]: Bool { Bool - b }

/** True when neither value is False. */
fun And [b1, b2: Bool]: Bool { b1 + b2 in True implies True else False }

/** True when at least one value is True. */
fun Or [b1, b2: Bool]: Bool { True in b1 + b2 implies True else False }

/** True when the values differ. */
fun Xor [b1, b2: Bool]: Bool { Bool in b1 + b2 implies True else False }

/** The negation of And: True when at least one value is False. */
fun Nand [b1, b2: Bool]: Bool { False in b1 + b2 implies True else False }

/** The negation of Or: True when neither value is True. */
fun Nor [b1, b2: Bool]: Bool { b1 + b2 in False implies True else False }
