sig Queue { items: set Item }
sig Item {}
pred add[q, r: Queue] { #r.items = #q.items + 1 }
run add
