//! From typed modules and commands to CNF, and from SAT models to instances
