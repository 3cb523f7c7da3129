//! The report: each write of the Job controller, explained or not; each inferred sync; and the session.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::api::{FeatureGates, Name, Time};
use crate::timeline::{Replay, ReplayError, SavedSession, Timeline};
use crate::trace::{Kind, WatchEventType};
use crate::world::{Lack, Unexplained, WriteDifference, Writer};

/// What was read, and what of it was left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Summary {
    /// Pieces that could not be read.
    pub unread: usize,
    /// Bookmarks, errors and objects of other kinds.
    pub passed_over: usize,
    /// Versions of Jobs and pods that have nothing to do with the Job.
    pub left_out: usize,
    /// Versions that were there more than once.
    pub repeated: usize,
    /// Versions behind the end of a text that breaks off.
    pub beyond: usize,
    /// Versions that must have been stored and are not there, at the least.
    pub missing: usize,
    /// Events about the Job.
    pub events: usize,
}

/// Whether a write is explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Mark {
    /// A sync wrote it.
    Explained {
        /// The number of the sync.
        sync: usize,
    },
    /// No sync was found that writes it.
    Unexplained {
        /// How the nearest sync differs.
        nearest: Option<WriteDifference>,
    },
    /// What the controller had in memory is not known: the history begins in the middle.
    UnknownMemory {
        /// How the nearest sync differs.
        nearest: Option<WriteDifference>,
    },
    /// Nothing says who wrote the status, and no sync was found that writes it.
    UnknownWriter {
        /// How the nearest sync differs.
        nearest: Option<WriteDifference>,
    },
}

/// A write of the Job controller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct WriteReport {
    /// The version that it stored.
    pub version: u64,
    /// Of which kind.
    pub resource: Kind,
    /// The object.
    pub name: Name,
    /// What happened to the object.
    pub r#type: WatchEventType,
    /// The step of the session that has it, from 0.
    pub step: usize,
    /// Whether it is explained.
    pub mark: Mark,
}

impl WriteReport {
    /// Why it is taken as it was observed, if it is not explained.
    pub fn unexplained(&self) -> Option<Unexplained> {
        let (lacks, nearest) = match &self.mark {
            Mark::Explained { .. } => return None,
            Mark::Unexplained { nearest } => (Lack::Sync, nearest),
            Mark::UnknownMemory { nearest } => (Lack::Memory, nearest),
            Mark::UnknownWriter { nearest } => (Lack::Writer, nearest),
        };
        Some(Unexplained { lacks, nearest: nearest.clone() })
    }
}

/// A sync that must have been.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct InferredSync {
    /// When it began.
    pub at: Time,
    /// When its last write was answered.
    pub ended: Time,
    /// The step of the session, from 0.
    pub step: usize,
    /// The versions that it stored.
    pub writes: Vec<u64>,
    /// The Events that it recorded, by their versions.
    pub events: Vec<u64>,
    /// Changes of Jobs that its cache did not have yet.
    pub jobs_behind: usize,
    /// Changes of pods that its cache did not have yet.
    pub pods_behind: usize,
    /// Creates that the server refused it.
    pub refused: u32,
    /// It was the orphan worker's.
    pub orphan: bool,
    /// The process was another one than that of the sync before.
    pub restarted: bool,
    /// The process ended with its last write.
    pub crashed: bool,
    /// The history ends before it.
    pub cut_off: bool,
    /// Another order of deliveries explains the same.
    pub one_of_several: bool,
}

/// Writes of one writer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct WritesBy {
    /// Who.
    pub by: Writer,
    /// What the writer calls itself.
    pub agent: String,
    /// How many.
    pub writes: usize,
}

/// What a release's controller explains of a history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Report {
    /// All writes, by whom.
    pub by: Vec<WritesBy>,
    /// The writes of the Job controller, in their order.
    pub writes: Vec<WriteReport>,
    /// The syncs that were inferred, in their order.
    pub syncs: Vec<InferredSync>,
    /// Whether the history begins in the middle of the Job's life.
    pub late: bool,
    /// Whether changes are missing, since of a kind there is no more than the audit log.
    pub partial: bool,
    /// Searches that ended at their bound without an explanation.
    pub bounded: usize,
    /// What was read.
    pub summary: Summary,
}

impl Report {
    /// How many writes of the Job controller are explained.
    pub fn explained(&self) -> usize {
        self.writes.iter().filter(|write| matches!(write.mark, Mark::Explained { .. })).count()
    }

    /// How many are not, although all is known.
    pub fn unexplained(&self) -> usize {
        self.writes.iter().filter(|write| matches!(write.mark, Mark::Unexplained { .. })).count()
    }

    /// The first write that is not explained.
    pub fn first_unexplained(&self) -> Option<&WriteReport> {
        self.writes.iter().find(|write| !matches!(write.mark, Mark::Explained { .. }))
    }

    pub(super) fn count(&mut self, writers: impl Iterator<Item = (Writer, String)>) {
        let mut by: BTreeMap<(Writer, String), usize> = BTreeMap::new();
        for writer in writers {
            *by.entry(writer).or_default() += 1;
        }
        self.by = by.into_iter().map(|((by, agent), writes)| WritesBy { by, agent, writes }).collect();
    }
}

/// A history explained by a release.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The release with its gates.
    pub gates: FeatureGates,
    /// The session.
    pub session: SavedSession,
    /// What is explained.
    pub report: Report,
}

impl Explanation {
    /// The session, carried out, however long it is. A file or a link holds only so much of it.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] if a step is not possible.
    pub fn replay(&self) -> Result<Timeline, ReplayError> {
        Replay::of_own(self.session.clone())?.whole()
    }
}
