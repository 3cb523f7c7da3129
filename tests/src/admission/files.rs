//! Files of cases.

use std::io::BufRead;
use std::path::Path;
use std::time::{Duration, Instant};

use jobscope_core::api::Release;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde_json::Value;

use super::{Case, Failed, check};
use crate::replay::open_lines;

/// The verdict on a file.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// Number of cases with the recorded answers.
    pub passed: usize,
    /// The other cases, in the file's order.
    pub failed: Vec<Failed>,
    /// Cases that were not run, by release, because the engine does not have it.
    pub skipped: Vec<(String, usize)>,
    /// How long it took.
    pub took: Duration,
}

/// Checks the cases of a file whose id contains `only`; `None` if the file holds no cases.
///
/// # Errors
///
/// The file cannot be read, or a line of it cannot be understood.
pub fn check_file(path: &Path, only: Option<&str>) -> Result<Option<FileReport>, String> {
    let started = Instant::now();
    let cases = read(path).map_err(|why| format!("{}: {why}", path.display()))?;
    let Some(cases) = cases else { return Ok(None) };
    let cases: Vec<Case> = cases.into_iter().filter(|case| only.is_none_or(|only| case.id.contains(only))).collect();
    let mut skipped: Vec<(String, usize)> = Vec::new();
    let known: Vec<(&Case, Release)> = cases
        .iter()
        .filter_map(|case| {
            let release = case.edition.parse().ok();
            if release.is_none() {
                match skipped.iter_mut().find(|(edition, _)| *edition == case.edition) {
                    Some((_, count)) => *count += 1,
                    None => skipped.push((case.edition.clone(), 1)),
                }
            }
            Some((case, release?))
        })
        .collect();
    let failed: Vec<Failed> = known.par_iter().filter_map(|(case, release)| check(case, *release).err()).collect();
    Ok(Some(FileReport { passed: known.len() - failed.len(), failed, skipped, took: started.elapsed() }))
}

/// The cases of a file; `None` if it holds something else.
fn read(path: &Path) -> Result<Option<Vec<Case>>, String> {
    let lines = open_lines(path).map_err(|error| error.to_string())?.lines();
    let mut cases = Vec::new();
    for (index, line) in lines.enumerate() {
        let line = line.map_err(|error| error.to_string())?;
        let why = |error: serde_json::Error| format!("line {}: {error}", index + 1);
        let document: Value = serde_json::from_str(&line).map_err(why)?;
        if document.get("steps").is_none() {
            return Ok(None);
        }
        cases.push(serde_json::from_str(&line).map_err(why)?);
    }
    Ok(Some(cases))
}
