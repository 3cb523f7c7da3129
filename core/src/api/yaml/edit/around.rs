//! The surroundings of a change: lines, columns, comments, the style of neighbours, and path resolution.

use std::ops::Range;

use serde_json::Value;

use super::super::tree::Position;
use super::Refusal;
use super::layout::{Entry, Item, Kind, Piece, line_start};
use super::path::Step;
use super::splice::Splices;
use super::write::{Style, lines, rank};

/// Where a value stands.
#[derive(Clone, Copy)]
pub(super) enum Home<'l> {
    /// It is the document.
    Root,
    /// Behind a key.
    Entry(&'l Entry),
    /// Behind a dash.
    Item(&'l Item),
    /// Between braces.
    Flow,
}

impl Splices<'_> {
    /// The comments of what goes, each on a line of its own.
    pub(super) fn kept(&self, range: Range<usize>, column: usize) -> String {
        let comments = self.layout.comments(self.text, range);
        let comments: Vec<&str> = comments.into_iter().filter_map(|comment| self.text.get(comment)).collect();
        comments.join(&format!("{}{}", self.newline(), " ".repeat(column)))
    }

    /// A value in lines at a column.
    pub(super) fn block(&self, value: &Value, column: usize) -> String {
        let indent = " ".repeat(column);
        let lines: Vec<String> = lines(value, self.style()).into_iter().map(|line| format!("{indent}{line}")).collect();
        lines.join(self.newline())
    }

    /// Where the comments directly above something begin, that speak of it; `None` if it is not the first on its line.
    pub(super) fn with_comments_above(&self, at: usize) -> Option<usize> {
        if !self.is_first_on_line(at) {
            return None;
        }
        let column = self.column(at);
        let mut start = at;
        let mut line = line_start(self.text, at);
        while line > 0 {
            let above = line_start(self.text, line - 1);
            let text = self.text.get(above..line).unwrap_or_default().trim_end();
            let word = text.trim_start();
            if !word.starts_with('#') || text.len() - word.len() != column {
                break;
            }
            (start, line) = (above + column, above);
        }
        Some(start)
    }

    pub(super) fn is_first_on_line(&self, at: usize) -> bool {
        self.text
            .get(line_start(self.text, at)..at)
            .is_some_and(|before| before.trim_start_matches('\u{feff}').trim().is_empty())
    }

    /// Characters before something on its line.
    pub(super) fn column(&self, at: usize) -> usize {
        let before = self.text.get(line_start(self.text, at)..at).unwrap_or_default();
        before.trim_start_matches('\u{feff}').chars().count()
    }

    pub(super) fn newline(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }

    /// How the text writes what is written already.
    pub(super) fn style(&self) -> Style {
        let json = matches!(&self.layout.root.kind, Kind::Map { flow: true, entries } if entries.first().is_some_and(
            |entry| self.text.get(entry.key_span.clone()).is_some_and(|key| key.starts_with('"'))));
        Style { indented_lists: self.indents_lists(&self.layout.root).unwrap_or(true), json }
    }

    pub(super) fn indents_lists(&self, piece: &Piece) -> Option<bool> {
        match &piece.kind {
            Kind::Map { flow: false, entries } => entries.iter().find_map(|entry| match &entry.value.kind {
                Kind::List { flow: false, items } => {
                    Some(self.column(items.first()?.dash) > self.column(entry.key_span.start))
                }
                _ => self.indents_lists(&entry.value),
            }),
            Kind::List { flow: false, items } => items.iter().find_map(|item| self.indents_lists(&item.value)),
            _ => None,
        }
    }

    /// The error that points to `piece`.
    pub(super) fn unusual(&self, piece: &Piece) -> Refusal {
        let line = self.text.get(..piece.span.start).map_or(0, |before| before.matches('\n').count()) + 1;
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Refusal::Unusual(Position { line: number(line), column: number(self.column(piece.span.start) + 1) })
    }
}

/// As far as the way leads: the piece there, where it stands, and the steps that are left.
pub(super) fn find<'l, 's>(root: &'l Piece, steps: &'s [Step]) -> (&'l Piece, Home<'l>, &'s [Step]) {
    let (mut piece, mut home, mut rest) = (root, Home::Root, steps);
    while let Some((step, after)) = rest.split_first() {
        match (&piece.kind, step) {
            (Kind::Map { flow, entries }, step) => {
                let Some(entry) = entries.iter().find(|entry| entry.key == step.key()) else { break };
                (piece, home) = (&entry.value, if *flow { Home::Flow } else { Home::Entry(entry) });
            }
            (Kind::List { flow, items }, Step::Item(place)) => {
                let Some(item) = items.get(*place) else { break };
                (piece, home) = (&item.value, if *flow { Home::Flow } else { Home::Item(item) });
            }
            _ => break,
        }
        rest = after;
    }
    (piece, home, rest)
}

/// Where an entry belongs among others.
pub(super) enum EntryPosition<'l> {
    After(&'l Entry),
    Before(&'l Entry),
}

/// Behind the nearest that comes before it in manifests, or else before the first.
pub(super) fn place_of<'l>(entries: &'l [Entry], key: &str) -> Option<EntryPosition<'l>> {
    let ranked = |entry: &&Entry| rank(&entry.key).zip(rank(key));
    let before = entries.iter().filter(|entry| ranked(entry).is_some_and(|(other, own)| other < own));
    let after = entries.iter().filter(|entry| ranked(entry).is_some_and(|(other, own)| other > own));
    let before = before.max_by_key(|entry| rank(&entry.key)).map(EntryPosition::After);
    before
        .or_else(|| after.min_by_key(|entry| entry.key_span.start).map(EntryPosition::Before))
        .or_else(|| entries.last().map(EntryPosition::After))
}
