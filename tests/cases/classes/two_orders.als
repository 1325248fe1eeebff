// Two orders: nothing is left to exchange but the marks.
open util/ordering[Day] as days
open util/ordering[Hour] as hours
sig Day {}
sig Hour {}
sig Mark { day: one Day, hour: one Hour }
fact { all d: Day - days/last | some d.next & Mark.day => some d & Mark.day }
run { some Mark } for exactly 2 Day, exactly 2 Hour, 2 Mark
