//! Recordings of states: one JSON object per line.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use serde::Deserialize;
use serde_json::Value;

/// A state: what happened, and what was printed.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// Its name.
    pub id: String,
    /// The release.
    pub edition: String,
    /// What was applied, if it was one manifest.
    #[serde(default)]
    pub manifest: Option<Value>,
    /// What was done, in words, where there is no script.
    #[serde(default)]
    pub note: String,
    /// The namespace's quota on pods.
    #[serde(default)]
    pub quota_pods: Option<u32>,
    /// When the manifest was applied, in seconds from a base that is a whole second.
    #[serde(default)]
    pub applied_at_seconds: Option<f64>,
    /// What a kubelet or a person did, in order.
    #[serde(default)]
    pub steps_at_seconds: Vec<Vec<Value>>,
    /// The pods by creation: their names here, and the seconds.
    #[serde(default)]
    pub pods_created_at_seconds: Vec<(String, f64)>,
    /// Where chance decided.
    #[serde(default)]
    pub caution: String,
    /// What was printed.
    pub dumps: Vec<Dump>,
}

/// What was printed at a moment.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Dump {
    /// Its name.
    pub name: String,
    /// When.
    #[serde(default)]
    pub at_seconds: Option<f64>,
    /// How long it took to run all commands.
    #[serde(default = "a_while")]
    pub kubectl_took_seconds: f64,
    /// What each command printed.
    pub kubectl: BTreeMap<String, String>,
}

/// Where nothing is said of how long it took.
fn a_while() -> f64 {
    3.0
}

/// The states in a file.
///
/// # Errors
///
/// The file cannot be read, or a line is no state.
pub fn read(path: &Path) -> io::Result<Vec<State>> {
    let file = BufReader::new(File::open(path)?);
    let packed = path.extension().is_some_and(|extension| extension == "gz");
    let text: Box<dyn Read> = if packed { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    let lines = BufReader::new(text).lines();
    lines
        .filter(|line| line.as_ref().map_or(true, |line| !line.trim().is_empty()))
        .map(|line| serde_json::from_str(&line?).map_err(io::Error::from))
        .collect()
}
