//! The branches of the session, as a tree above the lanes: the user chooses one, and can rename or remove it.
//!
//! The names are radio buttons, so arrow keys and screen readers work as usual.

use std::rc::Rc;

use jobscope_core::timeline::{BranchId, BranchName};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};
use yew::prelude::*;

use super::axis::Axis;
use super::branch_names;
use super::tree::{self, ROW};
use super::window::Window;
use crate::effect::use_effect_with;
use crate::lazy::lazy;
use crate::seen::With;
use crate::session::{Do, Session, use_dispatch};
use crate::ui::{Anchor, Icon, Popover, small_icon};
use crate::words::{args, use_words};

/// A name that would begin further to the right than this is right-aligned instead.
const LATE: f64 = 0.62;

/// Properties of [`Branches`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    pub(super) session: UseReducerHandle<Session>,
    pub(super) axis: Axis,
    pub(super) window: Window,
    /// Called to compare; without it, the branches cannot be compared.
    pub(super) on_compare: Option<Callback<Option<With>>>,
}

lazy!(pub(super) Branches, Props, BranchesBody);

/// For sessions with more than one branch.
#[component]
pub(crate) fn BranchesBody(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let now = &props.session.now;
    let renamed = use_state_eq(|| None::<BranchId>);
    let group = use_node_ref();
    use_focus_on_chosen(&group, now.branches.iter().map(|branch| branch.id).collect(), *renamed);
    let lines = props.session.read(|timeline| tree::lines(timeline, &now.branches, &props.axis));
    let names = props.session.read(|timeline| branch_names::all(&words, timeline));
    let (others, chosen) = tree::drawn(&lines);
    let height = ROW * f64::from(u32::try_from(lines.len()).unwrap_or(u32::MAX));
    let others_of = |id: BranchId| -> Vec<(BranchId, AttrValue)> {
        let all = lines.iter().map(|line| line.branch.id).zip(names.iter().cloned());
        all.filter(|(other, _)| *other != id).collect()
    };
    let rows = lines.iter().zip(&names).enumerate().map(|(row, (line, name))| {
        let id = line.branch.id;
        let place = props.window.part(line.from).clamp(0.0, 1.0);
        let choose = {
            let dispatch = dispatch.clone();
            move |_: Event| dispatch.dispatch(Do::ChooseBranch(id))
        };
        let rename = {
            let renamed = renamed.clone();
            Callback::from(move |()| renamed.set(Some(id)))
        };
        let remove = {
            let dispatch = dispatch.clone();
            Callback::from(move |()| dispatch.dispatch(Do::RemoveBranch(id)))
        };
        let onkeydown = {
            let (rename, remove) = (rename.clone(), remove.clone());
            Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
                "F2" => {
                    event.prevent_default();
                    rename.emit(());
                }
                "Delete" => {
                    event.prevent_default();
                    remove.emit(());
                }
                _ => {}
            })
        };
        let on_name = {
            let (dispatch, renamed) = (dispatch.clone(), renamed.clone());
            Callback::from(move |name: Option<BranchName>| {
                renamed.set(None);
                if let Some(name) = name {
                    dispatch.dispatch(Do::NameBranch(id, name));
                }
            })
        };
        let length = words.f("branch-length", &args!(n = line.branch.steps));
        let label = match line.branch.from.and_then(|fork| Some((fork, lines.iter().position(|line| line.branch.id == fork.branch)?))) {
            Some((fork, above)) => {
                let above = names.get(above).map(ToString::to_string).unwrap_or_default();
                words.f("branch-label", &args!(name = name.to_string(), length = length.to_string(), from = above, step = fork.step))
            }
            None => format!("{name}, {length}").into(),
        };
        let late = place > LATE;
        let side = if late { format!("right:{:.3}%", (1.0 - place) * 100.0) } else { format!("left:{:.3}%", place * 100.0) };
        html! {
            <div key={id.0} class={classes!("br", line.branch.chosen.then_some("chosen"), late.then_some("late"))} style={format!("--row:{row};{side}")}>
                if *renamed == Some(id) {
                    <NameField name={line.branch.name.to_string()} shown={name.clone()} {on_name} />
                } else {
                    <label title={label.clone()}><input type="radio" name="branch" checked={line.branch.chosen} aria-label={label} aria-keyshortcuts="F2 Delete" onchange={choose} {onkeydown} />
                        <span class="br-name">{ name.clone() }</span><span class="muted br-len">{ length }</span></label>
                    if let Some(on_compare) = &props.on_compare {
                        <CompareBranch branch={id} name={name.clone()} chosen={line.branch.chosen} others={others_of(id)} on_compare={on_compare.clone()} />
                    }
                    if line.branch.chosen {
                        { tool(words.f("branch-rename", &args!(name = name.to_string())), Icon::Pencil, rename) }
                        { tool(words.f("branch-remove", &args!(name = name.to_string())), Icon::Remove, remove) }
                    }
                }
            </div>
        }
    });
    html! {
        <div class="tr forks" style={format!("--rows:{}", lines.len())}><span>{ words.t("lane-branches") }</span><div class="t" ref={group} role="radiogroup" aria-label={words.t("branches")}>
            <svg viewBox={props.window.view_box(height)} preserveAspectRatio="none" aria-hidden="true">{ others.draw("l-branch") }{ chosen.draw("l-branch chosen") }</svg>
            { for rows }
        </div></div>
    }
}

#[derive(Properties, PartialEq)]
struct CompareProps {
    branch: BranchId,
    name: AttrValue,
    /// Whether it is the one that is shown.
    chosen: bool,
    /// The others, with their names.
    others: Vec<(BranchId, AttrValue)>,
    on_compare: Callback<Option<With>>,
}

/// Compares a branch with the shown one. For the shown one it asks with which other, if there are several.
#[component]
fn CompareBranch(props: &CompareProps) -> Html {
    let words = use_words();
    let open = use_state_eq(|| None::<Anchor>);
    let close = {
        let open = open.clone();
        Callback::from(move |()| {
            if let Some(anchor) = &*open {
                anchor.focus();
            }
            open.set(None);
        })
    };
    let label = if props.chosen {
        words.f("branch-compare", &args!(name = props.name.to_string()))
    } else {
        words.f("branch-compare-with", &args!(name = props.name.to_string()))
    };
    let go = |with: BranchId| props.on_compare.reform(move |_: MouseEvent| Some(With::Branch(with)));
    // The shown branch is on the left of a comparison.
    let only = if props.chosen { props.others.first().map(|(id, _)| *id) } else { Some(props.branch) };
    let asks = props.chosen && props.others.len() > 1;
    let onclick = match only {
        Some(with) if !asks => go(with),
        _ => {
            let open = open.clone();
            Callback::from(move |event: MouseEvent| open.set(Anchor::button(&event)))
        }
    };
    html! {
        <>
            <button type="button" class="btn icon sm" aria-label={label.clone()} title={label.clone()} aria-haspopup={asks.then_some("dialog")} {onclick}>{ small_icon(Icon::Compare) }</button>
            if let Some(anchor) = &*open {
                <Popover anchor={anchor.clone()} label={label.clone()} on_close={close}>
                    <h3>{ label }</h3>
                    <div class="choices">
                        for (id, name) in &props.others { <button type="button" class="choice" onclick={go(*id)}>{ name.clone() }</button> }
                    </div>
                </Popover>
            }
        </>
    }
}

/// A small button beside the name.
fn tool(name: AttrValue, drawing: Icon, go: Callback<()>) -> Html {
    html! {
        <button type="button" class="btn icon sm" aria-label={name.clone()} title={name} onclick={move |_: MouseEvent| go.emit(())}>{ small_icon(drawing) }</button>
    }
}

/// After a removal or a rename, the focus moves to the chosen branch.
#[hook]
fn use_focus_on_chosen(group: &NodeRef, branches: Vec<BranchId>, renamed: Option<BranchId>) {
    let before = use_mut_ref(|| (branches.clone(), renamed));
    let group = group.clone();
    use_effect_with((branches, renamed), move |(branches, renamed)| {
        let (known, naming) = before.replace((branches.clone(), *renamed));
        let is_less = branches.len() < known.len() || (naming.is_some() && renamed.is_none());
        let is_lost = || {
            let focused = gloo::utils::document().active_element();
            focused.is_none_or(|focused| focused.tag_name() == "BODY")
        };
        if is_less && is_lost() {
            let chosen =
                group.cast::<web_sys::Element>().and_then(|group| group.query_selector("input:checked").ok()?);
            if let Some(chosen) = chosen.and_then(|chosen| chosen.dyn_into::<HtmlElement>().ok()) {
                let _ = chosen.focus();
            }
        }
    });
}

#[derive(Properties, PartialEq)]
struct NameProps {
    /// The name that the user gave it; may be empty.
    name: AttrValue,
    /// Its default name.
    shown: AttrValue,
    /// The new name; `None` to keep the old one.
    on_name: Callback<Option<BranchName>>,
}

/// The field for a branch's name: Enter or leaving accepts it, Escape does not.
#[component]
fn NameField(props: &NameProps) -> Html {
    let words = use_words();
    let field = use_node_ref();
    let over = use_mut_ref(|| false);
    {
        let field = field.clone();
        use_effect_with((), move |()| {
            if let Some(field) = field.cast::<HtmlInputElement>() {
                let _ = field.focus();
                field.select();
            }
        });
    }
    let finish = {
        let (field, on_name, before) = (field.clone(), props.on_name.clone(), props.name.clone());
        Rc::new(move |take: bool| {
            // The field also loses the focus when it is removed.
            if std::mem::replace(&mut *over.borrow_mut(), true) {
                return;
            }
            let text = field.cast::<HtmlInputElement>().map(|field| field.value()).filter(|_| take);
            let name =
                text.filter(|text| text.trim() != before.as_str()).and_then(|text| BranchName::try_from(text).ok());
            on_name.emit(name);
        })
    };
    let onkeydown = {
        let finish = finish.clone();
        Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
            "Enter" if !event.is_composing() => finish(true),
            "Escape" => {
                event.stop_propagation();
                finish(false);
            }
            _ => {}
        })
    };
    let onblur = Callback::from(move |_: FocusEvent| finish(true));
    html! {
        <input ref={field} class="input br-field" type="text" maxlength={BranchName::MAX_CHARACTERS.to_string()} aria-label={words.t("branch-name")} placeholder={props.shown.clone()} value={props.name.clone()} {onkeydown} {onblur} />
    }
}
