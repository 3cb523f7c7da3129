//! The documents of a text as kubectl reads them: YAML separated by lines of `---`, or JSON objects one after the other
//! (`apimachinery/pkg/util/yaml`), and its errors for texts that it cannot read.

use std::rc::Rc;

use serde_json::{Map, Number, Value};

use super::decode::whole;
use crate::api::yaml::{Node, Yaml, YamlError, read_first_document};
use crate::api::{TextProblem, go_quote};

/// The documents of a text, as far as it can be read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KubectlDocuments {
    /// The documents that are not empty, in order.
    pub documents: Vec<Value>,
    /// The error at which reading ended, such as `error converting YAML to JSON: yaml: line 4: did not find expected key`.
    pub error: Option<String>,
}

impl KubectlDocuments {
    /// Reads `text` as kubectl reads a file.
    ///
    /// ```
    /// use jobscope_core::api::KubectlDocuments;
    /// use serde_json::json;
    ///
    /// let read = KubectlDocuments::read("a: 0o10\n---\n# nothing\n---\nb: 1\nb: 2.0\n---\nc: {\n");
    /// assert_eq!(read.documents, [json!({"a": 8}), json!({"b": 2})]);
    /// assert!(read.error.unwrap().starts_with("error converting YAML to JSON: yaml: "));
    /// ```
    pub fn read(text: &str) -> Self {
        if !text.trim_start().starts_with('{') {
            return Self::read_yaml(text);
        }
        let read = Self::read_json(text);
        // What only looks like JSON may be YAML all the same.
        if read.error.is_some() && read.documents.is_empty() { Self::read_yaml(text) } else { read }
    }

    fn read_json(text: &str) -> Self {
        let mut read = Self::default();
        for document in serde_json::Deserializer::from_str(text).into_iter::<Node>() {
            match document.map_err(|error| error.to_string()).and_then(|node| to_json(&node)) {
                Ok(document) => read.documents.push(document),
                Err(error) => {
                    read.error = Some(error);
                    break;
                }
            }
        }
        read
    }

    fn read_yaml(text: &str) -> Self {
        let mut read = Self::default();
        for piece in pieces(text) {
            if piece.chars().any(is_control_character) {
                read.error = Some("error converting YAML to JSON: yaml: control characters are not allowed".to_owned());
                break;
            }
            let document = match read_first_document(&piece) {
                Ok(None) => continue,
                Ok(Some(node)) => to_json(&node),
                Err(error) => Err(in_words_of_go(&error, &piece)),
            };
            match document {
                Ok(Value::Null) => {}
                Ok(document) => read.documents.push(document),
                Err(error) => {
                    read.error = Some(format!("error converting YAML to JSON: {error}"));
                    break;
                }
            }
        }
        read
    }
}

/// The text between separators: lines that have nothing after `---`.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for line in text.split_inclusive('\n') {
        if line.strip_prefix("---").is_some_and(|rest| rest.trim().is_empty()) {
            pieces.push(String::new());
        } else if let Some(piece) = pieces.last_mut() {
            piece.push_str(line);
        }
    }
    pieces
}

/// The tree as the JSON that kubectl makes of it: a float without a fraction is an integer.
fn to_json(node: &Node) -> Result<Value, String> {
    Ok(match &node.value {
        Yaml::Null => Value::Null,
        Yaml::Bool(flag) => Value::Bool(*flag),
        Yaml::Integer(number) => Number::from_i128(*number).map_or(Value::Null, Value::Number),
        Yaml::Float(number) if number.is_nan() => return Err("json: unsupported value: NaN".to_owned()),
        Yaml::Float(number) if number.is_infinite() => {
            let sign = if *number > 0.0 { '+' } else { '-' };
            return Err(format!("json: unsupported value: {sign}Inf"));
        }
        Yaml::Float(number) => whole(*number).map_or_else(|| Value::from(*number), Value::from),
        Yaml::Text(text) => Value::from(text.as_str()),
        Yaml::List(items) => items.iter().map(|item| to_json(item)).collect::<Result<_, _>>()?,
        Yaml::Map(entries) => {
            let entry = |(key, value): (&str, &Rc<Node>)| Ok((key.to_owned(), to_json(value)?));
            let entries = entries.iter().map(|entry| (entry.key.as_str(), &entry.value));
            entries.map(entry).collect::<Result<Map<_, _>, String>>()?.into()
        }
    })
}

/// What go-yaml says where our parser says `error`. It counts lines from 0 except where its scanner complains, which does
/// not name the first line.
fn in_words_of_go(error: &YamlError, text: &str) -> String {
    let line = error.at.line;
    let scanned = if line == 1 { 0 } else { line };
    let info = match &error.problem {
        TextProblem::Syntax { info } => info.as_str(),
        TextProblem::Quoted { message } if GO_YAML.iter().any(|start| message.starts_with(start)) => {
            return format!("yaml: {message}");
        }
        TextProblem::AliasWithin => return format!("yaml: anchor '{}' value contains itself", alias(error, text)),
        other => return other.to_string(),
    };
    let (line, problem) = match info {
        "while parsing node, found unknown anchor" => {
            return format!("yaml: unknown anchor '{}' referenced", alias(error, text));
        }
        info if info.contains("tab") || info.starts_with("unexpected character") => {
            (scanned, "found character that cannot start any token")
        }
        "invalid indentation in quoted scalar" | "unexpected eof" | "unexpected end of plain scalar" => {
            (last_line(text), "found unexpected end of stream")
        }
        "simple key expect ':'" | "simple key expected" => (scanned, "could not find expected ':'"),
        info if info.contains("found unexpected end of stream") => (last_line(text), "found unexpected end of stream"),
        info if info.starts_with("invalid trailing content") || info.starts_with("invalid indentation") => {
            (line.saturating_sub(1), "did not find expected key")
        }
        "while parsing a flow sequence, expected ',' or ']'" => {
            (line.saturating_sub(1), "did not find expected ',' or ']'")
        }
        info => match info.split_once(", ") {
            Some((context, problem)) if context.starts_with("while parsing a ") && problem.contains("expected") => {
                (line.saturating_sub(1), problem)
            }
            Some((_, problem)) => (scanned, problem),
            None if info.contains("document start") => {
                (line.saturating_sub(1), "did not find expected <document start>")
            }
            None => (scanned, info),
        },
    };
    if line == 0 { format!("yaml: {problem}") } else { format!("yaml: line {line}: {problem}") }
}

/// Beginnings of go-yaml's errors after parsing. Other errors are of the library around it.
const GO_YAML: [&str; 2] = ["cannot decode !!", "map merge requires"];

/// The name of the alias at which the error is.
fn alias(error: &YamlError, text: &str) -> String {
    let rest = text.lines().nth(error.at.line.saturating_sub(1) as usize).unwrap_or_default();
    let name = rest.chars().skip(error.at.column.saturating_sub(1) as usize).skip_while(|c| *c == '*');
    name.take_while(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}

/// Whether it is what go-yaml calls a control character, which no YAML may have.
fn is_control_character(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{85}')) || matches!(c, '\u{FFFE}' | '\u{FFFF}')
}

/// The line after the last one, whether or not that ends with a line break.
fn last_line(text: &str) -> u32 {
    u32::try_from(text.lines().count() + 1).unwrap_or(u32::MAX)
}

/// What Go says of a map with the key null, whose value is `value`.
pub(crate) fn null_key(value: &Node) -> String {
    let shown = match &value.value {
        Yaml::Null => "interface {}(nil)".to_owned(),
        Yaml::Bool(flag) => flag.to_string(),
        Yaml::Integer(number) => number.to_string(),
        Yaml::Float(number) => number.to_string(),
        Yaml::Text(text) => go_quote(text),
        Yaml::List(_) => "[]interface {}{...}".to_owned(),
        Yaml::Map(_) => "map[interface {}]interface {}{...}".to_owned(),
    };
    format!("unsupported map key of type: %!s(<nil>), key: <nil>, value: {shown}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        KubectlDocuments::read(text).error.unwrap_or_default()
    }

    #[test]
    fn errors_are_those_of_go_yaml() {
        for (text, expected) in [
            ("a:\n\tb: 1\n", "yaml: line 2: found character that cannot start any token"),
            ("a:\n   b: 1\n  c: 2\n", "yaml: line 2: did not find expected key"),
            ("a: \"b\nc: d\n", "yaml: line 3: found unexpected end of stream"),
            ("a: {b: c\nd: e\n", "yaml: line 1: did not find expected ',' or '}'"),
            ("a: *b\n", "yaml: unknown anchor 'b' referenced"),
            ("a: \"b", "yaml: line 2: found unexpected end of stream"),
            ("a: b\nc: d: e\n", "yaml: line 2: mapping values are not allowed in this context"),
            ("a: b: c\n", "yaml: mapping values are not allowed in this context"),
            ("a: 1\nb\nc: 2\n", "yaml: line 3: could not find expected ':'"),
            ("a: &n {b: *n}\n", "yaml: anchor 'n' value contains itself"),
            ("a:\n  <<: x\n", "yaml: map merge requires map or sequence of maps as the value"),
            ("a: !!null x\n", "yaml: cannot decode !!str `x` as a !!null"),
            ("a: b\u{1}\n", "yaml: control characters are not allowed"),
            ("a: .nan\n", "json: unsupported value: NaN"),
            ("{null: a}\n", "unsupported map key of type: %!s(<nil>), key: <nil>, value: \"a\""),
            ("%YAML 1.1\n---\na: b\n", "yaml: line 1: did not find expected <document start>"),
        ] {
            assert_eq!(error(text), format!("error converting YAML to JSON: {expected}"), "{text}");
        }
    }

    #[test]
    fn documents_end_at_separators_and_what_follows_their_end_is_not_read() {
        let read = KubectlDocuments::read("a: 1\n...\nfoo\n---\n---\nnull\n--- \nb: 2\n");
        assert_eq!(read.documents, [serde_json::json!({"a": 1}), serde_json::json!({"b": 2})]);
        assert_eq!(KubectlDocuments::read("{\"a\": 1, \"a\": 2.0}\n{\"b\": 1}").documents.len(), 2);
    }
}
