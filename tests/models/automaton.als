-- A grid nobody draws by hand: a row of cells under rule 90, generation by
-- generation. A cell is alive when exactly one of its neighbours was. From one cell
-- at the left edge there is one history, and it draws half of a Sierpinski triangle.
open util/ordering[Generation] as time
open util/ordering[Place] as place

enum State { Dead, Alive }

sig Generation { cell: Place -> one State }
sig Place {}

fun alive [g: Generation]: set Place { g.cell.Alive }

fact Rule90 {
  time/first.alive = place/first
  all g: Generation - time/last |
    let left = g.alive.place/next, right = g.alive.place/prev |
      g.time/next.alive = (left + right) - (left & right)
}

history: run {} for exactly 8 Generation, exactly 9 Place expect 1
check OutermostAlive {
  all g: Generation | #time/prevs[g] < #Place implies
    (some p: g.alive | #place/prevs[p] = #time/prevs[g])
} for exactly 6 Generation, exactly 7 Place expect 0
