sig Cat extends Pet {}
sig Pet extends Animal {}
sig Animal extends Cat {}
