//! The explanation of a row or of a question in the chart: a sentence, Kubernetes' term for it, and the source file of
//! the release. The same words can mean something else in another release or controller.

use fluent_bundle::FluentArgs;
use jobscope_core::api::Release;
use jobscope_core::job::catalogue::source_file;
use jobscope_core::manager::{Simulated, catalogue, controller_of};
use jobscope_core::trace::{DecisionId, Function};
use yew::prelude::*;

use crate::prose::{Term, term_of_text};
use crate::ui::{Icon, small_icon};
use crate::words::{Words, args, text_minor};

/// What is to be explained.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Explained {
    /// A question.
    Question(DecisionId),
    /// Something else that a controller did: the key of a text with the attribute `explain` and, mostly, `term`; and the
    /// functions that it was done in, the outermost first.
    Done(&'static str, Vec<Function>),
}

impl Explained {
    /// What the Job controller did, in whichever function.
    pub(super) fn of_job_controller(key: &'static str) -> Self {
        Self::Done(key, Vec::new())
    }

    /// The key of its texts.
    fn key(&self) -> String {
        match self {
            Self::Question(decision) => format!("decision-{}", decision.name()),
            Self::Done(key, _) => (*key).to_owned(),
        }
    }

    /// What it is called.
    pub(super) fn name(&self, words: &Words, release: Release) -> AttrValue {
        words.f(&self.key(), &self.variants(release))
    }

    /// What its texts can depend on: the release, whose doing it is, and in which function.
    fn variants(&self, release: Release) -> FluentArgs<'static> {
        let (by, within) = match self {
            Self::Question(_) => ("any", ""),
            Self::Done(_, functions) => {
                let by = match whose(functions, release) {
                    Simulated::Job => "job",
                    Simulated::GarbageCollector => "garbage-collector",
                    Simulated::PodGc => "pod-gc",
                    Simulated::TtlAfterFinished => "ttl",
                };
                (by, functions.last().map_or("", |function| function.name()))
            }
        };
        args!(release = text_minor(release), by = by, within = within)
    }

    /// The file of Kubernetes' source.
    fn source(&self, release: Release) -> &'static str {
        match self {
            Self::Question(decision) => source_of(*decision, release),
            Self::Done(key, functions) => source_of_done(key, functions.last().copied(), whose(functions, release)),
        }
    }
}

/// The sentence, the term and the source.
pub(super) fn view(words: &Words, explained: &Explained, release: Release) -> Html {
    let (key, variants, path) = (explained.key(), explained.variants(release), explained.source(release));
    let file = path.rsplit('/').next().unwrap_or(path);
    let source = format!("https://github.com/kubernetes/kubernetes/blob/{}/{path}", release.tag());
    let term_key = format!("{key}.term");
    html! { <>
        <p class="expl">{ words.say_f(&format!("{key}.explain"), &variants) }</p>
        <p class="src">
            if words.has(&term_key) { <span class="term">{ term(words.f(&term_key, &variants), &key) }</span> }
            <a href={source} target="_blank" rel="noopener noreferrer">{ format!("{file}, {}", release.tag()) }{ small_icon(Icon::Link) }</a>
        </p>
    </> }
}

/// The controller's own name for it, as the way to what it means.
fn term(name: AttrValue, key: &str) -> Html {
    match term_of_text(key) {
        Some(id) => html! { <Term {id}>{ name }</Term> },
        None => html! { name },
    }
}

/// The controller whose functions these are. Some of them ask nothing, and are known by those around them.
fn whose(functions: &[Function], release: Release) -> Simulated {
    let all = functions.iter().map(|function| controller_of(release, *function));
    all.into_iter().find(|controller| *controller != Simulated::Job).unwrap_or(Simulated::Job)
}

/// The file in which the first controller that asks the question has it decided.
fn source_of(decision: DecisionId, release: Release) -> &'static str {
    let asks =
        |controller: &Simulated| catalogue(release, *controller).iter().any(|asked| asked.at.decision == decision);
    match Simulated::ALL.into_iter().find(asks) {
        None | Some(Simulated::Job) => source_file(release, decision),
        Some(other) => other.source_file(),
    }
}

/// The file in which something else is done, within a function.
fn source_of_done(key: &str, within: Option<Function>, by: Simulated) -> &'static str {
    match (key, by) {
        // All of them, in v1.11 by a `deleteJobPods` that asks nothing: none has to be chosen.
        ("calls-delete", Simulated::Job) if matches!(within, Some(Function::SyncJob | Function::DeleteActivePods)) => {
            by.source_file()
        }
        // `ActivePods`, `ControllerExpectations`
        ("calls-delete" | "expect-creations", Simulated::Job) => "pkg/controller/controller_utils.go",
        // `PodControllerRefManager`
        ("calls-patch", Simulated::Job) => "pkg/controller/controller_ref_manager.go",
        // `podBackoffStore`
        ("backoff-noted", _) => "pkg/controller/job/backoff_utils.go",
        // `uidTrackingExpectations`
        ("expect-finalizers", _) => "pkg/controller/job/tracking_utils.go",
        // `deleteObject`, `getObject`, `patchObject`, `removeFinalizer`
        ("calls-delete" | "calls-get" | "calls-get-pod" | "calls-patch-job", Simulated::GarbageCollector) => {
            "pkg/controller/garbagecollector/operations.go"
        }
        _ => by.source_file(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Locale;

    fn explain(explained: &Explained, release: Release) -> String {
        let key = format!("{}.explain", explained.key());
        Words::new(Locale::En).f(&key, &explained.variants(release)).to_string()
    }

    #[test]
    fn a_call_is_explained_by_what_it_is_made_for() {
        use Function as F;
        for (key, functions, release, words, file) in [
            (
                "calls-get",
                vec![F::SyncJob, F::UpdateJobStatus],
                Release::V1_11,
                "Before each attempt to write the status",
                "job_controller.go",
            ),
            ("calls-get", vec![F::SyncJob], Release::V1_11, "Before it adopts a pod", "job_controller.go"),
            (
                "calls-get",
                vec![F::ProcessJob, F::ProcessTtl],
                Release::V1_36,
                "Before it deletes anything",
                "ttlafterfinished_controller.go",
            ),
            (
                "calls-get",
                vec![F::AttemptToDeleteWorker, F::AttemptToDeleteItem],
                Release::V1_11,
                "Before it deletes anything",
                "operations.go",
            ),
            ("calls-delete", vec![F::SyncJob], Release::V1_11, "because the Job ends", "job_controller.go"),
            (
                "calls-delete",
                vec![F::SyncJob, F::DeleteActivePods],
                Release::V1_36,
                "because the Job ends",
                "job_controller.go",
            ),
            (
                "calls-delete",
                vec![F::SyncJob, F::ManageJob],
                Release::V1_11,
                "If not all are deleted",
                "controller_utils.go",
            ),
            ("calls-patch", vec![F::SyncJob], Release::V1_28, "is adopted", "controller_ref_manager.go"),
            (
                "calls-patch",
                vec![F::AttemptToOrphanWorker, F::OrphanDependents],
                Release::V1_28,
                "no longer names an owner",
                "garbagecollector.go",
            ),
            (
                "calls-patch-job",
                vec![F::SyncJob, F::TrackJobStatusAndRemoveFinalizers],
                Release::V1_22,
                "feature gate",
                "job_controller.go",
            ),
            (
                "calls-patch-job",
                vec![F::AttemptToOrphanWorker, F::RemoveFinalizer],
                Release::V1_11,
                "had to wait for",
                "operations.go",
            ),
            (
                "calls-delete",
                vec![F::SyncJob, F::ManageJob],
                Release::V1_11,
                "without a node are deleted first",
                "controller_utils.go",
            ),
            ("calls-delete", vec![F::Gc, F::GcTerminated], Release::V1_11, "The oldest ended pods", "gc_controller.go"),
            (
                "calls-delete",
                vec![F::AttemptToDeleteWorker, F::AttemptToDeleteItem],
                Release::V1_36,
                "owner",
                "operations.go",
            ),
            ("returned-beside", vec![F::Gc], Release::V1_36, "", "gc_controller.go"),
        ] {
            let done = Explained::Done(key, functions.clone());
            let said = explain(&done, release);
            assert!(said.contains(words), "{key} in {functions:?} of {release}: {said}");
            assert!(done.source(release).ends_with(&format!("/{file}")), "{key}: {}", done.source(release));
        }
    }

    #[test]
    fn releases_that_decide_otherwise_are_explained_otherwise() {
        for (decision, old, new) in [
            (DecisionId::CreateErrorTolerated, "timeout", "namespace is being deleted"),
            (DecisionId::StartTimeUnset, "requeued for when", "unless the Job is suspended"),
            (DecisionId::CompletionsReached, "Without: one has, and none", "In both, none may be active"),
        ] {
            let explained = Explained::Question(decision);
            assert!(explain(&explained, Release::V1_11).contains(old), "{}", explain(&explained, Release::V1_11));
            for release in Release::ALL.into_iter().filter(|release| release.since(22)) {
                let said = explain(&explained, release);
                assert!(said.contains(new) && !said.contains(old), "{release}: {said}");
            }
        }
    }
}
