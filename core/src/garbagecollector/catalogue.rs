//! The questions of the controller, by release.

use super::{COORDINATES_SINCE, VERSION_CHECKED_SINCE};
use crate::api::Release;
use crate::trace::DecisionId as D;
use crate::trace::Function::{
    AttemptToDeleteItem as Item, AttemptToDeleteWorker as Worker, ClassifyReferences as Classify,
    OrphanDependents as Orphan, ProcessDeletingDependentsItem as Deleting, RemoveFinalizer as Remove,
};
use crate::trace::{Question, QuestionSite, ask, ask_last, at};

/// After a look that came to something, in all releases.
const LOOKED: QuestionSite = at(Worker, D::ItemObserved);

macro_rules! catalogue {
    ([$($first:expr),*], [$($after_deletion:expr),*]) => {
        &[
            $($first,)*
            ask(Item, D::ItemBeingDeleted, &[LOOKED, at(Item, D::ItemGone)]),
            // Calls that fail end the look, here and below.
            ask_last(Item, D::ItemGone, &[at(Item, D::DeletingDependents)]),
            ask(Item, D::DeletingDependents, &[at(Deleting, D::BlockingDependents), at(Item, D::OwnersNamed)]),
            ask_last(Deleting, D::BlockingDependents, &[at(Remove, D::FinalizerHeld), LOOKED]),
            ask(Item, D::OwnersNamed, &[LOOKED, at(Classify, D::OwnerAbsent)]),
            ask_last(
                Classify,
                D::OwnerAbsent,
                &[at(Classify, D::OwnerAbsent), at(Classify, D::OwnerWaits), at(Item, D::SolidOwner)],
            ),
            ask(Classify, D::OwnerWaits, &[at(Classify, D::OwnerAbsent), at(Item, D::SolidOwner)]),
            ask(Item, D::SolidOwner, &[at(Item, D::OwnersToDrop), at(Item, D::DeleteInForeground)]),
            ask_last(Item, D::OwnersToDrop, &[LOOKED]),
            ask_last(Item, D::DeleteInForeground, &[at(Item, D::DependentsWait), LOOKED, $($after_deletion.at),*]),
            ask_last(Item, D::DependentsWait, &[LOOKED, $($after_deletion.at),*]),
            $($after_deletion,)*
            ask_last(Worker, D::ItemObserved, &[]),
            ask_last(Orphan, D::DependentsToOrphan, &[at(Orphan, D::NotFoundTolerated), at(Remove, D::FinalizerHeld)]),
            ask_last(Orphan, D::NotFoundTolerated, &[at(Orphan, D::NotFoundTolerated), at(Remove, D::FinalizerHeld)]),
            // Another writer's update makes it try again. It is also the end of orphaning an owner's dependents.
            ask_last(Remove, D::FinalizerHeld, &[at(Remove, D::FinalizerHeld), LOOKED]),
        ]
    };
}

const ORIGINAL: &[Question] = catalogue!([], []);

/// An item that was queued before an event named it.
const NODE_CURRENT: Question = ask_last(Worker, D::NodeCurrent, &[at(Item, D::ItemBeingDeleted)]);

const WITH_COORDINATES: &[Question] = catalogue!([NODE_CURRENT], []);

/// Another writer was faster.
const GONE_MEANWHILE: Question = ask_last(Item, D::NotFoundTolerated, &[]);

const WITH_VERSION_CHECK: &[Question] = catalogue!([NODE_CURRENT], [GONE_MEANWHILE]);

/// Which questions the controller of that release asks, and what can follow each.
pub(crate) fn catalogue(release: Release) -> &'static [Question] {
    if release.since(VERSION_CHECKED_SINCE) {
        WITH_VERSION_CHECK
    } else if release.since(COORDINATES_SINCE) {
        WITH_COORDINATES
    } else {
        ORIGINAL
    }
}
