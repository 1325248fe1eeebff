sig Node {}
assert NoLoops { some Node }
run NoLoops for 3
