open util/time
sig A { now: dynamic[A], known: dynamicSet[A] }
// Alloy drops the multiplicity of a macro.
fact { all a: A, t: Time | one a.now.t }
pred step[a: A, t, t": Time] { a.now.t" != a.now.t }
pred stay[t, t": Time] { now.t" = now.t }
pred differ[t, t": Time] { now.t" != now.t }
pred moving[t: Time] { some a: A | a.now.t != a }

run moves { no known and all t: Time - last | some a: A | step[a, t, t.next] } for exactly 2 A,
  exactly 2 Time
run sets {
  now = A -> A -> Time & now and A.now.Time = A and known = now and
    all t: Time - last | stay[t, t.next]
} for exactly 2 A,
  exactly 2 Time
run thenB { no known and all t: Time - last | (stay.then[stay])[t, t] } for exactly 2 A,
  exactly 2 Time
run loop { no known and while1[moving, differ, first, last] } for exactly 2 A, exactly 2 Time
run loop3 { no known and while[moving, stay, first, last] } for exactly 2 A, exactly 2 Time
