// Strings are never exchanged.
sig Page { tongue: set String, later: lone Page }
fact { Page.tongue in "de" + "en" and no iden & later }
run { some tongue } for 2
