//! Why no session can begin with the objects of a cluster.

use super::MAX_CLUSTER_JOBS;
use crate::api::yaml::{Position, YamlError, position};
use crate::api::{Hint, TextObject, TextProblem};
use crate::timeline::FileError;
use crate::timeline::opening::printed;

/// Why no session can begin with the objects of a cluster, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {}{problem}", crate::api::prefix(path))]
pub struct ClusterError {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// The field, such as `items[1].status.phase`; empty for the text as a whole.
    pub path: String,
    /// What is wrong, and what to do.
    pub problem: ClusterProblem,
    /// The namespace that the text is about, if it is one.
    pub namespace: Option<Box<str>>,
}

/// What is wrong with the objects of a cluster: one sentence each, which says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClusterProblem {
    /// There is no Job, and no pod either.
    #[error("there is no Job here: print Jobs with their pods")]
    NoJob,
    /// There are pods without the Job that owns them.
    #[error("pod {pod:?} is here without its Job: print Jobs and pods together")]
    PodsAlone {
        /// The first pod.
        pod: String,
    },
    /// The pods are not those of a Job.
    #[error("pod {pod:?} belongs to {kind} {owner:?} and not to a Job: print a Job with its pods")]
    OtherOwner {
        /// The first pod.
        pod: String,
        /// The kind of its owner.
        kind: String,
        /// Its owner.
        owner: String,
    },
    /// There are only Events.
    #[error("these are Events, which say only what happened to objects: print the Jobs and pods themselves")]
    Events,
    /// A Job has pods, and there is no pod here.
    #[error("Job {job:?} has {active} active pods, and none of them is here: print Jobs and pods together")]
    WithoutPods {
        /// The Job.
        job: String,
        /// `status.active`.
        active: i32,
    },
    /// An object has no UID.
    #[error(
        "it has no UID, so it is unknown which pods belong to which Job: print the objects as the cluster has them"
    )]
    NoUid,
    /// An object has no name.
    #[error("it has no name: print the objects as the cluster has them")]
    NoName,
    /// Two objects have the same UID.
    #[error("another object has this UID: print each object once")]
    SameUid,
    /// Two objects of a kind have the same name.
    #[error("another one has this name: print the objects of one namespace (-n)")]
    SameName,
    /// There are too many Jobs.
    #[error("there are more than {MAX_CLUSTER_JOBS} Jobs: print only the Jobs in question, by name")]
    TooManyJobs,
    /// It cannot be read.
    #[error("{}", problem.with_hint(hint.as_ref()))]
    Invalid {
        /// What is wrong with it.
        problem: TextProblem,
        /// What to do about it.
        hint: Option<Hint>,
    },
}

impl ClusterError {
    pub(super) fn new(at: Position, path: &str, problem: ClusterProblem) -> Self {
        Self { line: at.line, column: at.column, path: path.to_owned(), problem, namespace: None }
    }

    /// Something that is wrong within an object.
    pub(super) fn in_object(object: &TextObject, within: &str, problem: ClusterProblem) -> Self {
        let dot = if object.path.is_empty() || within.is_empty() { "" } else { "." };
        Self::new(position(&object.node, within), &format!("{}{dot}{within}", object.path), problem)
    }

    /// The command that prints what is needed, where it helps.
    pub fn command(&self) -> Option<String> {
        match self.problem {
            ClusterProblem::Invalid { .. } | ClusterProblem::TooManyJobs => None,
            _ => Some(printed::command(self.namespace.as_deref())),
        }
    }
}

impl From<TextProblem> for ClusterProblem {
    fn from(problem: TextProblem) -> Self {
        Self::Invalid { problem, hint: None }
    }
}

impl From<YamlError> for ClusterError {
    fn from(error: YamlError) -> Self {
        let YamlError { at, problem, hint } = error;
        Self::new(at, "", ClusterProblem::Invalid { problem, hint })
    }
}

impl From<ClusterError> for FileError {
    fn from(error: ClusterError) -> Self {
        let ClusterError { line, column, path, problem, .. } = error;
        let (problem, hint) = match problem {
            ClusterProblem::Invalid { problem, hint } => (problem, hint),
            other => (TextProblem::quoted(other.to_string()), None),
        };
        Self { line, column, path, problem, hint }
    }
}
