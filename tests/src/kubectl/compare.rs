//! Whether two texts are equal except for what a recording leaves open: the order of rows of one second or of pods with
//! random names; resource versions; folded lines of YAML.

/// How far times may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tolerance {
    /// Not at all.
    None,
    /// By a second.
    Second,
}

/// Whether kubectl and the engine's printed the same for that command.
pub(super) fn equal(command: &str, real: &str, ours: &str, tolerance: Tolerance) -> bool {
    let (real, ours) = (shown(command, real), shown(command, ours));
    match tolerance {
        Tolerance::None => real == ours,
        Tolerance::Second => {
            let sorted = |text: &str| {
                let mut lines: Vec<_> = text.lines().map(words).collect();
                lines.sort_by_key(|words| {
                    words.iter().filter(|word| seconds(word).is_none()).cloned().collect::<Vec<_>>()
                });
                lines
            };
            let (real, ours) = (sorted(&real), sorted(&ours));
            real.len() == ours.len() && real.iter().zip(&ours).all(|(real, ours)| same_line(real, ours))
        }
    }
}

pub(super) fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(|word| word.trim_matches(['"', '(', ')']).to_owned()).collect()
}

fn same_line(real: &[String], ours: &[String]) -> bool {
    same_words(real, ours, 1)
}

/// Whether lines are equal except for times that differ by at most `most` seconds.
pub(super) fn same_words(real: &[String], ours: &[String], most: i64) -> bool {
    let same = |(real, ours): (&String, &String)| {
        real == ours || seconds(real).zip(seconds(ours)).is_some_and(|(real, ours)| (real - ours).abs() <= most)
    };
    real.len() == ours.len() && real.iter().zip(ours).all(same)
}

/// A duration such as `2m7s`, or a time of day within a time, in seconds.
fn seconds(word: &str) -> Option<i64> {
    let time = word.rsplit_once('T').and_then(|(_, time)| time.strip_suffix('Z')).unwrap_or(word);
    let clock: Vec<_> = time.split(':').map(str::parse::<i64>).collect();
    if let [Ok(hours), Ok(minutes), Ok(seconds)] = clock.as_slice() {
        return Some(hours * 3600 + minutes * 60 + seconds);
    }
    let mut total = 0;
    let mut number = String::new();
    for c in word.chars() {
        let unit = match c {
            '0'..='9' => {
                number.push(c);
                continue;
            }
            's' => 1,
            'm' => 60,
            'h' => 3600,
            _ => return None,
        };
        total += number.parse::<i64>().ok()? * unit;
        number.clear();
    }
    (number.is_empty() && !word.is_empty()).then_some(total)
}

/// A text with everything in one form that is open.
pub(super) fn shown(command: &str, text: &str) -> String {
    let mut lines: Vec<String> = text.trim_end_matches('\n').split('\n').map(str::to_owned).collect();
    match command {
        "-o yaml" => unfolded(&lines).join("\n"),
        "get pods" => {
            // The recordings' kubelet does not say when a container ended that it started again.
            if text.contains(" ago)") || lines.iter().any(|line| restarted(line)) {
                lines = lines.iter().map(|line| words(&without_restart_times(line)).join(" ")).collect();
            }
            if let Some(rows) = lines.get_mut(1..) {
                rows.sort();
            }
            lines.join("\n")
        }
        "events" => {
            sort_of_one_age(&mut lines, |line| Some(line.split_whitespace().next()?.to_owned()));
            lines.join("\n")
        }
        "describe" => {
            sort_of_one_age(&mut lines, |line| Some(line.strip_prefix("  ")?.split_whitespace().nth(2)?.to_owned()));
            lines.join("\n")
        }
        // Warnings are on another stream.
        "apply" => {
            lines.retain(|line| !line.starts_with("Warning: "));
            lines.join("\n")
        }
        _ => lines.join("\n"),
    }
}

/// Whether a row of pods counts restarts.
fn restarted(row: &str) -> bool {
    row.split_whitespace().nth(3).and_then(|restarts| restarts.parse::<u32>().ok()).is_some_and(|restarts| restarts > 0)
}

fn without_restart_times(row: &str) -> String {
    match row.split_once('(').and_then(|(before, rest)| Some((before, rest.split_once(" ago)")?.1))) {
        Some((before, after)) => format!("{before}{after}"),
        None => row.to_owned(),
    }
}

/// Sorts neighbouring rows of a table of events that have the same age.
fn sort_of_one_age(lines: &mut [String], age: impl Fn(&str) -> Option<String>) {
    let is_age = |line: &String| age(line).filter(|age| seconds(age).is_some());
    for rows in lines.chunk_by_mut(|one, next| is_age(one).is_some() && is_age(one) == is_age(next)) {
        rows.sort();
    }
}

/// YAML with folded scalars on one line again, and versions that say nothing.
fn unfolded(lines: &[String]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    // Where a line would continue the scalar before it.
    let mut scalar: Option<usize> = None;
    let mut literal: Option<usize> = None;
    for line in lines {
        let indent = line.len() - line.trim_start().len();
        if literal.is_some_and(|of| indent > of || line.is_empty()) {
            all.push(line.clone());
            continue;
        }
        literal = None;
        if scalar.is_some_and(|of| indent > of)
            && let Some(last) = all.last_mut()
        {
            last.push(' ');
            last.push_str(line.trim_start());
            continue;
        }
        let mut key_at = indent;
        let mut rest = line.trim_start();
        while let Some(item) = rest.strip_prefix("- ") {
            rest = item;
            key_at += 2;
        }
        let value = match rest.split_once(": ") {
            Some((key, value)) if !key.contains(' ') => value,
            _ if rest.ends_with(':') => "",
            _ => {
                key_at = key_at.saturating_sub(1);
                rest
            }
        };
        if value.starts_with(['|', '>']) {
            literal = Some(key_at);
        }
        scalar = (!value.is_empty() && !value.starts_with(['|', '>'])).then_some(key_at);
        all.push(if rest.starts_with("resourceVersion: ") { "resourceVersion".to_owned() } else { line.clone() });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folded_lines_are_one() {
        let text = "a: one\n  two\nb:\n- three\n  four\n- c: 1\n  d: |\n    e\n    f\n  resourceVersion: \"7\"";
        assert_eq!(
            shown("-o yaml", text),
            "a: one two\nb:\n- three four\n- c: 1\n  d: |\n    e\n    f\nresourceVersion"
        );
    }

    #[test]
    fn rows_of_one_age_have_no_order() {
        let events = "LAST SEEN   REASON\n5s          B\n5s          A\n3s          A";
        assert_eq!(shown("events", events), "LAST SEEN   REASON\n5s          A\n5s          B\n3s          A");
        let other = "LAST SEEN   REASON\n3s          A\n5s          A\n5s          B";
        assert!(!equal("events", events, other, Tolerance::None));
    }

    #[test]
    fn times_may_differ_by_a_second_where_chance_decided() {
        let (one, two, three) = ("pi   2m7s   A", "pi   2m8s    A", "pi   2m9s   A");
        assert!(equal("get job", one, two, Tolerance::Second));
        assert!(!equal("get job", one, two, Tolerance::None));
        assert!(!equal("get job", one, three, Tolerance::Second));
    }
}
