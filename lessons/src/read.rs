//! From Markdown to a lesson. What a lesson has no use for (HTML, images, tables) is refused, with its line.

use std::collections::BTreeMap;
use std::ops::Range;

use jobscope_core::api::{Edition, decode_yaml};
use pulldown_cmark::{Event, HeadingLevel, MetadataBlockKind, OffsetIter, Options, Parser, Tag, TagEnd};
use serde::Deserialize;

use crate::{Block, Choice, Claim, Inline, Lesson, Prediction, Region, Section, Source};

/// Longest text that is read, in bytes.
const MAX_BYTES: usize = 64 * 1024;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ReadError {
    /// Line, from 1.
    pub line: u32,
    /// What is wrong.
    pub message: String,
}

/// What stands above a text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FrontMatter {
    title: String,
    question: String,
    sessions: BTreeMap<Edition, String>,
    /// The edition that it opens with; the newest if absent.
    opens: Option<Edition>,
    #[serde(default)]
    sources: Vec<Source>,
}

impl Lesson {
    /// Reads a lesson's text.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it.
    ///
    /// ```
    /// use jobscope_lessons::Lesson;
    ///
    /// let front = "---\ntitle: A Job runs\nquestion: Why?\nsessions: {v1.28: pi.jobscope.yaml}\n---\n";
    /// let text = "## Nothing yet {step=0 look=spec}\n\nThe cluster has [no](is:pods=0) pods.\n";
    /// let lesson = Lesson::read(&format!("{front}{text}"))?;
    /// assert_eq!(lesson.sections.len(), 1);
    /// # Ok::<(), jobscope_lessons::ReadError>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, ReadError> {
        if text.len() > MAX_BYTES {
            return Err(ReadError { line: 1, message: format!("a lesson has at most {MAX_BYTES} bytes") });
        }
        let options =
            Options::ENABLE_YAML_STYLE_METADATA_BLOCKS | Options::ENABLE_HEADING_ATTRIBUTES | Options::ENABLE_TASKLISTS;
        let mut reader = Reader { text, events: Parser::new_ext(text, options).into_offset_iter() };
        reader.lesson()
    }
}

/// An item of a list.
struct Item {
    /// What its box says, if it has one.
    checked: Option<bool>,
    text: Vec<Inline>,
}

struct Reader<'a> {
    text: &'a str,
    events: OffsetIter<'a>,
}

/// What a heading says of itself: `{step=4 look=pods}`.
struct Heading {
    level: HeadingLevel,
    line: u32,
    text: String,
    attributes: Vec<(String, String)>,
    classes: Vec<String>,
}

impl<'a> Reader<'a> {
    fn line(&self, at: &Range<usize>) -> u32 {
        let before = self.text.get(..at.start).unwrap_or_default();
        u32::try_from(before.matches('\n').count()).unwrap_or(u32::MAX).saturating_add(1)
    }

    fn error<T>(&self, at: &Range<usize>, message: impl Into<String>) -> Result<T, ReadError> {
        Err(ReadError { line: self.line(at), message: message.into() })
    }

    fn lesson(&mut self) -> Result<Lesson, ReadError> {
        let FrontMatter { title, question, sessions, opens, sources } = self.front_matter()?;
        let mut sessions: Vec<_> = sessions.into_iter().rev().collect();
        if let Some(opens) = opens {
            sessions.sort_by_key(|(edition, _)| *edition != opens);
        }
        let mut sections: Vec<Section> = Vec::new();
        while let Some((event, at)) = self.events.next() {
            match event {
                Event::Start(Tag::Heading { level, id, classes, attrs }) => {
                    let heading = Heading {
                        level,
                        line: self.line(&at),
                        text: self.plain(TagEnd::Heading(level))?,
                        attributes: attrs
                            .into_iter()
                            .map(|(key, value)| {
                                (key.into_string(), value.map(pulldown_cmark::CowStr::into_string).unwrap_or_default())
                            })
                            .collect(),
                        classes: id.into_iter().chain(classes).map(pulldown_cmark::CowStr::into_string).collect(),
                    };
                    match heading.level {
                        HeadingLevel::H2 => sections.push(section(heading, &sessions)?),
                        HeadingLevel::H3 => self.prediction(heading, &at, &mut sections)?,
                        _ => return self.error(&at, "sections have headings of level 2, predictions of level 3"),
                    }
                }
                Event::Start(tag) => {
                    let Some(section) = sections.last_mut() else {
                        return self.error(&at, "a text begins with a section's heading");
                    };
                    match tag {
                        Tag::Paragraph => section.blocks.push(Block::Paragraph(self.inlines(TagEnd::Paragraph)?)),
                        Tag::List(None) => {
                            let items = self.items()?;
                            section.blocks.push(Block::List(items.into_iter().map(|item| item.text).collect()));
                        }
                        Tag::CodeBlock(_) => section.blocks.push(Block::Code(self.plain(TagEnd::CodeBlock)?)),
                        _ => return self.error(&at, "a lesson has paragraphs, lists and code, and nothing else"),
                    }
                }
                _ => return self.error(&at, "a lesson has paragraphs, lists and code, and nothing else"),
            }
        }
        if sections.is_empty() {
            return Err(ReadError { line: 1, message: "a lesson has at least one section".to_owned() });
        }
        Ok(Lesson { title, question, sessions, sources, sections })
    }

    fn front_matter(&mut self) -> Result<FrontMatter, ReadError> {
        let Some((Event::Start(Tag::MetadataBlock(MetadataBlockKind::YamlStyle)), at)) = self.events.next() else {
            return Err(ReadError {
                line: 1,
                message: "a text begins with front matter between two lines ---".to_owned(),
            });
        };
        let above = self.line(&at);
        let text = self.plain(TagEnd::MetadataBlock(MetadataBlockKind::YamlStyle))?;
        let front: FrontMatter = decode_yaml(&text)
            .map_err(|error| ReadError { line: error.line.saturating_add(above), message: error.message })?;
        if front.sessions.is_empty() {
            return Err(ReadError { line: above, message: "sessions: a lesson has at least one".to_owned() });
        }
        Ok(front)
    }

    /// A question with its answers, which belongs to the section above it.
    fn prediction(&mut self, heading: Heading, at: &Range<usize>, sections: &mut [Section]) -> Result<(), ReadError> {
        let Some(section) = sections.last_mut() else {
            return self.error(at, "a prediction belongs to a section");
        };
        if section.prediction.is_some() {
            return self.error(at, "a section has one prediction at the most");
        }
        let Some((Event::Start(Tag::List(None)), _)) = self.events.next() else {
            return self.error(at, "a prediction is followed by the list of its answers");
        };
        let mut choices = Vec::new();
        for Item { checked, text } in self.items()? {
            let Some(right) = checked else {
                return self.error(at, "answers begin with [ ] or, the right one, with [x]");
            };
            choices.push(Choice { right, text });
        }
        if choices.len() < 2 || choices.iter().filter(|choice| choice.right).count() != 1 {
            return self.error(at, "a prediction has two answers or more, and one is right");
        }
        section.prediction = Some(Prediction { question: heading.text, choices });
        Ok(())
    }

    /// The items of a list that has begun.
    fn items(&mut self) -> Result<Vec<Item>, ReadError> {
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
        Ok(inlines)
    }

    fn inline(&mut self, event: Event<'a>, at: &Range<usize>) -> Result<Inline, ReadError> {
        match event {
            Event::Text(text) => Ok(Inline::Text(text.into_string())),
            Event::SoftBreak => Ok(Inline::Text(" ".to_owned())),
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
    fn plain(&mut self, end: TagEnd) -> Result<String, ReadError> {
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

/// A section from its heading.
fn section(heading: Heading, sessions: &[(Edition, String)]) -> Result<Section, ReadError> {
    let error = |message: String| ReadError { line: heading.line, message };
    let mut steps: BTreeMap<Edition, usize> = BTreeMap::new();
    let mut look = None;
    let hands_over = heading.classes.iter().any(|class| class == "try");
    for (key, value) in &heading.attributes {
        if key == "look" {
            look = Region::ALL.into_iter().find(|region| region.name() == value);
            if look.is_none() {
                return Err(error(format!("there is no region {value}")));
            }
            continue;
        }
        let step: usize = value.parse().map_err(|_| error(format!("{key}={value}: a step is a number")))?;
        if key == "step" {
            for (edition, _) in sessions {
                steps.entry(*edition).or_insert(step);
            }
        } else if let Some((edition, _)) = sessions.iter().find(|(edition, _)| edition.name() == key) {
            steps.insert(*edition, step);
        } else {
            return Err(error(format!("{key}: a section has step, look, and the editions of the lesson")));
        }
    }
    if let Some((edition, _)) = sessions.iter().find(|(edition, _)| !steps.contains_key(edition)) {
        return Err(error(format!("the section does not say at which step of {edition} it is: {{step=3}}")));
    }
    Ok(Section {
        line: heading.line,
        heading: heading.text,
        steps,
        look,
        blocks: Vec::new(),
        prediction: None,
        hands_over,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRONT: &str = "---\ntitle: T\nquestion: Q?\nsessions: {v1.11: a.yaml, v1.28: b.yaml}\nopens: v1.11\n---\n";

    fn read(text: &str) -> Result<Lesson, String> {
        Lesson::read(&format!("{FRONT}{text}")).map_err(|error| error.to_string())
    }

    #[test]
    fn sections_know_their_steps_in_each_edition() {
        let lesson = read("## A {step=3 look=pods}\n\nText.\n\n## B {v1.11=4 step=5}\n").unwrap();
        assert_eq!(lesson.sessions.first(), Some(&(Edition::V1_11, "a.yaml".to_owned())));
        let steps: Vec<_> =
            lesson.sections.iter().map(|section| section.steps.values().copied().collect::<Vec<_>>()).collect();
        assert_eq!(steps, [vec![3, 3], vec![4, 5]]);
        assert_eq!(lesson.sections.first().and_then(|section| section.look), Some(Region::Pods));
    }

    #[test]
    fn claims_are_links_of_their_own_kind() {
        let lesson = read("## A {step=0}\n\n[7](is:pods) and [none](is:jobs=0), see [x](#y).\n").unwrap();
        let inlines = lesson.sections.first().and_then(|section| section.blocks.first()).unwrap().inlines();
        let claims: Vec<_> =
            inlines.iter().filter_map(|inline| inline.claim()).map(|(claim, line)| (claim.to_string(), line)).collect();
        assert_eq!(claims, [("pods is 7".to_owned(), 9), ("jobs is 0".to_owned(), 9)]);
        assert!(inlines.contains(&&Inline::Link { text: "x".to_owned(), to: "#y".to_owned() }));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, line, what) in [
            ("", 1, "at least one section"),
            ("Text.\n", 7, "begins with a section's heading"),
            ("## A\n", 7, "does not say at which step"),
            ("## A {step=x}\n", 7, "a step is a number"),
            ("## A {step=1 v1.22=3}\n", 7, "v1.22"),
            ("## A {step=1 look=moon}\n", 7, "no region moon"),
            ("## A {step=1}\n\n<b>x</b>\n", 9, "nothing else"),
            ("## A {step=1}\n\n![x](y.png)\n", 9, "nothing else"),
            ("## A {step=1}\n\n1. x\n", 9, "paragraphs, lists and code"),
            ("## A {step=1}\n\n### Which?\n- [ ] a\n- [ ] b\n", 9, "one is right"),
            ("## A {step=1}\n\n### Which?\n- a\n- [x] b\n", 9, "begin with [ ]"),
            ("## A {step=1}\n\n### Which?\n\nText.\n", 9, "the list of its answers"),
            ("### Which?\n", 7, "belongs to a section"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(&format!("line {line}: ")) && error.contains(what), "{text:?}: {error}");
        }
        let error = Lesson::read("---\ntitle: T\nquestoin: Q\n---\n## A {step=0}\n").unwrap_err();
        assert_eq!(error.line, 3, "{error}");
        assert!(Lesson::read("## A {step=0}\n").unwrap_err().message.contains("front matter"));
    }
}
