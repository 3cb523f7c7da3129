//! Random changes of random documents in random layouts.

use std::fmt::Write;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

/// A value and how it is written.
#[derive(Clone, Debug)]
enum Doc {
    Word(Value, u8),
    List(Vec<(Doc, u8)>, bool),
    Map(Vec<(String, Doc, u8)>, bool),
}

const KEYS: [&str; 9] =
    ["spec", "parallelism", "completions", "template", "rules", "action", "odd key", "a.b/c", "values"];

fn any_word() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i32>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
        "[a-zA-Z0-9#:, '\"-]{0,12}".prop_map(Value::from),
        Just(json!("two\nlines\n")),
    ]
}

fn any_doc() -> impl Strategy<Value = Doc> {
    let leaf = (any_word(), any::<u8>()).prop_map(|(word, style)| Doc::Word(word, style));
    leaf.prop_recursive(4, 30, 4, |inner| {
        prop_oneof![
            1 => (prop::collection::vec((inner.clone(), any::<u8>()), 0..4), prop::bool::weighted(0.3))
                .prop_map(|(items, flow)| Doc::List(items, flow)),
            2 => map_of(inner),
        ]
    })
}

fn map_of(inner: impl Strategy<Value = Doc>) -> impl Strategy<Value = Doc> {
    let entries = prop::collection::vec((prop::sample::select(&KEYS[..]), inner, any::<u8>()), 0..5);
    (entries, prop::bool::weighted(0.3)).prop_map(|(entries, flow)| {
        let mut seen = std::collections::BTreeSet::new();
        let entries = entries.into_iter().filter(|(key, ..)| seen.insert(*key));
        Doc::Map(entries.map(|(key, doc, noise)| (key.to_owned(), doc, noise)).collect(), flow)
    })
}

fn any_value() -> impl Strategy<Value = Value> {
    any_word().prop_recursive(3, 10, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map(prop::sample::select(&KEYS[..]), inner, 0..3)
                .prop_map(|fields| fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
        ]
    })
}

/// The document in the layout that its numbers say, with comments in it.
struct Paper {
    text: String,
    comments: usize,
}

impl Paper {
    fn comment(&mut self, noise: u8) {
        if noise.is_multiple_of(3) {
            self.comments += 1;
            let _ = write!(self.text, " # c{}", self.comments);
        }
    }

    fn comment_line(&mut self, noise: u8, indent: usize) {
        if noise.is_multiple_of(7) {
            self.comments += 1;
            let _ = writeln!(self.text, "{}# above {}: [", " ".repeat(indent), self.comments);
        }
        if noise.is_multiple_of(11) {
            self.text.push('\n');
        }
    }

    /// Behind a colon or dash; ends its last line.
    fn value(&mut self, doc: &Doc, noise: u8, indent: usize, beside_dash: bool) {
        match doc {
            Doc::Word(Value::String(text), style) if style.is_multiple_of(4) && text.ends_with('\n') => {
                self.text.push_str(" |");
                self.comment(noise);
                self.text.push('\n');
                for line in text.lines() {
                    let _ = writeln!(self.text, "{}{line}", " ".repeat(indent + 1));
                }
            }
            Doc::Map(entries, false) if !entries.is_empty() => {
                if beside_dash && !noise.is_multiple_of(3) {
                    self.text.push(' ');
                } else {
                    self.comment(noise);
                    self.text.push('\n');
                    self.text.push_str(&" ".repeat(indent + 2));
                }
                self.entries(entries, indent + 2);
            }
            Doc::List(items, false) if !items.is_empty() => {
                let indent = if beside_dash { indent + 2 } else { indent + usize::from(noise % 2) * 2 };
                self.comment(noise);
                self.text.push('\n');
                for (item, noise) in items {
                    self.comment_line(*noise, indent);
                    let _ = write!(self.text, "{}-", " ".repeat(indent));
                    self.value(item, *noise, indent, true);
                }
            }
            other => {
                let text = flow_of(other);
                if !text.is_empty() {
                    let _ = write!(self.text, " {text}");
                }
                self.comment(noise);
                self.text.push('\n');
            }
        }
    }

    /// The first entry's indentation is there already.
    fn entries(&mut self, entries: &[(String, Doc, u8)], indent: usize) {
        for (place, (key, doc, noise)) in entries.iter().enumerate() {
            if place > 0 {
                self.comment_line(*noise, indent);
                self.text.push_str(&" ".repeat(indent));
            }
            let _ = write!(self.text, "{key}:");
            self.value(doc, *noise, indent, false);
        }
    }
}

fn flow_of(doc: &Doc) -> String {
    match doc {
        Doc::Word(Value::Null, style) if style.is_multiple_of(2) => "null".to_owned(),
        Doc::Word(Value::Null, _) => String::new(),
        Doc::Word(Value::String(text), style) if style % 4 == 1 && !text.contains('\n') => {
            format!("'{}'", text.replace('\'', "''"))
        }
        Doc::Word(word, _) => word.to_string(),
        Doc::List(items, _) => {
            let items = items.iter().map(|(item, _)| Some(flow_of(item)).filter(|item| !item.is_empty()));
            format!("[{}]", items.map(|item| item.unwrap_or_else(|| "null".to_owned())).collect::<Vec<_>>().join(", "))
        }
        Doc::Map(entries, _) => {
            let entries = entries.iter().map(|(key, doc, _)| format!("{key}: {}", flow_of(doc)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

fn written(root: &Doc) -> String {
    let mut paper = Paper { text: "# head\n".to_owned(), comments: 0 };
    match root {
        Doc::Map(entries, _) if !entries.is_empty() => paper.entries(entries, 0),
        _ => paper.text.push_str("{}\n"),
    }
    paper.text
}

/// All paths of a document.
fn paths(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let path = if key.contains('.') {
                    format!("{path}[{key}]")
                } else if path.is_empty() {
                    key.clone()
                } else {
                    format!("{path}.{key}")
                };
                paths(value, &path, found);
                found.push(path);
            }
        }
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                let path = format!("{path}[{place}]");
                paths(item, &path, found);
                found.push(path);
            }
        }
        _ => {}
    }
}

/// How many lines of `old` are not in `new`.
fn lost(old: &str, new: &str) -> usize {
    let mut left: Vec<&str> = new.lines().collect();
    let mut lost = 0;
    for line in old.lines() {
        match left.iter().position(|other| *other == line) {
            Some(place) => drop(left.remove(place)),
            None => lost += 1,
        }
    }
    lost
}

proptest! {
    #[test]
    fn a_change_is_the_change_and_nothing_else(root in map_of(any_doc()), value in any_value(), which in any::<prop::sample::Index>(), key in prop::option::of(prop::sample::select(&KEYS[..]))) {
        let text = written(&root);
        let before = document(&text).unwrap_or_else(|refusal| panic!("{refusal:?}\n{text}"));
        let mut all = Vec::new();
        paths(&before, "", &mut all);
        all.push("spec".to_owned());
        let mut path = which.get(&all).clone();
        if let Some(key) = key { path = if key.contains('.') { format!("{path}[{key}]") } else { format!("{path}.{key}") } }
        match (set(&text, &path, &value), with(&before, &steps(&path), Some(&value))) {
            (Ok(after), Some(wanted)) => {
                prop_assert_eq!(document(&after), Ok(wanted), "{} in\n{}\nto\n{}", path, text, after);
                let scalar = |value: Option<&Value>| value.is_none_or(|value| !value.is_object() && !value.is_array() && !value.as_str().is_some_and(|text| text.contains('\n')));
                if scalar(follow(&before, &steps(&path))) {
                    prop_assert!(lost(&text, &after) <= 1, "{} lines of {} in\n{}\nto\n{}", lost(&text, &after), path, text, after);
                }
            }
            (Err(Refusal::NoPlace), None) => {}
            (result, wanted) => prop_assert!(false, "{path} {value} in\n{text}\n{result:?}\n{wanted:?}"),
        }
    }

    #[test]
    fn what_goes_is_what_was_named(root in map_of(any_doc()), which in any::<prop::sample::Index>()) {
        let text = written(&root);
        let before = document(&text).unwrap_or_else(|refusal| panic!("{refusal:?}\n{text}"));
        let mut all = Vec::new();
        paths(&before, "", &mut all);
        prop_assume!(!all.is_empty());
        let path = which.get(&all);
        let after = remove(&text, path).unwrap_or_else(|refusal| panic!("{path} {refusal:?}\n{text}"));
        prop_assert_eq!(document(&after).ok(), with(&before, &steps(path), None), "{} in\n{}\nto\n{}", path, text, after);
    }

    #[test]
    fn nothing_panics(text in "[a-c:{}\\[\\]&*|>#' \"\n-]{0,60}", value in any_value(), path in "[a-c.\\[\\]0-2]{0,8}") {
        let _ = set(&text, &path, &value);
        let _ = remove(&text, &path);
        let _ = swap(&text, &path, 0);
    }
}
