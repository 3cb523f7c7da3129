//! A line of YAML cut into what the editor paints alike. Only for the eye: the engine reads the text by itself.

/// How a piece is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    /// The name of a field.
    Key,
    /// A value, or anything else.
    Value,
    /// Dashes, colons, brackets.
    Mark,
    /// A comment.
    Comment,
}

impl Paint {
    /// Its class in the style sheet.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Key => "y-k",
            Self::Value => "y-v",
            Self::Mark => "y-m",
            Self::Comment => "y-c",
        }
    }
}

/// The pieces of `line`, in order; together they are the line.
pub(crate) fn pieces(line: &str) -> Vec<(Paint, &str)> {
    let mut pieces = Vec::new();
    let (body, comment) = line.split_at(comment_start(line));
    let mut rest = body;
    let indent = rest.len() - rest.trim_start_matches([' ', '-']).len();
    let (dashes, after) = rest.split_at(indent);
    pieces.push((Paint::Mark, dashes));
    rest = after;
    if let Some(colon) = key_end(rest) {
        let (key, value) = rest.split_at(colon);
        pieces.push((Paint::Key, key));
        let (mark, value) = value.split_at(1);
        pieces.push((Paint::Mark, mark));
        rest = value;
    }
    pieces.push((Paint::Value, rest));
    pieces.push((Paint::Comment, comment));
    pieces.retain(|(_, text)| !text.is_empty());
    pieces
}

/// Where the comment starts, or the end of the line.
fn comment_start(line: &str) -> usize {
    let mut quote = None;
    let mut before = ' ';
    for (at, character) in line.char_indices() {
        match (quote, character) {
            (None, '#') if before.is_whitespace() => return at,
            (None, '"' | '\'') if !before.is_alphanumeric() => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
        before = character;
    }
    line.len()
}

/// Where the colon stands that ends a key.
fn key_end(text: &str) -> Option<usize> {
    let colon = text.find(": ").or_else(|| text.trim_end().strip_suffix(':').map(str::len))?;
    let key = text.get(..colon)?;
    let plain = !key.is_empty() && !key.starts_with(['[', '{', '"', '\'', '&', '*', '|', '>']);
    plain.then_some(colon)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_values_and_comments_are_told_apart() {
        assert_eq!(
            pieces("  - name: pi # mine"),
            [
                (Paint::Mark, "  - "),
                (Paint::Key, "name"),
                (Paint::Mark, ":"),
                (Paint::Value, " pi "),
                (Paint::Comment, "# mine")
            ]
        );
        assert_eq!(pieces("spec:"), [(Paint::Key, "spec"), (Paint::Mark, ":")]);
        assert_eq!(pieces("a: \"x # y\"").last(), Some(&(Paint::Value, " \"x # y\"")));
    }

    #[test]
    fn the_pieces_are_the_line() {
        for line in ["", "   ", "#", "'", ":", ": :", "- - -", "a:b: c", "é: ü # ö", "\u{1f4a5}: '"] {
            let joined: String = pieces(line).into_iter().map(|(_, text)| text).collect();
            assert_eq!(joined, line);
        }
    }
}
