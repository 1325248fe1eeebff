sig Person { name: one String }
run { some Person }
