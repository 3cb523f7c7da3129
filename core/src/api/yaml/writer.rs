//! Values to YAML text, in the layout that kubectl's own writer has.

use serde_json::Value;

/// The lines of a value as `kubectl -o yaml` writes it: fields by name, lists under their name, texts of
/// several lines as blocks.
///
/// ```
/// use jobscope_core::api::yaml_lines;
/// use serde_json::json;
///
/// assert_eq!(yaml_lines(&json!({"b": ["no"], "a": {}})), ["a: {}", "b:", "- \"no\""]);
/// ```
pub fn yaml_lines(value: &Value) -> Vec<String> {
    yaml_lines_led_by(value, "")
}

/// The same, but in each object the field `lead` comes first.
pub(crate) fn yaml_lines_led_by(value: &Value, lead: &str) -> Vec<String> {
    let mut writer = Writer { lines: Vec::new(), lead };
    match inline(value) {
        Some(text) => writer.lines.push(text),
        None => writer.write(value, 0),
    }
    writer.lines
}

struct Writer<'a> {
    lines: Vec<String>,
    lead: &'a str,
}

impl Writer<'_> {
    /// Writes the fields of an object by name, or the items of a list, each on lines of its own.
    fn write(&mut self, value: &Value, depth: usize) {
        let indent = "  ".repeat(depth);
        match value {
            Value::Object(fields) => {
                let mut fields: Vec<_> = fields.iter().collect();
                fields.sort_by_key(|(key, _)| (*key != self.lead, *key));
                for (key, value) in fields {
                    let key = scalar_text(key);
                    if let Some(text) = inline(value) {
                        self.lines.push(format!("{indent}{key}: {text}"));
                    } else if let Value::String(text) = value {
                        self.block(&format!("{indent}{key}: "), text, depth + 1);
                    } else {
                        self.lines.push(format!("{indent}{key}:"));
                        self.write(value, if value.is_array() { depth } else { depth + 1 });
                    }
                }
            }
            Value::Array(items) => {
                for item in items {
                    if let Some(text) = inline(item) {
                        self.lines.push(format!("{indent}- {text}"));
                        continue;
                    }
                    if let Value::String(text) = item {
                        self.block(&format!("{indent}- "), text, depth + 1);
                        continue;
                    }
                    let start = self.lines.len();
                    self.write(item, depth + 1);
                    // The first field stands beside the dash.
                    if let Some(first) = self.lines.get_mut(start) {
                        first.replace_range(indent.len()..indent.len() + 2, "- ");
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    /// Writes a text line by line behind `head`, which says how it ends.
    fn block(&mut self, head: &str, text: &str, depth: usize) {
        let ending = text.len() - text.trim_end_matches('\n').len();
        let chomping = match ending {
            0 => "-",
            1 => "",
            _ => "+",
        };
        self.lines.push(format!("{head}|{chomping}"));
        let indent = "  ".repeat(depth);
        let indented = |line: &str| if line.is_empty() { String::new() } else { format!("{indent}{line}") };
        self.lines.extend(text.strip_suffix('\n').unwrap_or(text).split('\n').map(indented));
    }
}

/// A value that stands on the line of its name.
fn inline(value: &Value) -> Option<String> {
    match value {
        Value::Object(fields) => fields.is_empty().then(|| "{}".to_owned()),
        Value::Array(items) => items.is_empty().then(|| "[]".to_owned()),
        Value::String(text) => (!is_block(text)).then(|| scalar_text(text)),
        Value::Null | Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
    }
}

/// Whether a text is written line by line. What such a block would not give back exactly is quoted.
fn is_block(text: &str) -> bool {
    text.contains('\n')
        && !text.starts_with([' ', '\n', '\t'])
        && !text.contains(|c: char| c.is_control() && c != '\n' && c != '\t')
}

/// A text, quoted where YAML would take it for something else.
pub(super) fn scalar_text(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { Value::from(text).to_string() }
}

fn is_plain(text: &str) -> bool {
    const WORDS: [&str; 11] = ["true", "false", "yes", "no", "on", "off", "null", "y", "n", "~", "<<"];
    let Some(first) = text.chars().next() else { return false };
    let number = text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '+' | '-' | '_' | ':' | 'e' | 'E' | 'x'))
        && text.contains(|c: char| c.is_ascii_digit());
    // Times would be read as times.
    let time = text.len() >= 10
        && text.get(4..5) == Some("-")
        && text.get(..4).is_some_and(|year| year.bytes().all(|b| b.is_ascii_digit()));
    !number
        && !time
        && !WORDS.contains(&text.to_ascii_lowercase().as_str())
        && !"-?:,[]{}#&*!|>'\"%@` ".contains(first)
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.contains(char::is_control)
}

#[cfg(test)]
mod tests {
    use proptest::collection::{btree_map, vec};
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::{Contents, read};
    use super::*;

    #[test]
    fn lists_stand_under_their_name() {
        let value =
            json!({"spec": {"containers": [{"name": "pi", "command": ["perl", "-e"]}], "size": 1}, "status": {}});
        assert_eq!(
            yaml_lines(&value),
            [
                "spec:",
                "  containers:",
                "  - command:",
                "    - perl",
                "    - \"-e\"",
                "    name: pi",
                "  size: 1",
                "status: {}"
            ]
        );
    }

    #[test]
    fn what_yaml_would_misread_is_quoted() {
        for text in ["", "1", "true", "No", "2024-01-01T00:00:00Z", "a: b", "- x", "x #y", "1e3", " a"] {
            assert!(scalar_text(text).starts_with('"'), "{text}");
        }
        for text in ["pi", "perl:5.34.0", "batch/v1", "print bpi(2000)", "job-name"] {
            assert_eq!(scalar_text(text), text);
        }
    }

    #[test]
    fn texts_of_several_lines_are_blocks() {
        let value = json!({"text": "a: 1\n\nb: 2\n", "list": ["one\ntwo", "three\n\n"], "odd": " x\ny"});
        let expected = [
            "list:",
            "- |-",
            "  one",
            "  two",
            "- |+",
            "  three",
            "",
            "odd: \" x\\ny\"",
            "text: |",
            "  a: 1",
            "",
            "  b: 2",
        ];
        assert_eq!(yaml_lines(&value), expected);
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let text = prop_oneof!["[a-z0-9:#{}\\[\\]\"' \n\t,.&*!|>%@~-]{0,20}", any::<String>()];
        let leaf = prop_oneof![
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            text.clone().prop_map(Value::from),
            Just(Value::Null),
        ];
        leaf.prop_recursive(4, 24, 4, move |inner| {
            prop_oneof![
                vec(inner.clone(), 0..4).prop_map(Value::from),
                btree_map(text.clone(), inner, 0..4).prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(value in any_value()) {
            let value = json!({ "value": value });
            let text = yaml_lines(&value).join("\n") + "\n";
            let read = read(&text, Contents::Manifest).map(|root| root.to_json());
            prop_assert_eq!(read, Ok(value), "{}", text);
        }
    }
}
