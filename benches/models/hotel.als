-- A hotel whose locks learn new keys from the cards of guests; @N keys, rooms, guests and moments. Does anyone enter another's room?
open util/ordering[Moment] as time
open util/ordering[Key] as keys
sig Key, Moment {}
sig Room { series: set Key, lock: series one -> Moment }
sig Guest { cards: Key -> Moment }
one sig Desk { issued: (Room -> lone Key) -> Moment, guest: (Room -> lone Guest) -> Moment }
fact OwnKeys { all k: Key | lone series.k }
fun following [k: Key, r: Room]: lone Key { keys/min[k.nexts & r.series] }

pred start {
  no Guest.cards.first
  no Desk.guest.first
  Desk.issued.first = { r: Room, k: Key | k = r.lock.first }
}
pred sameCards [m, n: Moment, gs: set Guest] { all g: gs | g.cards.n = g.cards.m }
pred checkin [m, n: Moment, g: Guest, r: Room] {
  no r.(Desk.guest.m)
  some k: following[r.(Desk.issued.m), r] {
    g.cards.n = g.cards.m + k
    Desk.issued.n = Desk.issued.m ++ r -> k
  }
  Desk.guest.n = Desk.guest.m + r -> g
  sameCards[m, n, Guest - g]
  lock.n = lock.m
}
pred checkout [m, n: Moment, g: Guest] {
  some (Desk.guest.m).g
  Desk.guest.n = Desk.guest.m - Room -> g
  Desk.issued.n = Desk.issued.m
  sameCards[m, n, Guest]
  lock.n = lock.m
}
pred enter [m, n: Moment, g: Guest, r: Room] {
  some k: g.cards.m & (r.lock.m + following[r.lock.m, r]) | r.lock.n = k
  all s: Room - r | s.lock.n = s.lock.m
  Desk.guest.n = Desk.guest.m
  Desk.issued.n = Desk.issued.m
  sameCards[m, n, Guest]
}
fact Traces {
  start
  all m: Moment - last | let n = m.next |
    some g: Guest | checkout[m, n, g] or some r: Room | checkin[m, n, g, r] or enter[m, n, g, r]
}
-- A room is entered by its guest at once after he came.
fact AtOnce {
  all m: Moment - last, g: Guest, r: Room |
    checkin[m, m.next, g, r] and m.next != last => enter[m.next, m.next.next, g, r]
}
check NoIntruder {
  all m: Moment - last, g: Guest, r: Room |
    enter[m, m.next, g, r] and some r.(Desk.guest.m) => g in r.(Desk.guest.m)
} for @N but @M Moment
