sig Person { friends: set person }
fact { all p: Person | p not in p.Friends }
