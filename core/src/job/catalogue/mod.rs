//! The catalogue: which questions a release's Job controller asks, in which function, and what can follow each.
//!
//! It is written down by hand beside the releases, in the order of their source, and tests hold every
//! sync to it. Two releases can be compared by it.

mod compare;
mod source;
mod v1_11;
mod v1_22;
mod v1_28;
mod v1_36;

pub use compare::{CatalogueDifference, compare};
pub use source::source_file;

use crate::api::Release;
use crate::trace::{Question, ask, ask_last, at};

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
    match release {
        Release::V1_11 => v1_11::CATALOGUE,
        Release::V1_22 => v1_22::CATALOGUE,
        Release::V1_28 => v1_28::CATALOGUE,
        Release::V1_36 => v1_36::CATALOGUE,
    }
}
