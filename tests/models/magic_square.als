-- A grid of integers: the numbers 1 to 9, with the sum 15 along every row, column
-- and diagonal. There is one such square, turned and mirrored in 8 ways.
enum Row { Upper, Middle, Lower }
enum Col { Left, Centre, Right }

one sig Square { number: Row -> Col -> one Int }

fun at [r: Row, c: Col]: Int { Square.number[r][c] }

fact Magic {
  all r: Row, c: Col | at[r, c] > 0 and at[r, c] < 10
  all n: Int | lone Square.number.n
  all r: Row | 15 = plus[at[r, Left], plus[at[r, Centre], at[r, Right]]]
  all c: Col | 15 = plus[at[Upper, c], plus[at[Middle, c], at[Lower, c]]]
  15 = plus[at[Upper, Left], plus[at[Middle, Centre], at[Lower, Right]]]
  15 = plus[at[Upper, Right], plus[at[Middle, Centre], at[Lower, Left]]]
}

all8: run {} for 3 but 6 Int expect 1
check FiveInTheMiddle { at[Middle, Centre] = 5 } for 3 but 6 Int expect 0
