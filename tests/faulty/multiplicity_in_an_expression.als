sig Board { cell: set Cell }
sig Cell {}
fact { Board.cell = some Cell }
