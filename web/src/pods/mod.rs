//! The Pods region: every pod by the sync and slow-start batch that made it, and what may happen next to it, or to
//! several of them at once.

mod batches;
mod field;
mod groups;
mod marks;
mod menu;
mod moves;
mod selection;
mod state;
mod strip;
mod table;
mod tile;

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use jobscope_core::api::Name;
use jobscope_explain::{Moment, PodState};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

pub(crate) use groups::in_order;
pub(crate) use state::{label, number};
pub(crate) use strip::PodStrip;

use crate::session::{Origin, Refused, Session};
use crate::settings::{Choose, PodsAs, use_settings};
use crate::ui::{Anchor, Icon, Segmented, shape, small_icon};
use crate::words::{args, use_words};
use batches::Batches;
use field::{Field, Press};
use groups::order;
use menu::PodMenu;
pub(crate) use menu::PodMenuBody;
use moves::Way;
use selection::{Select, Selection, use_selection};
use table::Table;
pub(crate) use table::TableBody;
use tile::Density;

/// Properties of [`Pods`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: Rc<Session>,
}

/// The pods whose menu is open, and where.
#[derive(Clone, Debug, PartialEq)]
struct Open {
    pods: Vec<Name>,
    anchor: Anchor,
}

#[component]
pub(crate) fn Pods(props: &Props) -> Html {
    let words = use_words();
    let settings = use_settings();
    let open = use_state_eq(|| None::<Open>);
    let selection = use_selection();
    let now = props.session.now.clone();
    let view = settings.views.pods_as;
    let press = {
        let (open, selection, now) = (open.clone(), selection.clone(), now.clone());
        // What a press means depends on the keys that are held and on what is chosen already.
        Callback::from(move |(press, anchor): (Press, Option<Anchor>)| {
            let Press { pod, shift, control } = press;
            if shift {
                selection.dispatch(Select::Range(pod, order(&now, view)));
            } else if control || selection.several {
                selection.dispatch(Select::Toggle(pod));
            } else {
                let pods = if selection.has(&pod) { chosen(&selection, &now, view) } else { vec![pod.clone()] };
                if !selection.has(&pod) {
                    selection.dispatch(Select::Clear);
                }
                selection.dispatch(Select::Go(pod));
                show_menu(&open, pods, anchor);
            }
        })
    };
    let onclick = {
        let press = press.clone();
        // One handler for all tiles and rows: the pod is in the element that was clicked.
        Callback::from(move |event: MouseEvent| {
            let found = Anchor::closest(&event, "button[data-pod]");
            if let Some(pod) = found.as_ref().and_then(|anchor| anchor.data("pod")).map(Name::from) {
                let (shift, control) = (event.shift_key(), event.ctrl_key() || event.meta_key());
                press.emit((Press { pod, shift, control }, found));
            }
        })
    };
    let onkeydown = use_keyboard(&selection, &now, view);
    let close = {
        let open = open.clone();
        Callback::from(move |()| {
            if let Some(open) = &*open {
                open.anchor.focus();
            }
            open.set(None);
        })
    };
    let others = Rc::clone(groups::others(&now));
    let density = Density::of(groups::tiles(&now, others.len()));
    let refusal = props.session.refusal.as_ref().filter(|refusal| refusal.origin == Origin::Pods);
    let shown: Rc<Selection> = Rc::new((*selection).clone());
    let content = if now.snapshot.pods.is_empty() && groups::syncs(&now).next().is_none() {
        html! { <p class="empty">{ words.say("pods-none") }</p> }
    } else if view == PodsAs::Table {
        html! { <Table now={now.clone()} selection={shown} /> }
    } else if matches!(density, Density::Dots | Density::Specks) {
        let on_go = {
            let (selection, now) = (selection.clone(), now.clone());
            Callback::from(move |(pod, range): (Name, bool)| {
                selection.dispatch(if range { Select::Range(pod, order(&now, view)) } else { Select::Go(pod) });
            })
        };
        let on_press = press.reform(|press| (press, None));
        let on_menu = press.reform(|pod| (Press { pod, shift: false, control: false }, None));
        let on_toggle = press.reform(|pod| (Press { pod, shift: false, control: true }, None));
        html! { <Field now={now.clone()} {others} {density} selection={shown} {on_press} {on_go} {on_menu} {on_toggle} /> }
    } else {
        html! { <Batches now={now.clone()} {others} {density} selection={shown} /> }
    };
    html! {
        <section class="panel pods" id="pods" aria-labelledby="h-pods">
            <Bar now={now.clone()} selection={selection.clone()} />
            <div class="scroll" {onclick} {onkeydown}>
                if let Some(refusal) = refusal { <Refused refusal={refusal.clone()} /> }
                { content }
            </div>
            <Foot now={now.clone()} selection={selection.clone()} tiles={(view == PodsAs::Tiles).then_some(density)} on_menu={let open = open.clone(); move |(pods, anchor)| show_menu(&open, pods, Some(anchor))} />
            if let Some(open) = &*open {
                <PodMenu session={props.session.clone()} pods={open.pods.clone()} anchor={open.anchor.clone()} on_close={close} />
            }
        </section>
    }
}

/// The chosen pods that are there, in the order in which they are shown.
fn chosen(selection: &Selection, now: &Moment, view: PodsAs) -> Vec<Name> {
    order(now, view).into_iter().filter(|name| selection.has(name)).collect()
}

/// Opens the menu at its anchor, or, once it stands there, at the tile on which the keyboard is.
fn show_menu(open: &UseStateHandle<Option<Open>>, pods: Vec<Name>, anchor: Option<Anchor>) {
    let open = open.clone();
    let Some(anchor) = anchor else {
        let later = Timeout::new(0, move || {
            if let Some(anchor) = Anchor::of_id(field::ACTIVE) {
                open.set(Some(Open { pods, anchor }));
            }
        });
        later.forget();
        return;
    };
    open.set(Some(Open { pods, anchor }));
}

/// Arrows go between tiles and rows, with Shift they choose; Space chooses one, Ctrl+A all, Escape none.
#[hook]
fn use_keyboard(selection: &UseReducerHandle<Selection>, now: &Rc<Moment>, view: PodsAs) -> Callback<KeyboardEvent> {
    let (selection, now) = (selection.clone(), now.clone());
    Callback::from(move |event: KeyboardEvent| {
        let key = event.key();
        if (event.ctrl_key() || event.meta_key()) && key.eq_ignore_ascii_case("a") {
            event.prevent_default();
            selection.dispatch(Select::All(order(&now, view)));
            return;
        }
        if key == "Escape" && !selection.is_empty() {
            event.prevent_default();
            event.stop_propagation();
            selection.dispatch(Select::Clear);
            return;
        }
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let Some(button) = target.and_then(|target| target.closest("button[data-pod]").ok().flatten()) else { return };
        let Some(pod) = button.get_attribute("data-pod").map(Name::from) else { return };
        if key == " " {
            event.prevent_default();
            selection.dispatch(Select::Toggle(pod));
            return;
        }
        let Some(way) = Way::of_key(&key) else { return };
        event.prevent_default();
        let buttons = buttons_beside(&button);
        let middles: Vec<_> = buttons.iter().map(middle).collect();
        let from = buttons.iter().position(|other| other.unchecked_ref::<Element>() == &button).unwrap_or_default();
        let Some(next) = buttons.get(way.from(from, &middles)) else { return };
        let _ = next.focus();
        let Some(next) = next.get_attribute("data-pod").map(Name::from) else { return };
        selection.dispatch(if event.shift_key() { Select::Range(next, order(&now, view)) } else { Select::Go(next) });
    })
}

/// The buttons of all pods that are in the document, in order.
fn buttons_beside(button: &Element) -> Vec<HtmlElement> {
    let all = button.closest(".scroll").ok().flatten();
    let Some(all) = all.and_then(|all| all.query_selector_all("button[data-pod]").ok()) else { return Vec::new() };
    (0..all.length()).filter_map(|place| all.item(place)?.dyn_into().ok()).collect()
}

fn middle(element: &HtmlElement) -> (f64, f64) {
    let at = element.get_bounding_client_rect();
    (at.left() + at.width() / 2.0, at.top() + at.height() / 2.0)
}

#[derive(Clone, Properties, PartialEq)]
struct BarProps {
    now: Rc<Moment>,
    selection: UseReducerHandle<Selection>,
}

/// The region's name, how many pods are in which state, and how they are shown.
#[component]
fn Bar(props: &BarProps) -> Html {
    let words = use_words();
    let settings = use_settings();
    let views = [PodsAs::Tiles, PodsAs::Table];
    let options = vec![words.t("pods-tiles"), words.t("pods-table")];
    let view = views.iter().position(|view| *view == settings.views.pods_as).unwrap_or_default();
    let pick = {
        let settings = settings.clone();
        Callback::from(move |place: usize| {
            settings.dispatch(Choose::PodsAs(views.get(place).copied().unwrap_or_default()));
        })
    };
    let several = props.selection.several;
    let choose_several = {
        let selection = props.selection.clone();
        Callback::from(move |_: MouseEvent| {
            selection.dispatch(if several { Select::Clear } else { Select::Several(true) });
        })
    };
    let none = props.now.snapshot.pods.is_empty();
    html! {
        <div class="bar">
            <h2 id="h-pods">{ words.t("pods") }</h2>
            <Counts ..props.clone() />
            <span class="grow"></span>
            <button type="button" class="btn quiet sm" aria-pressed={several.to_string()} disabled={none} title={words.t("select-several-how")} onclick={choose_several}>{ small_icon(Icon::Select) }{ words.t("select-several") }</button>
            <Segmented label={words.t("pods-as")} {options} chosen={view} on_choose={pick} />
        </div>
    }
}

/// How many pods are in which state; each number chooses them.
#[component]
fn Counts(props: &BarProps) -> Html {
    let words = use_words();
    let now = &props.now;
    let refused = groups::refused(now);
    let choose = |state: PodState| {
        let (selection, now) = (props.selection.clone(), now.clone());
        Callback::from(move |_: MouseEvent| {
            let pods = now.snapshot.pods.iter().filter(|pod| PodState::of(pod) == state);
            selection.dispatch(Select::All(pods.map(|pod| pod.name.clone()).collect()));
        })
    };
    html! {
        <ul class="counts">
            for (state, n) in PodState::ALL.into_iter().zip(now.pods.counts).filter(|(_, n)| *n > 0) {
                <li class={format!("c-{}", state.id())}><button type="button" aria-label={words.f("select-these", &args!(n = n, state = words.t(state.word()).to_string()))} title={words.t("select-these-how")} onclick={choose(state)}>{ shape(state.id()) }<b>{ n }</b>{ " " }{ words.t(state.word()) }</button></li>
            }
            if refused > 0 { <li class="c-refused">{ shape("refused") }<b>{ refused }</b>{ " " }{ words.t("state-refused") }</li> }
        </ul>
    }
}

#[derive(Clone, Properties, PartialEq)]
struct FootProps {
    now: Rc<Moment>,
    selection: UseReducerHandle<Selection>,
    /// How much tiles write, where pods show as tiles.
    tiles: Option<Density>,
    /// The menu of these pods was asked for, there.
    on_menu: Callback<(Vec<Name>, Anchor)>,
}

/// What the marks on tiles mean, and what can be done with the chosen pods: below the pods, so that these stay where they are.
#[component]
fn Foot(props: &FootProps) -> Html {
    let words = use_words();
    let legend = props.tiles.and_then(|density| marks::legend(&words, &props.now, density));
    let shown = legend.is_some() || has_chosen(&props.selection, &props.now);
    html! {
        <div class={classes!("pods-foot", shown.then_some("shown"))}>
            { legend }
            <Chosen ..props.clone() />
        </div>
    }
}

/// Whether pods are chosen, or are about to be.
fn has_chosen(selection: &Selection, now: &Moment) -> bool {
    selection.several || selection.iter().any(|name| now.pod(name).is_some())
}

/// What can be done with the chosen pods.
#[component]
fn Chosen(props: &FootProps) -> Html {
    let words = use_words();
    let view = use_settings().views.pods_as;
    let selection = &props.selection;
    let n = selection.iter().filter(|name| props.now.pod(name).is_some()).count();
    let act = {
        let (selection, now, on_menu) = (selection.clone(), props.now.clone(), props.on_menu.clone());
        Callback::from(move |event: MouseEvent| {
            if let Some(anchor) = Anchor::button(&event) {
                on_menu.emit((chosen(&selection, &now, view), anchor));
            }
        })
    };
    let clear = {
        let selection = selection.clone();
        Callback::from(move |_: MouseEvent| selection.dispatch(Select::Clear))
    };
    let is_shown = has_chosen(selection, &props.now);
    html! {
        <div class={classes!("chosen-bar", is_shown.then_some("shown"))}>
            <span role="status">if is_shown { { words.f("selected", &args!(n = n)) } }</span>
            if is_shown {
                <button type="button" class="btn sm" aria-haspopup="dialog" disabled={n == 0} onclick={act}>{ words.t("selected-next") }</button>
                <button type="button" class="btn sm quiet" onclick={clear}>{ words.t("selected-clear") }</button>
            }
        </div>
    }
}
