//! The documents of a text as kubectl reads them: YAML separated by lines of `---`, or JSON objects one after the other
//! (`apimachinery/pkg/util/yaml`), and its errors for texts that it cannot read.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::decode::whole;
use crate::api::yaml::{Entry, Node, Yaml, YamlError, read_first_document};
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
        let (mut read, rest) = Self::read_json(text);
        // What only looks like JSON may be YAML all the same, as may what follows the first object.
        if read.error.is_some() && read.documents.len() < 2 && !rest.is_empty() {
            let yaml = Self::read_yaml(rest);
            if yaml.error.is_none() || !yaml.documents.is_empty() {
                read.documents.extend(yaml.documents);
                read.error = yaml.error;
            }
        }
        read
    }

    /// The objects in front of an error, and what follows the last one and its line.
    fn read_json(text: &str) -> (Self, &str) {
        let mut read = Self::default();
        let mut stream = serde_json::Deserializer::from_str(text).into_iter::<Node>();
        let mut end = 0;
        while let Some(document) = stream.next() {
            match document.map_err(|error| json_error(&error, text)).and_then(|node| to_json(&node)) {
                Ok(document) => read.documents.push(document),
                Err(error) => {
                    read.error = Some(error);
                    break;
                }
            }
            end = stream.byte_offset();
        }
        let rest = text.get(end..).unwrap_or_default();
        let line_break = rest.find('\n').filter(|at| rest.get(..*at).is_some_and(|blank| blank.trim().is_empty()));
        (read, if end == 0 { rest } else { line_break.and_then(|at| rest.get(at + 1..)).unwrap_or_default() })
    }

    fn read_yaml(text: &str) -> Self {
        let mut read = Self::default();
        let (pieces, error) = pieces(text);
        for piece in pieces {
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
                    return read;
                }
            }
        }
        read.error = read.error.or(error);
        read
    }
}

/// The text between separators: lines that have nothing but a comment after `---`. At any other line that begins so,
/// reading ends, and the text in front of it is lost.
fn pieces(text: &str) -> (Vec<String>, Option<String>) {
    let mut pieces = vec![String::new()];
    for line in text.split_inclusive('\n') {
        match line.strip_prefix("---").map(str::trim) {
            Some(rest) if !rest.is_empty() && !rest.starts_with('#') => {
                pieces.pop();
                return (pieces, Some(format!("invalid Yaml document separator: {rest}")));
            }
            Some(_) => pieces.push(String::new()),
            None => {
                if let Some(piece) = pieces.last_mut() {
                    piece.push_str(line);
                }
            }
        }
    }
    (pieces, None)
}

/// What Go says where our JSON parser says `error`.
fn json_error(error: &serde_json::Error, text: &str) -> String {
    const WORDS: [(&str, &str); 7] = [
        ("key must be", "looking for beginning of object key string"),
        ("trailing comma", "looking for beginning of object key string"),
        ("expected value", "looking for beginning of value"),
        ("expected `,` or `}`", "after object key:value pair"),
        ("expected `,` or `]`", "after array element"),
        ("expected `:`", "after object key"),
        ("invalid escape", "in string escape code"),
    ];
    if error.is_eof() {
        return "unexpected EOF".to_owned();
    }
    let message = error.to_string();
    let lines: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let offset = lines + error.column();
    let found = text.get(offset.saturating_sub(1)..).and_then(|rest| rest.chars().next());
    match (WORDS.iter().find(|(start, _)| message.starts_with(start)), found) {
        (Some((_, words)), Some(found)) => format!("json: offset {offset}: invalid character {found:?} {words}"),
        _ => message,
    }
}

/// The tree as the JSON that kubectl makes of it: a float without a fraction is an integer.
fn to_json(node: &Node) -> Result<Value, String> {
    Ok(match &node.value {
        Yaml::Null => Value::Null,
        Yaml::Bool(flag) => Value::Bool(*flag),
        // Of numbers beyond 63 bits Go makes floats.
        #[expect(clippy::cast_precision_loss, reason = "Go loses it as well")]
        Yaml::Integer(number) => i64::try_from(*number).map_or_else(|_| Value::from(*number as f64), Value::from),
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
        "while parsing node, found unknown anchor" if alias(error, text).is_empty() => {
            (scanned, "did not find expected alphabetic or numeric character")
        }
        "while parsing node, found unknown anchor" => {
            return format!("yaml: unknown anchor '{}' referenced", alias(error, text));
        }
        "while scanning a plain scalar, found a tab" => (line + 1, "found a tab character that violates indentation"),
        info if info.contains("tab") || info.starts_with("unexpected character") => {
            (scanned, "found character that cannot start any token")
        }
        "invalid indentation in quoted scalar" | "unexpected eof" | "unexpected end of plain scalar" => {
            (last_line(text), "found unexpected end of stream")
        }
        "simple key expect ':'" | "simple key expected" => (scanned, "could not find expected ':'"),
        info if info.contains("found unexpected end of stream") => (last_line(text), "found unexpected end of stream"),
        "while parsing a quoted scalar, did not find expected hexadecimal number" => {
            (scanned, "did not find expected hexdecimal number")
        }
        info if info.ends_with("only valid inside a block") => {
            (line.saturating_sub(1), "did not find expected node content")
        }
        info if UNEXPECTED.iter().any(|start| info.starts_with(start)) => {
            (line.saturating_sub(1), expected_here(error, text))
        }
        "while parsing a flow sequence, expected ',' or ']'" => {
            (line.saturating_sub(1), "did not find expected ',' or ']'")
        }
        info => match info.split_once(", ") {
            Some((context, problem)) if context.starts_with("while parsing a ") && problem.contains("expected") => {
                (line.saturating_sub(1), problem)
            }
            Some((_, problem)) => (scanned, problem),
            None if text.starts_with("%YAML ") && !text.starts_with("%YAML 1.1") => {
                (0, "found incompatible YAML document")
            }
            None if info.contains("document start") => {
                (line.saturating_sub(1), "did not find expected <document start>")
            }
            None => (scanned, info),
        },
    };
    if line == 0 { format!("yaml: {problem}") } else { format!("yaml: line {line}: {problem}") }
}

/// Beginnings of our parser's errors for what neither ends nor continues a list or map.
const UNEXPECTED: [&str; 5] = [
    "invalid trailing content",
    "invalid indentation",
    "illegal placement of ':'",
    "misplaced bracket",
    "wrongly indented line in block scalar",
];

/// What go-yaml expected at an error: how the list or map in brackets continues, or the next key of a block.
fn expected_here(error: &YamlError, text: &str) -> &'static str {
    let (line, column) = (error.at.line.saturating_sub(1) as usize, error.at.column.saturating_sub(1) as usize);
    let mut open = Vec::new();
    for (index, written) in text.lines().enumerate().take(line + 1) {
        let written = written.split(" #").next().unwrap_or_default();
        for c in written.chars().take(if index == line { column } else { usize::MAX }) {
            match c {
                '[' | '{' => open.push(c),
                ']' | '}' => drop(open.pop()),
                _ => {}
            }
        }
    }
    match open.last() {
        Some('[') => "did not find expected ',' or ']'",
        Some(_) => "did not find expected ',' or '}'",
        None => "did not find expected key",
    }
}

/// Beginnings of go-yaml's errors after parsing. Other errors are of the library around it.
const GO_YAML: [&str; 3] = ["cannot decode !!", "map merge requires", "invalid map key"];

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
    let shown = if value.is_written() { go_syntax(value) } else { "<nil>".to_owned() };
    format!("unsupported map key of type: %!s(<nil>), key: <nil>, value: {shown}")
}

/// What go-yaml says of a key that is a list or map.
pub(crate) fn invalid_key(key: &Node) -> String {
    format!("invalid map key: {}", go_syntax(key))
}

/// A value as Go's `%#v` shows it.
fn go_syntax(value: &Node) -> String {
    match &value.value {
        Yaml::Null => "interface {}(nil)".to_owned(),
        Yaml::Bool(flag) => flag.to_string(),
        Yaml::Integer(number) => number.to_string(),
        Yaml::Float(number) => number.to_string(),
        Yaml::Text(text) => go_quote(text),
        Yaml::List(items) => {
            let items: Vec<String> = items.iter().map(|item| go_syntax(item)).collect();
            format!("[]interface {{}}{{{}}}", items.join(", "))
        }
        Yaml::Map(entries) => {
            let entry = |entry: &Entry| format!("{}:{}", go_quote(&entry.key), go_syntax(&entry.value));
            let mut entries: Vec<String> = entries.iter().map(entry).collect();
            entries.sort_unstable();
            format!("map[interface {{}}]interface {{}}{{{}}}", entries.join(", "))
        }
    }
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
            ("~: a\n", "unsupported map key of type: %!s(<nil>), key: <nil>, value: \"a\""),
            ("a:\n  - b: c\n\td: e\n", "yaml: line 3: found a tab character that violates indentation"),
            ("a: [x\nb: c\n", "yaml: line 1: did not find expected ',' or ']'"),
            ("a: {b: c # d}\ne: f\n", "yaml: line 1: did not find expected ',' or '}'"),
            ("a: [\"b\" \"c\"]\n", "yaml: did not find expected ',' or ']'"),
            ("a: \"b\" c\n", "yaml: did not find expected key"),
            ("a: [b]]\n", "yaml: did not find expected key"),
            ("a: |\n    \n  b\n", "yaml: line 2: did not find expected key"),
            ("a: [*.txt]\n", "yaml: did not find expected alphabetic or numeric character"),
            ("a: \"\\x4\"\n", "yaml: did not find expected hexdecimal number"),
            ("a:\n  {{- if .x }}\n", "yaml: line 1: did not find expected node content"),
            ("a: {{ .x }}\n", "yaml: invalid map key: map[interface {}]interface {}{\".x\":interface {}(nil)}"),
            ("? [a, 1]\n: b\n", "yaml: invalid map key: []interface {}{\"a\", 1}"),
            ("~:\n", "unsupported map key of type: %!s(<nil>), key: <nil>, value: <nil>"),
            ("%YAML 1.2\n---\na: b\n", "yaml: found incompatible YAML document"),
            ("%YAML 1.1\n---\na: b\n", "yaml: line 1: did not find expected <document start>"),
        ] {
            assert_eq!(error(text), format!("error converting YAML to JSON: {expected}"), "{text}");
        }
    }

    #[test]
    fn documents_end_at_separators_and_what_follows_their_end_is_not_read() {
        let read = KubectlDocuments::read("a: 1\n...\nfoo\n---\n---\nnull\n--- \nb: 2\n");
        assert_eq!(read.documents, [serde_json::json!({"a": 1}), serde_json::json!({"b": 2})]);
        let read = KubectlDocuments::read("a: 1\n--- # more\nb: 2\n--- c\n");
        assert_eq!(read.documents, [serde_json::json!({"a": 1})]);
        assert_eq!(read.error.as_deref(), Some("invalid Yaml document separator: c"));
        assert_eq!(error("a: 1\n----\n"), "invalid Yaml document separator: -");
        assert_eq!(KubectlDocuments::read("{\"a\": 1, \"a\": 2.0}\n{\"b\": 1}").documents.len(), 2);
    }

    #[test]
    fn json_is_read_as_go_reads_it() {
        assert_eq!(KubectlDocuments::read("{\"a\": 1}\n---\nb: 2\n").documents.len(), 2);
        for (text, expected) in [
            ("{\"a\": 1", "unexpected EOF"),
            ("{- if .x }\n", "json: offset 2: invalid character '-' looking for beginning of object key string"),
            ("{\"a\": \"\\d\"}", "json: offset 9: invalid character 'd' in string escape code"),
            ("{\"a\": 1}}", "json: offset 9: invalid character '}' looking for beginning of value"),
        ] {
            assert_eq!(error(text), expected, "{text}");
        }
        let read = KubectlDocuments::read("a: 9223372036854775808\n");
        assert_eq!(read.documents, [serde_json::json!({"a": 9_223_372_036_854_775_808.0})]);
    }
}
