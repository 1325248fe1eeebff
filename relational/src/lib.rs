//! Relational logic and its finite models
