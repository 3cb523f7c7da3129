//! Differences between a world and a recording, in a readable form.

use std::fmt;

use serde_json::{Map, Value};
use similar::TextDiff;

use super::section::{Section, same};

/// The first step of a script after which world and recording disagree.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// The script's id.
    pub script: String,
    /// The step, from 1.
    pub step: usize,
    /// Steps in the script.
    pub steps: usize,
    /// The step's `op` and arguments, as recorded.
    pub action: Map<String, Value>,
    /// What went wrong.
    pub trouble: Trouble,
}

/// What went wrong in a step.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// The engine has no such action.
    NotUnderstood(String),
    /// The state is not the recorded one.
    Differs {
        /// Why the engine refused the action, if it did.
        refused: Option<String>,
        /// The sections that differ.
        differences: Vec<Difference>,
    },
}

/// A section that is not as recorded; only the members that differ.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The section.
    pub section: Section,
    /// What was recorded.
    pub expected: Value,
    /// What the world shows.
    pub got: Value,
}

impl Difference {
    pub(crate) fn new(section: Section, expected: &Value, got: &Value) -> Self {
        let (expected, got) = differing(expected, got);
        Self { section, expected, got }
    }
}

/// Both values without the members, at any depth, that they have in common.
fn differing(left: &Value, right: &Value) -> (Value, Value) {
    let (Value::Object(left), Value::Object(right)) = (left, right) else {
        return (left.clone(), right.clone());
    };
    let mut halves = (Map::new(), Map::new());
    for key in left.keys().chain(right.keys().filter(|key| !left.contains_key(*key))) {
        match (left.get(key), right.get(key)) {
            (Some(left), Some(right)) if same(left, right) => {}
            (Some(left), Some(right)) => {
                let (left, right) = differing(left, right);
                halves.0.insert(key.clone(), left);
                halves.1.insert(key.clone(), right);
            }
            (Some(left), None) if !left.is_null() => drop(halves.0.insert(key.clone(), left.clone())),
            (None, Some(right)) if !right.is_null() => drop(halves.1.insert(key.clone(), right.clone())),
            _ => {}
        }
    }
    (Value::Object(halves.0), Value::Object(halves.1))
}

/// Lines of a difference that are shown; what comes after the first few rarely helps.
const MAX_LINES: usize = 60;

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (expected, got) = (pretty(&self.expected), pretty(&self.got));
        let diff = TextDiff::from_lines(&expected, &got);
        let lines: Vec<String> = diff
            .unified_diff()
            .context_radius(2)
            .iter_hunks()
            .flat_map(|hunk| hunk.iter_changes().map(|change| format!("{}{change}", change.tag())).collect::<Vec<_>>())
            .collect();
        for line in lines.iter().take(MAX_LINES) {
            writeln!(f, "      {}", line.trim_end())?;
        }
        match lines.len().saturating_sub(MAX_LINES) {
            0 => Ok(()),
            more => writeln!(f, "      … {more} more lines"),
        }
    }
}

/// Indented JSON in which a small value stays on its line: a write or an event reads as one.
fn pretty(value: &Value) -> String {
    let mut text = String::new();
    write_pretty(value, 0, &mut text);
    text.push('\n');
    text
}

fn write_pretty(value: &Value, depth: usize, text: &mut String) {
    let short = value.to_string();
    let items: Vec<(String, &Value)> = match value {
        _ if short.len() <= 80 => Vec::new(),
        Value::Array(items) => items.iter().map(|item| (String::new(), item)).collect(),
        Value::Object(members) => members.iter().map(|(key, value)| (format!("{key:?}: "), value)).collect(),
        _ => Vec::new(),
    };
    if items.is_empty() {
        text.push_str(&short);
        return;
    }
    let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
    text.push(open);
    for (key, item) in items {
        text.push('\n');
        text.push_str(&"  ".repeat(depth + 1));
        text.push_str(&key);
        write_pretty(item, depth + 1, text);
    }
    text.push('\n');
    text.push_str(&"  ".repeat(depth));
    text.push(close);
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { script, step, steps, action, trouble } = self;
        let op = action.get("op").and_then(Value::as_str).unwrap_or("?");
        writeln!(f, "{script}: diverges at step {step} of {steps}, {op}")?;
        writeln!(f, "    {}", Value::Object(action.clone()))?;
        match trouble {
            Trouble::NotUnderstood(why) => writeln!(f, "    not understood: {why}"),
            Trouble::Differs { refused, differences } => {
                if let Some(why) = refused {
                    writeln!(f, "    the engine refused the action: {why}")?;
                }
                for difference in differences {
                    let section = serde_json::to_value(difference.section).unwrap_or_default();
                    writeln!(f, "    {} (- expected, + got)", section.as_str().unwrap_or_default())?;
                    write!(f, "{difference}")?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_differs_is_shown() {
        let expected = json!({"j": {"status": {"active": 2, "failed": 1}, "obj": {"spec": 1}}, "k": {"status": {}}});
        let got = json!({"j": {"status": {"active": 3, "failed": 1}, "obj": {"spec": 1}}, "k": {"status": {}}});
        let difference = Difference::new(Section::Jobs, &expected, &got);
        assert_eq!(difference.expected, json!({"j": {"status": {"active": 2}}}));
        assert_eq!(difference.got, json!({"j": {"status": {"active": 3}}}));
    }

    #[test]
    fn a_divergence_reads_as_a_line_diff() {
        let write =
            |name: &str| json!({"v": "create", "r": "pod", "n": name, "comment": "so long that lines break here"});
        let differences =
            vec![Difference::new(Section::Writes, &json!([write("a"), write("b")]), &json!([write("a"), write("c")]))];
        let divergence = Divergence {
            script: "dev-00007".into(),
            step: 3,
            steps: 9,
            action: json!({"op": "sync"}).as_object().unwrap().clone(),
            trouble: Trouble::Differs { refused: Some("no".into()), differences },
        };
        let text = divergence.to_string();
        assert!(text.starts_with("dev-00007: diverges at step 3 of 9, sync\n"), "{text}");
        assert!(text.contains("the engine refused the action: no"), "{text}");
        let marked: Vec<&str> = text.lines().map(str::trim).filter(|line| line.starts_with(['-', '+'])).collect();
        let [minus, plus] = marked.as_slice() else { panic!("{text}") };
        assert!(minus.starts_with('-') && minus.contains(r#""n":"b""#), "{text}");
        assert!(plus.starts_with('+') && plus.contains(r#""n":"c""#), "{text}");
    }

    #[test]
    fn a_long_difference_is_cut() {
        let many: Vec<Value> = (0..200).map(|n| json!({"n": n})).collect();
        let text = Difference::new(Section::Writes, &json!([]), &Value::Array(many)).to_string();
        assert_eq!(text.lines().count(), MAX_LINES + 1);
        assert!(text.contains("more lines"), "{text}");
    }
}
