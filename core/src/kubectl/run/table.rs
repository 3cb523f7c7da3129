//! Rows under headings, aligned as kubectl's writer aligns them.

use crate::api::Release;
use crate::kubectl::print::Columns;

/// A table.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Table {
    pub(super) heading: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Table {
    /// Adds the first column of a table over all namespaces.
    pub(super) fn insert_namespaces(&mut self, namespaces: impl IntoIterator<Item = String>) {
        self.heading.insert(0, "NAMESPACE".to_owned());
        for (row, namespace) in self.rows.iter_mut().zip(namespaces) {
            row.insert(0, namespace);
        }
    }

    /// Leaves only columns with these headings, if all of them are there.
    pub(super) fn keep(&mut self, headings: &[&str]) {
        let place = |name: &&str| self.heading.iter().position(|heading| heading == name);
        let Some(places) = headings.iter().map(place).collect::<Option<Vec<_>>>() else { return };
        for row in std::iter::once(&mut self.heading).chain(&mut self.rows) {
            *row = places.iter().filter_map(|place| row.get(*place).cloned()).collect();
        }
    }

    /// As it is printed, without the heading if that is not wanted.
    pub(super) fn text(&self, release: Release, with_heading: bool) -> String {
        // Since v1.12 short columns are no longer widened.
        let columns = Columns { least: if release.since(12) { 6 } else { 10 }, gap: 3 };
        let heading = with_heading.then_some(&self.heading);
        let lines: Vec<_> = heading.into_iter().chain(&self.rows).map(|cells| cells.join("\t")).collect();
        columns.align(&lines).into_iter().map(|line| line + "\n").collect()
    }

    /// As it is printed row by row: no row knows how wide the later ones are.
    pub(super) fn text_by_row(self, release: Release, with_heading: bool) -> String {
        let mut text = String::new();
        let mut widest = if with_heading { self.heading.clone() } else { vec![String::new(); self.heading.len()] };
        let mut heading = with_heading.then_some(self.heading);
        for row in self.rows {
            for (widest, cell) in widest.iter_mut().zip(&row) {
                if cell.chars().count() > widest.chars().count() {
                    widest.clone_from(cell);
                }
            }
            let printed = Self { heading: widest.clone(), rows: heading.take().into_iter().chain([row]).collect() };
            let printed = printed.text(release, true);
            text.push_str(printed.split_once('\n').map_or("", |(_, rest)| rest));
        }
        text
    }
}
