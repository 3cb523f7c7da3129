//! The Jobs of a recorded history, of which one is explained.

use std::rc::Rc;

use jobscope_core::api::ObjectKey;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::arrival::{Explain, Recorded};
use crate::effect::use_effect_with;
use crate::session::{Do, use_dispatch};
use crate::words::{args, use_words};

/// Properties of [`Jobs`].
#[derive(Properties)]
pub(super) struct Props {
    pub(super) recorded: Rc<Recorded>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.recorded, &other.recorded)
    }
}

/// Nothing if there is only one.
#[component]
pub(super) fn Jobs(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let select = use_node_ref();
    let (jobs, shown) = (props.recorded.jobs(), props.recorded.job());
    {
        // What the reader chose outweighs which option is drawn as selected.
        let select = select.clone();
        use_effect_with(shown.to_string(), move |shown| {
            if let Some(select) = select.cast::<HtmlSelectElement>() {
                select.set_value(shown);
            }
        });
    }
    if jobs.len() < 2 {
        return Html::default();
    }
    let onchange = {
        let shown = shown.clone();
        Callback::from(move |event: Event| {
            let Some(select) = event.target_dyn_into::<HtmlSelectElement>() else { return };
            let job = ObjectKey::from(select.value());
            // Until the other one is explained, this one is shown.
            select.set_value(&shown.to_string());
            dispatch.dispatch(Do::Explain(Explain::Job(job)));
        })
    };
    html! {
        <label class="pick history-jobs"><span class="muted">{ words.f("history-jobs", &args!(n = jobs.len())) }</span>
            <select ref={select} class="select bare" {onchange}>
                for job in jobs {
                    <option value={job.key.to_string()} selected={job.key == *shown}>{ words.f("history-job", &args!(job = job.key.to_string(), n = job.versions)) }</option>
                }
            </select>
        </label>
    }
}
