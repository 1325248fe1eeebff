sig Node {}
assert NoLoops { some Node }
check NoLoop for 3
