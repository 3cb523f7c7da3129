//! JSONPath as kubectl has it (`client-go/util/jsonpath`): a template of texts and expressions in braces.
//!
//! Fields, `['name']`, indexes and slices, `*`, `..`, filters `[?(@.a=="b")]`, unions of names, `range` and `end`, and
//! texts in quotes are supported.

use std::fmt::Write as _;

use serde_json::Value;

/// A template.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Template(Vec<Part>);

#[derive(Clone, Debug, PartialEq)]
enum Part {
    Text(String),
    Path(Vec<Step>),
    Range(Vec<Step>, Vec<Part>),
}

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Field(String),
    Fields(Vec<String>),
    Index(i64),
    Slice(Option<i64>, Option<i64>),
    All,
    Recursive,
    Filter(Vec<Step>, Option<(Operator, Operand)>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, Debug, PartialEq)]
enum Operand {
    Value(Value),
    Path(Vec<Step>),
}

impl Template {
    /// Reads what stands behind `-o jsonpath=`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut tokens = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let Some((before, after)) = rest.split_once('{') else {
                tokens.push(Token::Text(rest.to_owned()));
                break;
            };
            if !before.is_empty() {
                tokens.push(Token::Text(before.to_owned()));
            }
            let end = closing(after).ok_or("unclosed action")?;
            let (inside, behind) = after.split_at(end);
            tokens.push(Token::Action(inside.trim().to_owned()));
            rest = behind.strip_prefix('}').unwrap_or(behind);
        }
        let mut tokens = tokens.into_iter();
        let parts = parts(&mut tokens, false)?;
        Ok(Self(parts))
    }

    /// Reads a path that may stand without braces and without its first dot, as `--sort-by` and custom columns take it.
    pub(super) fn relaxed(text: &str) -> Result<Self, String> {
        let inside = text.trim();
        let inside = inside.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(inside);
        let dotted = if inside.starts_with(['.', '[']) { inside.to_owned() } else { format!(".{inside}") };
        Self::parse(&format!("{{{dotted}}}"))
    }

    /// What it prints of a document.
    pub(super) fn print(&self, document: &Value) -> Result<String, String> {
        let mut out = String::new();
        print_parts(&self.0, document, &mut out)?;
        Ok(out)
    }

    /// The values that its first path finds.
    pub(super) fn find<'v>(&self, document: &'v Value) -> Vec<&'v Value> {
        match self.0.first() {
            Some(Part::Path(steps)) => walk(steps, vec![document]).unwrap_or_default(),
            _ => Vec::new(),
        }
    }
}

enum Token {
    Text(String),
    Action(String),
}

/// Where an action ends: at the brace that is in no quotes and no brackets of its own.
fn closing(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (_, '\\') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '}') => return Some(at),
            _ => {}
        }
    }
    None
}

fn parts(tokens: &mut std::vec::IntoIter<Token>, in_range: bool) -> Result<Vec<Part>, String> {
    let mut all = Vec::new();
    while let Some(token) = tokens.next() {
        match token {
            Token::Text(text) => all.push(Part::Text(text)),
            Token::Action(action) if action == "end" => {
                return if in_range { Ok(all) } else { Err("not in range, nothing to end".to_owned()) };
            }
            Token::Action(action) => match action.strip_prefix("range ") {
                Some(path) => all.push(Part::Range(steps(path.trim())?, parts(tokens, true)?)),
                None => match quoted(&action) {
                    Some(text) => all.push(Part::Text(text)),
                    None => all.push(Part::Path(steps(&action)?)),
                },
            },
        }
    }
    if in_range { Err("unterminated range".to_owned()) } else { Ok(all) }
}

/// A text in quotes, with Go's escapes.
fn quoted(text: &str) -> Option<String> {
    let quote = text.chars().next().filter(|c| ['"', '\''].contains(c))?;
    let inside = text.strip_prefix(quote)?.strip_suffix(quote)?;
    let mut plain = String::new();
    let mut rest = inside.chars();
    while let Some(c) = rest.next() {
        match (c, c == '\\') {
            (_, true) => match rest.next()? {
                'n' => plain.push('\n'),
                't' => plain.push('\t'),
                'r' => plain.push('\r'),
                other => plain.push(other),
            },
            _ => plain.push(c),
        }
    }
    Some(plain)
}

fn steps(path: &str) -> Result<Vec<Step>, String> {
    let mut all = Vec::new();
    let mut rest = path.trim();
    rest = rest.strip_prefix(['$', '@']).unwrap_or(rest);
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("..") {
            all.push(Step::Recursive);
            rest = after;
            if !rest.starts_with('[') {
                let (name, after) = field_name(rest);
                push_field(&mut all, name);
                rest = after;
            }
        } else if let Some(after) = rest.strip_prefix('.') {
            if after.starts_with('[') || after.is_empty() {
                rest = after;
                continue;
            }
            let (name, after) = field_name(after);
            push_field(&mut all, name);
            rest = after;
        } else if let Some(after) = rest.strip_prefix('[') {
            let end = bracket(after).ok_or("unterminated array")?;
            let (inside, behind) = after.split_at(end);
            all.push(in_brackets(inside.trim())?);
            rest = behind.strip_prefix(']').unwrap_or(behind);
        } else if rest.starts_with(char::is_alphabetic) {
            let word: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
            return Err(format!("unrecognized identifier {word}"));
        } else {
            return Err(format!("unexpected path terminator in {rest}"));
        }
    }
    Ok(all)
}

fn push_field(all: &mut Vec<Step>, name: String) {
    if name == "*" {
        all.push(Step::All);
    } else if !name.is_empty() {
        all.push(Step::Field(name));
    }
}

/// A name up to the next dot or bracket; a backslash takes what follows as a part of it.
fn field_name(text: &str) -> (String, &str) {
    let mut name = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => name.extend(chars.next().map(|(_, c)| c)),
            '.' | '[' | ' ' => return (name, text.get(at..).unwrap_or_default().trim_start()),
            c => name.push(c),
        }
    }
    (name, "")
}

/// Where the brackets close.
fn bracket(text: &str) -> Option<usize> {
    let (mut depth, mut quote) = (0, None);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '[') => depth += 1,
            (None, ']') if depth == 0 => return Some(at),
            (None, ']') => depth -= 1,
            _ => {}
        }
    }
    None
}

fn in_brackets(inside: &str) -> Result<Step, String> {
    if inside == "*" {
        return Ok(Step::All);
    }
    if let Some(filter) = inside.strip_prefix("?(").and_then(|filter| filter.strip_suffix(')')) {
        return filter_step(filter.trim());
    }
    if inside.starts_with(['\'', '"']) {
        let names: Option<Vec<_>> = inside.split(',').map(|name| quoted(name.trim())).collect();
        return names.map(Step::Fields).ok_or_else(|| format!("invalid array index {inside}"));
    }
    let number = |text: &str| match text.trim() {
        "" => Ok(None),
        text => text.parse::<i64>().map(Some).map_err(|_| format!("invalid array index {inside}")),
    };
    match inside.split_once(':') {
        Some((from, to)) => Ok(Step::Slice(number(from)?, number(to)?)),
        None => number(inside)?.map(Step::Index).ok_or_else(|| format!("invalid array index {inside}")),
    }
}

fn filter_step(filter: &str) -> Result<Step, String> {
    const OPERATORS: [(&str, Operator); 6] = [
        ("==", Operator::Equal),
        ("!=", Operator::NotEqual),
        ("<=", Operator::LessOrEqual),
        (">=", Operator::GreaterOrEqual),
        ("<", Operator::Less),
        (">", Operator::Greater),
    ];
    let found = OPERATORS.iter().find_map(|(text, operator)| Some((filter.split_once(text)?, *operator)));
    let Some(((left, right), operator)) = found else { return Ok(Step::Filter(steps(filter)?, None)) };
    let right = right.trim();
    let operand = if let Some(text) = quoted(right) {
        Operand::Value(Value::String(text))
    } else if right.starts_with(['@', '$', '.']) {
        Operand::Path(steps(right)?)
    } else {
        Operand::Value(serde_json::from_str(right).map_err(|_| format!("unrecognized identifier {right}"))?)
    };
    Ok(Step::Filter(steps(left.trim())?, Some((operator, operand))))
}

fn print_parts(parts: &[Part], at: &Value, out: &mut String) -> Result<(), String> {
    for part in parts {
        match part {
            Part::Text(text) => out.push_str(text),
            Part::Path(steps) => {
                let found = walk(steps, vec![at])?;
                let texts: Vec<_> = found.into_iter().map(text_of).collect();
                out.push_str(&texts.join(" "));
            }
            Part::Range(steps, inside) => {
                for item in walk(steps, vec![at])? {
                    print_parts(inside, item, out)?;
                }
            }
        }
    }
    Ok(())
}

/// A value as it is printed: texts as they are, the rest as JSON.
pub(super) fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => go_json(other),
    }
}

/// JSON as Go's encoder writes it, by name and safe within HTML.
fn go_json(value: &Value) -> String {
    let mut out = String::new();
    for c in value.to_string().chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => drop(write!(out, "\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

fn walk<'v>(steps: &[Step], mut values: Vec<&'v Value>) -> Result<Vec<&'v Value>, String> {
    for step in steps {
        let mut next = Vec::new();
        for value in values {
            step.of(value, &mut next)?;
        }
        values = next;
    }
    Ok(values)
}

impl Step {
    fn of<'v>(&self, value: &'v Value, found: &mut Vec<&'v Value>) -> Result<(), String> {
        match self {
            Self::Field(name) => found.extend(value.get(name)),
            Self::Fields(names) => found.extend(names.iter().filter_map(|name| value.get(name))),
            Self::All => match value {
                Value::Array(items) => found.extend(items),
                Value::Object(fields) => found.extend(fields.values()),
                _ => {}
            },
            Self::Recursive => {
                found.push(value);
                let inner: Vec<_> = match value {
                    Value::Array(items) => items.iter().collect(),
                    Value::Object(fields) => fields.values().collect(),
                    _ => Vec::new(),
                };
                for inner in inner {
                    self.of(inner, found)?;
                }
            }
            Self::Index(index) => {
                let Value::Array(items) = value else { return Err(not_a_list(value)) };
                let place = if *index < 0 { index + length(items) } else { *index };
                let item = usize::try_from(place).ok().and_then(|place| items.get(place));
                let bounds = || format!("array index out of bounds: index {index}, length {}", items.len());
                found.push(item.ok_or_else(bounds)?);
            }
            Self::Slice(from, to) => {
                let Value::Array(items) = value else { return Err(not_a_list(value)) };
                let end = length(items);
                let place = |at: i64| usize::try_from(if at < 0 { at + end } else { at }.clamp(0, end)).unwrap_or(0);
                found.extend(items.get(place(from.unwrap_or(0))..place(to.unwrap_or(end))).into_iter().flatten());
            }
            Self::Filter(left, comparison) => {
                let Value::Array(items) = value else {
                    return Err(format!("{value} is not array or slice and cannot be filtered"));
                };
                for item in items {
                    let lefts = walk(left, vec![item]).unwrap_or_default();
                    let fits = match (lefts.first(), comparison) {
                        (Some(_), None) => true,
                        (Some(left), Some((operator, operand))) => {
                            let right = match operand {
                                Operand::Value(value) => Some(value),
                                Operand::Path(path) => walk(path, vec![item]).unwrap_or_default().first().copied(),
                            };
                            right.is_some_and(|right| operator.holds(left, right))
                        }
                        (None, _) => false,
                    };
                    if fits {
                        found.push(item);
                    }
                }
            }
        }
        Ok(())
    }
}

fn not_a_list(value: &Value) -> String {
    let kind = match value {
        Value::Object(_) => "map[string]interface {}",
        Value::String(_) => "string",
        Value::Number(_) => "int64",
        Value::Bool(_) => "bool",
        Value::Null | Value::Array(_) => "<nil>",
    };
    format!("{kind} is not array or slice")
}

fn length(items: &[Value]) -> i64 {
    i64::try_from(items.len()).unwrap_or(i64::MAX)
}

impl Operator {
    fn holds(self, left: &Value, right: &Value) -> bool {
        let order = match (left.as_f64(), right.as_f64()) {
            (Some(left), Some(right)) => left.partial_cmp(&right),
            _ => left.as_str().zip(right.as_str()).map(|(left, right)| left.cmp(right)),
        };
        let equal = order.map_or(left == right, std::cmp::Ordering::is_eq);
        match self {
            Self::Equal => equal,
            Self::NotEqual => !equal,
            Self::Less => order.is_some_and(std::cmp::Ordering::is_lt),
            Self::LessOrEqual => order.is_some_and(std::cmp::Ordering::is_le),
            Self::Greater => order.is_some_and(std::cmp::Ordering::is_gt),
            Self::GreaterOrEqual => order.is_some_and(std::cmp::Ordering::is_ge),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn paths_find_values() {
        let document = json!({"items": [
            {"metadata": {"name": "a", "labels": {"x.y/z": "1"}}, "status": {"conditions": [{"type": "Complete", "status": "True"}]}},
            {"metadata": {"name": "b"}, "status": {"conditions": [{"type": "Failed", "status": "False"}], "n": 2}},
        ]});
        let print = |template: &str| Template::parse(template).and_then(|template| template.print(&document));
        for (template, expected) in [
            ("{.items[*].metadata.name}", "a b"),
            ("{.items[0].metadata.labels.x\\.y/z}", "1"),
            ("{.items[0].metadata.labels['x.y/z']}", "1"),
            ("{.items[-1:].metadata.name}", "b"),
            ("{range .items[*]}{.metadata.name}{\"\\n\"}{end}", "a\nb\n"),
            ("{.items[*].status.conditions[?(@.type==\"Complete\")].status}", "True"),
            ("{.items[?(@.status.n>1)].metadata.name}", "b"),
            ("{..name}", "a b"),
            ("n: {.items[1].status.n}", "n: 2"),
            ("{.nothing.here}", ""),
            ("{.items[1].metadata}", "{\"name\":\"b\"}"),
        ] {
            assert_eq!(print(template).as_deref(), Ok(expected), "{template}");
        }
        assert_eq!(print("{.items[9].metadata}").unwrap_err(), "array index out of bounds: index 9, length 2");
        assert_eq!(print("{.items").unwrap_err(), "unclosed action");
        assert_eq!(Template::relaxed("metadata.name").unwrap(), Template::parse("{.metadata.name}").unwrap());
    }
}
