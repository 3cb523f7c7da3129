//! The path, rendered in two halves: during fast playback each may be of another moment for a frame.

use std::ops::Range;
use std::rc::Rc;

use jobscope_core::trace::DecisionId;
use jobscope_explain::Moment;
use jobscope_explain::path::{Part, Path, Row, RowId, Standing};
use yew::prelude::*;

use super::in_view::{use_in_view, use_rows_in_view};
use super::row::{self, Shown, fold_view};
use super::said;
use super::sentence::use_sentence_if;
use crate::ui::{Recent, Same};
use crate::words::{args, use_words};

/// Properties of [`PathView`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// The moment of the first half.
    pub(super) now: Rc<Moment>,
    /// The moment of the second half.
    pub(super) rest: Rc<Moment>,
    pub(super) look: Option<DecisionId>,
    /// It need not have rows that are out of sight.
    pub(super) brief: bool,
}

/// The row that the person opened, by the number of its step; forgotten with the next step.
type Opened = (usize, Option<RowId>);

/// The path; the present row is kept in view.
#[component]
pub(super) fn PathView(props: &Props) -> Html {
    let words = use_words();
    let Props { now, rest, look, brief } = props;
    let opened = use_state_eq(|| (0, None));
    let unfolded = use_state_eq(|| false);
    let present = use_node_ref();
    let scrolls = use_node_ref();
    use_in_view(&scrolls, &present, rest, *look, *brief);
    let rows_in_view = use_rows_in_view(&scrolls);
    let most = rows_in_view.borrow().filter(|_| *brief);
    // Of one moment, mostly, so that the second half has what was made for the first.
    let paths = use_mut_ref(Recent::default);
    let path = |now: &Moment| {
        let key = (now.step.clone().map(Same), now.done, now.inside(), *look);
        paths.borrow_mut().get(key, |_| Path::of(now, *look))
    };
    let (path, path_of_rest) = (path(now), path(rest));
    let ([first, _], [_, second]) = (path.halves(most), path_of_rest.halves(most));
    // Questions of one sync stay where they are while its sentences change. Other steps have nothing in common: what is to say
    // of them begins below the sentence, which an unseen copy of it keeps the room for.
    let follows = now.sync().is_none();
    let unseen = use_sentence_if(follows, now);
    let rows = |now: &Rc<Moment>, path: &Rc<Path>, parts: Range<usize>| {
        let (opened, unfolded, present) = (opened.clone(), unfolded.clone(), present.clone());
        html! { <Rows now={now.clone()} path={Same(path.clone())} {parts} {opened} {unfolded} {present} /> }
    };
    html! {
        <div class={classes!("scroll", follows.then_some("follows"))} id="path" ref={scrolls} role="group" aria-label={words.t("path")} tabindex="0">
            if let Some(unseen) = &*unseen { { said(&words, unseen, true) } }
            if first.is_empty() && second.is_empty() {
                <p class="empty">{ words.say(if now.step.is_some() { "path-nothing" } else { "path-empty" }) }</p>
            } else {
                <ol class="path">{ rows(now, &path, first) }{ rows(rest, &path_of_rest, second) }</ol>
            }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct RowsProps {
    now: Rc<Moment>,
    path: Same<Rc<Path>>,
    /// Which parts of the path they are.
    parts: Range<usize>,
    opened: UseStateHandle<Opened>,
    unfolded: UseStateHandle<bool>,
    /// Where the present row goes, if it is among them.
    present: NodeRef,
}

/// Rows of the path.
#[component]
fn Rows(props: &RowsProps) -> Html {
    let words = use_words();
    let RowsProps { now, path, parts, opened, unfolded, present } = props;
    let step = now.step_number();
    let toggle = {
        let opened = opened.clone();
        Callback::from(move |row: RowId| {
            let same = *opened == (step, Some(row));
            opened.set((step, if same { None } else { Some(row) }));
        })
    };
    let fold = {
        let unfolded = unfolded.clone();
        Callback::from(move |()| unfolded.set(!*unfolded))
    };
    let row = |row: &Rc<Row>| {
        let is_present = row.standing == Standing::Present;
        let open = is_present || **opened == (step, Some(row.id()));
        let node = if is_present { present.clone() } else { NodeRef::default() };
        row::view(&words, Shown { row, now, open, on_toggle: &toggle, node })
    };
    let part = |part: &Part| match part {
        Part::Row(found) => row(found),
        Part::More(n) => html! { <li class="more">{ words.say_f("path-more", &args!(n = *n)) }</li> },
        Part::Fold(rows) => html! { <>
            { fold_view(&words, rows, **unfolded, &fold) }
            if **unfolded { for found in rows { { row(found) } } }
        </> },
    };
    path.0.parts.get(parts.clone()).unwrap_or_default().iter().map(part).collect()
}
