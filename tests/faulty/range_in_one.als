sig Account { balance: Int }
fact { all a: Account | 0 <= a.balance < 7 }
run { some Account }
