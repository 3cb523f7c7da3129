//! What happened in a cluster, decision by decision: recorded streams of real objects, merged by their versions; who wrote
//! what; and the syncs of the Job controller that explain it, found by search.
//!
//! Versions that others wrote are stored as they were observed ([`Action::Observe`](crate::world::Action::Observe)).
//! For each write of the Job controller the module searches for a schedule of deliveries, times and starts of syncs in
//! which the engine's controller writes the same. If it finds none, the version is stored as it was observed, and the
//! report names it.

mod audit;
mod audited;
mod differ;
mod explain;
mod gaps;
mod merge;
mod packed;
mod read;
mod reading;
mod report;
mod session;
mod versions;
mod writers;

pub use explain::Explaining;
pub use merge::JobSeen;
pub use packed::{pack, unpack};
pub use read::{HistoryError, MAX_HISTORY_BYTES, MAX_VERSIONS};
pub use reading::Reading;
pub use report::{Explanation, InferredSync, Mark, Report, Summary, WriteReport, WritesBy};
pub use session::explained;
pub use versions::{EventSeen, Version};

use std::sync::Arc;

use crate::api::{FeatureGates, ObjectKey, Release};
use crate::small_sort::SmallSort as _;
use merge::{Chosen, Merged};

pub use crate::world::WriteDifference;

/// A recorded history of one Job. The texts may be of others as well.
#[derive(Clone, Debug)]
pub struct History {
    merged: Arc<Merged>,
    chosen: Arc<Chosen>,
}

impl History {
    /// Reads watch streams, lists and audit logs, in any order, and chooses the Job that most of it is about.
    ///
    /// # Errors
    ///
    /// If the texts are too long, if nothing in them is of a Job, or if the audit log says too little.
    pub fn parse<T: AsRef<str>>(texts: &[T]) -> Result<Self, HistoryError> {
        Self::parse_for(texts, None)
    }

    /// The same for the Job with that key.
    ///
    /// # Errors
    ///
    /// As [`Self::parse`]; and if there is no such Job.
    pub fn parse_for<T: AsRef<str>>(texts: &[T], job: Option<&ObjectKey>) -> Result<Self, HistoryError> {
        read::check_size(texts)?;
        let mut pieces = read::Pieces::default();
        for text in texts.iter().map(AsRef::as_ref) {
            let mut place = read::ReadPosition::start(text, &mut pieces);
            while place.go_on(text, usize::MAX, &mut pieces)? {}
        }
        Self::of_pieces(pieces, job)
    }

    fn of_pieces(pieces: read::Pieces, job: Option<&ObjectKey>) -> Result<Self, HistoryError> {
        let merged = Merged::of(pieces)?;
        let chosen = Arc::new(merged.choose(job)?);
        Ok(Self { merged: Arc::new(merged), chosen })
    }

    /// The same texts as the history of another Job in them.
    ///
    /// # Errors
    ///
    /// If there is no such Job, or if two clusters have it.
    pub fn of_job(&self, job: &ObjectKey) -> Result<Self, HistoryError> {
        let chosen = Arc::new(self.merged.choose(Some(job))?);
        Ok(Self { merged: Arc::clone(&self.merged), chosen })
    }

    /// The Jobs in the texts, those with most versions first.
    pub fn jobs(&self) -> Vec<JobSeen> {
        self.merged.jobs()
    }

    /// The key of the Job.
    pub fn job(&self) -> &ObjectKey {
        &self.chosen.key
    }

    /// The versions of the Job, its rivals and their pods, in the order in which they were stored.
    pub fn versions(&self) -> &[Version] {
        &self.chosen.versions
    }

    /// The Events of the Job, in the order in which they were stored.
    pub fn events(&self) -> &[EventSeen] {
        &self.chosen.events
    }

    /// What of the texts was left out, and why, in the words of the report.
    pub fn summary(&self) -> Summary {
        self.chosen.summary.clone()
    }

    /// Finds the syncs of that release that explain what the Job controller wrote.
    pub fn explain(&self, gates: impl Into<FeatureGates>) -> Explanation {
        let mut explaining = self.explaining(gates);
        while explaining.go_on() {}
        explaining.finish()
    }

    /// The same, sync by sync, for a caller that shows how far it is.
    ///
    /// ```
    /// use jobscope_core::api::Release;
    /// use jobscope_core::history::History;
    ///
    /// # let text = r#"{"kind": "Job", "apiVersion": "batch/v1", "metadata": {"name": "pi", "uid": "a", "resourceVersion": "7"}}"#;
    /// let mut explaining = History::parse(&[text])?.explaining(Release::V1_36);
    /// while explaining.go_on() {
    ///     let (done, all) = explaining.progress();
    ///     assert!(done <= all);
    /// }
    /// assert_eq!(explaining.finish().report.unexplained(), 0);
    /// # Ok::<(), jobscope_core::history::HistoryError>(())
    /// ```
    pub fn explaining(&self, gates: impl Into<FeatureGates>) -> Explaining {
        Explaining::new(Arc::clone(&self.chosen), gates.into())
    }

    /// Explains it by each release: those that explain most come first, and among equals the newest that was recorded
    /// ([`Release::newest_known_first`]).
    pub fn explain_by_any(&self) -> Vec<Explanation> {
        let mut all: Vec<Explanation> = Release::newest_known_first().map(|release| self.explain(release)).collect();
        all.small_sort_by_key(|explanation| std::cmp::Reverse(explanation.report.explained()));
        all
    }
}
