sig State { value: Int }
fact { first.value = 0 }
fact { all s: State - last | s.next.value = plus[s.value, 1] }
run {}
