sig Item { price: Int }
fact { all i: Item | i.price => 0 }
run { some Item }
