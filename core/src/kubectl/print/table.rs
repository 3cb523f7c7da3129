//! Tables with a heading, as `kubectl get` prints them.

use super::Printed;
use super::pods::PodRows;
use crate::api::Release;

/// Spaces between a cell and the next column.
const GAP: usize = 3;

/// The rows of a table.
#[derive(Debug)]
pub(super) enum Rows {
    /// All of them, in cells.
    Cells(Vec<Vec<String>>),
    /// Of pods, each made when it is looked at.
    Pods(PodRows),
}

impl Rows {
    fn len(&self) -> usize {
        match self {
            Self::Cells(rows) => rows.len(),
            Self::Pods(rows) => rows.len(),
        }
    }

    fn cells(&self, row: usize) -> Vec<String> {
        match self {
            Self::Cells(rows) => rows.get(row).cloned().unwrap_or_default(),
            Self::Pods(rows) => rows.cells(row),
        }
    }

    /// The characters of the widest cell in each column.
    fn widths(&self) -> Vec<usize> {
        match self {
            Self::Cells(rows) => {
                let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
                let width =
                    |column: usize| rows.iter().filter_map(move |row| row.get(column)).map(|cell| cell.chars().count());
                (0..columns).map(|column| width(column).max().unwrap_or_default()).collect()
            }
            Self::Pods(rows) => rows.widths(),
        }
    }

    /// Whether `before` has a row that says the same, but for what ages.
    fn has(&self, row: usize, before: &Self, aging: &[usize]) -> bool {
        let same = |cells: &[String], old: &[String]| {
            cells.len() == old.len()
                && cells.iter().zip(old).enumerate().all(|(column, (a, b))| aging.contains(&column) || a == b)
        };
        match (self, before) {
            (Self::Pods(rows), Self::Pods(before)) => {
                rows.same_pod(row, before).is_some_and(|old| !rows.says_more_than(row, before, old))
            }
            (Self::Cells(rows), Self::Cells(before)) => {
                rows.get(row).is_some_and(|cells| before.iter().any(|old| same(cells, old)))
            }
            (Self::Cells(_), Self::Pods(_)) | (Self::Pods(_), Self::Cells(_)) => false,
        }
    }
}

#[derive(Debug)]
pub(super) struct Table {
    heading: Vec<&'static str>,
    rows: Rows,
    /// Columns that change by themselves: they do not make a line a changed one.
    aging: Vec<usize>,
    /// The characters from the start of each column to the next.
    widths: Vec<usize>,
}

impl Table {
    /// How many lines it has.
    pub(super) fn len(&self) -> usize {
        self.rows.len() + 1
    }

    /// The line at that place; the heading is the first.
    pub(super) fn line(&self, place: usize) -> String {
        match place.checked_sub(1) {
            Some(row) => self.aligned(self.rows.cells(row).iter().map(String::as_str)),
            None => self.aligned(self.heading.iter().copied()),
        }
    }

    /// Whether the line at that place says something that `before` did not.
    pub(super) fn is_new(&self, place: usize, before: &Self) -> bool {
        match place.checked_sub(1) {
            Some(row) => self.heading != before.heading || !self.rows.has(row, &before.rows, &self.aging),
            None => false,
        }
    }

    /// Where the last column of a line begins, if it has sentences in it.
    pub(super) fn message_at(&self, line: &str) -> Option<usize> {
        let (_, before) = self.heading.split_last().filter(|(last, _)| **last == "MESSAGE")?;
        let at: usize = self.widths.iter().take(before.len()).sum();
        line.char_indices().nth(at).map(|(byte, _)| byte)
    }

    /// Cells in their columns. What stands in the last one ends the line: an empty one leaves the spaces before it.
    fn aligned<'a>(&self, cells: impl Iterator<Item = &'a str>) -> String {
        let mut line = String::new();
        let last = self.heading.len().saturating_sub(1);
        for (place, (cell, width)) in cells.zip(&self.widths).enumerate() {
            line.push_str(cell);
            let spaces = if place < last { width.saturating_sub(cell.chars().count()) } else { 0 };
            line.extend(std::iter::repeat_n(' ', spaces));
        }
        line
    }
}

/// A table with its heading. The columns `aging` change by themselves: they do not make a line a changed one.
pub(super) fn printed(release: Release, heading: &[&'static str], rows: Rows, aging: &[Option<usize>]) -> Printed {
    // Since v1.12 short columns are no longer widened.
    let least = if release.since(12) { 6 } else { 10 };
    let named = heading.iter().map(|name| name.chars().count());
    let widths = named.zip(rows.widths().into_iter().chain(std::iter::repeat(0)));
    let widths = widths.map(|(name, widest)| (name.max(widest) + GAP).max(least)).collect();
    let aging = aging.iter().copied().flatten().collect();
    Printed::of_table(Table { heading: heading.to_vec(), rows, aging, widths })
}

#[cfg(test)]
mod tests {
    use super::super::columns::Columns;
    use super::*;

    fn table(release: Release, rows: &[[&str; 2]]) -> Printed {
        let rows = rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect();
        printed(release, &["NAME", "AGE"], Rows::Cells(rows), &[Some(1)])
    }

    #[test]
    fn what_ages_makes_no_line_a_changed_one() {
        let before = table(Release::V1_28, &[["a", "10"], ["longer", "2"]]);
        assert_eq!(before.text(), "NAME     AGE\na        10\nlonger   2");
        let now = table(Release::V1_28, &[["a", "11"], ["longest", "3"]]);
        assert_eq!([0, 1, 2].map(|place| now.is_new(place, &before)), [false, false, true]);
    }

    #[test]
    fn a_message_is_a_part_of_its_own() {
        let rows = Rows::Cells(vec![["Created", "Created pod: é"].map(str::to_owned).to_vec()]);
        let said = printed(Release::V1_28, &["REASON", "MESSAGE"], rows, &[]);
        assert_eq!(said.parts(0), ("REASON    ".to_owned(), Some("MESSAGE".to_owned())));
        assert_eq!(said.parts(1), ("Created   ".to_owned(), Some("Created pod: é".to_owned())));
        assert_eq!(table(Release::V1_28, &[["a", "1"]]).parts(1).1, None);
    }

    #[test]
    fn it_is_aligned_as_the_writer_behind_kubectl_does_it() {
        for (release, least) in [(Release::V1_11, 10), (Release::V1_22, 6)] {
            for rows in [[["a", "1"], ["bb", ""]], [["something-long", "20"], ["", "3"]]] {
                let texts: Vec<_> = [["NAME", "AGE"]].iter().chain(&rows).map(|row| row.join("\t")).collect();
                let want = Columns { least, gap: GAP }.align(&texts).join("\n");
                assert_eq!(table(release, &rows).text(), want);
            }
        }
    }
}
