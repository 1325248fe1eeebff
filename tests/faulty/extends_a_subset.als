sig Person {}
sig Rich in Person {}
sig Famous extends Rich {}
