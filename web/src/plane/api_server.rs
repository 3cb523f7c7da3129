//! The API server: what is stored, and the faults that are armed.

use jobscope_explain::{Moment, PodState};
use yew::prelude::*;

use crate::prose::Term;
use crate::spec::fault_tag;
use crate::ui::{Icon, shape, small_icon};
use crate::words::{Words, args};

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
            for view in &snapshot.quotas {
                <p class={classes!("tag", "quota", (view.used >= view.quota.pods).then_some("warn"))}>
                    { small_icon(Icon::Flag) }
                    <span><b>{ view.quota.name.to_string() }</b>{ " " }<span>{ words.f("quota-used", &args!(used = view.used, hard = view.quota.pods)) }</span></span>
                </p>
            }
            for fault in &snapshot.faults {
                <p class="tag warn">{ small_icon(Icon::Flag) }<span>{ fault_tag(words, fault) }</span></p>
            }
        </div>
    }
}
