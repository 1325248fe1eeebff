//! relfind: a bounded relational model finder for the Alloy language.
