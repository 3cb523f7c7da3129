//! Markdown as lessons and the glossary are written in it: headings with attributes, paragraphs, lists, code, links.
//! Everything else (HTML, images, tables) is refused, with its line.

use std::ops::Range;

use pulldown_cmark::{CowStr, Event, HeadingLevel, OffsetIter, Options, Parser, Tag, TagEnd};

use crate::{Block, Claim, Inline};

/// Longest text that is read, in bytes.
const MAX_BYTES: usize = 64 * 1024;

/// An error in a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ReadError {
    /// Line, from 1.
    pub line: u32,
    /// What is wrong.
    pub message: String,
}

/// Stands for the end of a line until the lines are joined.
const BREAK: &str = "\n";

/// An item of a list.
pub(crate) struct Item {
    /// The state of its checkbox, if it has one.
    pub(crate) checked: Option<bool>,
    pub(crate) text: Vec<Inline>,
}

/// A parsed heading: `## The first sync {#id step=4 .try}`.
pub(crate) struct Heading {
    pub(crate) level: HeadingLevel,
    pub(crate) line: u32,
    /// Text and code.
    pub(crate) text: Vec<Inline>,
    pub(crate) id: Option<String>,
    pub(crate) classes: Vec<String>,
    pub(crate) attributes: Vec<(String, String)>,
}

/// A text, piece by piece.
pub(crate) struct Reader<'a> {
    text: &'a str,
    events: OffsetIter<'a>,
}

/// A piece of a text.
pub(crate) enum Piece {
    Heading(Heading),
    Block(Block),
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str) -> Result<Self, ReadError> {
        if text.len() > MAX_BYTES {
            return Err(ReadError { line: 1, message: format!("a text has at most {MAX_BYTES} bytes") });
        }
        let options =
            Options::ENABLE_YAML_STYLE_METADATA_BLOCKS | Options::ENABLE_HEADING_ATTRIBUTES | Options::ENABLE_TASKLISTS;
        Ok(Self { text, events: Parser::new_ext(text, options).into_offset_iter() })
    }

    /// The next event, with its position; `None` at the end.
    pub(crate) fn event(&mut self) -> Option<(Event<'a>, Range<usize>)> {
        self.events.next()
    }

    /// The next heading or block, with its position; `None` at the end.
    pub(crate) fn piece(&mut self) -> Result<Option<(Piece, Range<usize>)>, ReadError> {
        let Some((event, at)) = self.events.next() else { return Ok(None) };
        let piece = match event {
            Event::Start(Tag::Heading { level, id, classes, attrs }) => Piece::Heading(Heading {
                level,
                line: self.line(&at),
                text: self.heading(TagEnd::Heading(level))?,
                id: id.map(CowStr::into_string),
                classes: classes.into_iter().map(CowStr::into_string).collect(),
                attributes: attrs
                    .into_iter()
                    .map(|(key, value)| (key.into_string(), value.map(CowStr::into_string).unwrap_or_default()))
                    .collect(),
            }),
            Event::Start(Tag::Paragraph) => Piece::Block(Block::Paragraph(self.inlines(TagEnd::Paragraph)?)),
            Event::Start(Tag::List(None)) => {
                Piece::Block(Block::List(self.items()?.into_iter().map(|item| item.text).collect()))
            }
            Event::Start(Tag::CodeBlock(_)) => Piece::Block(Block::Code(self.plain(TagEnd::CodeBlock)?)),
            _ => return self.error(&at, "a text has paragraphs, lists and code, and nothing else"),
        };
        Ok(Some((piece, at)))
    }

    pub(crate) fn line(&self, at: &Range<usize>) -> u32 {
        let before = self.text.get(..at.start).unwrap_or_default();
        u32::try_from(before.matches('\n').count()).unwrap_or(u32::MAX).saturating_add(1)
    }

    pub(crate) fn error<T>(&self, at: &Range<usize>, message: impl Into<String>) -> Result<T, ReadError> {
        Err(ReadError { line: self.line(at), message: message.into() })
    }

    /// The items of a list that has begun.
    pub(crate) fn items(&mut self) -> Result<Vec<Item>, ReadError> {
        let mut items = Vec::new();
        loop {
            match self.events.next() {
                Some((Event::Start(Tag::Item), _)) => items.push(self.item()?),
                Some((Event::End(TagEnd::List(_)), _)) | None => return Ok(items),
                Some((_, at)) => return self.error(&at, "a list has items, and no lists within"),
            }
        }
    }

    fn item(&mut self) -> Result<Item, ReadError> {
        let mut item = Item { checked: None, text: Vec::new() };
        while let Some((event, at)) = self.events.next() {
            match event {
                Event::TaskListMarker(right) => item.checked = Some(right),
                Event::End(TagEnd::Item) => break,
                // Items with empty lines between them hold paragraphs.
                Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => {}
                event => item.text.push(self.inline(event, &at)?),
            }
        }
        item.text = joined(&item.text);
        Ok(item)
    }

    fn inlines(&mut self, end: TagEnd) -> Result<Vec<Inline>, ReadError> {
        let mut inlines = Vec::new();
        while let Some((event, at)) = self.events.next() {
            if event == Event::End(end) {
                break;
            }
            inlines.push(self.inline(event, &at)?);
        }
        Ok(joined(&inlines))
    }

    /// Text and code up to `end`; nothing else may come before it.
    fn heading(&mut self, end: TagEnd) -> Result<Vec<Inline>, ReadError> {
        let mut inlines = Vec::new();
        while let Some((event, at)) = self.events.next() {
            match event {
                Event::End(tag) if tag == end => break,
                Event::Text(_) | Event::Code(_) | Event::SoftBreak => inlines.push(self.inline(event, &at)?),
                _ => return self.error(&at, "a heading can have text and code, and nothing else"),
            }
        }
        Ok(joined(&inlines))
    }

    fn inline(&mut self, event: Event<'a>, at: &Range<usize>) -> Result<Inline, ReadError> {
        match event {
            Event::Text(text) if text.contains("(is:") => {
                self.error(at, "this is not a link: a value with blanks stands in brackets, (<is:call.batches=1, 2>)")
            }
            Event::Text(text) => Ok(Inline::Text(text.into_string())),
            Event::SoftBreak => Ok(Inline::Text(BREAK.to_owned())),
            Event::Code(text) => Ok(Inline::Code(text.into_string())),
            Event::Start(Tag::Strong) => Ok(Inline::Strong(self.plain(TagEnd::Strong)?)),
            Event::Start(Tag::Link { dest_url, .. }) => {
                let (text, to) = (self.plain(TagEnd::Link)?, dest_url.into_string());
                Ok(match Claim::of_link(&text, &to) {
                    Some(claim) => Inline::Claim { text, claim, line: self.line(at) },
                    None => Inline::Link { text, to },
                })
            }
            _ => self.error(at, "text can be strong, code, a link or a claim, and nothing else"),
        }
    }

    /// The text up to `end`; nothing but text may come before it.
    pub(crate) fn plain(&mut self, end: TagEnd) -> Result<String, ReadError> {
        let mut plain = String::new();
        for (event, at) in self.events.by_ref() {
            match event {
                Event::End(tag) if tag == end => break,
                Event::Text(text) | Event::Code(text) => plain.push_str(&text),
                Event::SoftBreak => plain.push(' '),
                _ => {
                    let before = self.text.get(..at.start).unwrap_or_default();
                    let line = u32::try_from(before.matches('\n').count()).unwrap_or(u32::MAX).saturating_add(1);
                    return Err(ReadError { line, message: "only text can be here".to_owned() });
                }
            }
        }
        Ok(plain)
    }
}

/// The plain text, without markup.
pub(crate) fn unmarked(inlines: &[Inline]) -> String {
    inlines.iter().map(Inline::shown).collect()
}

/// Joins lines with spaces; between Chinese characters, and after their punctuation, without them.
fn joined(inlines: &[Inline]) -> Vec<Inline> {
    let is_wide = |shown: Option<char>| shown.is_some_and(|character| character >= '\u{2e80}');
    let is_mark = |shown: Option<char>| shown.is_some_and(|character| "，。；：、？！）".contains(character));
    let places = 0..inlines.len();
    let join = |place: usize| {
        let inline = inlines.get(place)?;
        if *inline != Inline::Text(BREAK.to_owned()) {
            return Some(inline.clone());
        }
        let before =
            place.checked_sub(1).and_then(|before| inlines.get(before)).and_then(|it| it.shown().chars().last());
        let after = inlines.get(place + 1).and_then(|it| it.shown().chars().next());
        (!(is_wide(before) && is_wide(after) || is_mark(before))).then(|| Inline::Text(" ".to_owned()))
    };
    let mut whole: Vec<Inline> = Vec::new();
    for inline in places.filter_map(join) {
        match (whole.last_mut(), inline) {
            (Some(Inline::Text(before)), Inline::Text(text)) => before.push_str(&text),
            (_, inline) => whole.push(inline),
        }
    }
    whole
}
