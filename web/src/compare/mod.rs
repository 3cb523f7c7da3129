//! Two runs side by side, in step: this one beside another branch, or beside the same actions under another release.
//!
//! The engine decides which steps are side by side and where the runs first differ. Both are played to their end in
//! copies; the session itself does not change.

mod cells;
mod differences;
mod runs;

use std::rc::Rc;

use jobscope_core::timeline::Cursor;
use jobscope_explain::time::instant;
use web_sys::HtmlElement;
use yew::prelude::*;

pub(crate) use runs::LessonRun;

use crate::effect::use_effect_with;
use crate::keys::{Key, Keys};
use crate::lazy::lazy;
use crate::seen::{With, use_seen};
use crate::session::{Do, Session, use_dispatch};
use crate::spec::Draft;
use crate::timeline::{CompareWith, SideBySide, other_branches};
use crate::ui::{Icon, Same, icon, on_parsed, position, small_icon};
use crate::words::{args, use_words};
use differences::Differences;
use runs::{Position, Runs, Shown};

/// Properties of [`Compare`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: UseReducerHandle<Session>,
    pub(crate) draft: UseReducerHandle<Draft>,
    pub(crate) with: With,
    pub(crate) on_with: Callback<Option<With>>,
    /// The run of a lesson that the session is compared with.
    pub(crate) lesson_run: Option<LessonRun>,
}

lazy!(pub(crate) Compare, Props, CompareBody);

#[component]
pub(crate) fn CompareBody(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let run = props.lesson_run.as_ref().map(|run| Same(Rc::clone(&run.timeline)));
    let runs = {
        let session = props.session.clone();
        use_memo(
            (props.session.edited(), props.session.now.revision, props.draft.text.clone(), props.with, run),
            move |(_, _, manifest, with, run)| {
                let run = run.as_ref().map(|Same(run)| &**run);
                session.read(|timeline| Runs::of(timeline, manifest, *with, run))
            },
        )
    };
    let last = runs.comparison.rows.len().saturating_sub(1);
    let section = props.lesson_run.as_ref().map(|run| Position::Steps(run.steps));
    let begin = section.unwrap_or(Position::Row(runs.row_of(props.session.now.cursor)));
    let seen = use_seen();
    let place = use_state_eq(|| seen.compared().and_then(|(_, row)| row).map_or(begin, Position::Row));
    let row_now = match *place {
        Position::Row(row) => row,
        Position::Steps((left, _)) => runs.row_of(Cursor { step: left, entries: 0 }),
    }
    .min(last);
    let shown = use_memo((runs.clone(), *place), |(runs, place)| runs.shown(*place));
    {
        // Both go to where the section of a lesson is, or where the session went; not from where a link opened them.
        let place = place.clone();
        let stood = (begin, props.session.now.cursor);
        let known = use_mut_ref(|| stood);
        use_effect_with(stood, move |stood| {
            if known.replace(*stood) != *stood {
                place.set(stood.0);
            }
        });
    }
    use_effect_with((seen.clone(), props.with, row_now), |(seen, with, row)| seen.compare(Some((*with, *row))));
    use_effect_with((), move |()| move || seen.compare(None));
    let title = use_node_ref();
    {
        let title = title.clone();
        use_effect_with((), move |()| {
            dispatch.dispatch(Do::Pause);
            if let Some(title) = title.cast::<HtmlElement>() {
                let _ = title.focus();
            }
        });
    }
    let go = {
        let place = place.clone();
        Callback::from(move |to: usize| place.set(Position::Row(to)))
    };
    let on_key = {
        let go = go.clone();
        Callback::from(move |key| match key {
            Key::StepOver | Key::StepInto | Key::StepOut => go.emit((row_now + 1).min(last)),
            Key::StepBack => go.emit(row_now.saturating_sub(1)),
            Key::Start => go.emit(0),
            Key::End => go.emit(last),
            _ => {}
        })
    };
    let onkeydown = {
        let on_with = props.on_with.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                on_with.emit(None);
            }
        })
    };
    let oninput = {
        let go = go.clone();
        on_parsed::<InputEvent, _>(move |to| go.emit(to))
    };
    let step = |name: &'static str, keys: &'static str, drawing: Icon, off: bool, to: usize| {
        let go = go.clone();
        html! {
            <button type="button" class="btn icon" aria-label={words.t(name)} title={format!("{} ({keys})", words.t(name))} aria-keyshortcuts={keys} disabled={off} onclick={move |_: MouseEvent| go.emit(to)}>{ icon(drawing) }</button>
        }
    };
    let names = Rc::new(runs.names(&words));
    let [left, right] = &*names;
    let place = match *place {
        Position::Row(_) => words.f("compare-row", &args!(row = row_now, of = last)),
        Position::Steps(_) => words.t("compare-section"),
    };
    let clock = instant(runs.clock(row_now));
    html! {
        <section class="compare" aria-labelledby="h-compare" {onkeydown}>
            <Keys {on_key} />
            <div class="bar">
                <h2 id="h-compare" ref={title} tabindex="-1">{ words.f("compare-title", &args!(left = left.to_string(), right = right.to_string())) }</h2>
                <span class="grow"></span>
                <CompareWith release={props.session.now.snapshot.release} branches={other_branches(&words, &props.session)} chosen={props.with} on_with={props.on_with.clone()} />
                <button type="button" class="btn" onclick={props.on_with.reform(|_: MouseEvent| None)}>{ small_icon(Icon::Close) }{ words.t("compare-leave") }</button>
            </div>
            if runs.is_empty() {
                <p class="empty">{ words.say("compare-empty") }</p>
            } else {
                <Differences runs={runs.clone()} row={row_now} on_go={go.clone()} />
                <div class="bar rows" role="toolbar" aria-label={words.t("step-controls")}>
                    { step("to-start", "Home", Icon::Start, row_now == 0, 0) }
                    { step("compare-back", "Shift+F10", Icon::Back, row_now == 0, row_now.saturating_sub(1)) }
                    { step("compare-on", "F10", Icon::Over, row_now >= last, (row_now + 1).min(last)) }
                    <input type="range" min="0" max={last.to_string()} step="1" value={row_now.to_string()} aria-label={words.t("compare-rows")} aria-valuetext={format!("{clock}, {place}")} {oninput} />
                    { position(clock.clone(), place.clone()) }
                </div>
                <SideBySide runs={runs.drawn.clone()} names={names.clone()} differences={runs.differences()} row={row_now} on_go={go.clone()} />
                <Side {shown} {names} />
            }
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct SideProps {
    shown: Rc<Shown>,
    names: Rc<[AttrValue; 2]>,
}

/// The cells of both runs, with cells of one kind side by side.
#[component]
fn Side(props: &SideProps) -> Html {
    let words = use_words();
    let shown = &props.shown;
    let [left, right] = &*props.names;
    let pair = |kind: &'static str, draw: &dyn Fn(bool) -> Html| {
        let cell = |is_left: bool, run: &AttrValue, waits: bool| {
            let label = format!("{run}: {}", words.t(kind));
            let unlike = cells::differ(kind, &shown.left, &shown.right).then(|| {
                let other = if is_left { right } else { left };
                html! { <span class="muted unlike" aria-hidden="true">{ words.f("compare-unlike", &args!(other = other.to_string())) }</span> }
            });
            html! {
                <div class={classes!("cell", waits.then_some("waits"))} role="group" aria-label={label} data-kind={kind}>
                    <h3><span class="run">{ run.clone() }</span><span class="muted">{ words.t(kind) }</span>{ unlike }</h3>
                    { draw(is_left) }
                </div>
            }
        };
        html! { <>{ cell(true, left, shown.waits.0) }{ cell(false, right, shown.waits.1) }</> }
    };
    let now = |is_left: bool| if is_left { &shown.left } else { &shown.right };
    let other = |is_left: bool| if is_left { &shown.right } else { &shown.left };
    html! {
        <div class="runs" tabindex="0" role="group" aria-label={words.t("compare-runs")}>
            { pair("compare-happened", &|is_left| cells::sentence(&words, now(is_left), if is_left { shown.waits.0 } else { shown.waits.1 })) }
            { pair("compare-status", &|is_left| cells::status(&words, now(is_left), other(is_left))) }
            { pair("compare-pods", &|is_left| cells::pods(&words, now(is_left), other(is_left))) }
            { pair("compare-queue", &|is_left| cells::queue(&words, now(is_left))) }
            { pair("why", &|is_left| cells::why(&words, now(is_left), other(is_left))) }
        </div>
    }
}

/// The number of steps that are done once a cursor's is.
fn steps(cursor: Cursor) -> usize {
    cursor.step + usize::from(cursor.entries > 0)
}
