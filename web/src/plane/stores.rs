//! What newer releases also remember: finalizers to be seen gone, pods without a Job, and their own writes.
//!
//! A release has a place for each of them whether or not there is anything in it, so that nothing moves while stepping.

use jobscope_core::api::Uid;
use jobscope_explain::Moment;
use yew::prelude::*;

use super::memory::of_job;
use crate::prose::Term;
use crate::words::{Words, args, or_none};

/// The minor whose controller has a queue of orphan pods.
const ORPHANS: u8 = 22;
/// The minor whose controller remembers the finalizers that it removed.
const FINALIZERS: u8 = 23;
/// The minor whose controller waits until it sees the end of a Job that it wrote; since v1.36 it waits for all its writes.
const OWN_WRITES: u8 = 34;

/// The line under the memory; nothing for releases that remember no more.
pub(super) fn view(words: &Words, now: &Moment) -> Html {
    let release = now.snapshot.release;
    if !release.since(ORPHANS) {
        return Html::default();
    }
    html! {
        <div role="group" aria-label={words.t("stores")}>
            <dl class="stores">
                if release.since(FINALIZERS) { { finalizers(words, now) } }
                { orphans(words, now) }
                if release.since(OWN_WRITES) { { own_writes(words, now) } }
            </dl>
        </div>
    }
}

/// A store by the key of its name, the term that it is about, and what is in it.
fn store(words: &Words, (key, term): (&str, &'static str), waits: bool, content: AttrValue) -> Html {
    html! {
        <div title={words.t(&format!("{key}.explain"))}>
            <dt><Term id={term}>{ words.t(key) }</Term></dt><dd class={waits.then_some("acc")}>{ content }</dd>
        </div>
    }
}

fn finalizers(words: &Words, now: &Moment) -> Html {
    let expected = of_job(now, &now.snapshot.finalizer_expectations, |expected| &expected.key);
    let pods: usize = expected.map(|expected| expected.uids.len()).sum();
    store(words, ("store-finalizers", "finalizer"), pods > 0, words.f("store-finalizers-told", &args!(n = pods)))
}

fn orphans(words: &Words, now: &Moment) -> Html {
    let queue = &now.snapshot.orphan_queue;
    let keys = queue.ready.len() + queue.delayed.len() + queue.processing.len();
    store(words, ("store-orphans", "orphan"), keys > 0, words.f("store-orphans-told", &args!(n = keys)))
}

fn own_writes(words: &Words, now: &Moment) -> Html {
    let job = now.job();
    let is_of_job = |uid: &Uid| job.is_none_or(|view| view.job.metadata.uid.as_ref() == Some(uid));
    let ends = now.snapshot.finished_expectations.iter().any(is_of_job);
    let record = of_job(now, &now.snapshot.written, |written| &written.key).next().map(|written| &written.record);
    let content = match record {
        _ if ends => words.t("store-writes-end"),
        Some(record) => words.f("store-writes-told", &args!(job = or_none(record.jobs), pods = or_none(record.pods))),
        None => words.t("store-writes-none"),
    };
    store(words, ("store-writes", "resource-version"), ends || record.is_some(), content)
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;
    use jobscope_core::timeline::Timeline;
    use jobscope_explain::Preset;
    use jobscope_explain::played::moments;

    use super::*;

    #[test]
    fn a_release_has_a_place_for_what_its_controller_remembers_and_for_nothing_else() {
        for release in Release::ALL {
            let moments = moments(Preset::Pi, release, Timeline::step_into);
            let remembers = |is: fn(&Moment) -> bool| moments.iter().any(is);
            let finalizers = remembers(|now| !now.snapshot.finalizer_expectations.is_empty());
            assert_eq!(finalizers, release.since(FINALIZERS), "{release}");
            let writes =
                remembers(|now| !now.snapshot.finished_expectations.is_empty() || !now.snapshot.written.is_empty());
            assert_eq!(writes, release.since(OWN_WRITES), "{release}");
        }
    }
}
