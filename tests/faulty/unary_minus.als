sig Account { balance: Int }
fact { all a: Account | a.balance > -a.balance }
