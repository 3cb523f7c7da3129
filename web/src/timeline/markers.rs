//! Steps worth finding again: a click leads there.

use std::cmp::Reverse;

use jobscope_core::api::{JobConditionType, ObjectKey};
use jobscope_core::small_sort::SmallSort as _;
use jobscope_core::timeline::Cursor;
use jobscope_core::trace::Kind;
use jobscope_core::world::Lack;
use jobscope_explain::{Marker, Track};
use web_sys::Element;
use yew::prelude::*;

use super::axis::Axis;
use super::window::Window;
use crate::effect::use_effect_with;
use crate::recorded::nearest;
use crate::session::{Dispatch, Do, use_dispatch};
use crate::ui::{Icon, Resized, shape, small_icon};
use crate::words::{Words, args, use_words};

/// Markers closer than this lose their text, or one of them its place.
const LEAST_GAP: f64 = 0.085;
/// The text of markers further to the right than this stands before them.
const LATE: f64 = 0.86;

/// Properties of [`Markers`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) placed: Placed,
    /// Where the playhead stands, as a part of the width.
    pub(super) playhead: f64,
}

/// A track's markers that show in a window.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Placed {
    /// In order; of two that would overlap, the more important one.
    pub(super) shown: Vec<Mark>,
    /// The others.
    pub(super) beside: Vec<Mark>,
}

/// A marker on its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mark {
    /// The place as a part of the width.
    pub(super) at: f64,
    pub(super) step: usize,
    pub(super) marker: Marker,
    /// The name of the Job that it is about, where others have markers too.
    pub(super) job: Option<AttrValue>,
}

/// The markers of a track on their places in the window: the most important ones first, each where there is still room.
pub(super) fn placed(track: &Track, axis: &Axis, window: Window) -> Placed {
    let name = named(track);
    let all = track.points().iter().enumerate().filter_map(|(step, point)| {
        let place = axis.at(step, 0.5);
        let marker = point.marker.as_ref().filter(|_| window.shows(place))?.clone();
        Some(Mark { at: window.part(place), step, marker, job: point.marked_job.as_ref().and_then(&name) })
    });
    let mut all: Vec<_> = all.collect();
    all.small_sort_by_key(|mark| Reverse(weight(&mark.marker)));
    let mut placed = Placed::default();
    for mark in all {
        placed.add(mark);
    }
    placed.shown.small_sort_by_key(|mark| mark.step);
    placed
}

/// What the markers of a track call a Job: nothing, if all are about one; its name, with its namespace if theirs differ.
fn named(track: &Track) -> impl Fn(&ObjectKey) -> Option<AttrValue> {
    let jobs = || track.points().iter().filter_map(|point| point.marked_job.as_ref());
    let first = jobs().next();
    let is_one = jobs().all(|job| Some(job) == first);
    let is_here = |job: &ObjectKey| first.is_some_and(|first| job.split().0 == first.split().0);
    let with_namespace = !jobs().all(is_here);
    move |job| match (is_one, with_namespace) {
        (true, _) => None,
        (false, true) => Some(job.to_string().into()),
        (false, false) => Some(job.split().1.to_owned().into()),
    }
}

impl Placed {
    /// Shows the marker if the more important ones leave room for it.
    fn add(&mut self, mark: Mark) {
        let is_close = |other: f64| (mark.at - other).abs() < least_gap(mark.at.min(other), mark.at.max(other));
        let Some(near) = self.shown.iter_mut().find(|other| is_close(other.at)) else {
            self.shown.push(mark);
            return;
        };
        if let Some(both) = together(&near.marker, &mark.marker) {
            near.marker = both;
        }
        self.beside.push(mark);
    }
}

/// One marker for two of a kind that are too close to tell apart.
fn together(one: &Marker, other: &Marker) -> Option<Marker> {
    match (one, other) {
        (Marker::Failed(one), Marker::Failed(other)) => Some(Marker::Failed(one + other)),
        _ => None,
    }
}

/// How far apart two markers have to be: more, if both texts stand between them.
fn least_gap(last: f64, place: f64) -> f64 {
    if last <= LATE && place > LATE { 2.0 * LEAST_GAP } else { LEAST_GAP }
}

fn weight(marker: &Marker) -> u8 {
    match marker {
        Marker::Unexplained(_) => 9,
        Marker::Condition(JobConditionType::Complete | JobConditionType::Failed) => 8,
        Marker::Condition(_) => 7,
        Marker::Restarted | Marker::WatchLost(_) | Marker::Deleted => 6,
        Marker::Refused(_) => 5,
        Marker::Patched => 4,
        Marker::Created => 3,
        Marker::Fault(_) => 2,
        Marker::Failed(_) => 1,
    }
}

/// Where the text of a marker stands.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stand {
    /// What it has to itself behind its mark (before it, for the last ones), as a part of the width.
    room: f64,
    side: Side,
}

/// On which side of its mark and of the playhead a text stands.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    /// In its room.
    Own,
    /// Before its mark instead, in that part of the width: its room is too little. On phones it has no other side.
    Turned(f64),
    /// In its room, of which the playhead stands in the middle: the text lies on it.
    OverPlayhead,
}

impl Stand {
    fn own(room: f64) -> Self {
        Self { room, side: Side::Own }
    }

    /// Of the marker at `n` of those at `places`, each with the part of the width that its text needs.
    fn of(places: &[(f64, f64)], n: usize, playhead: f64) -> Self {
        let Some(&(here, needs)) = places.get(n) else { return Self::own(0.0) };
        let last = n.checked_sub(1).and_then(|last| places.get(last)).copied();
        // What is still to come does not show before the playhead.
        let before_mark = |room: f64| if playhead <= here { room.min(here - playhead) } else { room };
        if here > LATE {
            return Self::own(before_mark(match last {
                Some((last, _)) if last > LATE => here - last,
                Some((last, theirs)) => here - last - shared(here - last, theirs, needs),
                None => here,
            }));
        }
        let behind = behind(places, n, playhead);
        let room = up_to_playhead(here, behind, playhead);
        let other = before_mark(last.map_or(here, |(last, theirs)| before(here - last, theirs, needs)));
        if room < needs && other >= needs {
            return Self { room, side: Side::Turned(other) };
        }
        if room < needs && behind >= needs {
            return Self { room: behind, side: Side::OverPlayhead };
        }
        Self::own(room)
    }

    fn class(self) -> Option<&'static str> {
        match self.side {
            Side::Own => None,
            Side::Turned(_) => Some("turned"),
            Side::OverPlayhead => Some("over-playhead"),
        }
    }

    fn style(self, place: f64) -> String {
        let turned = match self.side {
            Side::Turned(room) => format!(";--before:{room:.4}"),
            Side::Own | Side::OverPlayhead => String::new(),
        };
        format!("left:{:.2}%;--room:{:.4}{turned}", place * 100.0, self.room)
    }
}

/// Of the room behind a mark, what ends before a playhead that stands behind it.
fn up_to_playhead(here: f64, room: f64, playhead: f64) -> f64 {
    if playhead > here { room.min(playhead - here) } else { room }
}

/// The free part behind the marker at `n`, if it is not one of the last ones: up to the next one, or a part of the way to it where
/// that one's text stands before its mark.
fn behind(places: &[(f64, f64)], n: usize, playhead: f64) -> f64 {
    let Some(&(here, needs)) = places.get(n) else { return 0.0 };
    let Some(&(next, theirs)) = places.get(n + 1) else { return 1.0 - here };
    if next > LATE {
        return shared(next - here, needs, theirs);
    }
    let for_next = up_to_playhead(next, behind(places, n + 1, playhead), playhead);
    let turned = before(next - here, needs, theirs);
    let may_turn = for_next < theirs && turned >= theirs;
    if may_turn { next - here - turned } else { next - here }
}

/// Of the space between two marks with both their texts in it, the part of the first one: where there is room for one text only,
/// that is the last one's, which usually says how the Job ended.
fn shared(space: f64, first: f64, last: f64) -> f64 {
    if space >= first + last {
        // Texts may need a little more than is known here.
        return space * first / (first + last);
    }
    if space >= last { 0.0 } else { space }
}

/// Of the space between two marks the part of the last one, whose text stands before it because there is no room behind it. Where
/// there is room for one text only, it is half.
fn before(space: f64, first: f64, last: f64) -> f64 {
    if space >= first + last { space - shared(space, first, last) } else { space / 2.0 }
}

/// How many pixels a marker's text, with a drawing before it or without, needs at most.
fn needs(text: &str, is_drawn: bool) -> f64 {
    let letters: usize = text.chars().map(|letter| if letter.is_ascii() { 1 } else { 2 }).sum();
    let around = if is_drawn { 25.0 } else { 12.0 };
    around + 6.3 * f64::from(u16::try_from(letters).unwrap_or(u16::MAX))
}

/// How many pixels wide the lane is.
#[hook]
fn use_width(lane: &NodeRef) -> f64 {
    /// Until it is there.
    const USUAL: f64 = 600.0;
    let width = use_state_eq(|| USUAL);
    {
        let (lane, width) = (lane.clone(), width.clone());
        use_effect_with((), move |()| {
            let resized = lane.cast::<Element>().map(|lane| {
                let watched = lane.clone();
                let resized = Resized::new(move || {
                    // Where the lanes do not show, they have no width.
                    if watched.client_width() > 0 {
                        width.set(watched.client_width().into());
                    }
                });
                resized.watch(&lane);
                resized
            });
            move || drop(resized)
        });
    }
    *width
}

#[component]
pub(super) fn Markers(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let lane = use_node_ref();
    let width = use_width(&lane);
    let needed = |marker: &Marker| needs(&text(&words, marker), drawing(marker).is_some()) / width;
    let places: Vec<_> = props.placed.shown.iter().map(|mark| (mark.at, needed(&mark.marker))).collect();
    let ahead = |place: f64| (place > props.playhead).then_some("ahead");
    html! {
        <div class="tr marks"><span>{ words.t("lane-markers") }</span><div class="t" ref={lane}>
            for mark in &props.placed.beside {
                <i class={classes!("mk-beside", class(&mark.marker), ahead(mark.at))} style={format!("left:{:.2}%", mark.at * 100.0)} title={with_job(&words, mark, text(&words, &mark.marker))}></i>
            }
            for (n, mark) in props.placed.shown.iter().enumerate() {
                { one(&words, &dispatch, mark, Stand::of(&places, n, props.playhead), ahead(mark.at)) }
            }
        </div></div>
    }
}

fn one(words: &Words, dispatch: &Dispatch, mark: &Mark, stand: Stand, ahead: Option<&'static str>) -> Html {
    let Mark { at, step, marker, .. } = mark;
    let class = classes!("mk", class(marker), (*at > LATE).then_some("late"), stand.class(), ahead);
    let (dispatch, step) = (dispatch.clone(), *step);
    let onclick = move |_| dispatch.dispatch(Do::Seek(Cursor { step: step + 1, entries: 0 }));
    let title = with_job(words, mark, title(words, marker));
    html! { <button type="button" key={step} {class} style={stand.style(*at)} {title} {onclick}>{ label(words, mark) }</button> }
}

/// A marker's text, with its Job where there are others.
fn with_job(words: &Words, mark: &Mark, what: AttrValue) -> AttrValue {
    match &mark.job {
        Some(job) => words.f("mark-of-job", &args!(what = what.to_string(), job = job.to_string())),
        None => what,
    }
}

fn class(marker: &Marker) -> Option<&'static str> {
    match marker {
        Marker::Fault(_) | Marker::Refused(_) | Marker::WatchLost(_) | Marker::Unexplained(_) => Some("c-refused"),
        Marker::Condition(JobConditionType::Complete | JobConditionType::SuccessCriteriaMet) => Some("c-succeeded"),
        Marker::Failed(_) | Marker::Condition(JobConditionType::Failed | JobConditionType::FailureTarget) => {
            Some("c-failed")
        }
        Marker::Created
        | Marker::Patched
        | Marker::Deleted
        | Marker::Restarted
        | Marker::Condition(JobConditionType::Suspended) => None,
    }
}

/// What a marker says.
pub(super) fn text(words: &Words, marker: &Marker) -> AttrValue {
    match marker {
        Marker::Created => words.t("mark-created"),
        Marker::Patched => words.t("mark-patched"),
        Marker::Deleted => words.t("mark-deleted"),
        Marker::WatchLost(Kind::Job) => words.t("watch-jobs-lost"),
        Marker::WatchLost(Kind::Pod) => words.t("watch-pods-lost"),
        Marker::Restarted => words.t("mark-restarted"),
        Marker::Fault(_) => words.t("mark-fault"),
        Marker::Failed(n) => words.f("mark-failed", &args!(n = *n)),
        Marker::Refused(n) => words.f("mark-refused", &args!(n = *n)),
        Marker::Condition(condition) => condition.as_str().into(),
        Marker::Unexplained(why) => match (why.lacks, &why.nearest) {
            (Lack::Sync, Some(nearest)) if nearest.field != "write" => {
                words.f("mark-unexplained-field", &args!(field = nearest.field.clone()))
            }
            (Lack::Sync, _) => words.t("mark-unexplained"),
            (Lack::Memory, _) => words.t("mark-unknown-memory"),
            (Lack::Writer, _) => words.t("mark-unknown-writer"),
        },
    }
}

/// What a marker says where there is room for all of it.
fn title(words: &Words, marker: &Marker) -> AttrValue {
    let text = text(words, marker);
    let nearest = match marker {
        Marker::Unexplained(why) => nearest(words, &words.t("this-release"), why),
        _ => None,
    };
    nearest.map_or_else(|| text.clone(), |nearest| format!("{text}: {nearest}").into())
}

/// What stands before its text.
fn drawing(marker: &Marker) -> Option<Html> {
    match (marker, class(marker)) {
        (Marker::Fault(_), _) => Some(small_icon(Icon::Flag)),
        (Marker::Refused(_) | Marker::Unexplained(_), _) => Some(shape("refused")),
        (_, Some("c-failed")) => Some(shape("failed")),
        (_, Some("c-succeeded")) => Some(shape("succeeded")),
        _ => None,
    }
}

/// The name of the Job shows where there is room for it too.
fn label(words: &Words, Mark { marker, job, .. }: &Mark) -> Html {
    html! { <>{ drawing(marker) }<span>{ text(words, marker) }</span>if let Some(job) = job { <span class="of-job">{ job }</span> }</> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Locale;

    #[test]
    fn pods_that_fail_too_close_to_be_told_apart_are_counted_together() {
        assert_eq!(together(&Marker::Failed(1), &Marker::Failed(2)), Some(Marker::Failed(3)));
        assert_eq!(together(&Marker::Failed(1), &Marker::Refused(1)), None);
        assert_eq!(together(&Marker::Refused(4), &Marker::Refused(4)), None, "each is of a sync");
    }

    #[test]
    fn the_most_important_markers_have_the_room_and_others_what_is_left() {
        let announced = Marker::Condition(JobConditionType::FailureTarget);
        let failed = Marker::Condition(JobConditionType::Failed);
        let mut placed = Placed::default();
        let all = [
            (0.5, 3, failed.clone()),
            (0.48, 2, announced.clone()),
            (0.42, 1, Marker::Patched),
            (0.36, 0, Marker::Created),
        ];
        for (at, step, marker) in all {
            placed.add(Mark { at, step, marker, job: None });
        }
        let shown: Vec<_> = placed.shown.iter().map(|mark| mark.marker.clone()).collect();
        assert_eq!(shown, [failed.clone(), Marker::Created], "what took the room of created has none itself");
        assert!(weight(&failed) > weight(&announced));
    }

    #[test]
    fn no_two_texts_have_the_same_room() {
        let places = [(0.1, 0.1), (0.3, 0.05), (0.5, 0.15), (0.59, 0.1), (0.8, 0.12), (0.9, 0.05), (0.98, 0.1)];
        for playhead in [0.0, 0.32, 0.35, 0.52, 0.55, 0.6, 0.62, 0.85, 1.0] {
            let span = |n: usize| {
                let (at, stand) = (places[n].0, Stand::of(&places, n, playhead));
                match stand.side {
                    Side::Turned(room) => (at - room, at),
                    Side::Own if at > LATE => (at - stand.room, at),
                    Side::Own | Side::OverPlayhead => (at, at + stand.room),
                }
            };
            let spans: Vec<_> = (0..places.len()).map(span).collect();
            for pair in spans.windows(2) {
                assert!(pair[0].1 <= pair[1].0 + 1e-9, "{playhead}: {spans:?}");
            }
        }
    }

    #[test]
    fn a_text_without_room_behind_its_mark_stands_before_it() {
        let places = [0.0625, 0.5, 0.59].map(|at| (at, 0.09375));
        assert_eq!(Stand::of(&places, 1, 0.25).side, Side::Turned(0.21875), "the next mark is close");
        assert_eq!(Stand::of(&places, 2, 0.0).side, Side::Own, "there is room");
        assert_eq!(Stand::of(&places, 0, 0.125).side, Side::OverPlayhead, "there is none before it either");
        let alone = [(0.5, 0.1)];
        assert_eq!(Stand::of(&alone, 0, 0.5625).side, Side::Turned(0.5), "the playhead is close");
        assert_eq!(Stand::of(&alone, 0, 0.625), Stand::own(0.125));
        assert_eq!(
            Stand::of(&places, 1, 0.4375).side,
            Side::Own,
            "it would show before the playhead what is behind it"
        );
    }

    #[test]
    fn a_text_that_fits_before_its_mark_does_not_lie_on_the_playhead() {
        // In 600 px "created" takes 51 behind its mark at 19, "pods: watch lost" 94 before its own at 217.
        let needs = |marker| needs(&text(&Words::new(Locale::En), &marker), drawing(&marker).is_some()) / 600.0;
        let places = [(0.031, needs(Marker::Created)), (0.362, needs(Marker::WatchLost(Kind::Pod)))];
        assert!(matches!(Stand::of(&places, 1, 0.413).side, Side::Turned(_)));
    }

    #[test]
    fn of_two_texts_without_room_for_both_the_last_one_stands() {
        let stand = |first: (f64, f64), last: f64| {
            let places = [first, (0.9375, last)];
            [0, 1].map(|n| Stand::of(&places, n, 1.0))
        };
        let rooms = |first: f64, last: f64| [first, last].map(Stand::own);
        assert_eq!(stand((0.6875, 0.125), 0.125), rooms(0.125, 0.125), "there is room for both");
        let [first, last] = rooms(0.0, 0.125);
        let turned = Stand { side: Side::Turned(0.8125), ..first };
        assert_eq!(stand((0.8125, 0.125), 0.0625), [turned, last], "there is room before the mark");
        assert_eq!(stand((0.8125, 0.125), 0.1875), rooms(0.125, 0.0));
    }

    #[test]
    fn a_text_with_room_only_over_the_playhead_lies_on_it() {
        let first = [(0.0625, 0.1), (0.5, 0.1)];
        assert_eq!(Stand::of(&first, 0, 0.125), Stand { room: 0.4375, side: Side::OverPlayhead });
        assert_eq!(Stand::of(&first, 0, 0.25), Stand::own(0.1875), "it ends before the playhead");
        let close = [(0.0625, 0.1), (0.125, 0.1)];
        assert_eq!(Stand::of(&close, 0, 0.09375), Stand::own(0.03125), "the next mark is close");
    }
}
