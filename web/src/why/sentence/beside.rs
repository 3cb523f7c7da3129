//! What a look of a controller beside the Job controller comes to.

use jobscope_core::trace::{DecisionId, Verb};

use super::phrase::{Phrase, phrase};
use crate::why::summary::Summary;

/// The TTL-after-finished controller looked at a Job.
pub(super) fn ttl(summary: &Summary<'_>) -> Phrase {
    let name = summary.result().map(|result| result.key.split().1.to_owned()).unwrap_or_default();
    if summary.tally(Verb::DeleteJob).done > 0 {
        phrase!("did-sync-ttl-deleted", name = name)
    } else if summary.result().is_some_and(|result| result.error.is_some()) {
        phrase!("did-sync-ttl-refused", name = name)
    } else if summary.no(DecisionId::TtlExpired) {
        phrase!("did-sync-ttl-waits", name = name)
    } else {
        phrase!("did-sync-ttl-nothing", name = name)
    }
}
