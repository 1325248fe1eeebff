//! Numbers in tables.

use std::{fs, path::Path};

/// The middle of some numbers, 0 if there are none.
pub(crate) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}

/// The geometric mean of positive numbers, 1 if there are none.
pub(crate) fn geometric_mean(numbers: &[f64]) -> f64 {
    let logarithms: f64 = numbers.iter().map(|n| n.max(1e-9).ln()).sum();
    (logarithms / numbers.len().max(1) as f64).exp()
}

/// The number in a column, 0 if there is none.
pub(crate) fn number(row: &[String], column: usize) -> f64 {
    row.get(column).and_then(|text| text.parse().ok()).unwrap_or(0.0)
}

/// A table for reading: columns as wide as they need, numbers to the right.
pub(crate) fn aligned(heading: &[&str], rows: &[Vec<String>]) -> String {
    let cell = |row: &[String], column: usize| row.get(column).cloned().unwrap_or_default();
    let width = |column: usize| {
        let widths = rows.iter().map(|row| cell(row, column).chars().count());
        widths.max().unwrap_or(0).max(heading[column].chars().count())
    };
    let widths: Vec<usize> = (0..heading.len()).map(width).collect();
    let line = |cells: &dyn Fn(usize) -> String| {
        let mut line = String::new();
        for (column, &width) in widths.iter().enumerate() {
            let text = cells(column);
            let is_number = text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
            line += &if is_number {
                format!("{text:>width$}  ")
            } else {
                format!("{text:<width$}  ")
            };
        }
        line.trim_end().to_owned() + "\n"
    };
    let mut text = line(&|column| heading[column].to_owned());
    for row in rows {
        text += &line(&|column| cell(row, column));
    }
    text
}

/// Rows of a file of tab-separated values, its heading left out; none if it cannot be read.
pub(crate) fn rows(path: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let row = |line: &str| line.split('\t').map(str::to_owned).collect();
    text.lines().skip(1).map(row).collect()
}

/// Writes such a file, the one before it kept with `.last` behind its name.
pub(crate) fn write(path: &Path, heading: &[&str], rows: &[Vec<String>]) -> Result<(), String> {
    let fail = |error| format!("{} cannot be written: {error}", path.display());
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).map_err(fail)?;
    }
    if path.exists() {
        fs::rename(path, path.with_extension("tsv.last")).map_err(fail)?;
    }
    let lines = rows.iter().map(|row| row.join("\t") + "\n");
    let text = heading.join("\t") + "\n" + &lines.collect::<String>();
    fs::write(path, text).map_err(fail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_they_need() {
        let rows = [vec!["long".to_owned(), "1.5".to_owned()], vec!["a".to_owned()]];
        assert_eq!(
            aligned(&["b", "number"], &rows),
            "b     number\nlong     1.5\na\n"
        );
    }

    #[test]
    fn means() {
        assert!((median(vec![3.0, 1.0, 2.0]) - 2.0).abs() < 1e-9);
        assert!((geometric_mean(&[1.0, 4.0]) - 2.0).abs() < 1e-9);
        assert!((geometric_mean(&[]) - 1.0).abs() < 1e-9);
    }
}
