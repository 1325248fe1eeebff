module dining_philosophers

/*
 * The dining philosophers: they sit at a round table with a fork between any two
 * neighbours, and each needs two forks to eat. A philosopher takes one fork at a
 * time, eats when having both, and puts both down.
 *
 *   relfind models/systems/dining_philosophers.als
 *
 * What it shows: locks, and how they come to a deadlock. If everybody takes the left
 * fork first, all can end up holding one fork and waiting for the other for ever. If
 * forks are numbered and everybody takes the lower number first, that cannot happen.
 *
 * To change: the number of philosophers and forks (they must be as many), or the
 * rule for which fork comes first.
 */

//% project State
//% view graph
//% hide first

open util/ordering[State] as time
open util/ordering[Fork] as number

sig Fork {}

sig Philosopher {
  left, right: disj one Fork,
  first: one Fork               -- the fork taken first
}

sig State { holds: Philosopher -> Fork }

fun forks [p: Philosopher]: set Fork { p.left + p.right }

fact Table {
  -- going on from neighbour to neighbour one meets everybody
  all p: Philosopher | Philosopher = p.^(right.~left)
  Fork = Philosopher.forks
  all p: Philosopher | p.first in p.forks
}

-- Taking and putting down -----------------------------------------------------

/** What the philosopher waits for: the first fork, then the other, then nothing more. */
fun wants [s: State, p: Philosopher]: lone Fork {
  no s.holds[p] => p.first else p.forks - s.holds[p]
}

fun free [s: State]: set Fork { Fork - s.holds[Philosopher] }

pred ready [s: State, p: Philosopher] { s.wants[p] in s.free }

pred step [s: State, p: Philosopher] {
  s.ready[p]
  s.next.holds = (some s.wants[p] => s.holds + p -> s.wants[p] else s.holds - p -> Fork)
}

fact Trace {
  no time/first.holds
  all s: State - time/last | some p: Philosopher | s.step[p]
}

/** Everybody waits. */
pred deadlock { no p: Philosopher | time/last.ready[p] }

-- Rules of behaviour ----------------------------------------------------------

pred leftFirst { first = left }
pred lowerFirst { all p: Philosopher | p.first = min[p.forks] }

/** A meal: somebody holds both forks. */
meal: run { leftFirst and some p: Philosopher | p.forks = time/last.holds[p] }
  for 4 State, exactly 3 Philosopher, exactly 3 Fork expect 1

starve: run { leftFirst and deadlock } for 4 State, exactly 3 Philosopher, exactly 3 Fork expect 1

/** Nobody can starve of hunger when forks are taken in order. */
check OrderPreventsDeadlock { lowerFirst => not deadlock }
  for 8 State, exactly 3 Philosopher, exactly 3 Fork expect 0
check OrderPreventsDeadlockOfFour { lowerFirst => not deadlock }
  for 6 State, exactly 4 Philosopher, exactly 4 Fork expect 0
