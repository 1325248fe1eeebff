// At most one king, with crowns that have owners.
lone sig King { wears: lone Crown }
sig Crown { owner: set King, above: lone Crown }
fact { wears in ~owner and no iden & ^above }
run {} for 3
