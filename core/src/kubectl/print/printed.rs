//! A text as kubectl prints it. Lines of large tables are made on demand.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::rc::Rc;

use super::table::Table;

/// A line as it is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    pub(super) text: String,
    /// What makes it a changed line when it changes.
    pub(super) gist: String,
    /// The number of bytes at its end that are its content: a sentence, or a value.
    pub(super) ending: usize,
}

impl Line {
    /// A line that is a changed one when anything in it changes.
    pub fn plain(text: String) -> Self {
        Self { gist: text.clone(), text, ending: 0 }
    }

    /// The same with its last `ending` bytes as what it is about.
    #[must_use]
    pub fn ending(self, ending: usize) -> Self {
        Self { ending, ..self }
    }
}

/// What a command printed, line by line.
#[derive(Debug)]
pub struct Printed(Form);

#[derive(Debug)]
enum Form {
    /// Lines.
    Text(Text),
    /// A heading and rows.
    Table(Table),
}

/// Lines that are all there.
#[derive(Debug, Default)]
struct Text {
    lines: Vec<Line>,
    /// What the lines say, computed on first use.
    gists: OnceCell<HashSet<Rc<str>>>,
}

impl Printed {
    /// Lines, each of which is a changed one when anything in it changes.
    pub fn of_text(lines: impl IntoIterator<Item = String>) -> Self {
        Self::of_lines(lines.into_iter().map(Line::plain).collect())
    }

    /// Lines.
    pub fn of_lines(lines: Vec<Line>) -> Self {
        Self(Form::Text(Text { lines, gists: OnceCell::new() }))
    }

    /// A heading and rows.
    pub(super) fn of_table(table: Table) -> Self {
        Self(Form::Table(table))
    }

    /// Whether nothing is printed.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many lines it has.
    pub fn len(&self) -> usize {
        match &self.0 {
            Form::Text(text) => text.lines.len(),
            Form::Table(table) => table.len(),
        }
    }

    /// The line at that place.
    pub fn line(&self, place: usize) -> String {
        match &self.0 {
            Form::Text(text) => text.lines.get(place).map(|line| line.text.clone()).unwrap_or_default(),
            Form::Table(table) => table.line(place),
        }
    }

    /// The line at that place in two: what comes before, and the sentence or value at its end, if it has one.
    pub fn parts(&self, place: usize) -> (String, Option<String>) {
        let mut line = self.line(place);
        let start = match &self.0 {
            Form::Text(text) => {
                let ending = text.lines.get(place).map_or(0, |line| line.ending);
                Some(line.len().saturating_sub(ending))
            }
            Form::Table(table) => table.message_at(&line),
        };
        match start {
            Some(start) if start > 0 && start < line.len() && line.is_char_boundary(start) => {
                let ending = line.split_off(start);
                (line, Some(ending))
            }
            _ => (line, None),
        }
    }

    /// Whether the line at that place names columns.
    pub fn is_heading(&self, place: usize) -> bool {
        matches!(self.0, Form::Table(_)) && place == 0
    }

    /// Whether the line at that place says something that `before` did not.
    pub fn is_new(&self, place: usize, before: &Self) -> bool {
        match (&self.0, &before.0) {
            (Form::Text(text), Form::Text(before)) => {
                text.lines.get(place).is_some_and(|line| !before.gists().contains(line.gist.as_str()))
            }
            (Form::Table(table), Form::Table(before)) => table.is_new(place, before),
            // A table where nothing was before, or nothing where there was a table.
            _ => !self.is_heading(place),
        }
    }

    /// As it is copied.
    pub fn text(&self) -> String {
        (0..self.len()).map(|place| self.line(place)).collect::<Vec<_>>().join("\n")
    }
}

impl Text {
    fn gists(&self) -> &HashSet<Rc<str>> {
        self.gists.get_or_init(|| self.lines.iter().map(|line| line.gist.as_str().into()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_new_when_it_says_something_else() {
        let line = |gist: &str, text: &str| Line { gist: gist.to_owned(), text: text.to_owned(), ending: 0 };
        let before = Printed::of_lines(vec![line("a", "a  1s"), line("b", "b  1s")]);
        let now = Printed::of_lines(vec![line("b", "b  2s"), line("c", "c  2s")]);
        assert_eq!([0, 1].map(|place| now.is_new(place, &before)), [false, true]);
        assert_eq!(now.text(), "b  2s\nc  2s");
    }

    #[test]
    fn a_line_comes_apart_before_what_it_is_about() {
        let lines =
            Printed::of_lines(vec![Line::plain("depth 12".to_owned()).ending(2), Line::plain("a b".to_owned())]);
        assert_eq!(lines.parts(0), ("depth ".to_owned(), Some("12".to_owned())));
        assert_eq!(lines.parts(1), ("a b".to_owned(), None));
        assert_eq!(lines.parts(2), (String::new(), None));
    }
}
