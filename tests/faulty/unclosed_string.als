sig Word { spelling: String }
fact { Word.spelling = "yes }
run {}
