//! The Alloy language: text to resolved, typed modules
