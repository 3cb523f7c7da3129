//! The informers' caches: all that the controller sees. What is stale is amber and hatched.

use jobscope_core::world::{CacheState, PodView};
use yew::prelude::*;

use crate::session::Moment;
use crate::words::{Words, args};

/// Pods that are named by number; the rest is a number of pods.
const MOST_NAMED: usize = 4;

/// The node.
pub(super) fn node(words: &Words, now: &Moment, active: bool) -> Html {
    let snapshot = &now.snapshot;
    let stale: Vec<_> = snapshot.pods.iter().filter(|pod| pod.cache != CacheState::InStep).collect();
    let job_stale = snapshot.jobs.iter().find(|job| job.cache != CacheState::InStep);
    html! {
        <div class={classes!("node", "cache", active.then_some("now"))}>
            <h3>{ words.t("cache") }</h3>
            <dl><dt>{ "Jobs" }</dt><dd>{ snapshot.job_stream.cached }</dd><dt>{ "Pods" }</dt><dd>{ snapshot.pod_stream.cached }</dd></dl>
            if let Some(job) = job_stale {
                <p class="tag warn hatch"><span>{ words.t(job_word(job.cache)) }</span></p>
            }
            if !stale.is_empty() {
                <p class="tag warn hatch"><span><b>{ words.f("pods-behind", &args!(n = stale.len())) }</b><br />{ words.f("pods-behind-which", &args!(which = numbers(&stale))) }</span></p>
            }
            if stale.is_empty() && job_stale.is_none() && snapshot.job_stream.stored > 0 {
                <p class="muted small">{ words.t("cache-in-step") }</p>
            }
        </div>
    }
}

fn job_word(cache: CacheState) -> &'static str {
    match cache {
        CacheState::NotSeen => "job-not-seen",
        CacheState::Behind | CacheState::InStep => "job-behind",
        CacheState::GoneFromStore => "job-gone",
    }
}

fn numbers(pods: &[&PodView]) -> String {
    let mut numbers: Vec<_> = pods.iter().map(|pod| pod.ordinal).collect();
    numbers.sort_unstable();
    let more = numbers.len() > MOST_NAMED;
    let named: Vec<_> = numbers.into_iter().take(MOST_NAMED).map(|number| number.to_string()).collect();
    if more { format!("{}, …", named.join(", ")) } else { named.join(", ") }
}
