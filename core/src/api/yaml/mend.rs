//! Texts that go-yaml takes and our parser does not.

use std::borrow::Cow;

use saphyr_parser::Parser;

/// The text as our parser takes it where go-yaml is less strict: with spaces instead of tabs after colons, and in front
/// of comments and of what stands within brackets left of the block that they are in; and with quotes around a dash.
pub(super) fn mended(text: &str) -> Cow<'_, str> {
    const MOST: usize = 50;
    // A long text is read again only a few times, so that nobody waits for it.
    const MOST_BYTES: usize = 2 * 1024 * 1024;
    let rounds = MOST_BYTES.checked_div(text.len()).unwrap_or_default().min(MOST);
    let mut text = Cow::Borrowed(text);
    let may_be_outdented = |line: &str| line.trim_start().starts_with([']', '}', '"', '\'']);
    let signs = [":\t", ",#", " -,", " -]"];
    if !signs.iter().any(|sign| text.contains(sign)) && !text.lines().any(may_be_outdented) {
        return text;
    }
    for _ in 0..rounds {
        let found = Parser::new_from_str(&text).find_map(Result::err);
        let Some(error) = found else { break };
        let (line, column) = (error.marker().line(), error.marker().col());
        let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let before: usize = text.get(start..).unwrap_or_default().chars().take(column).map(char::len_utf8).sum();
        let at = start + before;
        let (from, to, with) = match error.info() {
            // The error is after the tab.
            "':' must be followed by a valid YAML whitespace" => (at.saturating_sub(1), at, " "),
            "invalid indentation" | "comments must be separated from other tokens by whitespace" => (at, at, " "),
            "plain scalar cannot start with '-' followed by ,[]{}" => (at, at + 1, "\"-\""),
            _ => break,
        };
        let (Some(head), Some(tail)) = (text.get(..from), text.get(to..)) else { break };
        text = Cow::Owned(format!("{head}{with}{tail}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::mended;
    use crate::api::yaml::{Contents, read};

    #[test]
    fn tabs_after_colons_and_outdented_brackets_are_taken() {
        let text = "s:\n  a: [\"x\",\n    \"y\"\n  ]\n  b:\tc\n  d: {\n\"e\": \"f\"\n}\n  g: [\"h\",#i\n  -, -]\n";
        let root = read(text, Contents::Manifest).unwrap().to_json();
        assert_eq!(root, serde_json::json!({"s": {"a": ["x", "y"], "b": "c", "d": {"e": "f"}, "g": ["h", "-", "-"]}}));
    }

    #[test]
    fn a_long_text_is_read_again_only_a_few_times() {
        let tabs = "a:\tb\nc:\td\ne:\tf\n";
        assert!(!mended(tabs).contains('\t'));
        assert!(mended(&format!("{tabs}# {}\n", "x".repeat(1024 * 1024))).contains('\t'));
    }
}
