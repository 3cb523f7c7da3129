//! `kubectl describe` of kinds that it has no form for: all fields of the object, as the API has them.

use serde_json::{Map, Value};

use super::columns::Columns;
use super::describe::{as_printed, labels};
use super::fields::{Fields, entries, object, plain, text};
use crate::api::{Labels, Release};
use crate::small_sort::SmallSort as _;

/// What is printed above the other fields.
const ABOVE: [&str; 5] = ["managedFields", "name", "namespace", "labels", "annotations"];

/// Words that stay in capitals.
const ACRONYMS: [&str; 4] = ["api", "url", "uid", "guid"];

/// One object as a text. No events about such kinds are simulated.
pub(super) fn described(document: &Value, release: Release, with_events: bool) -> String {
    let nothing = Map::new();
    let mut document = document.as_object().unwrap_or(&nothing).clone();
    let metadata = object(&document, "metadata").unwrap_or(&nothing).clone();
    let mut lines =
        vec![format!("Name:\t{}", text(&metadata, "name")), format!("Namespace:\t{}", text(&metadata, "namespace"))];
    for (title, field) in [("Labels", "labels"), ("Annotations", "annotations")] {
        labels(&mut lines, title, &entries(&metadata, field).collect::<Labels>());
    }
    let rest: Fields = metadata.into_iter().filter(|(name, _)| !ABOVE.contains(&name.as_str())).collect();
    document.insert("metadata".to_owned(), rest.into());
    content(&mut lines, 0, &document);
    if with_events {
        lines.push("Events:\t<none>".to_owned());
    }
    let lines: Vec<_> = lines.iter().flat_map(|line| as_printed(release, line)).collect();
    Columns::DESCRIBE.align(&lines).into_iter().map(|line| line + "\n").collect()
}

/// `printUnstructuredContent`.
fn content(lines: &mut Vec<String>, level: usize, fields: &Fields) {
    let mut fields: Vec<_> = fields.iter().collect();
    fields.small_sort_by_key(|(name, _)| *name);
    let indent = "  ".repeat(level);
    for (name, value) in fields {
        let title = title(name);
        match value {
            Value::Object(inner) => {
                lines.push(format!("{indent}{title}:"));
                content(lines, level + 1, inner);
            }
            Value::Array(items) => {
                lines.push(format!("{indent}{title}:"));
                for item in items {
                    match item {
                        Value::Object(inner) => content(lines, level + 1, inner),
                        item => lines.push(format!("{indent}  {}", go_value(item))),
                    }
                }
            }
            value => lines.push(format!("{indent}{title}:\t{}", go_value(value))),
        }
    }
}

fn go_value(value: &Value) -> String {
    if value.is_null() { "<nil>".to_owned() } else { plain(value) }
}

/// `smartLabelFor`: the words of a field's name.
fn title(name: &str) -> String {
    if name.contains(|c: char| !c.is_alphabetic() && c != '-') {
        return name.to_owned();
    }
    let mut words: Vec<String> = Vec::new();
    for c in name.chars() {
        match words.last_mut() {
            Some(word) if !c.is_uppercase() || word.ends_with(char::is_uppercase) => word.push(c),
            _ => words.push(c.to_string()),
        }
    }
    let capitalised = words.iter().map(|word| {
        if ACRONYMS.contains(&word.to_lowercase().as_str()) {
            return word.to_uppercase();
        }
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
    });
    capitalised.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_have_titles_in_words() {
        let document = json!({
            "apiVersion": "v1", "kind": "Event", "metadata": {"name": "pi.1", "namespace": "default", "uid": "u"},
            "involvedObject": {"name": "pi"}, "eventTime": null, "count": 2, "ports": [{"a": 1}, "b"],
        });
        let expected = "\
Name:         pi.1
Namespace:    default
Labels:       <none>
Annotations:  <none>
API Version:  v1
Count:        2
Event Time:   <nil>
Involved Object:
  Name:  pi
Kind:    Event
Metadata:
  UID:  u
Ports:
  A:  1
  b
Events:  <none>
";
        assert_eq!(described(&document, Release::V1_36, true), expected);
    }
}
