//! Edits in a few words, for Undo and Redo.

use jobscope_core::world::Action;
use yew::AttrValue;

use crate::session::Edit;
use crate::words::Words;

/// What the edit was.
pub(super) fn told(words: &Words, edit: &Edit) -> AttrValue {
    let key = match edit {
        Edit::Anew => "edit-anew",
        Edit::Opened => "edit-opened",
        Edit::BranchNamed => "edit-branch-named",
        Edit::BranchRemoved => "edit-branch-removed",
        Edit::Action(action) => return words.t(of_action(action)),
    };
    words.t(key)
}

/// The key of what kind of edit an action is.
pub(super) fn of_action(action: &Action) -> &'static str {
    match action {
        Action::CreateJob { .. } | Action::ImportJob { .. } => "edit-create-job",
        Action::ApplyJob { .. } => "edit-apply-job",
        Action::PatchJob { .. } | Action::ScaleJob { .. } => "edit-patch-job",
        Action::DeleteJob { .. } => "edit-delete-job",
        Action::SetOutcomes { .. } => "edit-outcomes",
        Action::Fault(_) => "edit-fault",
        Action::CreateQuota { .. } | Action::DeleteQuota { .. } => "edit-quota",
        Action::Restart | Action::CrashAfter { .. } | Action::StartManager { .. } | Action::StepManager => {
            "edit-restart"
        }
        Action::HoldStream { .. } => "edit-hold",
        Action::ReleaseStream { .. } => "edit-release",
        Action::Deliver { .. } | Action::Relist { .. } | Action::Resync => "edit-deliver",
        Action::CloseWatch { .. }
        | Action::ExpireWatch { .. }
        | Action::Bookmark { .. }
        | Action::Receive { .. }
        | Action::ResyncTick { .. } => "edit-watch",
        Action::Sync | Action::SyncOrphan | Action::SyncTtl => "edit-sync",
        Action::Advance { .. } => "edit-advance",
        Action::Gc => "edit-gc",
        _ => "edit-pods",
    }
}
