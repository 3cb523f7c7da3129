//! Pictures of pods.

use std::sync::Arc;

use jobscope_core::api::{Container, JobConditionType, PodPhase, PodSpec, RestartPolicy};
use jobscope_core::small_sort::SmallSort as _;
use jobscope_core::trace::Verb;
use jobscope_core::world::{Action, Step};

use super::canvas::{Canvas, Shape, float, seconds, whole_seconds};
use super::seen::{Life, Seen, spread};
use crate::picture::{Anchor, Mark};

/// What stays free at the sides.
const SIDE: f64 = 14.0;

/// See [`super::Story::Passage`]: of the pod to which most happens.
pub(super) fn passage(seen: &Seen, canvas: &mut Canvas) {
    let passage = |life: &Life| {
        let ran = life.ran.map(|at| (at, Shape::Running));
        let stopped = life.stopped.filter(|at| life.ended.is_none_or(|(end, _)| end > *at));
        let ended = life.ended.map(|(at, _)| (at, life.shape()));
        let gone = life.gone.map(|at| (at, Shape::Gone));
        let mut all: Vec<_> =
            [Some((life.made, Shape::Pending)), ran, stopped.map(|at| (at, Shape::Terminating)), ended, gone]
                .into_iter()
                .flatten()
                .collect();
        all.small_sort_by_key(|(at, _)| *at);
        all
    };
    let told_most = seen
        .lives
        .iter()
        .max_by_key(|life| (life.stopped.is_some(), passage(life).len(), std::cmp::Reverse(life.order)));
    let passage = told_most.map(passage).unwrap_or_default();
    let (mut x, pitch, size) = spread(passage.len(), 22.0, 36.0, canvas.width - 2.0 * SIDE);
    x += SIDE;
    let y = canvas.height / 2.0;
    for (place, (_, shape)) in passage.iter().enumerate() {
        if place > 0 {
            canvas.arrow(x - pitch + size * 0.8, x - size * 0.8, y);
        }
        canvas.shape(*shape, (x, y), size);
        x += pitch;
    }
}

/// See [`super::Story::Slots`].
pub(super) fn slots(seen: &Seen, canvas: &mut Canvas) {
    let places = seen.places();
    let room = canvas.width - 2.0 * SIDE - 10.0;
    let x = |step: usize| SIDE + places.get(step).or(places.last()).copied().unwrap_or_default() * room;
    let last = seen.scenes.len() - 1;
    let until = |life: &Life| life.ended.map(|(at, _)| at).or(life.gone).unwrap_or(last);
    let mut ends: Vec<usize> = Vec::new();
    let mut slots = Vec::new();
    for life in &seen.lives {
        let slot = ends.iter().position(|end| *end <= life.made).unwrap_or(ends.len());
        ends.resize(ends.len().max(slot + 1), 0);
        if let Some(end) = ends.get_mut(slot) {
            *end = until(life);
        }
        slots.push(slot);
    }
    let (above, below) = if canvas.is_low() { (6.0, 6.0) } else { (16.0, 14.0) };
    let pitch =
        ((canvas.height - above - below) / float(ends.len().max(1))).min(if canvas.is_low() { 16.0 } else { 20.0 });
    let top = above + (canvas.height - above - below - pitch * float(ends.len())) / 2.0;
    let height = pitch * 0.72;
    rests(seen, canvas, &x);
    for (life, slot) in seen.lives.iter().zip(slots) {
        let y = top + float(slot) * pitch;
        let middle = y + height / 2.0;
        let end = until(life);
        let marks = [(Some(life.made), Mark::Pending), (life.ran, Mark::Running), (life.stopped, Mark::Terminating)];
        let mut since: Vec<(usize, Mark)> =
            marks.into_iter().filter_map(|(at, mark)| at.map(|at| (at, mark))).filter(|(at, _)| *at <= end).collect();
        since.small_sort_by_key(|(at, _)| *at);
        for (place, (at, mark)) in since.iter().enumerate() {
            let to = since.get(place + 1).map_or(end, |(next, _)| *next);
            canvas.block(*mark, x(*at), y, (x(to) - x(*at)).max(0.0), height);
        }
        if life.ended.is_some() {
            canvas.shape(life.shape(), (x(end), middle), height.min(13.0));
        }
        if let Some(index) = life.index {
            canvas.text((x(life.made) - 3.0, middle + 3.5), Anchor::End, index.to_string());
        }
    }
    deadline(seen, canvas, &x);
}

/// Where a Job rests, as a band with how long that is.
fn rests(seen: &Seen, canvas: &mut Canvas, x: &impl Fn(usize) -> f64) {
    let rests = |step: &usize| {
        let jobs = seen.scenes.get(*step).map(|scene| scene.jobs.as_slice()).unwrap_or_default();
        jobs.iter().any(|job| job.job.status.is_true(JobConditionType::Suspended))
    };
    let resting: Vec<usize> = (0..seen.scenes.len()).filter(rests).collect();
    for band in resting.chunk_by(|one, next| one + 1 == *next) {
        let (Some(from), Some(last)) = (band.first(), band.last()) else { continue };
        let to = (last + 1).min(seen.scenes.len() - 1);
        let ms = seen.at(to) - seen.at(*from);
        if ms >= 1_000 {
            let (left, right) = (x(*from), x(to));
            canvas.block(Mark::Rest, left, 6.0, right - left, canvas.height - 12.0);
            canvas.headline((f64::midpoint(left, right), canvas.height / 2.0 + 5.0), Anchor::Middle, whole_seconds(ms));
        }
    }
}

/// The deadline, if that ended the Job.
fn deadline(seen: &Seen, canvas: &mut Canvas, x: &impl Fn(usize) -> f64) {
    let missed = seen.scenes.iter().enumerate().find_map(|(step, scene)| {
        let job = scene
            .jobs
            .iter()
            .find(|job| job.job.status.conditions.iter().any(|condition| condition.reason == "DeadlineExceeded"))?;
        Some((step, job.job.spec.active_deadline_seconds?))
    });
    if let Some((step, limit)) = missed {
        let at = x(step);
        canvas.line(Mark::Limit, (at, 4.0), (at, canvas.height - 4.0));
        if !canvas.is_low() {
            canvas.text((at - 5.0, 13.0), Anchor::End, format!("{limit} s"));
        }
    }
}

/// See [`super::Story::Batches`].
pub(super) fn batches(seen: &Seen, canvas: &mut Canvas) {
    let creates = |step: &&Arc<Step>| Seen::calls(step).filter(|call| call.verb == Verb::Create).count();
    // The first of those that create most.
    let most = seen
        .steps
        .iter()
        .filter(|step| step.action == Action::Sync)
        .max_by_key(|step| (creates(step), std::cmp::Reverse(step.at)));
    let Some(step) = most else { return };
    let mut batches: Vec<Vec<bool>> = Vec::new();
    for call in Seen::calls(step).filter(|call| call.verb == Verb::Create) {
        let number = call.batch.as_ref().map_or(1, |batch| batch.number as usize);
        batches.resize(batches.len().max(number), Vec::new());
        if let Some(batch) = batches.get_mut(number - 1) {
            batch.push(call.error.is_none());
        }
    }
    let low = canvas.is_low();
    let (size, gap) = if low { (9.0, 3.0) } else { (13.0, 4.0) };
    let columns = |batch: &Vec<bool>| batch.len().div_ceil(2);
    let between = if low { 16.0 } else { 20.0 };
    let width = batches.iter().map(|batch| float(columns(batch)) * (size + gap) - gap).sum::<f64>()
        + between * float(batches.len() - 1);
    let mut x = (canvas.width - width) / 2.0;
    let middle = if low { 16.0 } else { canvas.height / 2.0 - 9.0 };
    for batch in &batches {
        let rows = if batch.len() > 1 { 2.0 } else { 1.0 };
        for (n, well) in batch.iter().enumerate() {
            let (column, row) = (float(n % columns(batch)), float(n / columns(batch)));
            let (cx, cy) = (x + column * (size + gap), middle - (rows * (size + gap) - gap) / 2.0 + row * (size + gap));
            let half = size / 2.0;
            if *well {
                canvas.block(Mark::Running, cx, cy, size, size);
            } else {
                canvas.shape(Shape::Refused, (cx + half, cy + half), size);
            }
        }
        let wide = float(columns(batch)) * (size + gap) - gap;
        let refused = batch.iter().any(|well| !well);
        let number = if refused { format!("{}: 403", batch.len()) } else { batch.len().to_string() };
        canvas.text((x + wide / 2.0, canvas.height - if low { 4.0 } else { 12.0 }), Anchor::Middle, number);
        x += wide + between;
    }
}

/// See [`super::Story::Indexes`].
pub(super) fn indexes(seen: &Seen, canvas: &mut Canvas) {
    let most = seen.lives.iter().filter_map(|life| life.index).max().unwrap_or_default();
    let count = usize::try_from(most).unwrap_or_default().min(11) + 1;
    let (first, pitch, size) = spread(count, 16.0, 22.0, canvas.width - 2.0 * SIDE);
    for (place, index) in (0..count).zip(0_i64..) {
        let x = SIDE + first + float(place) * pitch;
        let tries = seen.lives.iter().filter(|life| life.index == Some(index));
        canvas.text((x, canvas.height - 8.0), Anchor::Middle, index.to_string());
        for (level, life) in tries.take(3).enumerate() {
            canvas.shape(life.shape(), (x, canvas.height - 30.0 - float(level) * (size + 6.0)), size);
        }
    }
}

/// See [`super::Story::Tries`].
pub(super) fn tries(seen: &Seen, canvas: &mut Canvas) {
    let mut failures: Vec<&Life> = seen.lives.iter().filter(|life| life.failed()).collect();
    failures.small_sort_by_key(|life| life.ended.map(|(at, _)| at));
    let Some(job) = seen.scenes.iter().rev().find_map(|scene| scene.jobs.first()) else { return };
    let (failed, limit) = (job.job.status.failed, job.job.spec.backoff_limit.unwrap_or_default());
    let limit_at = usize::try_from(limit).ok().filter(|limit| *limit < failures.len());
    let (first, pitch, size) =
        spread(failures.len() + usize::from(limit_at.is_some()), 20.0, 16.0, canvas.width - 2.0 * SIDE);
    let y = canvas.height / 2.0 - 9.0;
    let mut x = SIDE + first;
    for (n, life) in failures.iter().enumerate() {
        if limit_at == Some(n) {
            canvas.line(Mark::Limit, (x, y - 20.0), (x, y + 20.0));
            x += pitch;
        }
        canvas.shape(life.shape(), (x, y), size);
        x += pitch;
    }
    let count = if failed > limit { format!("{failed} > {limit}") } else { format!("failed {failed}") };
    canvas.headline((canvas.width / 2.0, canvas.height - 10.0), Anchor::Middle, count);
}

/// See [`super::Story::Policies`].
pub(super) fn policies(seen: &Seen, canvas: &mut Canvas) {
    let mut jobs: Vec<_> = Vec::new();
    for job in seen.scenes.iter().flat_map(|scene| &scene.jobs) {
        if !jobs.iter().any(|(uid, _)| *uid == job.job.uid()) {
            jobs.push((job.job.uid(), policy(&job.job.spec.template.spec)));
        }
    }
    let row = canvas.height / float(jobs.len().max(1));
    // Half of a box: the boxes of two rows stay apart.
    let half = (row / 2.0 - 3.0).min(13.0);
    for (n, (uid, policy)) in jobs.iter().enumerate() {
        let y = row * (float(n) + 0.5);
        canvas.text((100.0, y + 4.0), Anchor::End, *policy);
        let mut x = 112.0;
        for life in seen.lives.iter().filter(|life| life.owner.as_ref() == Some(uid)) {
            // Each restart is a failed attempt; the last one may still run.
            let tries = usize::try_from(life.restarts).unwrap_or_default() + 1;
            let wide = float(tries) * 22.0 + 6.0;
            canvas.line(Mark::Line, (x, y - half), (x + wide, y - half));
            canvas.line(Mark::Line, (x, y + half), (x + wide, y + half));
            canvas.line(Mark::Line, (x, y - half), (x, y + half));
            canvas.line(Mark::Line, (x + wide, y - half), (x + wide, y + half));
            for number in 0..tries {
                let is_last = number + 1 == tries;
                let shape = if is_last { life.shape() } else { Shape::Failed };
                canvas.shape(shape, (x + 14.0 + float(number) * 22.0, y), half + 2.0);
            }
            x += wide + 8.0;
        }
    }
}

/// What a template does with containers that exit, in few words.
fn policy(template: &PodSpec) -> &'static str {
    let has_rules =
        |container: &Container| container.other.map().get("restartPolicyRules").is_some_and(|rules| !rules.is_null());
    match template.restart_policy {
        Some(RestartPolicy::Never) if template.containers.iter().any(has_rules) => "Never + rules",
        Some(RestartPolicy::Never) => "Never",
        _ => "OnFailure",
    }
}

/// See [`super::Story::Waits`]: to scale.
pub(super) fn waits(seen: &Seen, canvas: &mut Canvas) {
    /// A narrower wait is not named.
    const NAMED: f64 = 16.0;
    let low = canvas.is_low();
    let at = |step: usize| seconds(seen.at(step));
    // The pods, and between them the tries to create some that were all refused.
    let refused = seen.steps.iter().enumerate().filter(|(_, step)| is_refused(step)).map(|(n, _)| (n + 1, None));
    let mut tries: Vec<(usize, Option<&Life>)> =
        seen.lives.iter().map(|life| (life.made, Some(life))).chain(refused).collect();
    tries.sort_by_key(|(step, _)| *step);
    let last = seen.lives.iter().map(|life| life.ended.map_or(life.made + 1, |(end, _)| end)).max().unwrap_or(1);
    let scale = (canvas.width - 2.0 * SIDE - 4.0) / at(last).max(1.0);
    let x = |step: usize| SIDE + at(step) * scale;
    let (y, high) = if low { (7.0, 15.0) } else { (canvas.height / 2.0 - 20.0, 24.0) };
    let mut before: Option<usize> = None;
    for (made, life) in tries {
        if let Some(since) = before.filter(|since| seen.at(made) - seen.at(*since) >= 1_000) {
            let (from, to) = (x(since), x(made));
            canvas.block(Mark::Waiting, from, y + high * 0.2, to - from, high * 0.6);
            if to - from >= NAMED {
                let wait = whole_seconds(seen.at(made) - seen.at(since));
                canvas.text((f64::midpoint(from, to), y + high + 13.0), Anchor::Middle, wait);
            }
        }
        let Some(life) = life else {
            canvas.shape(Shape::Refused, (x(made), y + high / 2.0), high * 0.4);
            before = Some(made);
            continue;
        };
        let end = life.ended.map(|(at, _)| at);
        let mark = match life.ended {
            Some((_, PodPhase::Succeeded)) => Mark::Succeeded,
            Some(_) => Mark::Failed,
            None => Mark::Running,
        };
        let wide = (x(end.unwrap_or(last)) - x(made)).max(6.0);
        canvas.block(mark, x(made), y, wide, high);
        before = end;
    }
    for (step, _) in seen.steps.iter().enumerate().filter(|(_, step)| step.action == Action::Restart) {
        canvas.line(Mark::Limit, (x(step), y - 5.0), (x(step), y + high + 5.0));
    }
}

/// Whether the step created no pod although it wanted to.
fn is_refused(step: &Step) -> bool {
    let mut creates = Seen::calls(step).filter(|call| call.verb == Verb::Create).peekable();
    creates.peek().is_some() && creates.all(|call| call.error.is_some())
}

/// See [`super::Story::Results`].
pub(super) fn results(seen: &Seen, canvas: &mut Canvas) {
    /// More are a bar with their number.
    const MOST: usize = 8;
    let ended: Vec<Shape> = seen.lives.iter().filter(|life| life.ended.is_some()).map(Life::shape).collect();
    let y = canvas.height / 2.0;
    // By themselves, and not because they were deleted.
    let by_itself =
        |life: &&Life| life.failed() && life.stopped.zip(life.ended).is_none_or(|(stopped, (end, _))| stopped > end);
    let failed = seen.lives.iter().filter(by_itself).count();
    if failed > MOST {
        let wide = (float(failed) * 2.4).min(canvas.width - 2.0 * SIDE - 36.0);
        canvas.block(Mark::Failed, SIDE, y - 8.0, wide, 16.0);
        canvas.headline((SIDE + wide + 8.0, y + 5.5), Anchor::Start, failed.to_string());
        return;
    }
    for (place, shape) in ended.iter().enumerate() {
        canvas.shape(*shape, (SIDE + 12.0 + float(place) * 30.0, y), 20.0);
    }
    canvas.headline((SIDE + float(ended.len()) * 30.0 + 6.0, y + 5.5), Anchor::Start, ended.len().to_string());
}
