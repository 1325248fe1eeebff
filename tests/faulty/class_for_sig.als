class Node { next: lone Node }
run {}
