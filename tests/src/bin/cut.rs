//! Cuts a sample from a set of recordings: few enough scripts to commit, chosen so that together they cover as many
//! different things as possible.
//!
//! Two steps cover the same if they are equal up to numbers, the length of lists and quoted names. Every style gets its
//! share; within a style, the script that adds the most coverage is taken first. The choice depends on the recordings
//! alone.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use flate2::bufread::MultiGzDecoder;
use flate2::{Compression, GzBuilder};
use jobscope_tests::program::{self, Ended};
use lexopt::{Arg, Parser, ValueExt};
use serde_json::{Map, Value};

const HELP: &str = "\
Usage: cut COUNT FROM.jsonl.gz TO.jsonl.gz

Writes COUNT of the scripts in FROM to TO, chosen so that together they cover as much as they can.";

/// What the command line asks for.
struct Options {
    count: usize,
    from: PathBuf,
    to: PathBuf,
}

fn options(mut arguments: Parser) -> Result<Option<Options>, lexopt::Error> {
    let mut values = Vec::new();
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(None),
            Arg::Value(value) => values.push(value),
            _ => return Err(argument.unexpected()),
        }
    }
    let values = <[OsString; 3]>::try_from(values).map_err(|_| "give a number and two files")?;
    let [count, from, to] = values;
    Ok(Some(Options { count: count.parse()?, from: from.into(), to: to.into() }))
}

/// A script with everything that it covers.
#[derive(Debug)]
struct Candidate {
    line: String,
    style: String,
    shows: BTreeSet<String>,
}

impl Candidate {
    fn new(line: String) -> io::Result<Self> {
        let script: Value = serde_json::from_str(&line)?;
        let style = script.get("style").and_then(Value::as_str).unwrap_or_default().to_owned();
        let steps = script.get("steps").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let mut shows: BTreeSet<String> = steps.iter().flat_map(shown_by).collect();
        let op = |step: &Value| step.get("op").map(Value::to_string).unwrap_or_default();
        shows.extend(steps.windows(2).map(|pair| pair.iter().map(op).collect::<Vec<_>>().join(" then ")));
        Ok(Self { line, style, shows })
    }
}

/// The step without its observation as one thing; each section of the observation, or each item of
/// a section that is a list, as another.
fn shown_by(step: &Value) -> Vec<String> {
    let mut step = step.clone();
    let observation = step.as_object_mut().and_then(|step| step.remove("obs")).unwrap_or_default();
    let mut shown = vec![shape(&step).to_string()];
    for (section, value) in observation.as_object().unwrap_or(&Map::new()) {
        let items = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        shown.extend(items.iter().map(|item| format!("{section} {}", shape(item))));
    }
    shown
}

/// `value` without its numbers, repetitions and quoted names.
fn shape(value: &Value) -> Value {
    match value {
        Value::Number(_) => Value::String("#".into()),
        Value::String(text) => Value::String(words(text)),
        Value::Array(items) => {
            let kinds: BTreeMap<String, Value> = items.iter().map(shape).map(|item| (item.to_string(), item)).collect();
            Value::Array(kinds.into_values().collect())
        }
        Value::Object(members) => {
            Value::Object(members.iter().map(|(key, value)| (words(key), shape(value))).collect())
        }
        Value::Null | Value::Bool(_) => value.clone(),
    }
}

/// `text` with each run of digits as one `#` and nothing between quotation marks.
fn words(text: &str) -> String {
    let mut words = String::new();
    for (index, part) in text.split('"').enumerate() {
        if index % 2 == 0 {
            for char in part.chars() {
                match char {
                    '0'..='9' if words.ends_with('#') => {}
                    '0'..='9' => words.push('#'),
                    _ => words.push(char),
                }
            }
        }
    }
    words
}

/// The chosen lines, in their order.
fn choose(mut candidates: Vec<(usize, Candidate)>, count: usize) -> Vec<String> {
    let mut styles: Vec<String> = candidates.iter().map(|(_, candidate)| candidate.style.clone()).collect();
    styles.sort();
    styles.dedup();
    let mut shown = BTreeSet::new();
    let mut chosen = Vec::new();
    for style in styles.iter().cycle() {
        let news = |candidate: &Candidate| candidate.shows.difference(&shown).count();
        let best = (0..candidates.len())
            .filter(|index| candidates.get(*index).is_some_and(|(_, candidate)| candidate.style == *style))
            .max_by_key(|index| (candidates.get(*index).map(|(_, candidate)| news(candidate)), usize::MAX - index));
        if let Some(best) = best {
            let (number, candidate) = candidates.remove(best);
            shown.extend(candidate.shows);
            chosen.push((number, candidate.line));
        }
        if chosen.len() == count || candidates.is_empty() {
            break;
        }
    }
    chosen.sort();
    chosen.into_iter().map(|(_, line)| line).collect()
}

fn cut(Options { count, from, to }: &Options, _: &mut dyn Write) -> Result<Ended, Box<dyn Error>> {
    let mut lines = BufReader::new(MultiGzDecoder::new(BufReader::new(File::open(from)?))).lines();
    let header = lines.next().ok_or_else(|| io::Error::other("the file is empty"))??;
    let candidates = lines.enumerate().map(|(number, line)| Ok((number, Candidate::new(line?)?)));
    let chosen = choose(candidates.collect::<io::Result<_>>()?, *count);
    // No name and no time of day in the file: the same cut gives the same bytes.
    let mut file = GzBuilder::new().write(BufWriter::new(File::create(to)?), Compression::best());
    for line in std::iter::once(&header).chain(&chosen) {
        writeln!(file, "{line}")?;
    }
    file.finish()?.flush()?;
    Ok(Ended::Well)
}

fn main() -> ExitCode {
    program::run("cut", HELP, options, |options, out| cut(&options, out))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_names_and_repetitions_are_the_same() {
        let shown = |step: Value| shown_by(&step);
        let one = shown(json!({"op": "podRun", "pods": ["j-00001", "j-00002"], "obs": {"syncErr": "Job \"a\" 7"}}));
        let two = shown(json!({"op": "podRun", "pods": ["j-00013"], "obs": {"syncErr": "Job \"b\" 42"}}));
        assert_eq!(one, two);
        assert_ne!(one, shown(json!({"op": "podFail", "pods": ["j-00013"], "obs": {"syncErr": "Job \"b\" 42"}})));
    }

    #[test]
    fn styles_share_and_what_is_new_goes_first() {
        let candidate = |style: &str, shows: &[&str]| Candidate {
            line: format!("{style} {shows:?}"),
            style: style.into(),
            shows: shows.iter().map(|&text| text.into()).collect(),
        };
        let candidates = [
            candidate("calm", &["a", "b"]),
            candidate("calm", &["a", "b", "c"]),
            candidate("calm", &["d"]),
            candidate("wild", &["a"]),
        ];
        let chosen = choose(candidates.into_iter().enumerate().collect(), 3);
        assert_eq!(chosen, [r#"calm ["a", "b", "c"]"#, r#"calm ["d"]"#, r#"wild ["a"]"#]);
    }
}
