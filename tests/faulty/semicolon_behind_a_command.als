sig Person {}
run { some Person } for 3;
