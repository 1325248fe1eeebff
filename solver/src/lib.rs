//! SAT solving behind one trait: CNF to verdict
