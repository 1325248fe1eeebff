var sig Door {}
sig Event { before: set Event, after: set Event }
run { eventually some Door' }
