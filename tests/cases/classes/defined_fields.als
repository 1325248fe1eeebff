// Fields that are given by others.
sig Node {
  to: set Node,
  from = @to.this,
  far = to.@to - to
}
run { some far } for exactly 3 Node
