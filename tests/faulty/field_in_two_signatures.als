sig Person { name: Name }
sig Student extends Person { name: Name }
sig Name {}
