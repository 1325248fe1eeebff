sig Person {}
run { some Person } for exactly 3
