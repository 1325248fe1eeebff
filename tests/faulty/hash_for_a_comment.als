# people
sig Person {}
