sig Task { check: lone Task, fact: lone Task }
run {}
