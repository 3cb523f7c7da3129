//! Pictures of the machinery around pods: stores and caches, calls, counts.

use std::sync::Arc;

use jobscope_core::api::JobConditionType;
use jobscope_core::manager::ControllerStanding;
use jobscope_core::trace::{TraceEntry, Verb};
use jobscope_core::world::{Action, CacheState, ControllerView, PodView, Snapshot, Step, StreamView};

use super::canvas::{Canvas, Shape, float, whole_seconds};
use super::seen::{Seen, spread};
use crate::picture::{Anchor, Mark};

/// A box with words in it.
fn boxed(canvas: &mut Canvas, mark: Mark, (x, y): (f64, f64), (w, h): (f64, f64), words: &str) {
    let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)];
    for (n, from) in corners.iter().enumerate() {
        if let Some(to) = corners.get((n + 1) % corners.len()) {
            canvas.line(mark, *from, *to);
        }
    }
    canvas.text((x + w / 2.0, y + h / 2.0 + 4.0), Anchor::Middle, words);
}

/// See [`super::Story::Start`]: those that are simulated, from when they wait for their caches.
pub(super) fn start(seen: &Seen, canvas: &mut Canvas) {
    const NAMES: f64 = 150.0;
    let on = |controller: &&ControllerView| {
        controller.simulated && matches!(controller.standing, ControllerStanding::Waiting | ControllerStanding::Running)
    };
    // A manager that starts while it is looked at, from a little before the first of them to a little after the last.
    let starts = seen.scenes.iter().position(|scene| scene.manager.done > 0 && scene.manager.done < scene.manager.of);
    let from = starts.unwrap_or_default();
    let first = seen.scenes.iter().skip(from).position(|scene| scene.manager.controllers.iter().any(|one| on(&one)));
    let first = (from + first.unwrap_or_default()).saturating_sub(2);
    let waits =
        |scene: &Snapshot| scene.manager.controllers.iter().any(|one| one.standing == ControllerStanding::Waiting);
    let last = seen.scenes.iter().rposition(waits).unwrap_or(first) + 4;
    let scenes: Vec<&Snapshot> = seen.scenes.iter().take(last + 1).skip(first).collect();
    let all = scenes.last().map(|scene| scene.manager.controllers.as_slice()).unwrap_or_default();
    let simulated: Vec<_> = all.iter().filter(on).map(|controller| &controller.name).collect();
    let pitch = (canvas.height / float(simulated.len() + 1)).min(20.0);
    let top = (canvas.height - pitch * float(simulated.len())) / 2.0;
    let room = canvas.width - NAMES - 22.0;
    let x = |scene: usize| NAMES + 8.0 + room * float(scene) / float(scenes.len().max(1));
    for (row, name) in simulated.into_iter().enumerate() {
        let y = top + float(row) * pitch;
        let short = name.as_str().trim_end_matches("-controller");
        canvas.text((NAMES, y + pitch * 0.36 + 4.0), Anchor::End, short);
        let standing = |scene: &&Snapshot| {
            let controller = scene.manager.controllers.iter().find(|controller| controller.name == *name);
            controller.map_or(ControllerStanding::NotYet, |controller| controller.standing.clone())
        };
        let all: Vec<ControllerStanding> = scenes.iter().map(standing).collect();
        let mut since = 0;
        for span in all.chunk_by(|one, next| one == next) {
            let (from, to) = (x(since), x(since + span.len()));
            since += span.len();
            match span.first() {
                Some(ControllerStanding::Running) => canvas.block(Mark::Running, from, y, to - from, pitch * 0.72),
                Some(ControllerStanding::Waiting) => canvas.block(Mark::Pending, from, y, to - from, pitch * 0.72),
                _ => canvas.block(Mark::There, from, y + pitch * 0.33, to - from, 1.5),
            }
        }
    }
}

/// See [`super::Story::Lag`].
pub(super) fn lag(seen: &Seen, canvas: &mut Canvas) {
    let far = |stream: &StreamView| (i64::from(stream.stored) - i64::from(stream.cached)).abs();
    let streams = seen.scenes.iter().flat_map(|scene| [(&scene.pod_stream, "pods"), (&scene.job_stream, "jobs")]);
    // The last of the moments at which they are farthest apart; best of all, where the cache has what is long gone.
    let telling = |stream: &StreamView| (stream.cached > stream.stored && stream.pending.is_empty(), far(stream));
    let Some((stream, kind)) = streams.max_by_key(|(stream, _)| telling(stream)) else { return };
    let (middle, size) = (canvas.height / 2.0 - 4.0, (74.0, 34.0));
    let (left, right) = (24.0, canvas.width - 24.0 - size.0);
    boxed(canvas, Mark::Line, (left, middle - 17.0), size, &format!("store {}", stream.stored));
    boxed(canvas, Mark::Behind, (right, middle - 17.0), size, &format!("cache {}", stream.cached));
    let (from, to) = (left + size.0, right);
    let shown = stream.pending.len().min(5);
    if shown == 0 {
        // Nothing is under way: it will not hear of it.
        canvas.line(Mark::Dash, (from + 6.0, middle), (to - 6.0, middle));
    } else {
        canvas.arrow(from + 6.0, to - 6.0, middle);
    }
    let (first, pitch, _) = spread(shown, 8.0, 4.0, to - from - 24.0);
    for place in 0..shown {
        canvas.circle(Mark::Unseen, (from + 12.0 + first + float(place) * pitch, middle), 4.0);
    }
    canvas.text((canvas.width / 2.0, canvas.height - 8.0), Anchor::Middle, kind);
}

/// See [`super::Story::Fold`].
pub(super) fn fold(seen: &Seen, canvas: &mut Canvas) {
    let delivered =
        |step: &Arc<Step>| step.trace.iter().filter(|entry| matches!(entry, TraceEntry::Delivery(_))).count();
    let most = seen.steps.iter().map(delivered).max().unwrap_or_default();
    let (rows, shown) = (5, most.min(100));
    let columns = shown.div_ceil(rows);
    for n in 0..shown {
        let (column, row) = (float(n % columns), float(n / columns));
        canvas.block(Mark::Running, 22.0 + column * 6.0, 20.0 + row * 6.0, 4.0, 4.0);
    }
    let wide = float(columns) * 6.0;
    canvas.headline((22.0 + wide / 2.0, canvas.height - 14.0), Anchor::Middle, most.to_string());
    canvas.arrow(22.0 + wide + 10.0, 178.0, 34.0);
    boxed(canvas, Mark::Busy, (184.0, 19.0), (60.0, 30.0), "syncJob");
    canvas.headline((214.0, canvas.height - 14.0), Anchor::Middle, "1");
}

/// See [`super::Story::Memory`].
pub(super) fn memory(seen: &Seen, canvas: &mut Canvas) {
    let open = |steps: usize| {
        seen.scenes.get(steps).and_then(|scene| scene.expectations.first()).map_or(0, |known| known.adds)
    };
    // The longest piece of time in which something that is expected is not seen.
    let waits = (0..seen.steps.len()).filter(|step| open(*step) > 0);
    let Some(longest) = waits.max_by_key(|step| seen.at(step + 1) - seen.at(*step)) else { return };
    let ordered = (0..=longest).map(open).max().unwrap_or_default().max(1);
    let (left, y, high) = (24.0, canvas.height / 2.0 - 14.0, 20.0);
    let cells = usize::try_from(ordered).unwrap_or(1);
    let wide = (150.0 / float(cells)).min(64.0);
    for cell in 0..cells {
        let is_open = i64::try_from(cell).unwrap_or_default() >= ordered - open(longest);
        let x = left + float(cell) * (wide + 4.0);
        canvas.block(if is_open { Mark::Waiting } else { Mark::Sync }, x, y, wide, high);
        if is_open {
            canvas.shape(Shape::Gone, (x + wide / 2.0, y + high / 2.0), 11.0);
        }
    }
    let taken = float(cells) * (wide + 4.0);
    canvas.text((left + taken / 2.0, y + high + 16.0), Anchor::Middle, format!("adds {}", open(longest)));
    let clock = (left + taken + 26.0, y + high / 2.0);
    canvas.circle(Mark::Line, clock, 12.0);
    canvas.line(Mark::Line, clock, (clock.0, clock.1 - 8.0));
    canvas.line(Mark::Line, clock, (clock.0 + 5.0, clock.1 + 2.0));
    let from = (0..=longest).rev().take_while(|step| open(*step) > 0).last().unwrap_or(longest);
    canvas.headline(
        (clock.0 + 18.0, clock.1 + 5.5),
        Anchor::Start,
        whole_seconds(seen.at(longest + 1) - seen.at(from)),
    );
}

/// See [`super::Story::Calls`]: around the first that goes wrong.
pub(super) fn calls(seen: &Seen, canvas: &mut Canvas) {
    const MOST: usize = 6;
    #[derive(Clone, PartialEq)]
    enum Outcome {
        Answer(u16),
        Crash,
    }
    let mut all: Vec<Outcome> = Vec::new();
    for step in &seen.steps {
        for call in Seen::calls(step).filter(|call| !matches!(call.verb, Verb::Get)) {
            let well = if call.verb == Verb::Create { 201 } else { 200 };
            all.push(Outcome::Answer(call.error.as_ref().map_or(well, |error| error.reason.code())));
        }
        if matches!(step.action, Action::CrashAfter { .. } | Action::Restart) {
            all.push(Outcome::Crash);
        }
    }
    if all.contains(&Outcome::Crash) {
        // Before each crash the last write that went well: the one after it was never answered.
        all.retain(|outcome| !matches!(outcome, Outcome::Answer(code) if *code >= 400));
        let before = all.windows(2).filter(|pair| matches!(pair, [Outcome::Answer(_), Outcome::Crash]));
        all = before.flatten().cloned().collect();
    }
    let wrong = |outcome: &Outcome| !matches!(outcome, Outcome::Answer(200 | 201));
    let first = all.iter().position(wrong).unwrap_or_default().saturating_sub(2);
    let shown: Vec<Outcome> = all.into_iter().skip(first).take(MOST).collect();
    let (start, pitch, size) = spread(shown.len(), 30.0, 12.0, canvas.width - 28.0);
    let y = canvas.height / 2.0;
    for (place, outcome) in shown.iter().enumerate() {
        let x = 14.0 + start + float(place) * pitch;
        if place > 0 {
            canvas.line(Mark::Line, (x - pitch + size / 2.0, y), (x - size / 2.0, y));
        }
        match outcome {
            Outcome::Crash => canvas.shape(Shape::Failed, (x, y), size * 0.8),
            Outcome::Answer(code) => {
                let mark = if wrong(outcome) { Mark::Behind } else { Mark::Well };
                canvas.circle(mark, (x, y), size / 2.0);
                canvas.text((x, y + 4.0), Anchor::Middle, code.to_string());
            }
        }
    }
}

/// See [`super::Story::Count`].
pub(super) fn count(seen: &Seen, canvas: &mut Canvas) {
    const MOST: usize = 5;
    let jobs = seen.scenes.iter().filter_map(|scene| scene.jobs.first());
    let mut counts: Vec<i32> = jobs.map(|job| job.job.status.succeeded).collect();
    counts.dedup();
    let complete =
        seen.scenes.iter().flat_map(|scene| &scene.jobs).any(|job| job.job.status.is_true(JobConditionType::Complete));
    let shown = counts.len().min(MOST);
    let y = canvas.height / 2.0;
    let mut x = 24.0;
    let mut before = None;
    for value in counts.iter().take(shown) {
        if before.is_some() {
            canvas.arrow(x + 2.0, x + 20.0, y);
            x += 34.0;
        }
        let fell = before.is_some_and(|before| value < before);
        if fell {
            canvas.circle(Mark::Wrong, (x, y), 13.0);
        }
        canvas.headline((x, y + 5.5), Anchor::Middle, value.to_string());
        before = Some(value);
        x += 10.0;
    }
    if complete {
        canvas.arrow(x + 2.0, x + 20.0, y);
        canvas.shape(Shape::Succeeded, (x + 36.0, y), 18.0);
    }
}

/// See [`super::Story::Orphans`].
pub(super) fn orphans(seen: &Seen, canvas: &mut Canvas) {
    const MOST: usize = 4;
    let stored = |cache: CacheState| cache != CacheState::GoneFromStore;
    let jobless = |steps: &usize| {
        seen.scenes.get(*steps).is_some_and(|scene| {
            *steps > 4
                && !scene.jobs.iter().any(|job| stored(job.cache))
                && scene.pods.iter().any(|pod| stored(pod.cache))
        })
    };
    // The first such moment; with pods that are being deleted, if there ever are.
    let deletions = |step: &usize| {
        let ending = |pod: &&Arc<PodView>| pod.deletion.is_some() && stored(pod.cache);
        (seen.scenes.get(*step).map(|scene| scene.pods.iter().filter(ending).count()), std::cmp::Reverse(*step))
    };
    let moment = (0..seen.scenes.len()).filter(jobless).max_by_key(deletions);
    let Some(scene) = moment.and_then(|step| seen.scenes.get(step)) else { return };
    let y = canvas.height / 2.0;
    let high = if canvas.is_low() { 22.0 } else { 30.0 };
    boxed(canvas, Mark::Dash, (20.0, y - high / 2.0), (48.0, high), "Job");
    canvas.line(Mark::Dash, (74.0, y), (104.0, y));
    let pods: Vec<_> = scene.pods.iter().filter(|pod| stored(pod.cache)).take(MOST).collect();
    let mut x = 124.0;
    for pod in &pods {
        let shape = if pod.deletion.is_some() { Shape::Terminating } else { Shape::Running };
        canvas.shape(shape, (x, y), high * 0.66);
        x += 30.0;
    }
    // Whether they are ever let go.
    let held = |scene: &Snapshot| scene.pods.iter().filter(|pod| stored(pod.cache) && pod.tracked).count();
    let last = seen.scenes.last().map_or(0, held);
    if held(scene) > 0 {
        canvas.headline((x + 2.0, y + 5.5), Anchor::Start, format!("{} → {last}", held(scene)));
    }
}
