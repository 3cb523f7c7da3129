//! Which lines of the controller and its client the native tests reach: the tests are run by
//! `cargo llvm-cov`, and what it writes is read here, floor by floor, with the lines that are left named.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::cargo;
use crate::report::{Failure, Outcome, note};
use crate::tools::{self, Tool};
use crate::{system, workspace};

/// The folders that are measured. The least share of their lines that has to be reached, in percent.
const MEASURED: [&str; 2] = ["core/src/job", "core/src/client"];
const LEAST: usize = 97;

/// Makes sure that the tests can be measured, where the machine can at all.
pub(crate) fn ensure_tools() -> Outcome {
    system::add_llvm_tools();
    if system::has_llvm_tools() { tools::ensure(&[Tool::LlvmCov]) } else { Ok(()) }
}

/// The cargo command `test`, measured; [`report`] reads what it leaves behind.
pub(crate) fn measured(test: &[&str]) -> Outcome<Command> {
    let report = lcov();
    let folder = report.parent().unwrap_or(&report);
    fs::create_dir_all(folder)
        .map_err(|error| Failure::new(format!("cannot create the folder {}: {error}.", folder.display())))?;
    let mut tests = cargo(["llvm-cov"]);
    tests.args(test).arg("--no-cfg-coverage").arg("--lcov").arg("--output-path").arg(report);
    Ok(tests)
}

/// Says how many lines were reached and which were not. Too few are a failure.
pub(crate) fn report() -> Outcome {
    let file = lcov();
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

/// Where `cargo llvm-cov` writes.
fn lcov() -> PathBuf {
    workspace::target().join("coverage/lcov.info")
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
