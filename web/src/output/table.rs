//! Columns as kubectl prints them: as wide as their widest cell, three spaces apart, no spaces at the end of a line.

use super::{Line, Printed};

const GAP: usize = 3;

/// A table with its heading. The column `age` changes by itself: it does not make a line a changed one.
pub(super) fn printed<const N: usize>(heading: [&str; N], rows: &[[String; N]], age: usize) -> Printed {
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
    let head = Line::plain(line(heading));
    let body = rows.iter().map(|row| {
        let gist: Vec<&str> =
            row.iter().enumerate().filter(|(place, _)| *place != age).map(|(_, cell)| cell.as_str()).collect();
        Line { text: line(row.each_ref().map(String::as_str)), gist: gist.join(" ") }
    });
    Printed { lines: std::iter::once(head).chain(body).collect(), headed: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_three_apart() {
        let rows = [["a".to_owned(), "10".to_owned()], ["longer".to_owned(), "2".to_owned()]];
        let printed = printed(["NAME", "N"], &rows, 1);
        let texts: Vec<_> = printed.lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["NAME     N", "a        10", "longer   2"]);
        assert_eq!(printed.lines[1].gist, "a");
    }
}
