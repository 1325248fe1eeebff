sig Person {}
sig Adult, Voter in Person {}
fact { Voter in Adult in Person }
