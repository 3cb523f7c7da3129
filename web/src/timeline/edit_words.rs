//! Edits in a few words, for Undo and Redo.

use jobscope_core::world::Action;
use yew::AttrValue;

use crate::session::Edit;
use crate::words::Words;

/// What the edit was.
pub(super) fn text(words: &Words, edit: &Edit) -> AttrValue {
    let key = match edit {
        Edit::Restarted | Edit::Began(_) => "edit-restarted",
        Edit::Opened(_) => "edit-opened",
        Edit::BranchNamed => "edit-branch-named",
        Edit::BranchRemoved => "edit-branch-removed",
        Edit::Found => "edit-found",
        Edit::Command(line) => return line.clone(),
        Edit::Action(action) => return edit_name(words, action),
    };
    words.t(key)
}

/// What kind of edit an action is.
pub(crate) fn edit_name(words: &Words, action: &Action) -> AttrValue {
    words.t(of_action(action))
}

fn of_action(action: &Action) -> &'static str {
    match action {
        Action::CreateJob { .. } | Action::ImportJob { .. } => "edit-create-job",
        Action::ImportPods { .. } | Action::ApplyPod { .. } => "edit-import-pods",
        Action::ApplyJob { .. } => "edit-apply-job",
        Action::PatchJob { .. } | Action::PatchJobStatus { .. } | Action::ScaleJob { .. } => "edit-patch-job",
        Action::DeleteJob { .. } => "edit-delete-job",
        Action::SetOutcomes { .. } => "edit-outcomes",
        Action::Fault(_) => "edit-fault",
        Action::RemoveFault { .. } => "edit-fault-removed",
        Action::CreateNamespace { .. } => "edit-namespace",
        Action::CreateQuota { .. } | Action::ApplyQuota { .. } | Action::DeleteQuota { .. } => "edit-quota",
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
        Action::Sync | Action::InferSync { .. } | Action::StepSync { .. } | Action::SyncOrphan | Action::SyncTtl => {
            "edit-sync"
        }
        Action::Advance { .. } => "edit-advance",
        Action::Gc | Action::AttemptToDelete | Action::AttemptToOrphan | Action::PodGc => "edit-gc",
        Action::DeleteNode { .. } => "edit-delete-node",
        _ => "edit-pods",
    }
}
