module river_crossing

/*
 * Crossing a river: a farmer has a wolf, a goat and a cabbage on the near bank of a
 * river, and a boat for himself and one of them. Left alone, the wolf eats the goat
 * and the goat eats the cabbage. How do all come to the far bank?
 *
 *   relfind models/planning/river_crossing.als
 *
 * What it shows: a system that changes in steps; who eats whom is a relation and not
 * a rule for each pair; and that no plan is shorter, by a command with a smaller scope.
 *
 * To change: `eats`, the passengers, or the seats of the boat in `cross`.
 */

open util/ordering[Moment] as time

enum Passenger { Farmer, Wolf, Goat, Cabbage }

sig Moment { near: set Passenger }

fun eats: Passenger -> Passenger { Wolf -> Goat + Goat -> Cabbage }

fun far [m: Moment]: set Passenger { Passenger - m.near }

/** Nobody is eaten on a bank, since the farmer is there or nobody likes anybody. */
pred safe [bank: set Passenger] { Farmer in bank or no bank & bank.eats }

/** From the bank `start` the farmer takes at most one passenger to the other. */
pred cross [start, startLater: set Passenger] {
  startLater in start
  Farmer in start - startLater
  lone start - startLater - Farmer
}

fact Plan {
  time/first.near = Passenger
  all m: Moment | safe[m.near] and safe[m.far]
  all m: Moment - time/last |
    cross[m.near, m.next.near] or cross[m.far, m.next.far]
}

pred done { no time/last.near }

/** Seven crossings do it, in two ways. */
seven: run done for 8 expect 1

/** Fewer do not, nor does an even number, as the farmer would be back. */
six: run done for 7 expect 0
five: run done for 6 expect 0
