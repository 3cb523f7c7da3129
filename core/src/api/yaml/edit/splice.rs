//! What a change does to the bytes: pieces of text replace others.

use std::ops::Range;

use saphyr_parser::ScalarStyle;
use serde_json::Value;

use super::Refusal;
use super::around::{EntryPosition, Home, find, place_of};
use super::layout::{Entry, Item, Kind, Layout, Piece, line_end, line_start};
use super::path::{Step, wrapped};
use super::write::{flow, flow_key, inline, quoted};
use crate::small_collect::SmallCollect as _;
use crate::small_sort::SmallSort as _;

/// A text with its layout, and the pieces that replace others.
pub(super) struct Splices<'a> {
    pub(super) text: &'a str,
    pub(super) layout: Layout,
    parts: Vec<(Range<usize>, String)>,
}

impl<'a> Splices<'a> {
    pub(super) fn new(text: &'a str, layout: Layout) -> Self {
        Self { text, layout, parts: Vec::new() }
    }

    /// The text with the new pieces in it.
    pub(super) fn apply(mut self, text: &str) -> String {
        self.parts.small_sort_by_key(|(range, _)| range.start);
        let mut changed = String::with_capacity(text.len());
        let mut at = 0;
        for (range, part) in &self.parts {
            changed.push_str(text.get(at..range.start).unwrap_or_default());
            changed.push_str(part);
            at = range.end.max(at);
        }
        changed.push_str(text.get(at..).unwrap_or_default());
        changed
    }

    /// Replaces a value.
    pub(super) fn replace(self, steps: &[Step], value: &Value) -> Result<Self, Refusal> {
        let layout = self.layout.clone();
        let (piece, home, missing) = find(&layout.root, steps);
        match (missing, &piece.kind) {
            ([], _) => self.put(piece, home, value),
            // It comes from a merge, which an entry of its own goes before.
            (_, Kind::Map { .. }) => self.insert(steps, value),
            _ => Err(self.unusual(piece)),
        }
    }

    /// A value where there is none yet.
    pub(super) fn insert(mut self, steps: &[Step], value: &Value) -> Result<Self, Refusal> {
        let layout = self.layout.clone();
        let (piece, home, missing) = find(&layout.root, steps);
        let Some((step, rest)) = missing.split_first() else { return Err(Refusal::NoPlace) };
        let value = wrapped(rest, value);
        match (&piece.kind, step) {
            (Kind::Map { entries, .. }, step) if entries.is_empty() && !matches!(home, Home::Flow) => {
                self.put(piece, home, &Value::Object([(step.key(), value)].into_iter().small_collect()))
            }
            (Kind::Map { flow: false, entries }, step) => {
                self.add_entry(entries, &step.key(), &value);
                Ok(self)
            }
            (Kind::Map { flow: true, entries }, step) => {
                self.add_flow_entry(piece, entries, &step.key(), &value);
                Ok(self)
            }
            (Kind::List { items, .. }, Step::Item(_)) if items.is_empty() && !matches!(home, Home::Flow) => {
                self.put(piece, home, &Value::Array(vec![value]))
            }
            (Kind::List { flow: false, items }, Step::Item(_)) => {
                let Some(last) = items.last() else { return Err(Refusal::NoPlace) };
                let column = self.column(last.dash);
                let lines = self.block(&value, column + 2);
                let end = line_end(self.text, last.value.span.end);
                let (newline, indent) = (self.newline(), " ".repeat(column));
                self.parts.push((end..end, format!("{newline}{indent}- {}", lines.trim_start())));
                Ok(self)
            }
            (Kind::List { flow: true, items }, Step::Item(_)) => {
                let written = flow(&value, self.style());
                let comma = if items.is_empty() { "" } else { ", " };
                let at = items.last().map_or(piece.span.end - 1, |item| item.value.span.end);
                self.parts.push((at..at, format!("{comma}{written}")));
                Ok(self)
            }
            (Kind::Empty | Kind::Scalar(_), step) => {
                self.put(piece, home, &wrapped(std::slice::from_ref(step), &value))
            }
            _ => Err(self.unusual(piece)),
        }
    }

    /// Nothing where a value is.
    pub(super) fn remove(self, steps: &[Step]) -> Result<Self, Refusal> {
        let layout = self.layout.clone();
        let Some((last, way)) = steps.split_last() else { return Err(Refusal::NoPlace) };
        let (parent, home, missing) = find(&layout.root, way);
        if !missing.is_empty() {
            return Err(self.unusual(parent));
        }
        match &parent.kind {
            Kind::Map { flow, entries } => {
                let Some(place) = entries.iter().position(|entry| entry.key == last.key()) else {
                    return Err(self.unusual(parent));
                };
                let starts: Vec<_> = entries.iter().map(|entry| entry.key_span.start..entry.value.span.end).collect();
                match (entries.len(), *flow) {
                    (1, false) => self.put(parent, home, &Value::Object(serde_json::Map::new())),
                    (_, true) => Ok(self.cut_flow(&starts, place)),
                    (_, false) => Ok(self.cut_lines(&starts, place)),
                }
            }
            Kind::List { flow, items } => {
                let Step::Item(place) = *last else { return Err(Refusal::NoPlace) };
                let spans: Vec<_> = items.iter().map(|item| item.dash..item.value.span.end).collect();
                match (items.len(), *flow) {
                    (1, false) => self.put(parent, home, &Value::Array(Vec::new())),
                    (_, true) => Ok(self.cut_flow(&spans, place)),
                    (_, false) => Ok(self.cut_lines(&spans, place)),
                }
            }
            _ => Err(self.unusual(parent)),
        }
    }

    /// Two neighbours of a list in each other's place. None: they do not stand on lines of their own.
    pub(super) fn swap(mut self, steps: &[Step], place: usize) -> Option<Self> {
        let layout = self.layout.clone();
        let (piece, _, missing) = find(&layout.root, steps);
        let Kind::List { flow, items } = &piece.kind else { return None };
        let (first, second) = (items.get(place)?, items.get(place + 1)?);
        let span = |item: &Item| {
            if *flow {
                return Some(item.value.span.clone());
            }
            let start = self.with_comments_above(item.dash)?;
            Some(start..line_end(self.text, item.value.span.end))
        };
        let (first, second) = (span(first)?, span(second)?);
        if !missing.is_empty() || second.start < first.end {
            return None;
        }
        let (up, down) = (self.text.get(second.clone())?.to_owned(), self.text.get(first.clone())?.to_owned());
        self.parts.extend([(first, up), (second, down)]);
        Some(self)
    }

    /// Replaces `piece` by `value`.
    fn put(mut self, piece: &Piece, home: Home<'_>, value: &Value) -> Result<Self, Refusal> {
        if piece.anchored {
            return Err(self.unusual(piece));
        }
        let span = piece.span.clone();
        let (edge, column) = match home {
            Home::Flow => {
                let lead = if matches!(piece.kind, Kind::Empty) { " " } else { "" };
                let text = self.scalar(piece, value).unwrap_or_else(|| flow(value, self.style()));
                self.parts.push((span, format!("{lead}{text}")));
                return Ok(self);
            }
            Home::Root => {
                let text = inline(value).unwrap_or_else(|| self.block(value, 0));
                let end = line_end(self.text, span.end);
                let comments = self.kept(span.start..end, 0);
                let gap = if comments.is_empty() { "" } else { self.newline() };
                self.parts.push((span.start..end, format!("{text}{gap}{comments}")));
                return Ok(self);
            }
            Home::Entry(entry) => (entry.colon, self.column(entry.key_span.start)),
            Home::Item(item) => (item.dash + 1, self.column(item.dash)),
        };
        let one_line = matches!(
            piece.kind,
            Kind::Scalar(_) | Kind::Alias | Kind::Map { flow: true, .. } | Kind::List { flow: true, .. }
        );
        let written = self.scalar(piece, value).or_else(|| inline(value));
        if let (Some(text), true) = (&written, one_line && self.layout.comments(self.text, span.clone()).is_empty()) {
            self.parts.push((span, text.clone()));
            return Ok(self);
        }
        // What was there goes from the colon on, its comments stay: the first where it is, the others below.
        let newline = self.newline();
        let end = line_end(self.text, span.end);
        let mut beside = String::new();
        let mut below = String::new();
        let comments = self.layout.comments(self.text, edge..end);
        let only = comments.len() == 1;
        for comment in comments {
            let same_line = only || line_start(self.text, comment.start) <= edge;
            let comment = self.text.get(comment).unwrap_or_default();
            if same_line {
                beside = format!(" {comment}");
            } else {
                below.extend([newline, " ".repeat(column).as_str(), comment]);
            }
        }
        let value = if let Some(text) = written {
            format!(" {text}{beside}{below}")
        } else {
            let step = match (home, value) {
                (Home::Entry(_), Value::Array(_)) if !self.style().indented_lists => 0,
                _ => 2,
            };
            let lines = self.block(value, column + step);
            if matches!(home, Home::Item(_)) && beside.is_empty() && below.is_empty() {
                format!(" {}", lines.trim_start())
            } else {
                format!("{beside}{below}{newline}{lines}")
            }
        };
        self.parts.push((edge..end, value));
        Ok(self)
    }

    /// A text in the quotes of the one whose place it takes.
    fn scalar(&self, piece: &Piece, value: &Value) -> Option<String> {
        let Value::String(text) = value else { return None };
        let old = self.text.get(piece.span.clone())?;
        match piece.kind {
            Kind::Scalar(ScalarStyle::SingleQuoted) if old.starts_with('\'') => Some(quoted(text, '\'')),
            Kind::Scalar(ScalarStyle::DoubleQuoted) if old.starts_with('"') => Some(quoted(text, '"')),
            _ => None,
        }
    }

    /// An entry of a map in lines, where its name belongs.
    fn add_entry(&mut self, entries: &[Entry], key: &str, value: &Value) {
        let Some(first) = entries.first() else { return };
        let column = self.column(first.key_span.start);
        let entry = self.block(&Value::Object([(key.to_owned(), value.clone())].into_iter().small_collect()), column);
        let newline = self.newline();
        match place_of(entries, key) {
            Some(EntryPosition::After(before)) => {
                let end = line_end(self.text, before.value.span.end);
                self.parts.push((end..end, format!("{newline}{entry}")));
            }
            Some(EntryPosition::Before(next)) => {
                let start = self.with_comments_above(next.key_span.start).unwrap_or(next.key_span.start);
                self.parts.push((start..start, format!("{}{newline}{}", entry.trim_start(), " ".repeat(column))));
            }
            None => {}
        }
    }

    /// An entry of a map between braces.
    fn add_flow_entry(&mut self, piece: &Piece, entries: &[Entry], key: &str, value: &Value) {
        let style = self.style();
        let entry = format!("{}: {}", flow_key(key, style), flow(value, style));
        let (Some(first), Some(last)) = (entries.first(), entries.last()) else {
            let end = piece.span.end - 1;
            self.parts.push((end..end, entry));
            return;
        };
        let own_line = self.is_first_on_line(first.key_span.start);
        let gap = if own_line {
            format!("{}{}", self.newline(), " ".repeat(self.column(first.key_span.start)))
        } else {
            " ".to_owned()
        };
        let next = match place_of(entries, key) {
            Some(EntryPosition::Before(next)) => Some(next),
            None => None,
            Some(EntryPosition::After(before)) => {
                entries.iter().find(|entry| entry.key_span.start > before.key_span.start)
            }
        };
        if let Some(next) = next {
            self.parts.push((next.key_span.start..next.key_span.start, format!("{entry},{gap}")));
        } else {
            let end = last.value.span.end;
            let rest = self.text.get(end..piece.span.end).unwrap_or_default();
            let comma = rest.trim_start().starts_with(',');
            if comma && let Some(found) = rest.find(',') {
                // JSON has no comma behind the last one, but YAML may.
                let at = end + found + 1;
                self.parts.push((at..at, format!("{gap}{entry}")));
            } else if own_line && !self.layout.comments(self.text, end..line_end(self.text, end)).is_empty() {
                let line = line_end(self.text, end);
                self.parts.extend([(end..end, ",".to_owned()), (line..line, format!("{gap}{entry}"))]);
            } else {
                self.parts.push((end..end, format!(",{gap}{entry}")));
            }
        }
    }

    /// Without one of several things between braces.
    fn cut_flow(mut self, spans: &[Range<usize>], place: usize) -> Self {
        let Some(own) = spans.get(place).cloned() else { return self };
        let range = match (spans.get(place + 1), place.checked_sub(1).and_then(|before| spans.get(before))) {
            (Some(next), _) => own.start..next.start,
            (None, Some(before)) => before.end..own.end,
            (None, None) => own,
        };
        let kept = self.kept(range.clone(), self.column(range.start));
        let kept = if kept.is_empty() { kept } else { format!(" {kept}{}", self.newline()) };
        self.parts.push((range, kept));
        self
    }

    /// Without one of several things that stand on lines of their own.
    fn cut_lines(mut self, spans: &[Range<usize>], place: usize) -> Self {
        let Some(own) = spans.get(place).cloned() else { return self };
        let column = self.column(own.start);
        let newline = self.newline();
        if !self.is_first_on_line(own.start)
            && let Some(next) = spans.get(place + 1)
        {
            // Beside a dash: what follows takes its place.
            let kept = self.kept(own.start..next.start, column);
            let gap = if kept.is_empty() { kept } else { format!("{kept}{newline}{}", " ".repeat(column)) };
            self.parts.push((own.start..next.start, gap));
            return self;
        }
        let start = line_start(self.text, own.start);
        let end = line_end(self.text, own.end);
        let kept = self.kept(own.start..end, column);
        if !kept.is_empty() {
            self.parts.push((own.start..end, kept));
            return self;
        }
        let after = self.text.get(end..).unwrap_or_default();
        let broken =
            after.len() - after.strip_prefix("\r\n").or_else(|| after.strip_prefix('\n')).unwrap_or(after).len();
        if broken == 0 {
            let before = self.text.get(..start).unwrap_or_default();
            self.parts.push((before.trim_end_matches(['\r', '\n']).len()..end, String::new()));
        } else {
            self.parts.push((start..end + broken, String::new()));
        }
        self
    }
}
