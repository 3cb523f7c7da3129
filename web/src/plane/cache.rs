//! The informers' caches: all that the controller sees. What is stale is amber and hatched.

use std::sync::Arc;

use jobscope_core::api::Release;
use jobscope_core::client::ReflectorState;
use jobscope_core::small_sort::SmallSort as _;
use jobscope_core::world::{CacheState, PodView};
use jobscope_explain::{Moment, ranges};
use yew::prelude::*;

use crate::pods::number;
use crate::prose::Term;
use crate::ui::{NAME_END, and_more, elided};
use crate::words::{Words, args};

/// The node.
pub(super) fn node(words: &Words, now: &Moment, active: bool) -> Html {
    let snapshot = &now.snapshot;
    let stale: Vec<_> = snapshot.pods.iter().map(Arc::as_ref).filter(|pod| pod.cache != CacheState::InStep).collect();
    let stale_jobs: Vec<_> = snapshot.jobs.iter().filter(|job| job.cache != CacheState::InStep).collect();
    let fifo: u32 = snapshot.manager.informers.iter().map(|informer| informer.queued).sum();
    html! {
        <div class={classes!("node", "cache", active.then_some("now"))}>
            <h3><Term id="informer-cache">{ words.t("cache") }</Term></h3>
            <dl><dt>{ words.t("kind-jobs") }</dt><dd>{ snapshot.job_stream.cached }</dd><dt>{ words.t("kind-pods") }</dt><dd>{ snapshot.pod_stream.cached }</dd></dl>
            if let Some(job) = stale_jobs.first() {
                <p class="tag warn hatch"><span class="lines">
                    <b>{ words.t(job_word(job.cache)) }</b>
                    if let Some(name) = now.name_among_jobs(&job.job.metadata.key()) { <code title={name.clone()}>{ elided(&name, NAME_END) }</code> }
                    { and_more(words, stale_jobs.len(), 1) }
                </span></p>
            }
            if !stale.is_empty() {
                <p class="tag warn hatch"><span class="lines"><b>{ words.f("pods-behind", &args!(n = stale.len())) }</b><span>{ which(words, &stale) }</span></span></p>
            }
            if fifo > 0 {
                <p class="tag"><span><Term id="delta-fifo">{ fifo_name(snapshot.release) }</Term>{ " " }{ words.f("fifo-keys", &args!(n = fifo)) }</span></p>
            }
            if stale.is_empty() && stale_jobs.is_empty() && is_open(now) && snapshot.job_stream.stored + snapshot.pod_stream.stored > 0 {
                <p class="muted small">{ words.say("cache-in-step") }</p>
            }
        </div>
    }
}

/// Whether both watches have been opened: before that, nobody knows what the API server has.
fn is_open(now: &Moment) -> bool {
    now.snapshot.manager.informers.iter().all(|informer| informer.reflector != ReflectorState::Stopped)
}

fn job_word(cache: CacheState) -> &'static str {
    match cache {
        CacheState::NotSeen => "job-not-seen",
        CacheState::Behind | CacheState::InStep => "job-behind",
        CacheState::GoneFromStore => "job-gone",
    }
}

/// The type of an informer's queue (client-go's gate `InOrderInformers`, on since v1.33).
fn fifo_name(release: Release) -> &'static str {
    if release.since(33) { "RealFIFO" } else { "DeltaFIFO" }
}

/// Which pods: by what their tiles say.
fn which(words: &Words, pods: &[&PodView]) -> AttrValue {
    let mut numbers: Vec<_> = pods.iter().map(|pod| number(pod)).collect();
    numbers.small_sort();
    // An index may have several pods.
    numbers.dedup();
    let word = if pods.iter().all(|pod| pod.completion_index.is_some()) {
        "indexes-behind-which"
    } else {
        "pods-behind-which"
    };
    words.f(word, &args!(n = numbers.len(), which = ranges(&numbers)))
}

#[cfg(test)]
mod tests {
    use jobscope_core::manager::ManagerOptions;
    use jobscope_core::timeline::Timeline;
    use jobscope_core::world::{Action, World};

    use super::*;
    use jobscope_explain::Movement;

    #[test]
    fn a_cache_is_open_when_both_its_watches_are() {
        let mut timeline = Timeline::new(World::new(Release::V1_36));
        let is_open = |timeline: &Timeline| is_open(&Moment::of(timeline, 0, Movement::Jump, 0));
        assert!(is_open(&timeline), "a world begins with a manager that has started");
        timeline.apply(&Action::StartManager { options: ManagerOptions::default() }).unwrap();
        let mut said = vec![is_open(&timeline)];
        while timeline.step_over() {
            said.push(is_open(&timeline));
        }
        said.dedup();
        assert_eq!(said, [false, true]);
    }
}
