-- A grid whose values are of the kind of one axis: whom each team plays in each
-- round. Four teams play all others in three rounds, in 3! = 6 ways.
open util/ordering[Round] as rounds
open util/ordering[Team] as teams

sig Round { opponent: Team -> one Team }
sig Team {}

fact Schedule {
  all r: Round, t: Team {
    r.opponent[t] != t
    r.opponent[r.opponent[t]] = t
  }
  all t: Team, disj q, r: Round | q.opponent[t] != r.opponent[t]
}

four: run {} for exactly 3 Round, exactly 4 Team expect 1
odd: run {} for exactly 1 Round, exactly 3 Team expect 0
tooLong: run {} for exactly 4 Round, exactly 4 Team expect 0
