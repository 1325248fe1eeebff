sig Color {}
sig Board { cell: one (Int -> Color) }
