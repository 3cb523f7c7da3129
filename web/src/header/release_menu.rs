//! The choice of the Kubernetes release, and what is known of it: how it is judged, its gates, fixes of later patches.

use jobscope_core::api::{FeatureGate, FeatureGates, Fix, Maturity, Release};
use yew::prelude::*;

use crate::effect::use_effect_with;
use crate::lazy::lazy;
use crate::route::Route;
use crate::session::{Do, use_dispatch};
use crate::ui::{
    Icon, Popover, evidence, fix_key, icon, on_parsed, release_key, release_options, upstream, use_opener,
};
use crate::words::{Words, args, use_words};

/// Properties of [`ReleaseMenu`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    /// The present release and its gates.
    pub(crate) gates: FeatureGates,
}

/// The Kubernetes release. Another one begins a new session: what was recorded is no history of it.
#[component]
pub(crate) fn ReleaseMenu(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let release = props.gates.release();
    let (node, chosen) = (use_node_ref(), use_state_eq(|| 0_u32));
    let popover = use_opener();
    {
        let node = node.clone();
        use_effect_with((release, *chosen), move |(release, _)| {
            // What was chosen may be refused: what is shown is what there is.
            if let Some(select) = node.cast::<web_sys::HtmlSelectElement>() {
                select.set_value(release.name());
            }
        });
    }
    let onchange = on_parsed::<Event, _>(move |release| {
        dispatch.dispatch(Do::Choose(release));
        chosen.set(chosen.wrapping_add(1));
    });
    let name = words.f("release-about", &args!(release = release.name()));
    html! { <>
        <label class="pick"><span class="muted">{ words.t("kubernetes") }</span>
            <select ref={node} class="select bare" {onchange}>{ release_options(&words, release) }</select>
        </label>
        <button type="button" class="btn icon" aria-label={name.clone()} title={name.clone()} aria-haspopup="dialog" aria-expanded={popover.expanded()} onclick={popover.open()}>{ icon(Icon::Switches) }</button>
        if let Some(at) = popover.anchor() {
            <Popover anchor={at} label={name} on_close={popover.closed()}><About gates={props.gates} /></Popover>
        }
    </> }
}

lazy!(About, Props, AboutBody);

/// What is known of the release, and its switches. Turning one begins a new session.
#[component]
pub(crate) fn AboutBody(props: &Props) -> Html {
    let words = use_words();
    let gates = props.gates;
    let release = gates.release();
    let (switches, patches): (Vec<_>, Vec<_>) = (gates.iter().collect(), gates.patches().collect());
    html! {
        <div class="release-pop">
            <h2 class="about-release">{ words.f("release-about", &args!(release = release.name())) }</h2>
            <p>{ words.say(&release_key(release)) }</p>
            <p class="muted">{ evidence(&words, release) }</p>
            if !switches.is_empty() {
                <h2>{ words.say("switches-gates") }</h2>
                <ul>for (gate, on) in switches { { of_gate(&words, gates, gate, on) } }</ul>
            }
            if !patches.is_empty() {
                <h2>{ words.say("switches-fixes") }</h2>
                <ul>for (fix, on) in patches { { of_fix(&words, gates, fix, on) } }</ul>
            }
            if gates.iter().next().is_some() || gates.patches().next().is_some() { <p class="muted">{ words.say("switches-what") }</p> }
            <p><a href={Route::Releases(Some(before(release))).href()}>{ words.say("changes-see") }</a></p>
        </div>
    }
}

/// The release with the one before it; the oldest with the one after it.
fn before(release: Release) -> (Release, Release) {
    let older = Release::ALL.into_iter().rev().find(|other| *other < release);
    let newer = Release::ALL.into_iter().find(|other| *other > release);
    older.map_or((release, newer.unwrap_or(release)), |older| (older, release))
}

fn of_gate(words: &Words, gates: FeatureGates, gate: FeatureGate, on: bool) -> Html {
    let stage = match gate.stage_in(gates.release()).map(|stage| stage.maturity) {
        Some(Maturity::Alpha) => "maturity-alpha",
        Some(Maturity::Beta) => "maturity-beta",
        Some(Maturity::Ga) | None => "maturity-ga",
    };
    html! {
        <li>
            <Switch name={gate.name()} {on} turned={gates.with(gate, !on).ok()} />
            <span><span class="mono gate">{ gate.name() }</span>{ " " }<span class="muted">{ words.t(stage) }</span></span>
        </li>
    }
}

/// With the first patch level of the release that has the fix.
fn of_fix(words: &Words, gates: FeatureGates, fix: Fix, on: bool) -> Html {
    let release = gates.release();
    let tag = format!("{release}.{}", fix.patch_in(release).unwrap_or_default());
    html! {
        <li>
            <Switch name={fix.to_string()} {on} turned={gates.with_fix(fix, !on).ok()} />
            <span>{ upstream(fix) }{ " " }<span class="muted">{ words.f("switches-patch", &args!(tag = tag)) }</span><span class="fix-what">{ words.say(&fix_key(fix)) }</span></span>
        </li>
    }
}

#[derive(Properties, PartialEq)]
struct SwitchProps {
    name: AttrValue,
    on: bool,
    /// How the gates stand after it was pressed.
    turned: Option<FeatureGates>,
}

#[component]
fn Switch(props: &SwitchProps) -> Html {
    let dispatch = use_dispatch();
    let turned = props.turned;
    let onclick = Callback::from(move |_: MouseEvent| {
        if let Some(gates) = turned {
            dispatch.dispatch(Do::SetGates(gates));
        }
    });
    html! { <button type="button" class="switch" role="switch" aria-label={&props.name} aria-checked={props.on.to_string()} {onclick}></button> }
}
