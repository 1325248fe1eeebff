sig Counter { value: Int }
pred step[c: Counter] { c.value := plus[c.value, 1] }
run step
