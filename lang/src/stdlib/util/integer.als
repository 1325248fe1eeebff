module util/integer

-- Arithmetic on Int, in two's complement at the command's bitwidth.
--
-- Every module opens this one without saying so. Where a result lies outside the
-- bitwidth, the finder either leaves out the instance (overflow prevented) or
-- takes the value modulo 2^bitwidth (overflow wraps). An empty argument counts
-- as 0, and a set of several integers as their sum.

/** Sum; the older name of `plus`. */
fun add [n1, n2: Int]: Int { n1 fun/add n2 }

/** Sum. */
fun plus [n1, n2: Int]: Int { n1 fun/add n2 }

/** Difference; the older name of `minus`. */
fun sub [n1, n2: Int]: Int { n1 fun/sub n2 }

/** Difference. */
fun minus [n1, n2: Int]: Int { n1 fun/sub n2 }

/** Product. */
fun mul [n1, n2: Int]: Int { n1 fun/mul n2 }

/**
 * Quotient, rounded towards zero. By zero: 0 for 0, else -1 for a positive and 1
 * for a negative dividend. The least integer divided by -1 is itself.
 */
fun div [n1, n2: Int]: Int { n1 fun/div n2 }

/** Remainder: what n1 exceeds n2 times div[n1, n2] by; it has the sign of n1. */
fun rem [n1, n2: Int]: Int { n1 fun/rem n2 }

/** The integer with the opposite sign. */
fun negate [n: Int]: Int { 0 fun/sub n }

/** Equal as numbers (an empty argument is 0 here, unlike in n1 = n2). */
pred eq [n1, n2: Int] { int[n1] = int[n2] }

/** n1 greater than n2. */
pred gt [n1, n2: Int] { n1 > n2 }

/** n1 less than n2. */
pred lt [n1, n2: Int] { n1 < n2 }

/** n1 at least n2. */
pred gte [n1, n2: Int] { n1 >= n2 }

/** n1 at most n2. */
pred lte [n1, n2: Int] { n1 <= n2 }

/** n is the integer 0. */
pred zero [n: Int] { n = 0 }

/** n is above zero. */
pred pos [n: Int] { n > 0 }

/** n is below zero. */
pred neg [n: Int] { n < 0 }

/** n is zero or below. */
pred nonpos [n: Int] { n <= 0 }

/** n is zero or above. */
pred nonneg [n: Int] { n >= 0 }

/** The sign of n as -1, 0 or 1. */
fun signum [n: Int]: Int { n < 0 implies 0 fun/sub 1 else n > 0 implies 1 else 0 }

/** The element of `s` with exactly `i` elements before it in the order `next`. */
fun int2elem [i: Int, next: univ -> univ, s: set univ]: lone s {
  { e: s | #((^next).e) = int[i] }
}

/** How many elements come before `e` in the order `next`. */
fun elem2int [e: univ, next: univ -> univ]: lone Int { Int[#((^next).e)] }

/** The greatest integer of the bitwidth. */
fun max: one Int { fun/max }

/** The least integer of the bitwidth. */
fun min: one Int { fun/min }

/** Each integer but the greatest, with the one after it. */
fun next: Int -> Int { fun/next }

/** Each integer but the least, with the one before it. */
fun prev: Int -> Int { ~(fun/next) }

/** The greatest of the integers `es`; empty when `es` is. */
fun max [es: set Int]: lone Int { es - (^(fun/next)).es }

/** The least of the integers `es`; empty when `es` is. */
fun min [es: set Int]: lone Int { es - es.^(fun/next) }

/** Every integer less than `e`. */
fun prevs [e: Int]: set Int { (^(fun/next)).e }

/** Every integer greater than `e`. */
fun nexts [e: Int]: set Int { e.^(fun/next) }

/** The greater of two integers. */
fun larger [e1, e2: Int]: Int { int[e1] < int[e2] implies int[e2] else int[e1] }

/** The lesser of two integers. */
fun smaller [e1, e2: Int]: Int { int[e1] < int[e2] implies int[e1] else int[e2] }
