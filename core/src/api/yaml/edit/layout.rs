//! The byte positions of everything in a document, for edits.
//!
//! The text was read before, so it is known to be within limits; this is the same walk over the parser's events
//! without resolving anything. Aliases stay what they are.

use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle};

/// A value and the bytes that it takes up, its anchor and tag with it.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Its bytes. Those of a block end with its last value.
    pub(super) span: Range<usize>,
    pub(super) kind: Kind,
    /// Whether it has an anchor, so that what is changed here may change elsewhere.
    pub(super) anchored: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// Nothing is written; the span is the place behind the colon or dash.
    Empty,
    /// A text, number or other word, quoted or not.
    Scalar(ScalarStyle),
    /// `|` or `>` with its lines.
    BlockScalar,
    /// `*name`.
    Alias,
    /// A list. Without braces each item has its dash.
    List { flow: bool, items: Vec<Item> },
    /// A map.
    Map { flow: bool, entries: Vec<Entry> },
}

#[derive(Clone, Debug)]
pub(super) struct Item {
    /// Where its dash stands; where it begins itself if there is none.
    pub(super) dash: usize,
    pub(super) value: Piece,
}

#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// As [`super::super::tree`] has it.
    pub(super) key: String,
    pub(super) key_span: Range<usize>,
    /// Behind the colon.
    pub(super) colon: usize,
    pub(super) value: Piece,
}

/// The document of a text, and all its words, in order: where a `#` is no comment.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) root: Piece,
    words: Vec<Range<usize>>,
}

/// A collection that is not complete.
struct Open {
    start: usize,
    flow: bool,
    anchored: bool,
    is_map: bool,
    children: Vec<(Piece, String)>,
}

impl Layout {
    /// The layout of the document in `text` that is not empty. None: the text has something unusual in it, such as
    /// keys of several lines.
    pub(super) fn of(text: &str) -> Option<Self> {
        let offsets: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let byte = |index: usize| offsets.get(index).copied().unwrap_or(text.len());
        let mut parser = Parser::new_from_str(text);
        let mut open: Vec<Open> = Vec::new();
        let mut words = Vec::new();
        let mut found = None;
        while let Some(event) = parser.next_event() {
            let (event, span) = event.ok()?;
            let (start, end) = (byte(span.start.index()), byte(span.end.index()));
            let piece = match event {
                Event::Scalar(value, style, anchor, tag) => {
                    let piece = scalar(text, start, end, style, anchor > 0, value.is_empty() && tag.is_none());
                    if let Some(word) = word(text, &piece) {
                        words.push(word);
                    }
                    (piece, value.into_owned())
                }
                Event::Alias(_) => {
                    words.push(start..end);
                    (Piece { span: start..end, kind: Kind::Alias, anchored: false }, String::new())
                }
                Event::SequenceStart(anchor, _) | Event::MappingStart(anchor, _) => {
                    let is_map = matches!(event, Event::MappingStart(..));
                    let flow = open.last().is_some_and(|open| open.flow)
                        || text.get(start..end).is_some_and(|text| text.ends_with(['{', '[']));
                    let start = if is_map || flow { start } else { first_dash(text, start, open.last())? };
                    open.push(Open { start, flow, anchored: anchor > 0, is_map, children: Vec::new() });
                    continue;
                }
                Event::SequenceEnd | Event::MappingEnd => {
                    // The brace alone: comments behind it may be within the span.
                    (open.pop()?.close(text, start + 1)?, String::new())
                }
                _ => continue,
            };
            match open.last_mut() {
                Some(open) => open.children.push(piece),
                None if found.is_none() && !matches!(piece.0.kind, Kind::Empty | Kind::Scalar(_)) => {
                    found = Some(piece.0);
                }
                None => {}
            }
        }
        Some(Self { root: found?, words })
    }

    /// The comments in a part of the text, in order, without what is around them.
    pub(super) fn comments(&self, text: &str, range: Range<usize>) -> Vec<Range<usize>> {
        let mut comments = Vec::new();
        let mut at = range.start;
        while let Some(found) = text.get(at..range.end).and_then(|rest| rest.find('#')) {
            let hash = at + found;
            if let Some(word) = self.words.iter().find(|word| word.contains(&hash)) {
                at = word.end;
                continue;
            }
            at = hash + 1;
            let led = text
                .get(..hash)
                .is_some_and(|before| before.is_empty() || before.ends_with([' ', '\t', '\n', '\u{feff}']));
            if led {
                at = line_end(text, hash);
                comments.push(hash..at);
            }
        }
        comments
    }
}

impl Open {
    fn close(self, text: &str, end: usize) -> Option<Piece> {
        let Self { start, flow, anchored, is_map, children } = self;
        // A pair within brackets, `[a: 1]`, is a map without braces.
        if flow && !text.get(..end)?.ends_with(if is_map { '}' } else { ']' }) {
            return None;
        }
        let last = |last: Option<usize>| if flow { end } else { last.unwrap_or(start) };
        let (kind, end) = if is_map {
            let entries = entries(text, children)?;
            let end = last(entries.last().map(|entry| entry.value.span.end));
            (Kind::Map { flow, entries }, end)
        } else {
            let items = if flow { plain_items(children) } else { dashed_items(text, start, children)? };
            let end = last(items.last().map(|item| item.value.span.end));
            (Kind::List { flow, items }, end)
        };
        Some(Piece { span: start..end, kind, anchored })
    }
}

fn scalar(text: &str, start: usize, end: usize, style: ScalarStyle, anchored: bool, nothing: bool) -> Piece {
    let block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
    if nothing && !block && (start == end || text.get(start..end).is_some_and(|word| word.starts_with(['-', '.']))) {
        return Piece { span: start..start, kind: Kind::Empty, anchored };
    }
    if block {
        // The span begins with the first line; what stands before it is the header.
        let header = text.get(..start).and_then(|before| before.rfind(['|', '>'])).unwrap_or(start);
        let header_text = text.get(header..line_end(text, header)).unwrap_or_default();
        let keep = header_text.split('#').next().unwrap_or_default().contains('+');
        let lines = text.get(..end).unwrap_or_default();
        let end = if keep { lines.strip_suffix('\n').unwrap_or(lines).len() } else { lines.trim_end().len() };
        return Piece { span: header..end.max(line_end(text, header)), kind: Kind::BlockScalar, anchored };
    }
    let word = text.get(start..end).unwrap_or_default();
    let length = match style {
        // Comments behind quotes may be within the span.
        ScalarStyle::SingleQuoted => quoted_length(word, '\''),
        ScalarStyle::DoubleQuoted => quoted_length(word, '"'),
        _ => word.trim_end().len(),
    };
    Piece { span: start..start + length, kind: Kind::Scalar(style), anchored }
}

/// The length of a quoted text, with the anchor and tag before it.
fn quoted_length(word: &str, quote: char) -> usize {
    let mut characters = word.char_indices().skip_while(|(_, c)| *c != quote).skip(1).peekable();
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' if quote == '"' => {
                characters.next();
            }
            '\'' if quote == c && characters.peek().is_some_and(|(_, next)| *next == quote) => {
                characters.next();
            }
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    word.len()
}

/// The part of a scalar in which a `#` is no comment.
fn word(text: &str, piece: &Piece) -> Option<Range<usize>> {
    match piece.kind {
        Kind::Empty => None,
        Kind::BlockScalar => Some(line_end(text, piece.span.start)..piece.span.end),
        _ => Some(piece.span.clone()),
    }
}

/// Keys and values in turn.
fn entries(text: &str, children: Vec<(Piece, String)>) -> Option<Vec<Entry>> {
    let mut entries = Vec::new();
    let mut children = children.into_iter();
    while let Some((key_piece, key)) = children.next() {
        let (mut value, _) = children.next()?;
        let span = key_piece.span;
        let (rest, written) = (text.get(span.end..)?, text.get(span.clone())?);
        // `? key`: nobody writes that into a manifest.
        let asked = text.get(..span.start)?.trim_end().ends_with('?');
        if asked || written.contains('\n') || key_piece.anchored {
            return None;
        }
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let colon = span.end + if rest.get(blank..)?.starts_with(':') { blank + 1 } else { 0 };
        if matches!(value.kind, Kind::Empty) {
            value.span = colon..colon;
        }
        entries.push(Entry { key, key_span: span, colon, value });
    }
    Some(entries)
}

fn plain_items(children: Vec<(Piece, String)>) -> Vec<Item> {
    children.into_iter().map(|(value, _)| Item { dash: value.span.start, value }).collect()
}

fn dashed_items(text: &str, start: usize, children: Vec<(Piece, String)>) -> Option<Vec<Item>> {
    let mut items: Vec<Item> = Vec::new();
    for (mut value, _) in children {
        let dash = match items.last() {
            None => start,
            Some(before) => next_dash(text, line_end(text, before.value.span.end))?,
        };
        // With an anchor a list within a list begins before its first dash.
        if !text.get(dash..)?.starts_with('-') {
            return None;
        }
        if matches!(value.kind, Kind::Empty) {
            value.span = dash + 1..dash + 1;
        }
        items.push(Item { dash, value });
    }
    Some(items)
}

/// Where the first dash of a list stands that begins at `start`: below its name, if it has one, where the parser's
/// place is that of the first item.
fn first_dash(text: &str, start: usize, around: Option<&Open>) -> Option<usize> {
    match around {
        Some(Open { is_map: true, children, .. }) => next_dash(text, line_end(text, children.last()?.0.span.end)),
        _ => Some(start),
    }
}

/// The first thing on a later line that is no comment.
fn next_dash(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    for line in text.get(from..)?.split_inclusive('\n') {
        let word = line.trim_start();
        if !word.is_empty() && !word.starts_with('#') {
            return Some(at + line.len() - word.len());
        }
        at += line.len();
    }
    None
}

/// The end of the line that has the byte `at`, without what breaks it.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let line = rest.split('\n').next().unwrap_or_default();
    at + if rest.len() > line.len() { line.strip_suffix('\r').unwrap_or(line).len() } else { line.len() }
}

/// The start of that line.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1)
}
