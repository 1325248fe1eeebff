sig Person { name }
run {}
