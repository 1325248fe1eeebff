-- A plan: who is on the near bank after each crossing. The farmer rows fox, goose
-- and corn over, at most one at a time; without him, the fox would eat the goose
-- and the goose the corn. Seven crossings do it, in two ways; six do not.
open util/ordering[Moment] as time

enum Passenger { Farmer, Fox, Goose, Corn }

sig Moment { near: set Passenger }

pred safe [bank: set Passenger] {
  Farmer in bank or (not Fox + Goose in bank and not Goose + Corn in bank)
}

/** Between m and n the farmer crosses, with one passenger at most. */
pred cross [m, n: Moment] {
  let over = m.near - n.near, back = n.near - m.near {
    Farmer in over + back
    no over or no back
    lone over + back - Farmer
  }
}

fact Plan {
  time/first.near = Passenger
  no time/last.near
  all m: Moment | safe[m.near] and safe[Passenger - m.near]
  all m: Moment - time/last | cross[m, m.time/next]
}

seven: run {} for 8 expect 1
six: run {} for 7 expect 0
