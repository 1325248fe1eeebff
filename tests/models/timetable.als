-- A grid of values with holes: a school week. Each subject has its number of
-- lessons, none twice a day, maths never last, sport only as the last lesson.
enum Day { Mon, Tue, Wed }
enum Hour { Eight, Nine, Ten }
enum Subject { Maths, Music, Sport }

one sig Week { lesson: Hour -> Day -> lone Subject }

fact Plan {
  #Week.lesson.Maths = 3 and #Week.lesson.Music = 2 and #Week.lesson.Sport = 1
  all s: Subject, d: Day | lone Week.lesson.s.d
  Maths not in Week.lesson[Ten][Day]
  (Week.lesson.Sport).Day in Ten
  -- no free lesson before the last of a day
  all h: Hour, d: Day |
    some Week.lesson[h][d] implies (all e: h.prevs | some Week.lesson[e][d])
}

week: run {} expect 1
check MathsDaily { all d: Day | Maths in Week.lesson[Hour][d] } expect 0
