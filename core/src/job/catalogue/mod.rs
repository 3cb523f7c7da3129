//! The catalogue: which questions a release's Job controller asks, in which function, and what can follow each.
//!
//! There is a table for each text of `job_controller.go`, in the order of the source, and tests hold every sync to it.
//! What not all releases of a text ask has its minors or its gate beside it: [`catalogue`] derives the questions of a
//! release from that. Two releases can be compared by it.

mod compare;
mod source;
mod v1_11;
mod v1_22;
mod v1_27;

pub use compare::{CatalogueDifference, compare};
pub use source::source_file;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::api::{FeatureGate, GateState, Release};
use crate::trace::{DecisionId, Function, Question, QuestionSite, at};

/// The questions of the Job controller of `release` in the order of its source; each place is there once. A sync begins with the
/// first question of `syncJob` or of `syncOrphanPod`.
///
/// ```
/// use jobscope_core::api::Release;
/// use jobscope_core::job::catalogue::catalogue;
///
/// let first = catalogue(Release::V1_28)[0];
/// assert_eq!(first.at.to_string(), "key-complete in syncJob");
/// assert_eq!(first.next[0].to_string(), "job-in-cache in syncJob");
/// ```
pub fn catalogue(release: Release) -> &'static [Question] {
    static CATALOGUES: LazyLock<BTreeMap<Release, Vec<Question>>> =
        LazyLock::new(|| Release::ALL.into_iter().map(|release| (release, derive(release))).collect());
    CATALOGUES.get(&release).map_or(&[], Vec::as_slice)
}

/// The tables of the release. In v1.25 and v1.26 Jobs that began without finalizers are synced as in v1.22.
fn tables(release: Release) -> &'static [&'static [Row]] {
    if release.since(27) {
        &[v1_27::TABLE]
    } else if release.since(25) {
        &[v1_27::TABLE, v1_22::TABLE]
    } else if release.since(22) {
        &[v1_22::TABLE]
    } else {
        &[v1_11::TABLE]
    }
}

/// Minors from the first to before the last.
#[derive(Clone, Copy)]
struct Minors(u8, u8);

impl Minors {
    fn include(self, release: Release) -> bool {
        release.since(self.0) && !release.since(self.1)
    }
}

const ALWAYS: Minors = Minors(0, u8::MAX);

const fn since(minor: u8) -> Minors {
    Minors(minor, u8::MAX)
}

const fn before(minor: u8) -> Minors {
    Minors(0, minor)
}

/// A question that can come next, in these minors.
type Edge = (QuestionSite, Minors);

/// A question of a table.
struct Row {
    at: QuestionSite,
    next: &'static [Edge],
    ends: bool,
    minors: Minors,
    gate: Option<FeatureGate>,
    otherwise: Option<QuestionSite>,
}

const fn to(function: Function, decision: DecisionId) -> Edge {
    (at(function, decision), ALWAYS)
}

const fn to_in(minors: Minors, function: Function, decision: DecisionId) -> Edge {
    (at(function, decision), minors)
}

const fn ask(function: Function, decision: DecisionId, next: &'static [Edge]) -> Row {
    Row { at: at(function, decision), next, ends: false, minors: ALWAYS, gate: None, otherwise: None }
}

/// A question after which the sync can end.
const fn ask_last(function: Function, decision: DecisionId, next: &'static [Edge]) -> Row {
    Row { ends: true, ..ask(function, decision, next) }
}

impl Row {
    /// Asked in these minors alone.
    const fn only(self, minors: Minors) -> Self {
        Self { minors, ..self }
    }

    /// Asked only with the gate on.
    const fn with(self, gate: FeatureGate) -> Self {
        Self { gate: Some(gate), ..self }
    }

    /// Where it is not asked, this one is asked in its place.
    const fn otherwise(self, function: Function, decision: DecisionId) -> Self {
        Self { otherwise: Some(at(function, decision)), ..self }
    }

    /// Whether `release` can ask it, and whether it always does when it comes to it.
    fn asked_in(&self, release: Release) -> (bool, bool) {
        let state = self.gate.map_or(GateState::Locked, |gate| gate.state_in(release));
        let there = self.minors.include(release) && !matches!(state, GateState::Absent | GateState::NotSimulated);
        (there, there && state == GateState::Locked)
    }
}

fn derive(release: Release) -> Vec<Question> {
    let mut places: Vec<(QuestionSite, Vec<QuestionSite>, bool)> = Vec::new();
    for table in tables(release) {
        for row in table.iter().filter(|row| row.asked_in(release).0) {
            let mut next = Vec::new();
            let edges = row.next.iter().filter(|(_, minors)| minors.include(release));
            edges.for_each(|(place, _)| lead_to(*place, table, release, &mut next));
            match places.iter_mut().find(|(at, ..)| *at == row.at) {
                Some((_, known, ends)) => {
                    next.retain(|place| !known.contains(place));
                    known.append(&mut next);
                    *ends |= row.ends;
                }
                None => places.push((row.at, next, row.ends)),
            }
        }
    }
    places.into_iter().map(|(at, next, ends)| Question { at, next: next.leak(), ends }).collect()
}

/// Adds the question at `place`, and what is asked where it is not.
fn lead_to(place: QuestionSite, table: &[Row], release: Release, next: &mut Vec<QuestionSite>) {
    if next.contains(&place) {
        return;
    }
    let rows = || table.iter().filter(|row| row.at == place);
    let (can, always) = rows().map(|row| row.asked_in(release)).max().unwrap_or_default();
    if can {
        next.push(place);
    }
    if !always && let Some(otherwise) = rows().find_map(|row| row.otherwise) {
        lead_to(otherwise, table, release, next);
    }
}
