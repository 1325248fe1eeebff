sig N { next: lone N }

fact { no n: N | n in n.next^ }

run { some N }
