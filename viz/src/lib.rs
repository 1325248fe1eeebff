//! Instances as text, tables, trees, grids and JSON
