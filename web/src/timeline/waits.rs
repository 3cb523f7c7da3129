//! Waits, where only time passes: shaded through all lanes, with reason and duration. The axis has room for steps and
//! for time; the shading shows which is which.

use jobscope_core::api::Time;
use jobscope_core::world::{Action, QueueView, WaitCause};
use jobscope_explain::time::short_seconds;
use jobscope_explain::{Figures, Moment, Track};
use yew::prelude::*;

use super::axis::{Axis, Wait};
use super::window::Window;
use crate::words::{Words, args};

/// How much of the width has to be empty for a word on what comes there, at least.
const ROOM: f64 = 0.08;
/// Less time without pods does not count as a wait, in milliseconds.
const LEAST_MS: i64 = 1_000;

/// Where what is all about is pods: where none of them is at work after the first, up to the next one or the end.
pub(super) fn without_pods(track: &Track, axis: &Axis, window: Window) -> Vec<Wait> {
    let (mut seen, mut since, mut waits) = (false, None, Vec::new());
    for (step, point) in track.points().iter().enumerate() {
        let Figures { active, terminating, succeeded, failed, .. } = point.figures();
        let at_work = active + terminating > 0;
        seen |= at_work || succeeded + failed > 0;
        if at_work {
            waits.extend(since.take().and_then(|since| axis.between(window, since, Some(step))));
        } else if seen {
            since = since.or(Some(step));
        }
    }
    waits.extend(since.and_then(|since| axis.between(window, since, None)));
    waits.retain(|wait| wait.ms >= LEAST_MS);
    waits
}

/// The shade behind the lanes.
pub(super) fn ground(waits: &[Wait]) -> Html {
    html! {
        <div class="tl-waits" aria-hidden="true">
            for wait in waits { <i style={span(*wait)}></i> }
        </div>
    }
}

/// What each is for and how long it lasts, for a lane that is empty there: syncs take no time.
pub(super) fn lengths(words: &Words, track: &Track, waits: &[Wait]) -> Html {
    waits.iter().map(|wait| length(words, *wait, "tl-wait", "wait-length", cause(track, *wait))).collect()
}

/// What a wait is for: what more than half of its time passes for, if that is known.
pub(super) fn cause(track: &Track, wait: Wait) -> Option<WaitCause> {
    let (first, end) = wait.steps;
    let time = |step: usize| track.points().get(step).map_or(0, |point| point.at);
    let passed = |step: usize| time(step) - step.checked_sub(1).map_or(0, time);
    let mut known: Vec<(WaitCause, i64)> = Vec::new();
    for (cause, ms) in (first..end).filter_map(|step| Some((track.cause(step)?, passed(step)))) {
        match known.iter_mut().find(|known| known.0 == cause) {
            Some((_, all)) => *all += ms,
            None => known.push((cause, ms)),
        }
    }
    known.into_iter().find(|(_, ms)| *ms > wait.ms / 2).map(|(cause, _)| cause)
}

/// The same of the step before the playhead in a sentence, if time passed in it; or of the time that passes next.
pub(super) fn text(words: &Words, track: &Track, now: &Moment) -> Option<AttrValue> {
    let step = now.step_index().filter(|_| !now.inside());
    let past = step.and_then(|step| {
        let time = |step: usize| track.points().get(step).map(|point| point.at);
        let ms = time(step)? - step.checked_sub(1).map_or(Some(0), time)?;
        (ms > 0).then_some(())?;
        Some(sentence(words, ms, track.cause(step)?))
    });
    past.or_else(|| {
        let (ms, cause) = next(now, track)?;
        Some(words.f("wait-next", &args!(what = sentence(words, ms, cause?).to_string())))
    })
}

/// What stands behind the last step: the wait that comes next, and how the timeline is to be read while there is room.
pub(super) fn ahead(words: &Words, track: &Track, axis: &Axis, window: Window, now: &Moment) -> Html {
    let next = next(now, track);
    let wait = next.and_then(|(ms, cause)| Some((axis.ahead(window, ms)?, cause)));
    let from = wait.map_or(window.part(axis.end()), |(wait, _)| wait.to);
    let note = (window.is_all() && 1.0 - from >= ROOM).then(|| {
        let (text, short) = match &now.next {
            _ if now.recorded == 0 => ("timeline-empty", None),
            Some(_) => ("timeline-ahead", Some("timeline-ahead-short")),
            None => ("timeline-rest", Some("timeline-rest-short")),
        };
        html! { <p class="tl-note" style={format!("--from:{from:.5}")}><span>{ words.say(text) }</span>if let Some(short) = short { <span>{ words.say(short) }</span> }</p> }
    });
    html! { <>
        if let Some((wait, cause)) = wait { { length(words, wait, "tl-wait tl-ahead", "wait-ahead", cause) } }
        { note }
    </> }
}

/// The time that passes next, if nothing else comes before, and what for: what Step over would do, or until a key is due.
/// Only behind all steps: of what is recorded, the lanes tell.
fn next(now: &Moment, track: &Track) -> Option<(i64, Option<WaitCause>)> {
    if now.inside() || now.cursor.step != now.recorded {
        return None;
    }
    let snapshot = &now.snapshot;
    let of_key = |at: Time| track.due().filter(|due| due.at == at).map(|due| due.cause);
    match &now.next {
        Some(Action::Advance { ms }) => {
            let is_due = |queue: &QueueView| queue.delayed.iter().any(|key| key.ready_at.since(snapshot.now) == *ms);
            if is_due(&snapshot.queue) {
                let at = snapshot.queue.delayed.first().map(|key| key.ready_at)?;
                return Some((*ms, of_key(at)));
            }
            Some((*ms, is_due(&snapshot.ttl_queue).then_some(WaitCause::Ttl)))
        }
        Some(_) => None,
        None => {
            let at = snapshot.queue.delayed.iter().map(|key| key.ready_at).min()?;
            Some((at.since(snapshot.now), of_key(at)))
        }
    }
}

/// With all words where they fit, or the bare time, or nothing.
fn length(words: &Words, wait: Wait, class: &'static str, says: &str, cause: Option<WaitCause>) -> Html {
    let time = short_seconds(wait.ms);
    let said = match cause {
        Some(cause) => named(words, says, cause, &time),
        None => words.f(says, &args!(time = time.clone())),
    };
    let title = cause.map(|cause| sentence(words, wait.ms, cause));
    let class = classes!(class, room(&said));
    html! {
        <span {class} style={span(wait)} {title} aria-hidden="true"><b>{ said }</b><b>{ time }</b></span>
    }
}

/// What time passes for, in a word or two.
fn name(words: &Words, cause: WaitCause) -> AttrValue {
    words.t(&format!("passes-for-{}", cause.name()))
}

/// In a few words. `says` is the key of what is said where nobody knows what it is for.
pub(super) fn named(words: &Words, says: &str, cause: WaitCause, time: &str) -> AttrValue {
    words.f(&format!("{says}-for"), &args!(cause = name(words, cause).to_string(), time = time.to_owned()))
}

/// In a sentence.
fn sentence(words: &Words, ms: i64, cause: WaitCause) -> AttrValue {
    words.f(&format!("wait-for-{}", cause.name()), &args!(time = short_seconds(ms)))
}

/// The width of a text in letters of an alphabet; those of Chinese are as wide as two.
pub(super) fn letters(text: &str) -> f64 {
    text.chars().map(|letter| if letter < '\u{2e80}' { 1.0 } else { 2.0 }).sum()
}

/// The class of a text by how much room it needs.
fn room(text: &str) -> String {
    /// The most letters of each.
    const STEPS: [f64; 4] = [8.0, 10.0, 14.0, 19.0];
    let letters = letters(text);
    format!("says-{}", STEPS.iter().filter(|most| letters > **most).count())
}

fn span(wait: Wait) -> String {
    format!("left:{:.3}%;width:{:.3}%", wait.from * 100.0, (wait.to - wait.from) * 100.0)
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{Manifest, Release};
    use jobscope_core::timeline::Timeline;
    use jobscope_core::world::World;

    use super::*;
    use jobscope_explain::played::play;
    use jobscope_explain::{Preset, Scenes};

    /// The track of a session that runs by itself from a manifest to its end.
    fn track_of(release: Release, manifest: &str, rules: &str) -> Track {
        let mut timeline = Timeline::new(World::new(release));
        timeline.apply(&Action::SetOutcomes { rules: serde_json::from_str(rules).unwrap() }).unwrap();
        timeline.apply(&Action::of_manifest(&Manifest::parse(manifest, release).unwrap())).unwrap();
        timeline.play_on(400);
        let mut track = Track::default();
        track.follow(&timeline, &mut Scenes::default());
        track
    }

    /// What time passed for, in seconds, as often as it is known, the longest of each.
    fn causes(track: &Track) -> Vec<(&'static str, i64)> {
        let mut longest = std::collections::BTreeMap::new();
        let mut before = 0;
        for (step, point) in track.points().iter().enumerate() {
            if let Some(cause) = track.cause(step).filter(|_| point.at > before) {
                let most: &mut i64 = longest.entry(cause.name()).or_default();
                *most = (*most).max((point.at - before) / 1000);
            }
            before = point.at;
        }
        longest.into_iter().collect()
    }

    const JOB: &str = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\nspec:\n  template: {spec: {restartPolicy: Never, containers: [{name: a, image: b}]}}\n";

    #[test]
    fn every_release_tells_what_it_waits_for() {
        let fails = r#"[{"startMs": 1000, "runMs": 4000, "end": "fail", "exitCode": 1}]"#;
        let limited = format!("{JOB}  backoffLimit: 2\n");
        for release in Release::ALL {
            let text = causes(&track_of(release, &limited, fails));
            assert!(text.iter().any(|(cause, seconds)| *cause == "back-off" && *seconds >= 15), "{release}: {text:?}");
            assert!(text.iter().any(|(cause, _)| *cause == "run"), "{release}: {text:?}");
        }
        let indexes = format!("{JOB}  completionMode: Indexed\n  completions: 1\n  backoffLimitPerIndex: 2\n");
        let text = causes(&track_of(Release::V1_36, &indexes, fails));
        assert!(text.iter().any(|(cause, seconds)| *cause == "index-back-off" && *seconds >= 15), "{text:?}");
        assert!(text.iter().all(|(cause, _)| *cause != "back-off"), "{text:?}");
    }

    #[test]
    fn deadlines_are_shown_from_what_pods_do() {
        let hangs = r#"[{"startMs": 1000, "runMs": 1000, "end": "hang"}]"#;
        let deadline = format!("{JOB}  activeDeadlineSeconds: 60\n");
        for release in Release::ALL {
            let text = causes(&track_of(release, &deadline, hangs));
            assert!(text.iter().any(|(cause, seconds)| *cause == "deadline" && *seconds >= 50), "{release}: {text:?}");
            assert!(text.iter().all(|(cause, _)| *cause != "back-off"), "{release}: {text:?}");
        }
        let expires = format!("{JOB}  ttlSecondsAfterFinished: 100\n");
        let succeeds = r#"[{"startMs": 1000, "runMs": 1000, "end": "succeed"}]"#;
        let text = causes(&track_of(Release::V1_36, &expires, succeeds));
        assert!(text.iter().any(|(cause, seconds)| *cause == "ttl" && *seconds >= 90), "{text:?}");
    }

    #[test]
    fn what_a_person_lets_pass_is_for_nothing() {
        let mut timeline = Timeline::new(World::new(Release::V1_28));
        timeline.apply(&Action::Advance { ms: 60_000 }).unwrap();
        timeline.apply(&Action::of_manifest(&Manifest::parse(JOB, Release::V1_28).unwrap())).unwrap();
        let mut track = Track::default();
        track.follow(&timeline, &mut Scenes::default());
        assert_eq!(track.cause(0), None);
    }

    #[test]
    fn between_pods_stand_the_whole_waits() {
        let (mut track, mut scenes) = (Track::default(), Scenes::default());
        play(Preset::Failing, Release::V1_28, Timeline::step_over, |timeline| track.follow(timeline, &mut scenes));
        let axis = Axis::of(track.points());
        let waits = without_pods(&track, &axis, Window::default());
        let times: Vec<i64> = waits.iter().map(|wait| wait.ms).collect();
        assert_eq!(times.get(..3), Some(&[10_000, 20_000, 40_000][..]), "{waits:?}");
        for wait in waits.iter().take(3) {
            assert_eq!(cause(&track, *wait), Some(WaitCause::BackOff), "{wait:?}");
        }
        for pair in waits.windows(2) {
            assert!(pair[0].from < pair[0].to && pair[0].to < pair[1].from, "{waits:?}");
        }
    }
}
