sig Color {}
one sig Red, Green extends Color {}
fact { Color = {Red, Green} }
