//! The scenarios of all releases. Some releases have texts of their own; each of the others shares those of its neighbour,
//! and a file `v1.NN/NAME.diff` says what goes differently there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use jobscope_core::api::Release;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use similar::TextDiff;

use super::{Run, run, run_under};

/// The releases whose scenarios are written out.
const WRITTEN_OUT: [Release; 4] = [Release::V1_11, Release::V1_22, Release::V1_28, Release::V1_36];

/// A scenario of a release.
#[derive(Debug)]
pub struct Scenario {
    /// The release.
    pub release: Release,
    /// The name.
    pub name: String,
    /// The file that says what happens, or what happens differently.
    pub path: PathBuf,
    /// What is written there; nothing if there is no such file.
    pub written: String,
    /// What has to be written there; nothing if nothing goes differently.
    pub found: String,
    /// What happened. Nothing, if the scenario cannot be carried out under the release.
    pub run: Run,
}

/// The release whose scenarios `release` shares: its neighbour on the way to one that has its own.
fn neighbour(release: Release) -> Option<Release> {
    if WRITTEN_OUT.contains(&release) {
        return None;
    }
    let newer = Release::ALL.into_iter().find(|other| *other > release);
    newer.filter(|_| WRITTEN_OUT.iter().any(|written| *written > release)).or_else(|| {
        let older = Release::ALL.into_iter().rev();
        older.into_iter().find(|other| *other < release)
    })
}

/// All scenarios under `folder`.
///
/// # Errors
///
/// What keeps a file from being read, or a text from being carried out.
pub fn all(folder: &Path) -> Result<Vec<Scenario>, String> {
    let mut texts: BTreeMap<Release, BTreeMap<String, String>> = BTreeMap::new();
    let mut scenarios = Vec::new();
    let (written_out, others): (Vec<_>, Vec<_>) =
        Release::ALL.into_iter().partition(|release| neighbour(*release).is_none());
    let newest_first = others.iter().rev().filter(|release| neighbour(**release) > Some(**release));
    let oldest_first = others.iter().filter(|release| neighbour(**release) < Some(**release));
    for release in written_out.iter().chain(newest_first).chain(oldest_first).copied() {
        let shared = neighbour(release).and_then(|other| texts.get(&other)).cloned().unwrap_or_default();
        let of_release = of(folder, release, shared)?;
        let written = of_release.iter().map(|scenario| (scenario.name.clone(), scenario.run.text.clone()));
        texts.insert(release, written.filter(|(_, text)| !text.is_empty()).collect());
        scenarios.extend(of_release);
    }
    Ok(scenarios)
}

fn of(folder: &Path, release: Release, shared: BTreeMap<String, String>) -> Result<Vec<Scenario>, String> {
    let folder = folder.join(release.name());
    let mut own = BTreeMap::new();
    let mut diffs = BTreeMap::new();
    let entries = match fs::read_dir(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        entries => Some(entries.map_err(|error| format!("{}: {error}", folder.display()))?),
    };
    for entry in entries.into_iter().flatten() {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let files = if path.extension().is_some_and(|extension| extension == "diff") { &mut diffs } else { &mut own };
        files.insert(name, text);
    }
    // A difference from a scenario that is not there any more is to go.
    let stale = diffs.keys().filter(|name| !shared.contains_key(*name)).cloned().collect::<Vec<_>>();
    let mut scenarios = own
        .into_par_iter()
        .map(|(name, written)| {
            let path = folder.join(format!("{name}.txt"));
            let run = run(&written).map_err(|error| format!("{}: {error}", path.display()))?;
            Ok(Scenario { release, name, path, found: run.text.clone(), written, run })
        })
        .collect::<Result<Vec<_>, String>>()?;
    let overlaid: Vec<Scenario> = shared
        .into_par_iter()
        .map(|(name, text)| {
            let (found, run) = match run_under(&text, Some(release)) {
                Ok(run) => (difference(&text, &run.text), run),
                Err(error) => (format!("not carried out: {error}\n"), Run::default()),
            };
            let path = folder.join(format!("{name}.diff"));
            Scenario { release, path, written: diffs.get(&name).cloned().unwrap_or_default(), name, found, run }
        })
        .collect();
    scenarios.extend(overlaid);
    scenarios.extend(stale.into_iter().map(|name| {
        let path = folder.join(format!("{name}.diff"));
        Scenario { release, path, written: "stale".into(), name, found: String::new(), run: Run::default() }
    }));
    Ok(scenarios)
}

/// Lines that are gone with `-`, and those that came with `+`, each group after the action that it belongs to.
fn difference(shared: &str, found: &str) -> String {
    if shared == found {
        return String::new();
    }
    let mut written = String::new();
    let mut action = "";
    let mut said = "";
    for change in TextDiff::from_lines(shared, found).iter_all_changes() {
        let line = change.value();
        if line.starts_with("> ") || line.starts_with("~ ") || line.starts_with("? ") {
            action = line;
        }
        let sign = match change.tag() {
            similar::ChangeTag::Equal => continue,
            similar::ChangeTag::Delete => '-',
            similar::ChangeTag::Insert => '+',
        };
        if !std::ptr::eq(action, said) {
            written.push_str(action);
            said = action;
        }
        written.push(sign);
        written.push_str(line);
    }
    written
}
