//! `grep`: the lines in which a pattern is found. Of regular expressions it knows `^`, `$`, `.*` and alternatives.

use super::flags::{Flags, Spec, switch, value};
use super::set::fits;
use super::utilities::{Printed, count};

pub(super) const FLAGS: &[Spec] = &[
    value("after-context", Some('A')),
    value("before-context", Some('B')),
    value("context", Some('C')),
    switch("count", Some('c')),
    switch("extended-regexp", Some('E')),
    switch("fixed-strings", Some('F')),
    switch("ignore-case", Some('i')),
    switch("invert-match", Some('v')),
    switch("quiet", Some('q')),
];

/// Most alternatives of a pattern: each line is compared with all of them.
const MOST_ALTERNATIVES: usize = 50;

pub(super) fn grep(flags: &Flags, text: &str) -> Printed {
    let pattern = flags.arguments.first().ok_or("a pattern is missing")?;
    let patterns = patterns(pattern, flags)?;
    let lines = |flag: &str| match flags.value(flag).or_else(|| flags.value("context")) {
        Some(given) => count(given).ok_or_else(|| format!("{given}: invalid context length argument")),
        None => Ok(0),
    };
    let (before, after) = (lines("before-context")?, lines("after-context")?);
    let lines: Vec<_> = text.lines().collect();
    let is_chosen = |line: &&str| {
        let line = if flags.is_set("ignore-case") { line.to_lowercase() } else { (*line).to_owned() };
        patterns.iter().any(|pattern| fits(&line, pattern)) != flags.is_set("invert-match")
    };
    let chosen: Vec<_> = lines.iter().enumerate().filter(|(_, line)| is_chosen(line)).map(|(at, _)| at).collect();
    let code = u8::from(chosen.is_empty());
    if flags.is_set("quiet") {
        return Ok((String::new(), code));
    }
    if flags.is_set("count") {
        return Ok((format!("{}\n", chosen.len()), code));
    }
    let mut printed = String::new();
    let mut next = 0;
    for at in chosen {
        let from = at.saturating_sub(before).max(next);
        if (before, after) != (0, 0) && next > 0 && from > next {
            printed.push_str("--\n");
        }
        let end = at.saturating_add(after).saturating_add(1).min(lines.len()).max(from);
        for line in lines.get(from..end).unwrap_or_default() {
            printed.push_str(line);
            printed.push('\n');
        }
        next = end.max(next);
    }
    Ok((printed, code))
}

/// A pattern in alternatives that [`fits`] knows.
fn patterns(pattern: &str, flags: &Flags) -> Result<Vec<String>, String> {
    let pattern = if flags.is_set("ignore-case") { pattern.to_lowercase() } else { pattern.to_owned() };
    if flags.is_set("fixed-strings") {
        return Ok(vec![format!("*{pattern}*")]);
    }
    let or = if flags.is_set("extended-regexp") { "|" } else { "\\|" };
    let alternative = |text: &str| {
        let (start, text) = text.strip_prefix('^').map_or(("*", text), |text| ("", text));
        let (end, text) = text.strip_suffix('$').map_or(("*", text), |text| ("", text));
        let plain = text.replace(".*", "").replace("\\.", "");
        if plain.contains(['*', '+', '?', '[', '(', '{', '^', '$', '\\']) {
            return Err(format!("{text}: only ^ $ .* and {or} are supported in patterns"));
        }
        Ok(format!("{start}{}{end}", text.replace(".*", "*").replace("\\.", ".")))
    };
    let alternatives = pattern.split(or).map(alternative).collect::<Result<Vec<_>, _>>()?;
    if alternatives.len() > MOST_ALTERNATIVES {
        return Err(format!("a pattern may have {MOST_ALTERNATIVES} alternatives"));
    }
    Ok(alternatives)
}
