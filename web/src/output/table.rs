//! Tables with a heading, as `kubectl get` prints them.

use jobscope_core::api::Edition;

use super::columns::Columns;
use super::{Line, Printed};

/// A table with its heading. The columns `aging` change by themselves: they do not make a line a changed one.
pub(super) fn printed(edition: Edition, heading: &[&str], rows: &[Vec<String>], aging: &[Option<usize>]) -> Printed {
    // Since v1.12 short columns are no longer widened.
    let least = if edition < Edition::V1_22 { 10 } else { 6 };
    let head = heading.join("\t");
    let texts: Vec<_> = std::iter::once(head).chain(rows.iter().map(|row| row.join("\t"))).collect();
    let mut lines: Vec<_> = Columns { least, gap: 3 }.align(&texts).into_iter().map(Line::plain).collect();
    for (line, row) in lines.iter_mut().skip(1).zip(rows) {
        let stays =
            row.iter().enumerate().filter(|(place, _)| !aging.contains(&Some(*place))).map(|(_, cell)| cell.as_str());
        line.gist = stays.collect::<Vec<_>>().join(" ");
    }
    Printed { lines, headed: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ages_makes_no_line_a_changed_one() {
        let rows = [vec!["a".to_owned(), "10".to_owned()], vec!["longer".to_owned(), "2".to_owned()]];
        let printed = printed(Edition::V1_28, &["NAME", "AGE"], &rows, &[Some(1)]);
        let texts: Vec<_> = printed.lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["NAME     AGE", "a        10", "longer   2"]);
        assert_eq!(printed.lines[1].gist, "a");
    }
}
