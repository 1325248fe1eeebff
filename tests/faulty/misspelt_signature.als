sig Person { friends: set Persn }
run {}
