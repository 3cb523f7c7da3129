//! What a person reads in a source file: everything else is blanked, and lines stay where they are.

/// Stands for what is not text, so that no phrase reaches across it.
const CODE: char = '\0';

/// The comments and string literals of Rust code, without code in backticks and placeholders.
pub(super) fn rust(source: &str) -> String {
    let mut text = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let (piece, after) = if let Some(comment) = rest.strip_prefix("//") {
            let (line, after) = comment.split_at(comment.find('\n').unwrap_or(comment.len()));
            (without_spans(line.trim_start_matches(['/', '!'])), after)
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let (inner, after) = comment.split_once("*/").unwrap_or((comment, ""));
            (without_spans(inner) + &CODE.to_string(), after)
        } else if let Some((inner, after)) = string(rest) {
            // One word is a name: of a class, a field, a part of an address.
            let is_name = !inner.contains(char::is_whitespace);
            let inner = if is_name { String::new() } else { without_spans(&without_placeholders(inner)) };
            (format!("{CODE}{inner}{CODE}"), after)
        } else if let Some(after) = char_literal(rest) {
            (CODE.to_string(), after)
        } else {
            let is_name = |char: char| char.is_alphanumeric() || char == '_';
            let name = rest.find(|char| !is_name(char)).unwrap_or(rest.len());
            let end = if name == 0 { first.len_utf8() } else { name };
            let (code, after) = rest.split_at(end);
            (if code.trim().is_empty() { code.to_owned() } else { CODE.to_string() }, after)
        };
        text.push_str(&piece);
        rest = after;
    }
    text
}

/// A string literal of any kind at the beginning of `code`: what is in it, and what comes after it.
fn string(code: &str) -> Option<(&str, &str)> {
    let prefixed = ["br", "cr", "r"].iter().find_map(|prefix| code.strip_prefix(prefix));
    if let Some(raw) = prefixed {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if let Some(inner) = raw.get(hashes..).and_then(|raw| raw.strip_prefix('"')) {
            return inner.split_once(&format!("\"{}", "#".repeat(hashes)));
        }
    }
    let inner = code.trim_start_matches(['b', 'c']).strip_prefix('"')?;
    let mut escaped = false;
    for (place, char) in inner.char_indices() {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some((inner.get(..place)?, inner.get(place + 1..)?)),
            _ => {}
        }
    }
    None
}

/// What comes after a character literal at the beginning of `code`; a lifetime is not one.
fn char_literal(code: &str) -> Option<&str> {
    let inner = code.strip_prefix('\'')?;
    match inner.strip_prefix('\\') {
        Some(escape) => escape.get(1..)?.split_once('\'').map(|(_, after)| after),
        None => inner.get(inner.chars().next()?.len_utf8()..)?.strip_prefix('\''),
    }
}

/// A string without the names in its placeholders (`{name}`) and without the letters of its escapes.
fn without_placeholders(literal: &str) -> String {
    let mut text = String::with_capacity(literal.len());
    let mut within = false;
    let mut chars = literal.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => text.push(chars.next().filter(|next| *next == '\n').unwrap_or(' ')),
            '\n' => text.push('\n'),
            '{' => {
                within = true;
                text.push(CODE);
            }
            '}' => within = false,
            _ if within => {}
            _ => text.push(char),
        }
    }
    text
}

/// A text without code in backticks, as far as one line holds both of them.
fn without_spans(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let parts: Vec<_> = line.split('`').collect();
        // Of an odd number of backticks the last one is not the beginning of code.
        let spans = (parts.len() - 1) / 2;
        let kept = parts.iter().enumerate().filter(|(place, _)| place % 2 == 0 || *place > 2 * spans);
        kept.map(|(_, part)| *part).collect::<Vec<_>>().join(&CODE.to_string())
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Markdown without code: neither blocks nor spans.
pub(super) fn markdown(source: &str) -> String {
    let mut fenced = false;
    let lines = source.lines().map(|line| {
        let is_fence = line.trim_start().starts_with("```");
        fenced ^= is_fence;
        if fenced || is_fence { CODE.to_string() } else { without_spans(line) }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The messages of a Fluent file, without their names.
pub(super) fn fluent(source: &str) -> String {
    let is_name = |text: &str| text.trim().chars().all(|char| char.is_ascii_alphanumeric() || "-_.".contains(char));
    let lines = source.lines().map(|line| match line.split_once('=') {
        Some((name, message)) if is_name(name) => format!("{CODE}{message}"),
        _ => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The comments of a scenario.
pub(super) fn scenario(source: &str) -> String {
    let lines = source.lines().map(|line| line.strip_prefix('#').map_or(CODE.to_string(), without_spans));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces of text, each with its line.
    #[track_caller]
    fn check(text: &str, expected: &[(usize, &str)]) {
        let mut found = Vec::new();
        for (line, text) in (1..).zip(text.split('\n')) {
            found.extend(text.split(CODE).map(str::trim).filter(|text| !text.is_empty()).map(|text| (line, text)));
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn rust_keeps_comments_and_strings() {
        let source = "//! One.\nfn told<'a>(anew: &'a str) -> char {\n    /* Two\n    three. */ call(b\"four f\", \"told\", '\"', '\\'');\n    \
                      r#\"five \" six\"#; // Seven `told` eight.\n    \"nine\\tten {said:?} \\\n    eleven\"\n}\n/// Twelve";
        let expected = [
            (1, "One."),
            (3, "Two"),
            (4, "three."),
            (4, "four f"),
            (5, "five \" six"),
            (5, "Seven"),
            (5, "eight."),
            (6, "nine ten"),
            (7, "eleven"),
            (9, "Twelve"),
        ];
        check(&rust(source), &expected);
    }

    #[test]
    fn comments_on_consecutive_lines_are_one_text() {
        let text = rust("    /// takes so\n    /// many");
        assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["takes", "so", "many"]);
    }

    #[test]
    fn markdown_leaves_code_out() {
        check(&markdown("One `told` two.\n```\nlet told;\n```\nThree"), &[(1, "One"), (1, "two."), (5, "Three")]);
    }

    #[test]
    fn fluent_leaves_names_out() {
        check(&fluent("told = One\n    .anew = Two\n    three = 3"), &[(1, "One"), (2, "Two"), (3, "3")]);
    }

    #[test]
    fn scenarios_have_comments() {
        check(&scenario("# One\n# two\n~ sync told\n    told"), &[(1, "One"), (2, "two")]);
    }
}
