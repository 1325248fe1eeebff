sig Node {}
sig Edge {}
sig Node {}
