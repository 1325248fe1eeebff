sig Color {}
sig Board { cell: Int => Color }
