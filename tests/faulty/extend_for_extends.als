sig Person {}
sig Man extend Person {}
