//! Columns as kubectl prints them: as wide as their widest cell, three spaces apart, no spaces at the end of a line.

use super::Printed;

const GAP: usize = 3;

/// A table with its heading.
pub(super) fn printed<const N: usize>(heading: [&str; N], rows: &[[String; N]]) -> Printed {
    let mut widths = heading.map(str::len);
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let line = |cells: [&str; N]| {
        let mut line = String::new();
        for (cell, width) in cells.into_iter().zip(widths) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width + GAP - cell.chars().count()));
        }
        line.trim_end().to_owned()
    };
    let lines = std::iter::once(line(heading)).chain(rows.iter().map(|row| line(row.each_ref().map(String::as_str))));
    Printed { lines: lines.collect(), headed: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_three_apart() {
        let rows = [["a".to_owned(), "10".to_owned()], ["longer".to_owned(), "2".to_owned()]];
        assert_eq!(printed(["NAME", "N"], &rows).lines, ["NAME     N", "a        10", "longer   2"]);
    }
}
