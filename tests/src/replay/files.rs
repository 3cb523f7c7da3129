//! Files and folders of recordings, unpacked as they are read and replayed on all cores.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use flate2::bufread::MultiGzDecoder;
use rayon::iter::{ParallelBridge, ParallelIterator};

use super::{Divergence, Fingerprint, Header, ReadError, Recordings, replay};

/// Why there is no verdict on a path.
#[derive(Debug, thiserror::Error)]
#[error("{}: {why}", path.display())]
pub struct Failure {
    /// The path.
    pub path: PathBuf,
    /// Why.
    pub why: ReadError,
}

/// Which scripts of a file to replay.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The scripts with one of these ids; all if the list is empty.
    pub ids: Vec<String>,
    /// Only this number of lines from the start.
    pub limit: Option<usize>,
}

/// How a file went.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// Scripts that went as recorded.
    pub passed: usize,
    /// Those that did not, in the file's order.
    pub diverged: Vec<Divergence>,
    /// How long it took.
    pub took: Duration,
}

/// The recordings at `path`: the file itself, or all `.jsonl` and `.jsonl.gz` files in the folder and
/// the folders below it, by name.
pub fn find_files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    search(path, &mut files).map_err(|error| Failure { path: path.into(), why: error.into() })?;
    if files.is_empty() {
        let why = io::Error::other("there is no .jsonl or .jsonl.gz file in this folder");
        return Err(Failure { path: path.into(), why: why.into() });
    }
    files.sort();
    Ok(files)
}

fn search(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !fs::metadata(path)?.is_dir() {
        files.push(path.into());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() || is_recording(&entry.path()) {
            search(&entry.path(), files)?;
        }
    }
    Ok(())
}

fn is_recording(path: &Path) -> bool {
    let unpacked = if is_packed(path) { path.with_extension("") } else { path.into() };
    unpacked.extension().is_some_and(|extension| extension == "jsonl")
}

fn is_packed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "gz")
}

/// Replays the selected scripts of a file.
pub fn replay_file(path: &Path, selection: &Selection) -> Result<FileReport, Failure> {
    replay_reader(path, selection).map_err(|why| Failure { path: path.into(), why })
}

fn replay_reader(path: &Path, selection: &Selection) -> Result<FileReport, ReadError> {
    let started = Instant::now();
    let (header, lines) = open(path)?.into_parts();
    let lines = lines.take(selection.limit.unwrap_or(usize::MAX));
    let mut verdicts: Vec<(usize, Result<(), Box<Divergence>>)> = lines
        .par_bridge()
        .filter_map(|(number, line)| verdict(&header, selection, number, line).transpose())
        .collect::<Result<_, _>>()?;
    verdicts.sort_unstable_by_key(|(number, _)| *number);
    let scripts = verdicts.len();
    let diverged: Vec<Divergence> =
        verdicts.into_iter().filter_map(|(_, verdict)| verdict.err().map(|divergence| *divergence)).collect();
    Ok(FileReport { passed: scripts - diverged.len(), diverged, took: started.elapsed() })
}

/// Adds all scripts of a file to a fingerprint.
pub fn fingerprint_file(path: &Path, fingerprint: &mut Fingerprint) -> Result<(), Failure> {
    fingerprint_reader(path, fingerprint).map_err(|why| Failure { path: path.into(), why })
}

fn fingerprint_reader(path: &Path, fingerprint: &mut Fingerprint) -> Result<(), ReadError> {
    let (header, lines) = open(path)?.into_parts();
    for (number, line) in lines {
        fingerprint.add(&header, &header.script(number, &line?)?);
    }
    Ok(())
}

type Verdict = (usize, Result<(), Box<Divergence>>);

/// The verdict on one line; `None` if it was not selected.
fn verdict(
    header: &Header,
    selection: &Selection,
    number: usize,
    line: io::Result<String>,
) -> Result<Option<Verdict>, ReadError> {
    let script = header.script(number, &line?)?;
    let selected = selection.ids.is_empty() || selection.ids.contains(&script.id);
    Ok(selected.then(|| (number, replay(header, &script))))
}

fn open(path: &Path) -> Result<Recordings<Box<dyn BufRead + Send>>, ReadError> {
    Recordings::open(open_lines(path)?)
}

/// The text of a file, unpacked if its name ends with `.gz`.
pub fn open_lines(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    let file = BufReader::new(File::open(path)?);
    Ok(if is_packed(path) { Box::new(BufReader::new(MultiGzDecoder::new(file))) } else { Box::new(file) })
}
