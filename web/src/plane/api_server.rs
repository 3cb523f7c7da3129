//! The API server: what is stored, and the faults that are armed.

use jobscope_core::small_sort::SmallSort as _;
use jobscope_core::world::QuotaView;
use jobscope_explain::{Moment, PodState};
use yew::prelude::*;

use crate::prose::Term;
use crate::spec::fault_tag;
use crate::ui::{Icon, and_more, elided, shape, small_icon};
use crate::words::{Words, args};

/// Most quotas, and most faults, that are shown one by one.
const MOST: usize = 2;

/// How many characters of the end of a quota's name always show, in a second line if the name is longer than one.
const QUOTA_END: usize = 12;

/// The node.
pub(super) fn node(words: &Words, now: &Moment, active: bool) -> Html {
    let snapshot = &now.snapshot;
    let count = |state: PodState| snapshot.pods.iter().filter(|pod| PodState::of(pod) == state).count();
    let counts = PodState::ALL.into_iter().filter(|state| *state != PodState::Gone).map(|state| (state, count(state)));
    html! {
        <div class={classes!("node", "api", active.then_some("now"))}>
            <h3><Term id="api-server">{ words.t("api-server") }</Term></h3>
            <dl>
                <dt>{ words.t("kind-jobs") }</dt><dd>{ snapshot.job_stream.stored }</dd>
                <dt>{ words.t("kind-pods") }</dt><dd>{ snapshot.pod_stream.stored }</dd>
                <dt title="resourceVersion">{ "rv" }</dt><dd class="muted">{ snapshot.resource_version.to_string() }</dd>
            </dl>
            <ul class="mini">
                for (state, n) in counts.filter(|(_, n)| *n > 0) {
                    <li class={format!("c-{}", state.id())}>{ shape(state.id()) }{ n }{ " " }{ words.t(state.word()) }</li>
                }
            </ul>
            for view in fullest(&snapshot.quotas) {
                <p class={classes!("tag", "quota", (view.used >= view.quota.pods).then_some("warn"))}>
                    { small_icon(Icon::Flag) }
                    <span><b title={view.quota.name.to_string()}>{ elided(view.quota.name.as_str(), QUOTA_END) }</b>{ " " }<span>{ words.f("quota-used", &args!(used = view.used, hard = view.quota.pods)) }</span></span>
                </p>
            }
            { and_more(words, snapshot.quotas.len(), MOST) }
            for fault in snapshot.faults.iter().take(MOST) {
                <p class="tag warn">{ small_icon(Icon::Flag) }<span>{ fault_tag(words, fault) }</span></p>
            }
            { and_more(words, snapshot.faults.len(), MOST) }
        </div>
    }
}

/// The quotas that are the first to refuse a pod, those with the least room first.
fn fullest(quotas: &[QuotaView]) -> Vec<&QuotaView> {
    let mut all: Vec<_> = quotas.iter().collect();
    all.small_sort_by_key(|view| i64::from(view.quota.pods) - i64::from(view.used));
    all.truncate(MOST);
    all
}
