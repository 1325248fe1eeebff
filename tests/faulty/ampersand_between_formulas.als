sig Person { friends: set Person }
fact { some Person & some friends }
