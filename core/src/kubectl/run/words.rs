//! Splits a line into words like a shell: blanks separate, quotes group, a backslash escapes the next character, and
//! operators stand between commands. Variables and what else a shell has are refused.

use std::ops::Range;

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A word, without its quotes.
    Word(String),
    /// One of [`OPERATORS`].
    Operator(&'static str),
}

/// The operators of a shell that are known, the longer ones first.
const OPERATORS: [&str; 9] = ["2>&1", "2>", "&&", "||", ">>", "|", ";", ">", "<"];

/// The words and operators of a line, up to a comment.
pub(super) fn tokens(line: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut word: Option<String> = None;
    let mut rest = line.chars();
    loop {
        let text = rest.as_str();
        // The number of a stream begins a word.
        let known = |operator: &&&str| text.starts_with(**operator) && (word.is_none() || !operator.starts_with('2'));
        if let Some(operator) = OPERATORS.iter().find(known) {
            tokens.extend(word.take().map(Token::Word));
            tokens.push(Token::Operator(operator));
            rest = text.get(operator.len()..).unwrap_or_default().chars();
            continue;
        }
        let Some(c) = rest.next() else { break };
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
            c if c.is_whitespace() => tokens.extend(word.take().map(Token::Word)),
            '#' if word.is_none() => break,
            '$' if rest.as_str().starts_with(|next| next != ' ') => return Err(refused(c)),
            '&' | '`' => return Err(refused(c)),
            c => word.get_or_insert_default().push(c),
        }
    }
    tokens.extend(word.map(Token::Word));
    Ok(tokens)
}

fn refused(c: char) -> String {
    format!("{c} is not supported outside of quotes; supported are {}", OPERATORS.join(" "))
}

/// Where a line ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LineEnd {
    /// At this byte: a line break outside of quotes, or the end of the text.
    pub(super) at: usize,
    /// A quote is still open there, or another command has to follow.
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
    let mut before = Trimmed { text, read: 0, end: 0 };
    while let Some((at, c)) = rest.next() {
        match c {
            '\n' if found.document.is_none() && continues(before.up_to(at)) => {}
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
    LineEnd { at: text.len(), open: found.open || continues(before.up_to(text.len())), ..found }
}

/// Whether a line that ends so continues in the next one.
fn continues(line: &str) -> bool {
    line.ends_with('|') || line.ends_with("&&")
}

/// The beginning of a text without blanks at its end. Each character is read once, however many places are asked for.
struct Trimmed<'t> {
    text: &'t str,
    read: usize,
    end: usize,
}

impl<'t> Trimmed<'t> {
    /// What is before a place, which is not before the last one.
    fn up_to(&mut self, at: usize) -> &'t str {
        let more = self.text.get(self.read..at).unwrap_or_default().trim_end();
        if !more.is_empty() {
            self.end = self.read + more.len();
        }
        self.read = at;
        self.text.get(..self.end).unwrap_or_default()
    }
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
            assert_eq!(tokens(&quoted(word)).unwrap(), [Token::Word(word.to_owned())]);
        }
    }

    #[test]
    fn a_line_ends_outside_of_quotes() {
        let end = |text| line_end(text).at;
        assert_eq!((end("a\nb"), end("a 'b\nc'\nd"), end("a \\\nb\nc"), end("a")), (1, 7, 5, 1));
        assert_eq!((end("a |\n\n b\nc"), end("a&&\n\t\n \nb |\n\nc\nd"), end("a & &\nb")), (7, 14, 5));
        assert!(line_end("a |\n\n").open && !line_end("a |\nb").open);
        assert!(line_end("a 'b\n").open && line_end("a \"b\\\"\n").open && !line_end("a 'b'").open);
        let document = line_end("apply -f - <<-'EOF'\nx").document.unwrap();
        assert_eq!((document.operator, document.end.as_str(), document.without_tabs), (11..19, "EOF", true));
    }

    fn written(line: &str) -> Vec<String> {
        let write = |token| match token {
            Token::Word(word) => word,
            Token::Operator(operator) => format!("<{operator}>"),
        };
        tokens(line).unwrap().into_iter().map(write).collect()
    }

    #[test]
    fn quotes_hold_words_together() {
        let line = r#"patch job pi -p '{"a": 1}' "b c"d \"e '' x="#;
        assert_eq!(written(line), ["patch", "job", "pi", "-p", r#"{"a": 1}"#, "b cd", "\"e", "", "x="]);
        assert!(tokens("get 'pods").is_err());
        assert_eq!(written("get pods -o jsonpath={.items[*]}")[3], "jsonpath={.items[*]}");
    }

    #[test]
    fn operators_end_words_and_quoted_ones_are_words() {
        assert_eq!(written("a|b>c.yaml 2>&1;d"), ["a", "<|>", "b", "<>>", "c.yaml", "<2>&1>", "<;>", "d"]);
        assert_eq!(written("a2>b '|' \\; c#d #e | f"), ["a2", "<>>", "b", "|", ";", "c#d"]);
        for line in ["a $b", "a `b`", "a & b", "a $(b)"] {
            assert!(tokens(line).is_err(), "{line}");
        }
    }
}
