//! The book as mdBook gives it: JSON, in which every chapter has its Markdown.

use serde_json::Value;

use crate::block::blocks;
use crate::element::{self, Attributes, Element, Language};

/// Why a book cannot be preprocessed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("mdBook's message cannot be read: {0}")]
    Message(#[from] serde_json::Error),
    #[error("mdBook's message is not a pair of context and book")]
    NotAPair,
    #[error("{chapter}, block at line {line}: {error}")]
    Block { chapter: String, line: usize, error: Box<element::Error> },
}

/// What the book's configuration says.
struct Settings {
    /// Where jobscope is, seen from the root of the book.
    address: String,
    language: Language,
}

/// The book with elements in place of blocks.
pub(crate) fn preprocess(message: &str) -> Result<String, Error> {
    let mut message: Value = serde_json::from_str(message)?;
    let Some([context, book]) = message.as_array_mut().map(Vec::as_mut_slice) else { return Err(Error::NotAPair) };
    let text = |path: &str| context.pointer(path).and_then(Value::as_str);
    let settings = Settings {
        address: text("/config/preprocessor/jobscope/address").unwrap_or_default().to_owned(),
        language: Language::of_tag(text("/config/book/language").unwrap_or_default()),
    };
    chapters(book, &settings)?;
    Ok(serde_json::to_string(book)?)
}

/// Goes through everything that there is: where chapters are has changed with mdBook's versions, what they are has not.
fn chapters(value: &mut Value, settings: &Settings) -> Result<(), Error> {
    match value {
        Value::Array(values) => values.iter_mut().try_for_each(|value| chapters(value, settings)),
        Value::Object(fields) => {
            if let Some(Value::Object(chapter)) = fields.get_mut("Chapter") {
                let path = chapter.get("path").and_then(Value::as_str).unwrap_or_default().to_owned();
                if let Some(Value::String(content)) = chapter.get_mut("content") {
                    *content = replaced(content, &path, settings)?;
                }
            }
            fields.values_mut().try_for_each(|value| chapters(value, settings))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(()),
    }
}

/// A chapter's Markdown with elements in place of blocks.
fn replaced(content: &str, path: &str, settings: &Settings) -> Result<String, Error> {
    let blocks = blocks(content);
    if blocks.is_empty() {
        return Ok(content.to_owned());
    }
    let address = from_chapter(&settings.address, path);
    let mut html = String::new();
    let mut done = 0;
    for block in blocks {
        let element = Attributes::parse(&block.attributes).and_then(|given| Element::of_file(&block.body, given));
        let element = element.map_err(|error| Error::Block {
            chapter: path.to_owned(),
            line: block.line,
            error: Box::new(error),
        })?;
        html.push_str(content.get(done..block.range.start).unwrap_or_default());
        html.push_str(&element.html(&address, settings.language));
        done = block.range.end;
    }
    html.push_str(content.get(done..).unwrap_or_default());
    Ok(format!("{html}\n\n{}\n", element::script(&address)))
}

/// An address that is relative to the book's root, seen from a chapter; any other as it is.
fn from_chapter(address: &str, chapter: &str) -> String {
    if address.starts_with('/') || address.contains("://") {
        return address.to_owned();
    }
    "../".repeat(chapter.matches('/').count()) + address
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::element::tests::FILE;

    fn book(content: &str) -> Value {
        json!({ "items": [
            { "Chapter": { "name": "One", "content": "# One", "path": "one.md", "sub_items": [
                { "Chapter": { "name": "Two", "content": content, "path": "deep/two.md", "sub_items": [] } },
            ] } },
            "Separator",
        ] })
    }

    fn preprocessed(content: &str) -> Result<String, Error> {
        let settings = json!({ "config": { "book": { "language": "zh-CN" }, "preprocessor": { "jobscope": { "address": "../app/" } } } });
        let done: Value = serde_json::from_str(&preprocess(&json!([settings, book(content)]).to_string())?)?;
        let chapter = done.pointer("/items/0/Chapter/sub_items/0/Chapter/content").and_then(Value::as_str);
        Ok(chapter.unwrap_or_default().to_owned())
    }

    #[test]
    fn blocks_become_elements_wherever_chapters_are() {
        let html = preprocessed(&format!("Before\n\n```jobscope readonly\n{FILE}```\n\nAfter\n")).unwrap();
        assert!(html.starts_with("Before\n\n<div class=\"jobscope\"><job-scope scenario=\"1."), "{html}");
        assert!(html.contains("在 jobscope 中打开"), "{html}");
        assert!(
            html.ends_with("\n\nAfter\n\n\n<script type=\"module\" src=\"../../app/embed.js\"></script>\n"),
            "{html}"
        );
    }

    #[test]
    fn what_has_no_block_stays_to_the_letter() {
        assert_eq!(preprocessed("# Two\n\n```yaml\nkind: Job\n```").unwrap(), "# Two\n\n```yaml\nkind: Job\n```");
    }

    #[test]
    fn a_mistake_is_shown_with_chapter_and_line() {
        let error = preprocessed("# Two\n\n```jobscope\njobscope: 1\nrelease: v9\n```\n").unwrap_err().to_string();
        assert!(error.starts_with("deep/two.md, block at line 3: line 2, column 10: "), "{error}");
        assert!(preprocess("[]").is_err());
        assert!(preprocess("no").is_err());
    }
}
