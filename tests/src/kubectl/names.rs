//! Names of pods and UIDs are random, and the recordings number pods by creation. This module gives both sides the same
//! names: a pod's suffix is `@` and four digits, its number among all of its Job or, with an index, among those of its
//! index. Tables were laid out with suffixes of five characters, which these are, too.

use std::collections::BTreeMap;

use super::script::Run;
use super::state::State;

/// The suffix of a pod that was never stored.
const NEVER_STORED: &str = "@????";
/// What stands for every UID.
const UID: &str = "UID";

/// The names of one run's pods, recorded and simulated.
pub(super) struct Names {
    /// The Jobs' names, longest first: one may begin with another.
    jobs: Vec<String>,
    real: BTreeMap<String, String>,
    ours: BTreeMap<String, String>,
    uids: Vec<String>,
}

impl Names {
    /// The names, first as pods were created here and there; then with pods in other orders that nothing told apart when
    /// they were created: those of one second, without an index.
    pub(super) fn possible<'a>(state: &'a State, run: &'a Run<'_>) -> impl Iterator<Item = Self> + 'a {
        let pods = run.pods_created();
        // Where the recording does not number its pods, ours have no numbers, either.
        let pods = if state.pods_created_at_seconds.is_empty() { Vec::new() } else { pods };
        let batches = batches(&pods);
        orders(batches).map(move |order| {
            let mut jobs = run.job_names();
            jobs.sort_by_key(|name| std::cmp::Reverse(name.len()));
            let real = numbered(state.pods_created_at_seconds.iter().map(|(name, _)| name.as_str()));
            let ours = numbered(order.iter().map(String::as_str));
            Self { jobs, real, ours, uids: run.uids() }
        })
    }

    /// A text of real kubectl.
    pub(super) fn real(&self, text: &str) -> String {
        self.renamed(&without_uids(&text.replace("JOB-UID", UID)), &self.real)
    }

    /// A text of the engine's.
    pub(super) fn ours(&self, text: &str) -> String {
        let text = self.uids.iter().fold(text.to_owned(), |text, uid| text.replace(uid, UID));
        self.renamed(&without_uids(&text), &self.ours)
    }

    fn renamed(&self, text: &str, known: &BTreeMap<String, String>) -> String {
        let in_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
        let mut renamed = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(in_name) {
            let (before, from) = rest.split_at(start);
            renamed.push_str(before);
            let end = from.find(|c| !in_name(c)).unwrap_or(from.len());
            let (word, after) = from.split_at(end);
            match known.get(word) {
                Some(name) => renamed.push_str(name),
                None => renamed.push_str(&self.never_stored(word)),
            }
            rest = after;
        }
        renamed + rest
    }

    /// A name that only refused creates had: the Job's, and a suffix that nobody else has.
    fn never_stored(&self, word: &str) -> String {
        let of_job = self.jobs.iter().find_map(|job| word.strip_prefix(job)?.strip_prefix('-'));
        let suffix = of_job.map(|rest| rest.rsplit('-').next().unwrap_or(rest));
        match suffix {
            Some(suffix)
                if suffix.len() == 5 && suffix.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()) =>
            {
                format!("{}{NEVER_STORED}", word.strip_suffix(suffix).unwrap_or_default())
            }
            _ => word.to_owned(),
        }
    }
}

/// A text with what looks like a UID replaced, such as that of a Job that was refused.
pub(super) fn without_uids(text: &str) -> String {
    const COUNTED: &str = "job-uid-";
    let mut rest = text;
    let mut shown = String::new();
    while let Some((before, after)) = rest.split_once(COUNTED) {
        shown.push_str(before);
        shown.push_str(UID);
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    shown + rest
}

/// Pods in order, those that were created in one second and have no index together.
fn batches(pods: &[(String, i64)]) -> Vec<Vec<String>> {
    let same = |one: &(String, i64), other: &(String, i64)| prefix(&one.0) == prefix(&other.0) && one.1 == other.1;
    pods.chunk_by(same).map(|batch| batch.iter().map(|(name, _)| name.clone()).collect()).collect()
}

/// A pod's name without its suffix.
fn prefix(name: &str) -> &str {
    name.rsplit_once('-').map_or(name, |(prefix, _)| prefix)
}

/// All orders of the pods in which each batch keeps its place.
fn orders(batches: Vec<Vec<String>>) -> Box<dyn Iterator<Item = Vec<String>>> {
    let mut batches = batches.into_iter();
    let Some(first) = batches.next() else { return Box::new(std::iter::once(Vec::new())) };
    let rest: Vec<_> = batches.collect();
    Box::new(
        permutations(first)
            .flat_map(move |first| orders(rest.clone()).map(move |rest| first.iter().cloned().chain(rest).collect())),
    )
}

fn permutations(of: Vec<String>) -> Box<dyn Iterator<Item = Vec<String>>> {
    if of.len() < 2 {
        return Box::new(std::iter::once(of));
    }
    Box::new((0..of.len()).flat_map(move |place| {
        let mut rest = of.clone();
        let first = rest.remove(place);
        permutations(rest).map(move |rest| std::iter::once(first.clone()).chain(rest).collect())
    }))
}

/// Pods by their names, numbered among those whose names are the same but for the suffix.
fn numbered<'a>(pods: impl Iterator<Item = &'a str>) -> BTreeMap<String, String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut names = BTreeMap::new();
    for pod in pods {
        let prefix = prefix(pod);
        let count = counts.entry(prefix).or_default();
        names.insert(pod.to_owned(), format!("{prefix}-@{count:04}"));
        *count += 1;
    }
    names
}
