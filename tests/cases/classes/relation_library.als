// The library of relations: partial orders with a greatest element.
open util/relation
sig Thing { below: set Thing }
run { partialOrder[below, Thing] and some t: Thing | Thing in below.t } for exactly 4 Thing
