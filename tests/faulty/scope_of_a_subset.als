sig Person {}
sig Rich in Person {}
run { some Rich } for 3 but exactly 1 Rich
