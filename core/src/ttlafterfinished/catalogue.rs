//! The questions of the controller, the same in all releases that have it.

use crate::trace::DecisionId as D;
use crate::trace::Function::{ProcessJob, ProcessTtl};
use crate::trace::{Question, ask_last, at};

/// The questions that it asks, and what can follow each. It checks the Job twice: in the cache, and in the store.
pub(crate) const CATALOGUE: &[Question] = &[
    ask_last(ProcessJob, D::JobInCache, &[at(ProcessTtl, D::NeedsCleanup)]),
    ask_last(ProcessTtl, D::NeedsCleanup, &[at(ProcessTtl, D::TtlExpired)]),
    ask_last(ProcessTtl, D::TtlExpired, &[at(ProcessTtl, D::NeedsCleanup), at(ProcessJob, D::NotFoundTolerated)]),
    ask_last(ProcessJob, D::NotFoundTolerated, &[]),
];
