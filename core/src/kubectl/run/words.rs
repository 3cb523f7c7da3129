//! A line in words, as a shell makes them: blanks separate, quotes hold together, a backslash takes the next character as
//! it is. Nothing else of a shell is there: pipes, variables and the like are refused.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_words_together() {
        let line = r#"patch job pi -p '{"a": 1}' "b c"d \"e '' x="#;
        assert_eq!(split(line).unwrap(), ["patch", "job", "pi", "-p", r#"{"a": 1}"#, "b cd", "\"e", "", "x="]);
        assert!(split("get 'pods").is_err());
        assert!(split("get pods | grep pi").is_err());
        assert_eq!(split("get pods -o jsonpath={.items[*]}").unwrap()[3], "jsonpath={.items[*]}");
    }
}
