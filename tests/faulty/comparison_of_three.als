sig Person { home, work, club: lone Place }
sig Place {}
fact { all p: Person | p.home = p.work = p.club }
