//! Reads YAML text into a [tree](Node).
//!
//! Text is hostile until it got through here: the tree is built from the parser's events without
//! recursion, within limits on depth, size and what aliases may expand to. A key that occurs twice is
//! an error except in manifests, of which kubectl takes the last.

use std::collections::BTreeSet;
use std::rc::Rc;

use saphyr_parser::{Event, Parser, ScanError, Span};

use super::mend::mended;
use super::scalar::{key_text, resolve};
use super::tree::{Entry, Node, Position, Weight, Yaml};
use super::{Contents, YamlError};
use crate::api::manifest::{invalid_key, null_key};
use crate::api::{Hint, TextProblem};

/// Deepest nesting of lists and maps.
const MAX_DEPTH: usize = 64;

/// Most nodes that the tree may have, each alias counted as all that it stands for.
const MAX_NODES: usize = 50_000;

/// Most bytes of text that the tree may have, likewise.
const MAX_TEXT_BYTES: usize = 1024 * 1024;

/// Reads the only document of `text` that is not empty.
pub(crate) fn read(text: &str, contents: Contents) -> Result<Rc<Node>, YamlError> {
    let (documents, error) = read_documents(text, contents);
    let mut documents = documents.into_iter();
    let (first, second) = (documents.next(), documents.next());
    if let Some(second) = second {
        return Err(self::error(second.at, TextProblem::SecondDocument, Some(Hint::RemoveDocument)));
    }
    let nothing = || self::error(Position::START, TextProblem::Empty, Some(contents.wanted()));
    error.map_or_else(|| first.ok_or_else(nothing), Err)
}

/// Reads the documents of `text` that are not empty, in order and as far as it can be read: YAML separated by `---`, or
/// JSON objects one after the other. The limits apply to all of them together.
pub(crate) fn read_documents(text: &str, contents: Contents) -> (Vec<Rc<Node>>, Option<YamlError>) {
    let mut builder = Builder { literal_keys: contents != Contents::Manifest, ..Builder::default() };
    let mut documents = Vec::new();
    for (origin, piece) in json_objects(text).unwrap_or_else(|| vec![(Position::START, text)]) {
        builder.origin = Some(origin);
        if let Err(error) = builder.read(piece, &mut documents) {
            return (documents, Some(YamlError { hint: contents.hint(text).or(error.hint), ..error }));
        }
    }
    (documents, None)
}

/// Reads the first document of `text`; what follows its end is not looked at.
pub(crate) fn read_first_document(text: &str) -> Result<Option<Rc<Node>>, YamlError> {
    let mut builder = Builder::default();
    let text = mended(text);
    let mut parser = Parser::new_from_str(&text);
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(|error| explain(&error))?;
        if let Some(root) = builder.take(event, span)? {
            return Ok(Some(root));
        }
    }
    Ok(None)
}

/// The objects of a text that is two or more JSON objects, each with its place. YAML reads a single one, and says what
/// is wrong with all else.
fn json_objects(text: &str) -> Option<Vec<(Position, &str)>> {
    let start = text.len() - text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']).len();
    let rest = text.get(start..).filter(|rest| rest.starts_with('{'))?;
    let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<serde::de::IgnoredAny>();
    let mut pieces = Vec::new();
    let (mut from, mut at, mut placed) = (0, Position::START, 0);
    while let Some(object) = stream.next() {
        object.ok()?;
        let end = stream.byte_offset();
        let piece = rest.get(from..end)?;
        let begin = from + (piece.len() - piece.trim_start().len());
        at = at.after(text.get(placed..start + begin)?);
        placed = start + begin;
        pieces.push((at, rest.get(begin..end)?));
        from = end;
    }
    (pieces.len() > 1).then_some(pieces)
}

/// An error about the text itself.
fn error(at: Position, problem: TextProblem, hint: Option<Hint>) -> YamlError {
    YamlError { at, problem, hint }
}

/// The parser's error, and what to do about it.
fn explain(scan: &ScanError) -> YamlError {
    let at = Position::from(scan.marker());
    let info = scan.info();
    let hint = if info.contains("tabs") {
        Some(Hint::IndentWithSpaces)
    } else if info.contains("recursion limit") {
        return too_deep(at);
    } else if info.contains("mapping values are not allowed") {
        Some(Hint::SecondColon)
    } else if info.contains("simple key expect") {
        Some(Hint::MissingColon)
    } else if info.contains("expected key") || info.contains("'-' indicator") || info.contains("ndentation") {
        Some(Hint::Indentation)
    } else if info.contains("unexpected character") {
        Some(Hint::QuoteText)
    } else if info.contains("end of stream") {
        Some(Hint::Unclosed)
    } else {
        None
    };
    error(at, TextProblem::Syntax { info: info.to_owned() }, hint)
}

fn too_deep(at: Position) -> YamlError {
    error(at, TextProblem::TooDeep { most: MAX_DEPTH }, None)
}

/// A list or map that is not complete yet.
enum Open {
    List { items: Vec<Rc<Node>> },
    Map { entries: Vec<Entry>, keys: BTreeSet<String>, key: Option<Key>, merged: Vec<Rc<Node>> },
}

/// A key whose value is still to come.
enum Key {
    /// An ordinary key.
    Text(String, Position),
    /// `<<`: the value's entries belong to the map.
    Merge,
    /// Null, which is refused together with its value.
    Null(Position),
}

struct Frame {
    open: Open,
    at: Position,
    anchor: usize,
    weight: Weight,
}

/// Builds the trees of documents from their events.
#[derive(Default)]
struct Builder {
    /// Where the text that is read begins in the whole text.
    origin: Option<Position>,
    frames: Vec<Frame>,
    /// Complete nodes by the number of their anchor; numbers start at 1.
    anchors: Vec<Option<Rc<Node>>>,
    nodes: usize,
    bytes: usize,
    /// Whether `y` and `n` are keys as they are written. In manifests, as Kubernetes reads them, they are
    /// `true` and `false`.
    literal_keys: bool,
}

impl Builder {
    /// Reads the documents of a piece of the text.
    fn read(&mut self, piece: &str, documents: &mut Vec<Rc<Node>>) -> Result<(), YamlError> {
        let piece = mended(piece);
        let mut parser = Parser::new_from_str(&piece);
        while let Some(event) = parser.next_event() {
            let (event, span) = event.map_err(|error| self.placed(explain(&error)))?;
            if matches!(event, Event::DocumentStart(_)) {
                self.begin_document();
            }
            let root = self.take(event, span)?;
            documents.extend(root.filter(|root| !matches!(root.value, Yaml::Null)));
        }
        Ok(())
    }

    /// Nothing of one document holds for the next but what counts against the limits.
    fn begin_document(&mut self) {
        self.frames.clear();
        self.anchors.clear();
    }

    fn position(&self, at: Position) -> Position {
        at.within(self.origin.unwrap_or(Position::START))
    }

    /// An error of the parser, which knows only its piece of the text.
    fn placed(&self, error: YamlError) -> YamlError {
        YamlError { at: self.position(error.at), ..error }
    }

    /// Takes the next event; gives the document's root once it is complete.
    fn take(&mut self, event: Event<'_>, span: Span) -> Result<Option<Rc<Node>>, YamlError> {
        let at = self.position(Position::from(&span.start));
        match event {
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd => {
                Ok(None)
            }
            Event::Scalar(text, style, anchor, tag) => {
                let is_merge = text == "<<" && style == saphyr_parser::ScalarStyle::Plain && tag.is_none();
                let bytes = text.len();
                let value = if self.literal_keys && self.wants_key() && !is_merge {
                    Yaml::Text(text.into_owned())
                } else {
                    resolve(text, style, tag.as_deref()).map_err(|problem| error(at, problem, None))?
                };
                let node = Node { at, value, weight: Weight { nodes: 1, bytes, depth: 0 } };
                self.complete(Rc::new(node), anchor, is_merge)
            }
            Event::Alias(anchor) => {
                let Some(node) = self.anchors.get(anchor).cloned().flatten() else {
                    return Err(error(at, TextProblem::AliasWithin, None));
                };
                if self.frames.len() + node.weight.depth > MAX_DEPTH {
                    return Err(too_deep(at));
                }
                self.complete(node, 0, false)
            }
            Event::SequenceStart(anchor, _) => self.open(Open::List { items: Vec::new() }, at, anchor),
            Event::MappingStart(anchor, _) => {
                let open = Open::Map { entries: Vec::new(), keys: BTreeSet::new(), key: None, merged: Vec::new() };
                self.open(open, at, anchor)
            }
            Event::SequenceEnd | Event::MappingEnd => match self.frames.pop() {
                Some(frame) => self.close(frame),
                None => Ok(None),
            },
        }
    }

    /// Whether what comes next is the key of a map.
    fn wants_key(&self) -> bool {
        matches!(self.frames.last(), Some(Frame { open: Open::Map { key: None, .. }, .. }))
    }

    fn open(&mut self, open: Open, at: Position, anchor: usize) -> Result<Option<Rc<Node>>, YamlError> {
        if self.frames.len() >= MAX_DEPTH {
            return Err(too_deep(at));
        }
        self.frames.push(Frame { open, at, anchor, weight: Weight { nodes: 1, bytes: 0, depth: 0 } });
        Ok(None)
    }

    fn close(&mut self, frame: Frame) -> Result<Option<Rc<Node>>, YamlError> {
        let Frame { open, at, anchor, weight } = frame;
        // Children were counted as they came.
        let own = Weight { nodes: 1, ..Weight::default() };
        let value = match open {
            Open::List { items } => Yaml::List(items),
            Open::Map { mut entries, mut keys, merged, .. } => {
                for node in merged {
                    merge(&node, &mut entries, &mut keys)?;
                }
                Yaml::Map(entries)
            }
        };
        let node = Rc::new(Node { at, value, weight });
        self.count(own, at)?;
        self.keep(&node, anchor);
        self.hand_up(node, false)
    }

    /// A scalar or alias is complete at once.
    fn complete(&mut self, node: Rc<Node>, anchor: usize, is_merge: bool) -> Result<Option<Rc<Node>>, YamlError> {
        self.count(node.weight, node.at)?;
        self.keep(&node, anchor);
        self.hand_up(node, is_merge)
    }

    fn count(&mut self, weight: Weight, at: Position) -> Result<(), YamlError> {
        self.nodes = self.nodes.saturating_add(weight.nodes);
        self.bytes = self.bytes.saturating_add(weight.bytes);
        if self.nodes > MAX_NODES || self.bytes > MAX_TEXT_BYTES {
            return Err(error(at, TextProblem::TooLarge { values: MAX_NODES, bytes: MAX_TEXT_BYTES }, None));
        }
        Ok(())
    }

    fn keep(&mut self, node: &Rc<Node>, anchor: usize) {
        if anchor > 0 {
            // The parser counts anchors one by one, so this grows by one.
            if self.anchors.len() <= anchor {
                self.anchors.resize(anchor + 1, None);
            }
            if let Some(slot) = self.anchors.get_mut(anchor) {
                *slot = Some(Rc::clone(node));
            }
        }
    }

    /// Gives a complete node to the list or map that it stands in.
    fn hand_up(&mut self, node: Rc<Node>, is_merge: bool) -> Result<Option<Rc<Node>>, YamlError> {
        let Some(frame) = self.frames.last_mut() else { return Ok(Some(node)) };
        frame.weight.add(node.weight);
        match &mut frame.open {
            Open::List { items } => items.push(node),
            Open::Map { entries, keys, key, merged } => match key.take() {
                None if is_merge => *key = Some(Key::Merge),
                None => {
                    *key = Some(match (&node.value, key_text(&node.value)) {
                        // kubectl takes the last of equal keys without a word.
                        (_, Some(text)) if keys.contains(&text) && self.literal_keys => {
                            let problem = TextProblem::quoted(format!("key {text:?} already set in map"));
                            return Err(error(node.at, problem, Some(Hint::RemoveKey)));
                        }
                        (_, Some(text)) => Key::Text(text, node.at),
                        (Yaml::Null, None) if !self.literal_keys => Key::Null(node.at),
                        _ if self.literal_keys => return Err(error(node.at, TextProblem::NotAKey, None)),
                        _ => return Err(error(node.at, TextProblem::quoted(invalid_key(&node)), None)),
                    });
                }
                // go-yaml merges where `<<` stands, and what comes later wins.
                Some(Key::Merge) if !self.literal_keys => {
                    let (mut from, mut new) = (Vec::new(), BTreeSet::new());
                    merge(&node, &mut from, &mut new)?;
                    entries.retain(|entry| !new.contains(&entry.key));
                    entries.append(&mut from);
                    keys.append(&mut new);
                }
                Some(Key::Merge) => merged.push(node),
                Some(Key::Null(at)) => {
                    return Err(error(at, TextProblem::quoted(null_key(&node)), Some(Hint::QuoteKey)));
                }
                Some(Key::Text(key, key_at)) => {
                    if !keys.insert(key.clone()) {
                        entries.retain(|entry| entry.key != key);
                    }
                    entries.push(Entry { key, key_at, value: node });
                }
            },
        }
        Ok(None)
    }
}

/// `<<`: adds the entries of a map, or of each map of a list, whose keys are not there.
fn merge(node: &Node, entries: &mut Vec<Entry>, keys: &mut BTreeSet<String>) -> Result<(), YamlError> {
    let from = |map: &[Entry], entries: &mut Vec<Entry>, keys: &mut BTreeSet<String>| {
        for entry in map {
            if keys.insert(entry.key.clone()) {
                entries.push(entry.clone());
            }
        }
    };
    let refused = |at| {
        let problem = TextProblem::quoted("map merge requires map or sequence of maps as the value");
        Err(error(at, problem, None))
    };
    match &node.value {
        Yaml::Map(map) => from(map, entries, keys),
        Yaml::List(maps) => {
            for map in maps {
                match &map.value {
                    Yaml::Map(map) => from(map, entries, keys),
                    _ => return refused(map.at),
                }
            }
        }
        _ => return refused(node.at),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> (u32, u32, String) {
        let error = read(text, Contents::Manifest).unwrap_err();
        (error.at.line, error.at.column, error.problem.to_string())
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(
            refusal("a:\n\tb: 1\n"),
            (2, 2, "this is not YAML: tabs disallowed within this context (block indentation)".into())
        );
        let twice = read("a: 1\nb: 2\na: 3\n", Contents::SessionFile).unwrap_err();
        assert_eq!((twice.at.line, twice.problem.to_string()), (3, "key \"a\" already set in map".to_owned()));
        assert_eq!(refusal("a: [*b]\n").0, 1);
        assert_eq!(refusal("&a [*a]\n"), (1, 5, "this alias is part of the value that it refers to".into()));
        assert_eq!(refusal("? [a]\n: b\n"), (1, 3, "invalid map key: []interface {}{\"a\"}".into()));
        assert!(read("? [a]\n: b\n", Contents::SessionFile).unwrap_err().problem == TextProblem::NotAKey);
        assert!(refusal("~: b\n").2.starts_with("unsupported map key of type"));
        assert_eq!(refusal("# empty\n"), (1, 1, "there is nothing here".into()));
        assert_eq!(refusal("a: !!binary aGk=\n").0, 1);
    }

    #[test]
    fn one_document_is_read_and_empty_ones_are_passed_over() {
        assert!(read("---\n---\na: 1\n---\n# nothing\n", Contents::Manifest).is_ok());
        let error = read("a: 1\n---\nb: 2\n", Contents::SessionFile).unwrap_err();
        assert_eq!(error.at, Position { line: 3, column: 1 });
        assert_eq!(error.problem, TextProblem::SecondDocument);
    }

    #[test]
    fn bombs_are_refused() {
        let bomb = |level: usize| format!("a{level}: &a{level} [{}]\n", vec![format!("*a{}", level - 1); 6].join(", "));
        let bomb = format!("a0: &a0 [x, x, x, x, x]\n{}", (1..10).map(bomb).collect::<Vec<_>>().concat());
        assert!(refusal(&bomb).2.contains("this is too large"));
        let wide = format!("a: &a \"{}\"\nb: [{}]\n", "x".repeat(100_000), "*a, ".repeat(1000));
        assert!(refusal(&wide).2.contains("this is too large"));
        for deep in ["[".repeat(1000), "{a: ".repeat(1000), "- ".repeat(100_000), "? ".repeat(1000), "[".repeat(65)] {
            assert!(refusal(&deep).2.contains("nested too deeply"), "{}", refusal(&deep).2);
        }
        let chain = |level: usize| format!("a{level}: &a{level} [*a{}]\n", level - 1);
        let chain = format!("a0: &a0 [x]\n{}", (1..100).map(chain).collect::<Vec<_>>().concat());
        assert!(refusal(&chain).2.contains("nested too deeply"));
    }

    #[test]
    fn merges_add_what_is_not_there() {
        let text = "base: &base {a: 1, b: 2}\nmore: &more {a: 4, c: 3}\nmap: {<<: [*base, *more], b: 9}\n";
        let root = read(text, Contents::Manifest).unwrap();
        let map = &root.entry("map").unwrap().value;
        let keys: Vec<&str> = map.entries().unwrap().iter().map(|entry| entry.key.as_str()).collect();
        assert_eq!(keys, ["a", "c", "b"]);
        assert!(matches!(map.entry("b").unwrap().value.value, Yaml::Integer(9)));
        assert!(matches!(map.entry("a").unwrap().value.value, Yaml::Integer(1)));
        for (contents, expected) in [(Contents::Manifest, "Integer(2)"), (Contents::SessionFile, "Integer(9)")] {
            let root = read("map: {b: 9, <<: {b: 2}}\n", contents).unwrap();
            assert_eq!(format!("{:?}", root.entry("map").unwrap().value.entry("b").unwrap().value.value), expected);
        }
        assert_eq!(refusal("<<: 1\n").2, "map merge requires map or sequence of maps as the value");
    }
}
