//! JSONPath as kubectl has it (`client-go/util/jsonpath`): a template of texts and expressions in braces.
//!
//! - `parse`: templates and paths from their texts; `walk`: what they find

mod parse;
mod walk;

use serde_json::Value;

use walk::Walk;

use crate::api::go_json;
use crate::budget::Budget;

/// A template.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Template {
    parts: Vec<Part>,
    text: String,
}

/// A path as `--sort-by` and custom columns take it, in braces and with its first dot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Braced(String);

/// A path without texts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Path(Vec<Step>);

#[derive(Clone, Debug, PartialEq)]
enum Part {
    Text(String),
    Path(Vec<Step>),
    /// A range. Without its `{end}`, the parts that follow are evaluated in it and after it.
    Range {
        over: Vec<Step>,
        inside: Vec<Part>,
        ended: bool,
    },
}

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Field(String),
    Slice(Slice),
    Wildcard,
    Recursive,
    Union(Vec<Vec<Step>>),
    Filter(Vec<Step>, Option<Comparison>),
    /// A text in quotes.
    Text(Value),
    /// A number or a truth value.
    Constant(Value),
    /// A word: an error when it is evaluated.
    Identifier(String),
}

/// `[from:to:step]`, or an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slice {
    from: Option<i64>,
    to: End,
    step: Option<i64>,
}

/// Where a slice ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// After its first item: an index.
    First,
    /// Before that item.
    Before(i64),
    /// With the list.
    Last,
}

#[derive(Clone, Debug, PartialEq)]
struct Comparison {
    /// The operator in the text. An unknown one is an error when it is evaluated.
    operator: String,
    right: Vec<Step>,
}

impl Template {
    /// Reads what follows `-o jsonpath=`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        Ok(Self { parts: parse::template(text)?, text: text.to_owned() })
    }

    /// What it was read from.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// What it prints of a document.
    pub(super) fn print(&self, document: &Value, work: &Budget) -> Result<String, String> {
        let mut out = String::new();
        print_parts(Walk(work), &self.parts, document, &mut out)?;
        Ok(out)
    }

    /// What each of its expressions and texts finds in a document, as a list.
    pub(super) fn found(&self, document: &Value, work: &Budget) -> Result<Vec<Value>, String> {
        let walk = Walk(work);
        let cloned = |value: &Value| {
            walk.spend(text_of(value).len())?;
            Ok::<_, String>(value.clone())
        };
        let found = |part: &Part| match part {
            Part::Text(text) => Ok(vec![Value::from(text.as_str())].into()),
            Part::Path(steps) => walk.steps(steps, vec![document])?.into_iter().map(cloned).collect(),
            Part::Range { .. } => Err("range in -o jsonpath-as-json is not simulated here".to_owned()),
        };
        self.parts.iter().map(found).collect()
    }
}

impl Braced {
    /// Takes a path that may be without braces and without its first dot.
    pub(super) fn new(text: &str) -> Result<Self, String> {
        parse::braced(text).map(Self)
    }

    /// Reads the path.
    pub(super) fn path(&self) -> Result<Path, String> {
        parse::path(&self.0).map(Path)
    }

    /// The text with braces.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Path {
    /// The values that it finds.
    pub(super) fn find<'v>(&'v self, document: &'v Value, work: &Budget) -> Result<Vec<&'v Value>, String> {
        Walk(work).steps(&self.0, vec![document])
    }
}

fn print_parts(walk: Walk<'_>, parts: &[Part], at: &Value, out: &mut String) -> Result<(), String> {
    for part in parts {
        match part {
            Part::Text(text) => {
                walk.spend(text.len())?;
                out.push_str(text);
            }
            Part::Path(steps) => {
                for (place, found) in walk.steps(steps, vec![at])?.into_iter().enumerate() {
                    let text = text_of(found);
                    walk.spend(text.len())?;
                    out.push_str(if place > 0 { " " } else { "" });
                    out.push_str(&text);
                }
            }
            Part::Range { over, inside, ended } => {
                let items = walk.steps(over, vec![at])?;
                if items.is_empty() {
                    // Errors inside a range show even if it has no items.
                    print_parts(walk, inside, &Value::Null, &mut String::new())?;
                }
                for item in items {
                    print_parts(walk, inside, item, out)?;
                }
                if !ended {
                    print_parts(walk, inside, at, out)?;
                }
            }
        }
    }
    Ok(())
}

/// A value as a template prints it: texts as they are, the rest as JSON.
pub(super) fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => go_json(other),
    }
}

/// A value as `fmt.Sprint` of Go writes it: custom columns, and errors about filters.
pub(super) fn go_text(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields: Vec<_> = fields.iter().map(|(key, value)| format!("{key}:{}", go_text(value))).collect();
            format!("map[{}]", fields.join(" "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(go_text).collect::<Vec<_>>().join(" ")),
        Value::Null => "<nil>".to_owned(),
        other => text_of(other),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn document() -> Value {
        json!({"items": [
            {"metadata": {"name": "a", "labels": {"x.y/z": "1"}}, "status": {"conditions": [{"type": "Complete", "status": "True"}]}},
            {"metadata": {"name": "b"}, "status": {"conditions": [{"type": "Failed", "status": "False"}], "n": 2}},
        ], "nothing": null})
    }

    fn work() -> Budget {
        Budget::new(1_000_000, "steps")
    }

    fn printed(template: &str) -> Result<String, String> {
        Template::parse(template).and_then(|template| template.print(&document(), &work()))
    }

    #[test]
    fn paths_find_values() {
        for (template, expected) in [
            ("{.items[*].metadata.name}", "a b"),
            ("{.items[0].metadata.labels.x\\.y/z}", "1"),
            ("{.items[0].metadata.labels['x\\.y/z']}", "1"),
            ("{.items[0].metadata.labels['x.y/z']}", ""),
            ("{.items[-1:].metadata.name}", "b"),
            ("{.items[-1].metadata.name}", "b"),
            ("{.items[0,1].metadata.name}", "a b"),
            ("{.items[::2].metadata.name}", "a"),
            ("{.items[*]['metadata.name','status.n']}", "a b 2"),
            ("{.items[*].metadata['name', 'labels']}", "a b {\"x.y/z\":\"1\"}"),
            ("{range .items[*]}{.metadata.name}{\"\\n\"}{end}", "a\nb\n"),
            ("{range .items[*]}{.metadata.name},", "a,b,,"),
            ("{range .none[*]}{.metadata.name}{end}x", "x"),
            ("{range.items[*]}{range .status.conditions[*]}{.type};{end}{end}", "Complete;Failed;"),
            ("{.items[*].status.conditions[?(@.type==\"Complete\")].status}", "True"),
            ("{.items[?(@.status.n>1)].metadata.name}", "b"),
            ("{.items[?(@.status.n)].metadata.name}", "b"),
            ("{..name}", "a b"),
            ("{.items[*].status.conditions[?(@.type!='Failed')].type}", "Complete"),
            ("n: {.items[1].status.n}{1}{2.5}{true}{'x'}", "n: 212.5truex"),
            ("{.nothing.here[0]}{.nothing}", ""),
            ("{.items[1].metadata}", "{\"name\":\"b\"}"),
            ("}{.items[0] .metadata.name}}", "}a}"),
            ("{.}", ""),
        ] {
            assert_eq!(printed(template).as_deref(), Ok(expected), "{template}");
        }
        for written in ["metadata.name", ".metadata.name", "{metadata.name}"] {
            assert_eq!(Braced::new(written).unwrap().as_str(), "{.metadata.name}");
        }
        let nothing = Braced::new("").and_then(|braced| braced.path()).unwrap();
        assert_eq!(nothing.find(&document(), &work()), Ok(Vec::new()));
        assert!(Braced::new("{.a").unwrap_err().starts_with("unexpected path string, expected a 'name1.name2'"));
    }

    #[test]
    fn what_cannot_be_read_is_an_error() {
        for (template, why) in [
            ("{.items", "unclosed action"),
            ("{.items[0", "unterminated array"),
            ("{.items[x]}", "invalid array index x"),
            ("{.items[\"x\"]}", "invalid array index \"x\""),
            ("{.items[99999999999999999999]}", "array index 99999999999999999999 is not a number"),
            ("{.items[?(@.a=='b']}", "unterminated filter"),
            ("{.items[?(@.a=='b')}", "unclosed array expect ]"),
            ("{'x}", "unterminated quoted string"),
            ("{\"\\q\"}", "unquote string \"\\q\" error invalid syntax"),
            ("{1.2.3}", "cannot parse number 1.2.3"),
            ("{....x}", "invalid multiple recursive descent"),
            ("{!x}", "unrecognized character in action: U+0021 '!'"),
        ] {
            assert_eq!(Template::parse(template).unwrap_err(), why, "{template}");
        }
        assert!(Template::parse(&"{range}".repeat(99)).is_err());
    }

    #[test]
    fn what_cannot_be_evaluated_is_an_error_then() {
        for (template, why) in [
            ("{items}", "unrecognized identifier items"),
            ("{.items[?(@.metadata.name==a)]}", "unrecognized identifier a"),
            ("{end}", "not in range, nothing to end"),
            ("{.items[9].metadata}", "array index out of bounds: index 9, length 2"),
            ("{.items[-3]}", "array index out of bounds: index -1, length 2"),
            ("{.items[0:1:0]}", "step must be > 0"),
            ("{.items[1:-2]}", "starting index 1 is greater than ending index 0"),
            ("{.items[0][*]}", "map[string]interface {} is not array or slice"),
            ("{.items[1].metadata[?(@.a)]}", "map[name:b] is not array or slice and cannot be filtered"),
            ("{.items[?(@.status.n>'1')]}", "incompatible types for comparison"),
            ("{.items[?(@.status.n<>1)]}", "unrecognized filter operator <>"),
            ("{.items[?(@.metadata==1)]}", "invalid type for comparison"),
            ("{[?(@.items[*].metadata.name=='a')]}", "map[items:"),
        ] {
            let error = printed(template).unwrap_err();
            assert!(error.starts_with(why), "{template}: {error}");
        }
    }

    #[test]
    fn what_a_template_prints_has_a_limit() {
        let names = ["'items'"; 60].join(",");
        for template in [
            // Neither has a step that finds anything new.
            "{@}".repeat(20_000),
            format!("{{range [{names}]}}{{range [{}0]}}{}{{end}}{{end}}", "0,".repeat(60), "{@}{$}".repeat(100)),
            format!("{{..['x','y']..['x'{}]}}", ",'x'".repeat(50_000)),
        ] {
            let shown = template.chars().take(60).collect::<String>();
            assert!(printed(&template).is_err_and(|why| why.ends_with("more than 1000000 steps")), "{shown}");
        }
    }

    #[test]
    fn values_are_written_as_go_does() {
        let value = json!({"b": [1, "x y", true], "a": {}, "c": null});
        assert_eq!(go_text(&value), "map[a:map[] b:[1 x y true] c:<nil>]");
    }
}
