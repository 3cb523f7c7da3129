//! The Timeline region: the step controls, run targets, the branches as a tree, and the recorded session in lanes.

mod axis;
mod branch_names;
mod branches;
mod breakpoint_form;
mod breakpoint_words;
mod chart;
mod compare_with;
mod edit_words;
mod gantt;
mod lanes;
mod markers;
mod path;
mod picture;
mod run_to;
mod scrub;
mod side_by_side;
mod steps;
mod targets;
mod tree;
mod upcoming;
mod waits;
mod window;

use yew::prelude::*;

pub(crate) use branch_names::branch_name;
pub(crate) use branches::BranchesBody;
pub(crate) use breakpoint_words::{breakpoint_text, verb_name};
pub(crate) use compare_with::{CompareWith, other_branches};
pub(crate) use edit_words::edit_name;
pub(crate) use picture::{escaped, picture};

use crate::seen::With;
use crate::session::Session;
use crate::ui::{NARROW, use_media};
use crate::words::use_words;
pub(crate) use scrub::Scrub;
pub(crate) use side_by_side::{Difference, Run, SideBySide, clocks};
use steps::{MoreSteps, Steps};
pub(crate) use targets::TargetsBody;

/// Properties of [`Timeline`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: UseReducerHandle<Session>,
    /// The person wants to compare.
    pub(crate) on_compare: Callback<Option<With>>,
}

#[component]
pub(crate) fn Timeline(props: &Props) -> Html {
    let words = use_words();
    let session = &props.session;
    let narrow = use_media(NARROW);
    html! {
        <section class="panel time" id="time" aria-labelledby="h-time">
            <h2 id="h-time" class="vh">{ words.t("timeline") }</h2>
            <Steps session={session.clone()} />
            if narrow {
                <MoreSteps session={session.clone()} />
                <div class="bar only-narrow"><CompareWith release={session.now.snapshot.release} branches={other_branches(&words, session)} on_with={props.on_compare.clone()} /></div>
            }
            <Scrub session={session.clone()} on_compare={props.on_compare.clone()} />
        </section>
    }
}
