// A relation from each atom of one signature to exactly one pair of two others.
sig Talk { place: Room one -> lone Slot }
sig Room, Slot {}
run { some Talk } for 2
