sig Person {}
run { some Person } for 3 but exactly
