//! The table of all figures, each with its target and its last kept value.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::figure::{Figure, Unit};

/// Figures of one machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// Which machine.
    pub machine: String,
    /// How many programs wanted to run at the end, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<f64>,
    /// What was measured.
    pub figures: Vec<Figure>,
}

impl Table {
    /// The same with those figures of `last` that were not measured again, if they are of the same machine: one table is of one.
    #[must_use]
    pub fn with_rest_of(mut self, last: &Self) -> Self {
        let of_here = last.figures.iter().filter(|_| last.machine == self.machine);
        let rest = of_here.filter(|old| self.same(old).is_none()).cloned().collect::<Vec<_>>();
        self.figures.extend(rest);
        self.figures.sort_by_key(|figure| figure.place);
        self
    }

    fn same(&self, figure: &Figure) -> Option<&Figure> {
        self.figures.iter().find(|other| other.what == figure.what && other.place == figure.place)
    }

    /// Figures that fail the build.
    pub fn over_budget(&self) -> impl Iterator<Item = &Figure> {
        self.figures.iter().filter(|figure| figure.budget && figure.is_over())
    }

    /// The table as Markdown, compared with `last`.
    pub fn markdown(&self, last: Option<&Self>) -> String {
        let load = self.load.map_or(String::new(), |load| format!(", load {load:.1}"));
        let mut rows = vec![["what", "where", "now", "aim", "last"].map(str::to_owned)];
        for figure in &self.figures {
            let before = last.and_then(|last| last.same(figure));
            let aim = |aim: f64| {
                let met = if !figure.is_over() {
                    "met"
                } else if figure.budget {
                    "OVER BUDGET"
                } else {
                    "missed"
                };
                format!("{}, {met}", shown(aim, figure.unit))
            };
            rows.push([
                figure.what.clone(),
                figure.place.to_string(),
                shown(figure.value, figure.unit),
                figure.aim.map(aim).unwrap_or_default(),
                before.map(|before| shown(before.value, before.unit)).unwrap_or_default(),
            ]);
        }
        let mut text = format!("Measured on {}{load}.\n\n", self.machine);
        let widths: [usize; 5] = std::array::from_fn(|column| {
            rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        });
        for (number, row) in rows.iter().enumerate() {
            for (cell, width) in row.iter().zip(widths) {
                // Nothing can go wrong with writing to a text.
                let _ = write!(text, "| {cell:width$} ");
            }
            text.push_str("|\n");
            if number == 0 {
                for width in widths {
                    let _ = write!(text, "|{}", "-".repeat(width + 2));
                }
                text.push_str("|\n");
            }
        }
        text
    }
}

/// A value with its unit, as exact as it is worth.
fn shown(value: f64, unit: Unit) -> String {
    let digits = |value: f64| match value.abs() {
        100.0.. => 0,
        10.0.. => 1,
        1.0.. => 2,
        _ => 3,
    };
    match unit {
        Unit::Ms if value >= 1_000.0 => format!("{:.2} s", value / 1_000.0),
        Unit::Ms => format!("{value:.*} ms", digits(value)),
        Unit::Bytes if value >= 1_024.0 => format!("{:.1} KiB", value / 1_024.0),
        Unit::Bytes => format!("{value:.0} B"),
        Unit::Times => format!("{value:.*} times", digits(value)),
        Unit::Count => format!("{value:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::figure::Platform;
    use super::*;

    fn table(ms: f64) -> Table {
        let race = Figure::new("a race", ms, Unit::Ms).at_most(10.0);
        let size = Figure { budget: true, place: Platform::Page, ..Figure::new("the page", 2_048.0, Unit::Bytes) };
        Table { machine: "a machine".to_owned(), load: Some(0.5), figures: vec![race, size.at_most(1_024.0)] }
    }

    #[test]
    fn each_figure_is_beside_its_aim_and_the_last_one() {
        let text = table(20.0).markdown(Some(&table(25.0)));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "Measured on a machine, load 0.5.");
        let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
        let race = ["", "a race", "native", "20.0 ms", "10.0 ms, missed", "25.0 ms", ""];
        assert_eq!(cells(lines[4]), race);
        assert!(lines[5].contains("2.0 KiB") && lines[5].contains("OVER BUDGET"), "{text}");
        assert_eq!(table(1.0).over_budget().count(), 1);
    }

    #[test]
    fn what_was_not_measured_stays() {
        let mut now = table(5.0);
        now.figures.pop();
        let all = now.with_rest_of(&table(7.0));
        assert_eq!(all.figures.iter().map(|figure| figure.value).collect::<Vec<_>>(), [5.0, 2_048.0]);
    }

    #[test]
    fn a_table_is_of_one_machine() {
        let mut now = table(5.0);
        now.figures.pop();
        let there = Table { machine: "another machine".to_owned(), ..table(7.0) };
        assert_eq!(now.with_rest_of(&there).figures.len(), 1);
    }
}
