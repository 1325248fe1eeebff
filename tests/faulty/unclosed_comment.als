sig Word {}
/* the rest
run { some Word }
