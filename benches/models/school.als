// Three signatures: who knows whom, who takes what, who teaches it.
sig Student { friends: set Student, takes: set Course }
sig Course { teacher: one Teacher }
sig Teacher { mentors: set Student }
fact { friends = ~friends and no iden & friends }
fact { all c: Course | some takes.c }
run { some friends and some mentors } for 4
