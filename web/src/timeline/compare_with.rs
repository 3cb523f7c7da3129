//! The choice of what to compare with: other releases, and other branches.

use jobscope_core::api::Release;
use jobscope_core::timeline::BranchId;
use yew::prelude::*;

use super::branch_name;
use crate::seen::With;
use crate::session::Session;
use crate::words::{Words, use_words};

/// A branch and its name.
pub(crate) type Branch = (BranchId, AttrValue);

/// The branches beside the chosen one.
pub(crate) fn other_branches(words: &Words, session: &Session) -> Vec<Branch> {
    let others = session.now.branches.iter().filter(|branch| !branch.chosen);
    others.map(|branch| (branch.id, session.read(|timeline| branch_name(words, timeline, branch.id)))).collect()
}

/// Properties of [`CompareWith`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The release of the session.
    pub(crate) release: Release,
    /// The branches to choose from.
    pub(crate) branches: Vec<Branch>,
    #[prop_or_default]
    pub(crate) chosen: Option<With>,
    pub(crate) on_with: Callback<Option<With>>,
    #[prop_or_default]
    pub(crate) class: Classes,
}

impl With {
    /// Its value among the options.
    fn value(self) -> String {
        match self {
            Self::Release(release) => release.name().to_owned(),
            Self::Branch(id) => id.0.to_string(),
        }
    }
}

#[component]
pub(crate) fn CompareWith(props: &Props) -> Html {
    let words = use_words();
    let releases: Vec<_> = Release::ALL.into_iter().filter(|release| *release != props.release).collect();
    let branches = &props.branches;
    let onchange = {
        let options: Vec<With> = releases
            .iter()
            .map(|release| With::Release(*release))
            .chain(branches.iter().map(|(id, _)| With::Branch(*id)))
            .collect();
        let (on_with, chosen) = (props.on_with.clone(), props.chosen);
        Callback::from(move |event: Event| {
            let Some(select) = event.target_dyn_into::<web_sys::HtmlSelectElement>() else { return };
            let value = select.value();
            on_with.emit(options.iter().copied().find(|option| option.value() == value));
            if chosen.is_none() {
                // The same can be chosen again.
                select.set_value("");
            }
        })
    };
    let option = |with: With, name: AttrValue| {
        html! { <option value={with.value()} selected={props.chosen == Some(with)}>{ name }</option> }
    };
    html! {
        <label class={classes!("pick", "with-other", props.class.clone())}><span class="muted">{ words.t("compare-with") }</span>
            <select class="select bare" {onchange}>
                if props.chosen.is_none() { <option value="" selected=true>{ words.t("compare-nothing") }</option> }
                <optgroup label={words.t("compare-releases")}>
                    for release in releases { { option(With::Release(release), release.name().into()) } }
                </optgroup>
                if !branches.is_empty() {
                    <optgroup label={words.t("branches")}>
                        for (id, name) in branches { { option(With::Branch(*id), name.clone()) } }
                    </optgroup>
                }
            </select>
        </label>
    }
}
