//! KYAML: YAML with braces, brackets and quotes (`-o kyaml`).

use std::fmt::Write as _;

use serde_json::Value;

use super::go_json::in_go_order;

/// A document, with the fields of Go's types in their order if it is `typed`.
pub(super) fn text(document: &Value, typed: bool) -> String {
    let mut writer = Writer { out: "---\n".to_owned(), typed };
    writer.value(document, "", 0);
    writer.out + "\n"
}

/// A List that kubectl built: its own fields are in the order of Go's.
pub(super) fn list(items: &[Value]) -> String {
    let mut writer = Writer { out: String::new(), typed: false };
    writer.out.push_str("---\n{\n  kind: \"List\",\n  apiVersion: \"v1\",\n  metadata: {},\n  items: ");
    writer.value(&items.into(), "items", 1);
    writer.out + ",\n}\n"
}

struct Writer {
    out: String,
    typed: bool,
}

impl Writer {
    fn line(&mut self, depth: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", depth));
    }

    /// A value of that field, whose line is that deep.
    fn value(&mut self, value: &Value, field: &str, depth: usize) {
        match value {
            Value::Object(fields) if !fields.is_empty() => {
                self.out.push('{');
                let fields: Vec<_> =
                    if self.typed { in_go_order(fields, field).collect() } else { fields.iter().collect() };
                for (name, value) in fields {
                    self.line(depth + 1);
                    self.out.push_str(&if is_plain(name) { name.clone() } else { quoted(name) });
                    self.out.push_str(": ");
                    self.value(value, name, depth + 1);
                    self.out.push(',');
                }
                self.line(depth);
                self.out.push('}');
            }
            Value::Array(items) if !items.is_empty() => {
                // Objects and lists begin behind the bracket.
                let is_flat = items.iter().all(Value::is_object) || items.iter().all(Value::is_array);
                self.out.push('[');
                for (at, item) in items.iter().enumerate() {
                    if is_flat {
                        self.out.push_str(if at > 0 { ", " } else { "" });
                        self.value(item, field, depth);
                    } else {
                        self.line(depth + 1);
                        self.value(item, field, depth + 1);
                        self.out.push(',');
                    }
                }
                if !is_flat {
                    self.line(depth);
                }
                self.out.push(']');
            }
            Value::String(text) if text.contains('\n') => self.lines(text, depth + 1),
            Value::String(text) => self.out.push_str(&quoted(text)),
            other => self.out.push_str(&other.to_string()),
        }
    }

    /// A text of several lines, each in a line of its own that is escaped at its end.
    fn lines(&mut self, text: &str, depth: usize) {
        self.out.push_str("\"\\");
        for line in text.split_inclusive('\n') {
            self.line(depth);
            self.out.push(if line.starts_with([' ', '\t']) { '\\' } else { ' ' });
            self.out.push_str(quoted(line).trim_matches('"'));
            self.out.push('\\');
        }
        self.line(depth);
        self.out.push('"');
    }
}

fn quoted(text: &str) -> String {
    let mut out = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() && c != '\t' => drop(write!(out, "\\x{:02x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out + "\""
}

/// Whether a key needs no quotes: no YAML takes it for something else.
fn is_plain(key: &str) -> bool {
    const OTHER: &[&str] = &["f", "false", "n", "nan", "no", "null", "off", "on", "t", "true", "y", "yes"];
    let is_number = key.replace('_', "").parse::<f64>().is_ok() || key.starts_with("0x") || key.starts_with("0o");
    let is_time = key.starts_with(|c: char| c.is_ascii_digit()) && key.chars().all(|c| c.is_ascii_digit() || c == '-');
    key.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        && key.chars().all(|c| c.is_alphanumeric() || "_-./".contains(c))
        && !OTHER.contains(&key.to_lowercase().as_str())
        && !is_number
        && !is_time
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_document_has_braces_and_quotes() {
        let document = json!({
            "metadata": {"annotations": {"": "e", "1e3": "a \"b\"\t\u{1}", "12h": "x", "a.b/c-d": "x", "no": "l\n m\n", "x y": null}},
            "kind": "Job",
            "spec": {"args": ["a", 1], "empty": [{}], "list": [{"a": 1}, {"b": true}], "none": [], "lists": [[1]]},
        });
        let expected = "---\n{\n  kind: \"Job\",\n  metadata: {\n    annotations: {\n      \"\": \"e\",\n      12h: \"x\",\n      \"1e3\": \"a \\\"b\\\"\t\\x01\",\n      a.b/c-d: \"x\",\n      \"no\": \"\\\n         l\\n\\\n        \\ m\\n\\\n        \",\n      \"x y\": null,\n    },\n  },\n  spec: {\n    args: [\n      \"a\",\n      1,\n    ],\n    empty: [{}],\n    list: [{\n      a: 1,\n    }, {\n      b: true,\n    }],\n    lists: [[\n      1,\n    ]],\n    none: [],\n  },\n}\n";
        assert_eq!(text(&document, true), expected);
        assert_eq!(text(&json!({"b": 1, "a": {}}), false), "---\n{\n  a: {},\n  b: 1,\n}\n");
    }
}
