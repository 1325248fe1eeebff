// A field of three columns with multiplicities inside.
sig Key {}
sig Room { opens: Key -> lone Room }
fact { all r: Room | r not in r.opens[Key] }
run { some opens } for 2
