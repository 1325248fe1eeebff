-- A grid whose field is a plain relation: a square has a queen or has none.
-- Six queens fit on a board of six by six in 4 ways, three on three by three not.
open util/ordering[Rank] as ranks
open util/ordering[File] as files

sig Rank { queen: one File }
sig File {}

fun up: Rank -> Rank { ranks/next }
fun aside: File -> File { files/next }

-- places of ranks above, and as many files to one side
pred diagonal [a, b: Rank] {
  let rise = #(a.^up - b.^up) | rise = #(a.queen.^aside - b.queen.^aside)
    or rise = #(b.queen.^aside - a.queen.^aside)
}

fact Peace {
  all disj a, b: Rank | a.queen != b.queen
  all a: Rank, b: a.^up | not diagonal[a, b]
}

six: run {} for exactly 6 Rank, exactly 6 File expect 1
three: run {} for exactly 3 Rank, exactly 3 File expect 0
