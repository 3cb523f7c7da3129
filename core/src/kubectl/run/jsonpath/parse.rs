//! Templates and paths from their texts.

use serde_json::Value;

use super::{Comparison, End, Part, Slice, Step};

/// Most nested ranges: each one without its end doubles the work.
const MOST_RANGES: usize = 8;

/// Reads a template.
pub(super) fn template(text: &str) -> Result<Vec<Part>, String> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once('{') {
        if !before.is_empty() {
            pieces.push(Part::Text(before.to_owned()));
        }
        let (steps, behind) = action(inside)?;
        pieces.push(Part::Path(steps));
        rest = behind;
    }
    if !rest.is_empty() {
        pieces.push(Part::Text(rest.to_owned()));
    }
    let mut pieces = pieces.into_iter();
    let mut all = Vec::new();
    loop {
        let (parts, ended) = block(&mut pieces, 0)?;
        all.extend(parts);
        if !ended {
            return Ok(all);
        }
        // An end without a range is an error when it is evaluated.
        all.push(Part::Path(vec![Step::Identifier("end".to_owned())]));
    }
}

/// The parts up to the next `{end}`, and whether there is one.
fn block(pieces: &mut std::vec::IntoIter<Part>, depth: usize) -> Result<(Vec<Part>, bool), String> {
    if depth > MOST_RANGES {
        return Err(format!("more than {MOST_RANGES} nested ranges"));
    }
    let mut all = Vec::new();
    while let Some(piece) = pieces.next() {
        let Part::Path(steps) = &piece else {
            all.push(piece);
            continue;
        };
        match steps.split_first() {
            Some((Step::Identifier(word), _)) if word == "end" => return Ok((all, true)),
            Some((Step::Identifier(word), over)) if word == "range" => {
                let over = over.to_vec();
                let (inside, ended) = block(pieces, depth + 1)?;
                all.push(Part::Range { over, inside, ended });
            }
            _ => all.push(piece),
        }
    }
    Ok((all, false))
}

/// Reads one path in braces.
pub(super) fn path(written: &str) -> Result<Vec<Step>, String> {
    match written.strip_prefix('{') {
        Some(inside) => action(inside).map(|(steps, _)| steps),
        None => Ok(vec![Step::Field(String::new())]),
    }
}

/// `RelaxedJSONPathExpression`: a path in braces and with its first dot; nothing stays nothing.
pub(super) fn braced(text: &str) -> Result<String, String> {
    let inside = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(text);
    let inside = inside.strip_prefix('.').filter(|rest| !rest.is_empty()).unwrap_or(inside);
    if text.is_empty() {
        return Ok(String::new());
    }
    if inside.is_empty() || inside.contains(['{', '}']) {
        let forms = "'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'";
        return Err(format!("unexpected path string, expected a {forms}"));
    }
    Ok(format!("{{.{inside}}}"))
}

/// `isTerminator`: what ends a name or a word.
fn ends_name(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '.' | ',' | '[' | ']' | '$' | '@' | '{' | '}')
}

/// `parseInsideAction`: the steps up to the closing brace, and what follows it.
fn action(inside: &str) -> Result<(Vec<Step>, &str), String> {
    let mut all = Vec::new();
    let mut rest = inside;
    loop {
        if let Some(behind) = rest.strip_prefix('}') {
            return Ok((all, behind));
        }
        if let Some(filter) = rest.strip_prefix("[?(") {
            let (step, behind) = filter_step(filter)?;
            all.push(step);
            rest = behind;
            continue;
        }
        if let Some(behind) = rest.strip_prefix("..") {
            if all.last() == Some(&Step::Recursive) {
                return Err("invalid multiple recursive descent".to_owned());
            }
            all.push(Step::Recursive);
            rest = behind;
            if rest.starts_with(is_word) {
                rest = field(rest, &mut all);
            }
            continue;
        }
        let mut chars = rest.chars();
        let c = chars.next();
        let behind = chars.as_str();
        rest = match c {
            None | Some('\n' | '\r') => return Err("unclosed action".to_owned()),
            // The current object: paths start there anyway.
            Some(' ' | '@' | '$') => behind,
            Some('[') => brackets(behind, &mut all)?,
            Some(quote @ ('"' | '\'')) => {
                let (text, behind) = quoted(behind, quote)?;
                all.push(Step::Text(text.into()));
                behind
            }
            Some('.') => field(behind, &mut all),
            Some(c) if c == '+' || c == '-' || c.is_numeric() => number(rest, &mut all)?,
            Some(c) if is_word(c) => {
                let (word, behind) = rest.split_at(rest.find(ends_name).unwrap_or(rest.len()));
                all.push(match word {
                    "true" | "false" => Step::Constant((word == "true").into()),
                    _ => Step::Identifier(word.to_owned()),
                });
                behind
            }
            Some(c) => {
                return Err(format!("unrecognized character in action: U+{:04X} '{c}'", u32::from(c)));
            }
        };
    }
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// `parseField`: a name; a backslash takes what follows as a part of it.
fn field<'t>(text: &'t str, all: &mut Vec<Step>) -> &'t str {
    let mut escaped = false;
    let end = text.find(|c: char| {
        let ends = !escaped && ends_name(c);
        escaped = !escaped && c == '\\';
        ends
    });
    let (name, behind) = text.split_at(end.unwrap_or(text.len()));
    all.push(if name == "*" { Step::Wildcard } else { Step::Field(name.replace('\\', "")) });
    behind
}

/// `parseNumber`.
fn number<'t>(text: &'t str, all: &mut Vec<Step>) -> Result<&'t str, String> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let end = digits.find(|c: char| c != '.' && !c.is_numeric()).unwrap_or(digits.len());
    let behind = digits.get(end..).unwrap_or_default();
    let written = text.strip_suffix(behind).unwrap_or(text);
    let value = match (written.parse::<i64>(), written.parse::<f64>()) {
        (Ok(whole), _) => Value::from(whole),
        (_, Ok(number)) => Value::from(number),
        _ => return Err(format!("cannot parse number {written}")),
    };
    all.push(Step::Constant(value));
    Ok(behind)
}

/// `parseQuote` and `UnquoteExtend`: a text in quotes with Go's escapes, after its first quote.
fn quoted(text: &str, quote: char) -> Result<(String, &str), String> {
    let mut escaped = false;
    let end = text.find(|c: char| {
        let ends = !escaped && c == quote;
        escaped = !escaped && c == '\\';
        ends || c == '\n'
    });
    let (inside, behind) = text.split_at(end.unwrap_or(text.len()));
    let Some(behind) = behind.strip_prefix(quote) else { return Err("unterminated quoted string".to_owned()) };
    let mut plain = String::new();
    let mut rest = inside.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            plain.push(c);
            continue;
        }
        plain.push(match rest.next() {
            Some('a') => '\u{7}',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('v') => '\u{b}',
            Some(c @ ('\\' | '\'' | '"')) => c,
            _ => return Err(format!("unquote string {quote}{inside}{quote} error invalid syntax")),
        });
    }
    Ok((plain, behind))
}

/// `parseArray`: what is in brackets, after the first one.
fn brackets<'t>(text: &'t str, all: &mut Vec<Step>) -> Result<&'t str, String> {
    let (inside, behind) =
        text.split_once(']').filter(|(inside, _)| !inside.contains('\n')).ok_or("unterminated array")?;
    let inside = if inside == "*" { ":" } else { inside };
    if inside.contains(',') {
        let members = inside.split(',').map(|member| enclosed(&format!("[{}]", member.trim_matches(' '))));
        all.push(Step::Union(members.collect::<Result<_, _>>()?));
        return Ok(behind);
    }
    let name = inside.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')).filter(|name| !name.contains('\''));
    match name {
        Some(name) => all.extend(enclosed(&format!(".{name}"))?),
        None => all.push(Step::Slice(slice(inside)?)),
    }
    Ok(behind)
}

/// `parseAction`: the steps of a text that is an action by itself.
fn enclosed(text: &str) -> Result<Vec<Step>, String> {
    action(&format!("{text}}}")).map(|(steps, _)| steps)
}

fn slice(inside: &str) -> Result<Slice, String> {
    let parts: Vec<_> = inside.split(':').collect();
    let is_number = |part: &&str| part.strip_prefix('-').unwrap_or(part).bytes().all(|byte| byte.is_ascii_digit());
    if parts.len() > 3 || !parts.iter().all(is_number) {
        return Err(format!("invalid array index {inside}"));
    }
    let number = |place: usize| match parts.get(place) {
        None | Some(&"") => Ok(None),
        Some(part) => part.parse::<i64>().map(Some).map_err(|_| format!("array index {part} is not a number")),
    };
    let to = match number(1)? {
        Some(to) => End::Before(to),
        None if parts.len() > 1 => End::Last,
        None => End::First,
    };
    Ok(Slice { from: number(0)?, to, step: number(2)? })
}

/// `parseFilter`: after `[?(`.
fn filter_step(text: &str) -> Result<(Step, &str), String> {
    let (mut open, mut closed) = (None, false);
    let mut before = '(';
    let end = text.find(|c: char| {
        match (open, c) {
            (None, '"' | '\'') => open = Some(c),
            (Some(quote), c) if c == quote && before != '\\' => closed = true,
            _ => {}
        }
        before = c;
        c == '\n' || c == ')' && open.is_some() == closed
    });
    let (filter, behind) = text.split_at(end.unwrap_or(text.len()));
    let behind = behind.strip_prefix(')').ok_or("unterminated filter")?;
    let behind = behind.strip_prefix(']').ok_or("unclosed array expect ]")?;
    let is_operator = |c: char| matches!(c, '!' | '<' | '>' | '=');
    let left = filter.find(is_operator).unwrap_or(filter.len());
    let (left, rest) = filter.split_at(left);
    let right = rest.trim_start_matches(is_operator);
    let operator = rest.strip_suffix(right).unwrap_or_default();
    if left.is_empty() || operator.is_empty() || right.is_empty() {
        return Ok((Step::Filter(enclosed(filter)?, None), behind));
    }
    let comparison = Comparison { operator: operator.to_owned(), right: enclosed(right)? };
    Ok((Step::Filter(enclosed(left)?, Some(comparison)), behind))
}
