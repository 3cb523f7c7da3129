//! Selectors of labels from their texts (`apimachinery/pkg/labels`).

use super::select::Requirement;
use crate::api::{label_value, qualified_name};

/// Reads the tokens of a selector: words and symbols.
struct Parser<'t> {
    /// The last token is empty and marks the end.
    tokens: Vec<&'t str>,
    at: usize,
}

/// The longer ones come first, so that `==` is not read as two `=`.
const SYMBOLS: [&str; 9] = ["==", "!=", "=", "!", "(", ")", ",", ">", "<"];

/// Reads a selector.
pub(super) fn parse(text: &str) -> Result<Vec<Requirement>, String> {
    let mut parser = Parser { tokens: tokens(text), at: 0 };
    let mut all = Vec::new();
    loop {
        let first = parser.next();
        if first.is_empty() {
            return Ok(all);
        }
        if first != "!" && is_symbol(first) {
            return Err(format!("found '{first}', expected: !, identifier, or 'end of string'"));
        }
        let requirement = parser.requirement(first);
        all.push(requirement.map_err(|why| format!("unable to parse requirement: {why}"))?);
        match parser.next() {
            "" => return Ok(all),
            "," => {
                let after = parser.peek();
                if after != "!" && (after.is_empty() || is_symbol(after)) {
                    return Err(format!("found '{after}', expected: identifier after ','"));
                }
            }
            other => return Err(format!("found '{other}', expected: ',' or 'end of string'")),
        }
    }
}

fn is_symbol(token: &str) -> bool {
    SYMBOLS.contains(&token)
}

fn tokens(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)).map(|symbol| symbol.len());
        let is_end = |c: char| c.is_ascii_whitespace() || "=!(),><".contains(c);
        let (token, after) = rest.split_at(symbol.or_else(|| rest.find(is_end)).unwrap_or(rest.len()));
        all.push(token);
        rest = after.trim_start();
    }
    all.push("");
    all
}

impl<'t> Parser<'t> {
    fn peek(&self) -> &'t str {
        self.tokens.get(self.at).copied().unwrap_or_default()
    }

    fn next(&mut self) -> &'t str {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn requirement(&mut self, first: &'t str) -> Result<Requirement, String> {
        let negated = first == "!";
        let key = if negated { self.next() } else { first };
        if key.is_empty() || is_symbol(key) {
            return Err(format!("found '{key}', expected: identifier"));
        }
        let problems = qualified_name(key);
        if !problems.is_empty() {
            return Err(format!("<nil>: Invalid value: {key:?}: {}", problems.join("; ")));
        }
        let owned = key.to_owned();
        if ["", ","].contains(&self.peek()) {
            return Ok(if negated { Requirement::DoesNotExist(owned) } else { Requirement::Exists(owned) });
        }
        let operator = self.next();
        let values = match operator {
            "in" | "notin" => self.values()?,
            "=" | "==" | "!=" | ">" | "<" => vec![self.value()?],
            other => return Err(format!("found '{other}', expected: in, notin, =, ==, !=, gt, lt")),
        };
        let only = values.first().cloned().unwrap_or_default();
        if values.is_empty() {
            return Err("values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty".to_owned());
        }
        let number = only.parse::<i64>();
        if [">", "<"].contains(&operator) && number.is_err() {
            let why = "for 'Gt', 'Lt' operators, the value must be an integer";
            return Err(format!("values[0]: Invalid value: {only:?}: {why}"));
        }
        for (index, value) in values.iter().enumerate() {
            let problems = label_value(value);
            if !problems.is_empty() {
                return Err(format!("values[{index}][{key}]: Invalid value: {value:?}: {}", problems.join("; ")));
            }
        }
        Ok(match operator {
            "in" => Requirement::In(owned, values),
            "notin" => Requirement::NotIn(owned, values),
            "!=" => Requirement::IsNot(owned, only),
            ">" => Requirement::Above(owned, number.unwrap_or_default()),
            "<" => Requirement::Below(owned, number.unwrap_or_default()),
            _ => Requirement::Is(owned, only),
        })
    }

    /// A value; it may be empty.
    fn value(&mut self) -> Result<String, String> {
        if ["", ","].contains(&self.peek()) {
            return Ok(String::new());
        }
        match self.next() {
            symbol if is_symbol(symbol) => Err(format!("found '{symbol}', expected: identifier")),
            value => Ok(value.to_owned()),
        }
    }

    /// Values in parentheses, sorted and without duplicates.
    fn values(&mut self) -> Result<Vec<String>, String> {
        let open = self.next();
        if open != "(" {
            return Err(format!("found '{open}' expected: '('"));
        }
        let mut all = Vec::new();
        if self.peek() == ")" {
            self.next();
            return Ok(all);
        }
        if self.peek().is_empty() || self.peek() != "," && is_symbol(self.peek()) {
            return Err(format!("found '{}', expected: ',', ')' or identifier", self.peek()));
        }
        loop {
            let value = if [",", ")"].contains(&self.peek()) { "" } else { self.next() };
            if is_symbol(value) {
                return Err(format!("found '{value}', expected: ',', or identifier"));
            }
            all.push(value.to_owned());
            match self.next() {
                ")" => break,
                "," => {}
                other => return Err(format!("found '{other}', expected: ',' or ')'")),
            }
        }
        all.sort();
        all.dedup();
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_those_of_the_server() {
        for (text, expected) in [
            ("a=b=c", "found '=', expected: ',' or 'end of string'"),
            ("=x", "found '=', expected: !, identifier, or 'end of string'"),
            ("a in b", "unable to parse requirement: found 'b' expected: '('"),
            ("a b", "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"),
            ("a=b,", "found '', expected: identifier after ','"),
            (
                "a in ()",
                "unable to parse requirement: values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty",
            ),
            (
                "a>x",
                "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
            ),
            ("!", "unable to parse requirement: found '', expected: identifier"),
        ] {
            assert_eq!(parse(text).unwrap_err(), expected, "{text}");
        }
        assert!(
            parse("a=-b")
                .unwrap_err()
                .starts_with("unable to parse requirement: values[0][a]: Invalid value: \"-b\": a valid label must be")
        );
        assert!(
            parse("-a=b")
                .unwrap_err()
                .starts_with("unable to parse requirement: <nil>: Invalid value: \"-a\": name part must")
        );
        assert_eq!(
            parse("a in (c,b,b)").unwrap(),
            [Requirement::In("a".to_owned(), vec!["b".to_owned(), "c".to_owned()])]
        );
    }
}
