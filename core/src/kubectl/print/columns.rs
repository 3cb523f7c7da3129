//! Text in columns, as the writer behind kubectl aligns it: cells end with a tab, and neighbouring lines that have a
//! cell in a column share its width. Text after the last tab of a line belongs to no column; without such text the line
//! ends with padding.

/// Cells of a line at most.
const MOST_CELLS: usize = 32;

/// How wide columns are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kubectl) struct Columns {
    /// The least width of a column.
    pub(in crate::kubectl) least: usize,
    /// Spaces between a cell and the next column.
    pub(in crate::kubectl) gap: usize,
}

impl Columns {
    /// Those of `kubectl describe`.
    pub(super) const DESCRIBE: Self = Self { least: 0, gap: 2 };

    /// The lines with their tabs made spaces.
    pub(in crate::kubectl) fn align<T: AsRef<str>>(self, lines: &[T]) -> Vec<String> {
        let mut rows: Vec<Row<'_>> = lines.iter().map(|line| Row::of(line.as_ref())).collect();
        self.widen(&mut rows, 0);
        rows.iter().map(Row::written).collect()
    }

    /// Gives the cells in `column` their widths, block by block, and within each block those to the right of it.
    fn widen(self, rows: &mut [Row<'_>], column: usize) {
        for block in rows.chunk_by_mut(|one, next| one.has(column) == next.has(column)) {
            if block.first().is_none_or(|row| !row.has(column)) {
                continue;
            }
            let cell = |row: &Row<'_>| row.cells.get(column).map_or(0, |cell| cell.chars().count());
            let widest = block.iter().map(cell).max().unwrap_or_default();
            for row in block.iter_mut() {
                row.widths.push((widest + self.gap).max(self.least));
            }
            self.widen(block, column + 1);
        }
    }
}

/// A line in cells; the last one ends without a tab.
struct Row<'a> {
    cells: Vec<&'a str>,
    widths: Vec<usize>,
}

impl<'a> Row<'a> {
    fn of(line: &'a str) -> Self {
        // More tabs than any line should have are printed as they are: columns are aligned one within the other.
        Self { cells: line.splitn(MOST_CELLS, '\t').collect(), widths: Vec::new() }
    }

    /// Whether the line has a cell of that column.
    fn has(&self, column: usize) -> bool {
        column + 1 < self.cells.len()
    }

    fn written(&self) -> String {
        let mut line = String::new();
        for (place, cell) in self.cells.iter().enumerate() {
            line.push_str(cell);
            let width = self.widths.get(place).copied().unwrap_or_default();
            line.extend(std::iter::repeat_n(' ', width.saturating_sub(cell.chars().count())));
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_share_the_width_of_a_column() {
        let lines =
            ["Name:\tpi", "Namespace:\tdefault", "Pod Template:", "  Labels:\ta=b", "\tc=d", "    Image:\tperl"];
        assert_eq!(
            Columns::DESCRIBE.align(&lines),
            [
                "Name:       pi",
                "Namespace:  default",
                "Pod Template:",
                "  Labels:   a=b",
                "            c=d",
                "    Image:  perl",
            ]
        );
    }

    #[test]
    fn columns_have_a_least_width() {
        let table = Columns { least: 10, gap: 3 };
        assert_eq!(
            table.align(&["NAME\tREADY\tAGE", "a\t0/1\t5s"]),
            ["NAME      READY     AGE", "a         0/1       5s"]
        );
    }

    #[test]
    fn what_is_not_said_leaves_its_spaces() {
        let lines = ["Type:\tEmptyDir", "Medium:\t", "SizeLimit:\t<unset>"];
        let aligned = ["Type:       EmptyDir", "Medium:     ", "SizeLimit:  <unset>"];
        assert_eq!(Columns::DESCRIBE.align(&lines), aligned);
    }

    #[test]
    fn columns_to_the_right_are_shared_within_their_block_only() {
        let lines = ["a\tb\tc", "aa\tbbb\tc", "a\td", "a\tb\tc"];
        assert_eq!(Columns { least: 0, gap: 1 }.align(&lines), ["a  b   c", "aa bbb c", "a  d", "a  b c"]);
    }
}
