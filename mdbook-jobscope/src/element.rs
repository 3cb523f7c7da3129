//! A scenario as HTML: the custom element, with a poster in it as a fallback.

use std::fmt::{self, Write as _};

use jobscope_core::api::{Release, UnknownRelease};
use jobscope_core::history::{HistoryError, explained};
use jobscope_core::timeline::{Cursor, FileError, ReplayError, SavedSession, Timeline};

use crate::poster;

/// The attributes of the element that may be given.
const KNOWN: [&str; 8] = ["panels", "release", "start-step", "theme", "lang", "readonly", "title", "address"];

/// Why a scenario cannot be embedded.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("{0}")]
    File(#[from] FileError),
    #[error("{0}")]
    History(#[from] HistoryError),
    #[error("{0}")]
    Replay(#[from] ReplayError),
    #[error("`{0}` is no attribute; those are: {known}", known = KNOWN.join(", "))]
    UnknownAttribute(String),
    #[error(transparent)]
    UnknownRelease(#[from] UnknownRelease),
}

/// A language of the few words in a poster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    English,
    Chinese,
}

impl Language {
    /// The language of a tag such as `zh-CN`; English for all that are not known.
    pub(crate) fn of_tag(tag: &str) -> Self {
        if tag == "zh" || tag.starts_with("zh-") { Self::Chinese } else { Self::English }
    }
}

/// Attributes by name, in the order in which they were given. A flag has an empty value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Attributes(Vec<(String, String)>);

impl Attributes {
    /// Reads words such as `panels=why,pods readonly title="Two pods"`.
    pub(crate) fn parse(text: &str) -> Result<Self, Error> {
        let mut attributes = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            let (value, after) = match after.strip_prefix('=') {
                None => ("", after),
                Some(value) => match value.strip_prefix('"').and_then(|quoted| quoted.split_once('"')) {
                    Some(quoted) => quoted,
                    None => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
                },
            };
            if !KNOWN.contains(&name) {
                return Err(Error::UnknownAttribute(name.to_owned()));
            }
            attributes.push((name.to_owned(), value.to_owned()));
            rest = after.trim_start();
        }
        Ok(Self(attributes))
    }

    /// Removes an attribute; its value.
    pub(crate) fn take(&mut self, name: &str) -> Option<String> {
        let place = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(place).1)
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Element {
    saved: SavedSession,
    /// The session where it opens.
    timeline: Timeline,
    attributes: Attributes,
}

impl Element {
    /// Of the text of a session file.
    pub(crate) fn of_file(text: &str, attributes: Attributes) -> Result<Self, Error> {
        let saved = explained(SavedSession::from_file(text)?)?;
        let mut timeline = saved.replay()?;
        if let Some(name) = attributes.get("release") {
            let release: Release = name.parse()?;
            if release != timeline.world().release() {
                timeline = timeline.under(release.into(), saved.manifest()).timeline;
            }
        }
        if let Some(step) = attributes.get("start-step").and_then(|step| step.parse().ok()) {
            timeline.seek(Cursor { step, entries: 0 });
        }
        Ok(Self { saved, timeline, attributes })
    }

    /// As HTML in one line, so that Markdown takes it as it is. `address` is where jobscope is.
    pub(crate) fn html(&self, address: &str, language: Language) -> String {
        let link = self.saved.to_link();
        let title = self.attributes.get("title").unwrap_or(&self.saved.title);
        let mut html = format!(r#"<div class="jobscope"><job-scope scenario="{link}""#);
        if !title.is_empty() {
            let _ = write!(html, r#" title="{}""#, Escaped(title));
        }
        for (name, value) in self.attributes.0.iter().filter(|(name, _)| name != "title") {
            let _ = if value.is_empty() {
                write!(html, " {name}")
            } else {
                write!(html, r#" {name}="{}""#, Escaped(value))
            };
        }
        let open = match language {
            Language::English => "Open in jobscope",
            Language::Chinese => "在 jobscope 中打开",
        };
        let poster = poster::svg(title, &self.timeline.world().snapshot(), self.timeline.cursor().step);
        let address = Escaped(address);
        let _ = write!(
            html,
            r#"><figure>{poster}<figcaption><a href="{address}#s={link}">{open}</a></figcaption></figure></job-scope></div>"#
        );
        html
    }
}

/// What a page with such elements needs once.
pub(crate) fn script(address: &str) -> String {
    format!(r#"<script type="module" src="{}embed.js"></script>"#, Escaped(address))
}

/// Text that is nothing but text in HTML, and stays in its line.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\n' | '\r' => f.write_char(' '),
            _ => f.write_char(character),
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) const FILE: &str = "jobscope: 1
title: \"Two <pods> & \\\"more\\\"\"
release: v1.28
manifest: |
  apiVersion: batch/v1
  kind: Job
  metadata: {name: two}
  spec:
    parallelism: 2
    completions: 2
    template: {spec: {restartPolicy: Never, containers: [{name: c, image: busybox}]}}
actions:
- apply
- 2
";

    fn element(attributes: &str) -> Result<Element, Error> {
        Element::of_file(FILE, Attributes::parse(attributes)?)
    }

    #[test]
    fn it_is_one_line_in_which_text_is_text() {
        let html = element("panels=pods,why start-step=3 readonly").unwrap().html("../jobscope/", Language::English);
        assert!(!html.contains('\n'));
        assert!(
            html.contains(
                r#" title="Two &lt;pods&gt; &amp; &quot;more&quot;" panels="pods,why" start-step="3" readonly><figure>"#
            ),
            "{html}"
        );
        assert!(html.contains(r#"<a href="../jobscope/#s=1."#), "{html}");
        assert!(!html.contains("<pods>"), "{html}");
        let link = html.split_once("scenario=\"").and_then(|(_, rest)| rest.split_once('"')).map(|(link, _)| link);
        assert!(SavedSession::from_link(link.unwrap()).unwrap().replay().is_ok());
    }

    #[test]
    fn attributes_are_words_flags_and_quoted_text() {
        let mut attributes = Attributes::parse(r#" readonly title="Two pods"  lang=zh-CN"#).unwrap();
        assert_eq!(attributes.take("title").as_deref(), Some("Two pods"));
        let rest = [("readonly", ""), ("lang", "zh-CN")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(attributes, Attributes(rest.to_vec()));
        assert!(Attributes::parse("onclick=alert(1)").is_err());
        assert!(element("release=v0.1").is_err());
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let error = Element::of_file("jobscope: 1\nrelease: v1.12\n", Attributes::default()).unwrap_err();
        assert!(error.to_string().starts_with("line 2, column 10"), "{error}");
    }
}
