//! Recorded histories of real clusters, folder by folder: read, explained, and compared with what the controller logged.

mod altered;
mod simulated;

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use jobscope_core::api::{MetaTime, Release, Time};
use jobscope_core::history::{Explanation, History, HistoryError, InferredSync, Mark};
use serde::Deserialize;

pub use altered::{Altered, altered, are_same, differences};
pub use simulated::{Mishap, interrupted, simulated};

/// By how much times may differ where the audit log tells them, in milliseconds.
const AUDITED_MS: i64 = 50;
/// The same where objects tell whole seconds.
const COARSE_MS: i64 = 1_100;
/// What a sync that writes takes at least, in milliseconds.
const WRITING_MS: f64 = 2.0;

/// A sync as the controller logged it.
#[derive(Clone, Debug, Deserialize)]
pub struct LoggedSync {
    /// When it ended.
    pub at: String,
    /// Its key.
    pub key: String,
    /// How long it took, as Go writes it.
    pub elapsed: String,
}

impl LoggedSync {
    fn ended(&self) -> Option<Time> {
        serde_json::from_value::<MetaTime>(self.at.clone().into()).ok().map(MetaTime::time)
    }

    #[expect(clippy::cast_possible_truncation, reason = "a sync takes no years")]
    fn began(&self) -> Option<Time> {
        Some(self.ended()?.plus(-(self.elapsed_ms()?.ceil() as i64)))
    }

    fn elapsed_ms(&self) -> Option<f64> {
        let number = |text: &str| text.parse::<f64>().ok();
        let units = [("ms", 1.0), ("µs", 0.001), ("ns", 0.000_001)];
        units
            .iter()
            .find_map(|(unit, ms)| Some(number(self.elapsed.strip_suffix(unit)?)? * ms))
            .or_else(|| Some(number(self.elapsed.strip_suffix('s')?)? * 1_000.0))
    }
}

/// A folder of a history.
#[derive(Debug)]
pub struct Folder {
    /// What it is called.
    pub name: String,
    /// The texts of its history.
    pub texts: Vec<String>,
    /// What the controller logged, if that is there.
    pub syncs: Option<Vec<LoggedSync>>,
}

/// Why a folder could not be read.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A file could not be read.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// What the controller logged is not written as it should be.
    #[error("syncs.json: {0}")]
    Syncs(#[from] serde_json::Error),
}

/// Reads all files of a folder but what a script did.
///
/// # Errors
///
/// If a file cannot be read.
pub fn read_folder(folder: &Path) -> Result<Folder, FolderError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        |error| FolderError::File { path, error }
    };
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect())
        .map_err(failed(folder))?;
    paths.sort();
    let mut read =
        Folder { name: folder.file_name().unwrap_or_default().display().to_string(), texts: Vec::new(), syncs: None };
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name == "story.txt" || path.is_dir() {
            continue;
        }
        let text = read_text(&path).map_err(failed(&path))?;
        if name == "syncs.json" {
            read.syncs = Some(serde_json::from_str(&text)?);
        } else {
            read.texts.push(text);
        }
    }
    Ok(read)
}

fn read_text(path: &Path) -> io::Result<String> {
    let mut bytes = fs::read(path)?;
    if path.extension().is_some_and(|extension| extension == "gz") {
        let mut unpacked = Vec::new();
        MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut unpacked)?;
        bytes = unpacked;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What became of a folder.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Writes of the Job controller.
    pub writes: usize,
    /// Those that are explained.
    pub explained: usize,
    /// Those of which the controller's memory, or who wrote them, is not known.
    pub unknown: usize,
    /// Syncs that wrote something.
    pub syncs: usize,
    /// By how much their times differ at most, in milliseconds.
    pub most_apart: i64,
    /// What is wrong.
    pub wrong: Vec<String>,
}

/// Explains a folder by a release, and compares.
///
/// # Errors
///
/// If the history cannot be read.
pub fn check(folder: &Folder, release: Release) -> Result<(Outcome, Explanation), HistoryError> {
    let history = History::parse(&folder.texts)?;
    let explanation = history.explain(release);
    let report = &explanation.report;
    let mut outcome = Outcome { writes: report.writes.len(), explained: report.explained(), ..Outcome::default() };
    for write in &report.writes {
        let nearest = match &write.mark {
            Mark::Explained { .. } => continue,
            Mark::UnknownMemory { .. } | Mark::UnknownWriter { .. } => {
                outcome.unknown += 1;
                continue;
            }
            Mark::Unexplained { nearest } => nearest,
        };
        let nearest = nearest.as_ref().map_or_else(|| "no sync could be there".to_owned(), ToString::to_string);
        let (version, resource, name) = (write.version, write.resource.resource(), &write.name);
        outcome.wrong.push(format!("version {version} of {resource} {name} is not explained: {nearest}"));
    }
    let writing: Vec<&InferredSync> =
        report.syncs.iter().filter(|sync| !sync.orphan && !sync.writes.is_empty()).collect();
    outcome.syncs = writing.len();
    if let Some(logged) = &folder.syncs {
        compare(&history, report.late, &writing, logged, &mut outcome);
    }
    Ok((outcome, explanation))
}

/// Compares the syncs that wrote something with those that were logged: each is one of those, in their order and at their
/// time. Where the audit log tells which of them wrote, and the history has all of it, there are as many.
fn compare(history: &History, late: bool, inferred: &[&InferredSync], logged: &[LoggedSync], outcome: &mut Outcome) {
    let key = history.job().to_string();
    let own = history.versions().iter().filter(|version| version.is_own());
    let audited: Vec<Time> = own.filter_map(|version| version.audited.map(|(received, _)| received)).collect();
    let most = if audited.is_empty() { COARSE_MS } else { AUDITED_MS };
    let wrote = |sync: &&LoggedSync| {
        let (Some(began), Some(ended)) = (sync.began(), sync.ended()) else { return false };
        if audited.is_empty() {
            return sync.elapsed_ms().is_some_and(|ms| ms >= WRITING_MS);
        }
        audited.iter().any(|at| *at >= began.plus(-1) && *at <= ended)
    };
    let logged: Vec<&LoggedSync> = logged.iter().filter(|sync| sync.key == key).filter(wrote).collect();
    if !audited.is_empty() && !late && logged.len() != inferred.len() {
        outcome.wrong.push(format!("{} syncs were inferred that wrote, {} did", inferred.len(), logged.len()));
    }
    let mut rest = logged.as_slice();
    for (number, sync) in inferred.iter().enumerate() {
        let (began, ended) = (began(history, sync), sync.ended);
        // A client may wait before its first request, and after its last answer: the ends that are nearer count.
        let apart = |logged: &LoggedSync| {
            let began = began.since(logged.began()?);
            let ended = ended.since(logged.ended()?);
            let within = began >= -most && ended <= most;
            if late && within {
                // Its first writes may be missing.
                return Some(0);
            }
            Some(if began.abs() < ended.abs() || !within { began } else { ended })
        };
        // The first that may be it leaves most to those that follow.
        let known = rest.iter().enumerate().filter_map(|(place, logged)| Some((place, apart(logged)?)));
        let fits = known.clone().find(|(_, apart)| apart.abs() <= most);
        let Some((place, apart)) = fits.or_else(|| known.clone().min_by_key(|(_, apart)| apart.abs())) else {
            outcome.wrong.push(format!("sync {number}, which wrote, is none of those that were logged"));
            return;
        };
        if apart.abs() > outcome.most_apart.abs() {
            outcome.most_apart = apart;
        }
        if apart.abs() > most {
            outcome.wrong.push(format!("sync {number} is {apart} ms apart from the nearest that was logged"));
            return;
        }
        rest = rest.get(place + 1..).unwrap_or_default();
    }
}

/// When the first request of a sync came in.
fn began(history: &History, sync: &InferredSync) -> Time {
    let of_it = history.versions().iter().filter(|version| sync.writes.contains(&version.number));
    let received = of_it.filter_map(|version| version.audited).map(|(received, _)| received).min();
    received.unwrap_or(sync.at)
}
