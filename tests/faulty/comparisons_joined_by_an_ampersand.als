sig Person { home, work: lone Place }
sig Place {}
fact { all p, q: Person | p.home = q.home & p.work = q.work => p = q }
