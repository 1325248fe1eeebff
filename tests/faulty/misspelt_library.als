open util/orderng[Person]
sig Person {}
