// Subset signatures that overlap, and one that is made of others.
sig Person { likes: lone Person }
sig Rich, Happy in Person {}
sig Lucky = Rich + Happy {}
fact { likes in Rich -> Happy }
run {} for 2
