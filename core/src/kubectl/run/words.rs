//! Splits a line into words like a shell: blanks separate, quotes group, a backslash escapes the next character.
//! Everything else of a shell is refused, such as pipes and variables.

use std::ops::Range;

/// What a shell would take for something else than a part of a word.
const OPERATORS: [char; 5] = ['|', ';', '<', '>', '`'];

/// The words of a line.
pub(super) fn split(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\'' => loop {
                match rest.next() {
                    Some('\'') => {
                        word.get_or_insert_default();
                        break;
                    }
                    Some(c) => word.get_or_insert_default().push(c),
                    None => return Err("a quote is not closed: '".to_owned()),
                }
            },
            '"' => loop {
                let text = word.get_or_insert_default();
                match rest.next() {
                    Some('"') => break,
                    Some('\\') => match rest.next() {
                        Some(c @ ('"' | '\\' | '$' | '`')) => text.push(c),
                        Some('\n') => {}
                        Some(c) => text.extend(['\\', c]),
                        None => return Err("a quote is not closed: \"".to_owned()),
                    },
                    Some(c) => text.push(c),
                    None => return Err("a quote is not closed: \"".to_owned()),
                }
            },
            '\\' => match rest.next() {
                Some('\n') | None => {}
                Some(c) => word.get_or_insert_default().push(c),
            },
            c if c.is_whitespace() => words.extend(word.take()),
            c if OPERATORS.contains(&c) || (c == '$' && rest.peek().is_some_and(|next| *next != ' ')) => {
                return Err(format!("there is no shell here: {c} means nothing outside of quotes"));
            }
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

/// Where a line ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LineEnd {
    /// At this byte: a line break outside of quotes, or the end of the text.
    pub(super) at: usize,
    /// A quote is still open there.
    pub(super) open: bool,
    /// The here-document that follows the line.
    pub(super) document: Option<HereDocument>,
}

/// A here-document such as `<<EOF`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HereDocument {
    /// The bytes of its operator.
    pub(super) operator: Range<usize>,
    /// The line that ends it.
    pub(super) end: String,
    /// Whether tabs at the beginning of lines do not count.
    pub(super) without_tabs: bool,
}

/// The end of the first line of a text.
pub(super) fn line_end(text: &str) -> LineEnd {
    let mut found = LineEnd::default();
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        match c {
            '\n' => return LineEnd { at, ..found },
            '\\' => drop(rest.next()),
            '\'' | '"' => {
                found.open = true;
                while let Some((_, next)) = rest.next() {
                    match next {
                        '\\' if c == '"' => drop(rest.next()),
                        _ if next == c => {
                            found.open = false;
                            break;
                        }
                        _ => {}
                    }
                }
            }
            '<' if found.document.is_none() && rest.next_if(|(_, next)| *next == '<').is_some() => {
                let without_tabs = rest.next_if(|(_, next)| *next == '-').is_some();
                while rest.next_if(|(_, next)| matches!(next, ' ' | '\t')).is_some() {}
                let mut end = String::new();
                while let Some((_, next)) = rest.next_if(|(_, next)| !next.is_whitespace() && !"|;<>".contains(*next)) {
                    end.push(next);
                }
                let end = end.replace(['\'', '"', '\\'], "");
                let operator = at..rest.peek().map_or(text.len(), |(at, _)| *at);
                found.document = (!end.is_empty()).then_some(HereDocument { operator, end, without_tabs });
            }
            _ => {}
        }
    }
    LineEnd { at: text.len(), ..found }
}

/// A word as a shell reads it again, in quotes where it needs them.
///
/// ```
/// use jobscope_core::kubectl::quoted;
///
/// assert_eq!(quoted("pi-x7k2p"), "pi-x7k2p");
/// assert_eq!(quoted("it's {}"), r"'it'\''s {}'");
/// ```
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_one_word_again() {
        for word in ["", "a b", "it's", "\"$x\"", "{\"a\": 1}", "a\\", "a\nb", "plain", "`x`", "*"] {
            assert_eq!(split(&quoted(word)).unwrap(), [word]);
        }
    }

    #[test]
    fn a_line_ends_outside_of_quotes() {
        let end = |text| line_end(text).at;
        assert_eq!((end("a\nb"), end("a 'b\nc'\nd"), end("a \\\nb\nc"), end("a")), (1, 7, 5, 1));
        assert!(line_end("a 'b\n").open && line_end("a \"b\\\"\n").open && !line_end("a 'b'").open);
        let document = line_end("apply -f - <<-'EOF'\nx").document.unwrap();
        assert_eq!((document.operator, document.end.as_str(), document.without_tabs), (11..19, "EOF", true));
    }

    #[test]
    fn quotes_hold_words_together() {
        let line = r#"patch job pi -p '{"a": 1}' "b c"d \"e '' x="#;
        assert_eq!(split(line).unwrap(), ["patch", "job", "pi", "-p", r#"{"a": 1}"#, "b cd", "\"e", "", "x="]);
        assert!(split("get 'pods").is_err());
        assert!(split("get pods | grep pi").is_err());
        assert_eq!(split("get pods -o jsonpath={.items[*]}").unwrap()[3], "jsonpath={.items[*]}");
    }
}
