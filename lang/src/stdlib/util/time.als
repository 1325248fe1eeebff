module util/time

-- Time as an ordered signature, for models that keep each state beside the
-- others instead of using `var` fields; and a small language of actions.
--
-- An action is a predicate of two times, the one it starts from and the one it
-- ends at; a condition is a predicate of one time.

open util/ordering[Time]

/** A moment. */
sig Time {}

/** Bound of a field that has one value of `x` at each moment. */
let dynamic[x] = x one -> Time

/** Bound of a field that has a set of `x` at each moment. */
let dynamicSet[x] = x -> Time

/** Action `a`, and `b` from where it ends. */
let then[a, b, t, t"] { some x: Time | a[t, x] and b[x, t"] }

/** Repeat `body` as long as `cond` holds: three times at most. */
let while = while3

/** As `while`, but no repetition: `cond` fails at once. */
let while0[cond, body, t, t"] { not cond[t] and t = t" }

/** At most one repetition; below, at most as many as the name says. */
let while1[cond, body, t, t"] {
  some x: Time | (cond[t] implies body[t, x] else x = t) and while0[cond, body, x, t"]
}

let while2[cond, body, t, t"] {
  some x: Time | (cond[t] implies body[t, x] else x = t) and while1[cond, body, x, t"]
}

let while3[cond, body, t, t"] {
  some x: Time | (cond[t] implies body[t, x] else x = t) and while2[cond, body, x, t"]
}

let while4[cond, body, t, t"] {
  some x: Time | (cond[t] implies body[t, x] else x = t) and while3[cond, body, x, t"]
}

let while5[cond, body, t, t"] {
  some x: Time | (cond[t] implies body[t, x] else x = t) and while4[cond, body, x, t"]
}

let while6[cond, body, t, t"] {
  some x: Time | (cond[t] implies body[t, x] else x = t) and while5[cond, body, x, t"]
}

let while7[cond, body, t, t"] {
  some x: Time | (cond[t] implies body[t, x] else x = t) and while6[cond, body, x, t"]
}

let while8[cond, body, t, t"] {
  some x: Time | (cond[t] implies body[t, x] else x = t) and while7[cond, body, x, t"]
}

let while9[cond, body, t, t"] {
  some x: Time | (cond[t] implies body[t, x] else x = t) and while8[cond, body, x, t"]
}
