//! Which lines of the controller and its client the native tests reach: what they leave behind is read with
//! `cargo llvm-cov`, floor by floor, and the lines that no test reaches are named.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::process::{self, cargo};
use crate::report::{Failure, Outcome, note};
use crate::tools::{self, Tool};
use crate::{system, workspace};

/// The folders that are measured. The least share of their lines that has to be reached, in percent.
const MEASURED: [&str; 2] = ["core/src/job", "core/src/client"];
const LEAST: usize = 97;

/// The environment variable that tells cargo where to build.
const TARGET_DIR: &str = "CARGO_TARGET_DIR";

/// Makes sure that the tests can be measured, where the machine can at all.
pub(crate) fn ensure_tools() -> Outcome {
    system::add_llvm_tools();
    if system::has_llvm_tools() { tools::ensure(&[Tool::LlvmCov]) } else { Ok(()) }
}

/// Where cargo puts what is measured; the usual folder if this machine cannot measure.
pub(crate) fn target() -> PathBuf {
    if system::has_llvm_tools() { workspace::target().join("llvm-cov-target") } else { workspace::target() }
}

/// The environment in which cargo builds and runs what is measured; empty if this machine cannot measure.
pub(crate) fn environment() -> Outcome<Vec<(String, String)>> {
    static ENVIRONMENT: OnceLock<Vec<(String, String)>> = OnceLock::new();
    if let Some(known) = ENVIRONMENT.get() {
        return Ok(known.clone());
    }
    let mut variables = Vec::new();
    if system::has_llvm_tools() {
        let folder = (TARGET_DIR.to_owned(), target().display().to_string());
        let mut show = cargo(["llvm-cov", "show-env", "--no-cfg-coverage"]);
        let shown = process::output_of(show.env(&folder.0, &folder.1))
            .ok_or_else(|| Failure::new("cargo llvm-cov did not start. To see why: cargo llvm-cov show-env"))?;
        variables = parse_environment(&shown);
        variables.push(folder);
    }
    Ok(ENVIRONMENT.get_or_init(|| variables).clone())
}

/// Reads lines such as `NAME='value'`.
fn parse_environment(shown: &str) -> Vec<(String, String)> {
    let variables = shown.lines().filter_map(|line| line.split_once('='));
    variables.map(|(name, value)| (name.to_owned(), value.trim_matches('\'').to_owned())).collect()
}

/// Forgets what earlier runs reached, and builds of other sources.
pub(crate) fn clean() -> Outcome {
    process::run(cargo(["llvm-cov", "clean", "--workspace"]).envs(environment()?))
}

/// Says how many lines were reached and which were not. Too few are a failure.
pub(crate) fn report() -> Outcome {
    let file = target().join("lcov.info");
    let mut report = cargo(["llvm-cov", "report", "--lcov", "--output-path"]);
    process::run(report.arg(&file).envs(environment()?))?;
    let text = fs::read_to_string(&file)
        .map_err(|error| Failure::new(format!("cannot read the coverage in {}: {error}.", file.display())))?;
    let counts = parse(&text);
    let mut short = Vec::new();
    for folder in MEASURED {
        let (mut lines, mut reached, mut left) = (0, 0, Vec::new());
        for (file, counts) in &counts {
            let Some(name) = measured_name(file, folder) else { continue };
            let source = fs::read_to_string(file).map_err(|error| {
                Failure::new(format!("cannot read {}, which the tests were built from: {error}.", file.display()))
            })?;
            for (line, code) in code_lines(&source) {
                match counts.get(&line) {
                    None => {}
                    Some(0) => {
                        lines += 1;
                        left.push(format!("{name}:{line}: {}", code.trim()));
                    }
                    Some(_) => {
                        lines += 1;
                        reached += 1;
                    }
                }
            }
        }
        for line in &left {
            println!("    not reached: {line}");
        }
        let percent = percent(reached, lines);
        note(&format!("{folder}: the tests reach {reached} of {lines} lines, {percent} %"));
        if lines == 0 || reached * 100 < lines * LEAST {
            short.push(format!("{folder} ({percent} %)"));
        }
    }
    if short.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "the tests reach less than {LEAST} % of the lines of {}; the lines that no test reaches are named above.",
        short.join(" and ")
    )))
}

/// The file's path from the root, if it is in the folder and is not a test itself.
fn measured_name(file: &Path, folder: &str) -> Option<String> {
    let name = file.strip_prefix(workspace::root()).ok()?;
    let test = name.components().any(|part| part.as_os_str() == "tests" || part.as_os_str() == "tests.rs");
    (name.starts_with(folder) && !test).then(|| name.display().to_string())
}

/// How often each line of each file ran. Code that was built several times counts as often as it ran most.
fn parse(lcov: &str) -> BTreeMap<PathBuf, BTreeMap<usize, u64>> {
    let mut files: BTreeMap<PathBuf, BTreeMap<usize, u64>> = BTreeMap::new();
    let mut present = None;
    for line in lcov.lines() {
        if let Some(file) = line.strip_prefix("SF:") {
            present = Some(files.entry(file.into()).or_default());
        } else if let (Some(data), Some(counts)) = (line.strip_prefix("DA:"), &mut present) {
            let mut numbers = data.split(',');
            let number = numbers.next().and_then(|number| number.parse().ok());
            let count = numbers.next().and_then(|count| count.parse::<u64>().ok());
            if let (Some(number), Some(count)) = (number, count) {
                let most: &mut u64 = counts.entry(number).or_default();
                *most = count.max(*most);
            }
        }
    }
    files
}

/// The lines of a file with their numbers, as far as the tests at its end.
fn code_lines(source: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(source.lines().take_while(|line| *line != "#[cfg(test)]"))
}

/// A share with one digit after the point, rounded down: a hundred is only said of all.
fn percent(part: usize, whole: usize) -> String {
    let tenths = (part * 1000).checked_div(whole).unwrap_or_default();
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_is_read_without_its_quotes() {
        let variables = parse_environment("CARGO_LLVM_COV=1\nLLVM_PROFILE_FILE='/a b/%p.profraw'\n");
        let expected = [("CARGO_LLVM_COV", "1"), ("LLVM_PROFILE_FILE", "/a b/%p.profraw")];
        assert_eq!(variables, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn lines_count_once() {
        let files = parse("SF:/a.rs\nFN:1,f\nDA:1,0\nDA:2,5\nend_of_record\nSF:/a.rs\nDA:1,3\nend_of_record\n");
        assert_eq!(files.get(Path::new("/a.rs")), Some(&BTreeMap::from([(1, 3), (2, 5)])));
    }

    #[test]
    fn tests_do_not_count() {
        let source = "fn code() {}\n\n#[cfg(test)]\nmod tests {}\n";
        assert_eq!(code_lines(source).collect::<Vec<_>>(), [(1, "fn code() {}"), (2, "")]);
        let file = |name: &str| measured_name(&workspace::root().join(name), "core/src/job");
        assert_eq!(file("core/src/job/controller.rs").as_deref(), Some("core/src/job/controller.rs"));
        assert_eq!(file("core/src/job/tests.rs"), None);
        assert_eq!(file("core/src/job/tests/a.rs"), None);
        assert_eq!(file("core/src/api/job.rs"), None);
    }

    #[test]
    fn a_hundred_is_only_said_of_all() {
        assert_eq!(percent(1999, 2000), "99.9");
        assert_eq!(percent(2000, 2000), "100.0");
        assert_eq!(percent(0, 0), "0.0");
    }
}
