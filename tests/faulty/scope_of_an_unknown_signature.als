sig State {}
run { some State } for 3 States
