//! The words of an action.

use serde_json::Value;

/// A word, and the byte at which it begins.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) word: Word,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Word {
    Literal(Value),
    /// An identifier, a symbol, or `.`.
    Name(String),
    Variable(String),
    /// A field of what stands before it, or of the dot if there is a space before it.
    Field(String),
}

/// The words of an action whose text begins at that byte of the template.
pub(super) fn tokens(action: &str, begin: usize) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = action.trim_start();
    while let Some(first) = rest.chars().next() {
        let name_end = |text: &str| text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        let (length, word) = match first {
            '"' => {
                let length = quoted(rest).ok_or("unterminated quoted string")?;
                let text = rest.get(..length).unwrap_or_default();
                let value = serde_json::from_str(text).map_err(|_| "invalid syntax".to_owned())?;
                (length, Word::Literal(value))
            }
            '`' => {
                let end = rest.get(1..).and_then(|text| text.find('`')).ok_or("unterminated raw quoted string")?;
                (end + 2, Word::Literal(rest.get(1..=end).unwrap_or_default().into()))
            }
            '.' | '$' => {
                let name = rest.get(1..).unwrap_or_default();
                let name = name.get(..name_end(name)).unwrap_or_default();
                let word = match (first, name) {
                    ('$', name) => Word::Variable(name.to_owned()),
                    (_, "") => Word::Name(".".to_owned()),
                    (_, name) => Word::Field(name.to_owned()),
                };
                (1 + name.len(), word)
            }
            ':' if rest.starts_with(":=") => (2, Word::Name(":=".to_owned())),
            '(' | ')' | '|' | ',' | '=' => (1, Word::Name(first.to_string())),
            c if c.is_ascii_digit() || "+-".contains(c) => {
                let end = rest.find(|c: char| !c.is_alphanumeric() && !"+-.".contains(c)).unwrap_or(rest.len());
                let text = rest.get(..end).unwrap_or_default();
                let value = serde_json::from_str::<Value>(text.trim_start_matches('+')).ok().filter(Value::is_number);
                (end, Word::Literal(value.ok_or_else(|| format!("bad number syntax: {text:?}"))?))
            }
            c if c.is_alphabetic() || c == '_' => {
                let name = rest.get(..name_end(rest)).unwrap_or_default();
                let word = match name {
                    "true" | "false" => Word::Literal((name == "true").into()),
                    name => Word::Name(name.to_owned()),
                };
                (name.len(), word)
            }
            c => return Err(format!("unexpected \"{c}\" in command")),
        };
        let at = begin + action.len() - rest.len();
        tokens.push(Token { at, end: at + length, word });
        rest = rest.get(length..).unwrap_or_default().trim_start();
    }
    Ok(tokens)
}

/// The length of the text in quotes at the beginning.
pub(super) fn quoted(text: &str) -> Option<usize> {
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            '"' => return Some(at + 1),
            '\n' => return None,
            _ => {}
        }
    }
    None
}
