//! A session at a glance: the life of each pod as a bar, and under them the syncs, the waits, and the calls that
//! were refused. Paths of a drawing, made from what the engine did; how they are painted is up to who draws them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use jobscope_core::api::PodPhase;
use jobscope_core::manager::ControllerStanding;
use jobscope_core::timeline::Timeline;
use jobscope_core::trace::TraceEntry;
use jobscope_core::world::{Action, CacheState, PodView, Snapshot};

/// Width of a picture.
pub const WIDTH: u32 = 260;
/// What stays free at the left and right.
const MARGIN: f64 = 14.0;
/// What stays free above and below, the height of the lane of syncs, and the gap above it, as parts of the height.
const EDGE: f64 = 0.09;
const LANE: f64 = 0.11;
const GAP: f64 = 0.07;
/// The highest a row gets.
const MOST_PITCH: f64 = 13.0;
/// More rows than this cannot be told apart; neighbours that live alike share one bar.
const MOST_ROWS: usize = 24;
/// How wide the mark of an end is.
const END: f64 = 7.0;
/// How thick lines are that only say that something is there, or is not seen.
const LINE: f64 = 2.0;

/// What a path of a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// The Job is there, or a controller of the manager that does not work yet.
    There,
    /// A pod that does not run yet.
    Pending,
    /// A pod that runs, or a controller that works.
    Running,
    /// A pod that is being deleted.
    Terminating,
    /// What the controller's cache does not show as it is.
    Unseen,
    /// A success.
    Succeeded,
    /// A failure.
    Failed,
    /// The key waits for its time.
    Waiting,
    /// A sync.
    Sync,
    /// A sync of which the API server refused calls.
    Refused,
}

impl Mark {
    /// Its name in style sheets.
    pub fn name(self) -> &'static str {
        match self {
            Self::There => "there",
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Terminating => "terminating",
            Self::Unseen => "unseen",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Waiting => "waiting",
            Self::Sync => "sync",
            Self::Refused => "refused",
        }
    }
}

/// How something stands in a row after a step: its mark, and whether the cache shows something else.
type Standing = Option<(Mark, bool)>;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Paths as in SVG, from the lowest up.
    pub paths: BTreeMap<Mark, String>,
}

impl Picture {
    /// The picture of all recorded steps, [`WIDTH`] wide.
    pub fn of(timeline: &Timeline, height: u32) -> Self {
        let mut walk = timeline.steps().walk();
        let scenes: Vec<Snapshot> =
            (0..=timeline.steps().len()).map(|steps| walk.world_after(steps).snapshot()).collect();
        let places = places(&scenes);
        let mut picture = Self::default();
        let height = f64::from(height);
        let [edge, lane, gap] = [EDGE, LANE, GAP].map(|part| part * height);
        let top = height - edge - lane;
        picture.rows(&lives(&scenes), &places, (edge, top - gap));
        picture.lane(timeline, &scenes, &places, (top, lane));
        picture
    }

    /// The rows, in the middle of what is free for them.
    fn rows(&mut self, lives: &[Vec<Standing>], places: &[f64], (above, below): (f64, f64)) {
        let free = below - above;
        let groups: Vec<&[Vec<Standing>]> =
            lives.chunk_by(|one, next| lives.len() > MOST_ROWS && one == next).collect();
        let pitch = (free / float(lives.len().max(1))).min(MOST_PITCH);
        let gap = if lives.len() > MOST_ROWS { 0.0 } else { pitch * 0.3 };
        let mut top = above + (free - pitch * float(lives.len())) / 2.0;
        for group in groups {
            let height = pitch * float(group.len()) - gap;
            if let Some(life) = group.first() {
                self.life(life, places, top, height);
            }
            top += pitch * float(group.len());
        }
    }

    fn life(&mut self, life: &[Standing], places: &[f64], top: f64, height: f64) {
        let mut step = 0;
        for span in life.chunk_by(|one, next| one == next) {
            let (since, until) = (step, step + span.len());
            step = until;
            let Some(Some((mark, unseen))) = span.first() else { continue };
            let at = |step: usize| places.get(step).or(places.last()).copied().unwrap_or_default();
            let (left, right) = (at(since), at(until).max(at(since) + 1.0));
            let thin = LINE.min(height * 0.4);
            let middle = top + (height - thin) / 2.0;
            let is_end = matches!(mark, Mark::Succeeded | Mark::Failed);
            if is_end || *mark == Mark::There {
                // What has ended is still there, until it is deleted.
                self.block(if *unseen { Mark::Unseen } else { Mark::There }, left, right, middle, thin);
            } else {
                self.block(*mark, left, right, top, height);
                if *unseen {
                    self.block(Mark::Unseen, left, right, top + height - thin, thin);
                }
            }
            let before = since.checked_sub(1).and_then(|before| life.get(before)).copied().flatten();
            if is_end && before.is_none_or(|(before, _)| before != *mark) {
                self.block(*mark, left, left + END, top, height);
            }
        }
    }

    /// Syncs as strokes, and between them how long the key had to wait.
    fn lane(&mut self, timeline: &Timeline, scenes: &[Snapshot], places: &[f64], (top, height): (f64, f64)) {
        let mut waits: Option<f64> = None;
        let mut walk = timeline.steps().walk();
        for (index, (scene, &at)) in scenes.iter().zip(places).enumerate() {
            match (waits, scene.queue.delayed.is_empty()) {
                (None, false) => waits = Some(at),
                (Some(since), true) => {
                    self.block(Mark::Waiting, since, at, top + height / 2.0 - 1.0, LINE);
                    waits = None;
                }
                _ => {}
            }
            let step = index.checked_sub(1).and_then(|last| walk.step(last));
            let Some(step) = step.filter(|step| step.action == Action::Sync) else { continue };
            let is_refused = |entry: &TraceEntry| matches!(entry, TraceEntry::Call(call) if call.error.is_some());
            let mark = if step.trace.iter().any(is_refused) { Mark::Refused } else { Mark::Sync };
            self.block(mark, at - 1.0, at + 1.0, top, height);
        }
    }

    fn block(&mut self, mark: Mark, left: f64, right: f64, top: f64, height: f64) {
        let path = self.paths.entry(mark).or_default();
        let (x, y, w, h) = (tenths(left), tenths(top), tenths(right - left), tenths(height));
        // Writing to a string does not fail.
        let _ = write!(path, "M{x} {y}h{w}v{h}h-{w}z");
    }
}

/// Where the moment after so many steps is: steps are a little apart, and farther the more time passes.
fn places(scenes: &[Snapshot]) -> Vec<f64> {
    let mut sum = 0.0;
    let mut places = vec![sum];
    for pair in scenes.windows(2) {
        if let [before, after] = pair {
            #[expect(clippy::cast_precision_loss, reason = "seconds of a session")]
            let seconds = after.now.since(before.now).max(0) as f64 / 1000.0;
            sum += 1.0 + 1.5 * seconds.sqrt();
            places.push(sum);
        }
    }
    let scale = (f64::from(WIDTH) - 2.0 * MARGIN - END) / sum.max(1.0);
    places.into_iter().map(|place| MARGIN + place * scale).collect()
}

/// How everything that has a row stands after each step, by row: Jobs, the manager's controllers while it starts, pods.
fn lives(scenes: &[Snapshot]) -> Vec<Vec<Standing>> {
    let mut rows: BTreeMap<(u8, usize), Vec<Standing>> = BTreeMap::new();
    let mut order: BTreeMap<String, usize> = BTreeMap::new();
    let starts = scenes.iter().any(|scene| scene.manager.done < scene.manager.of);
    for (step, scene) in scenes.iter().enumerate() {
        let mut stand = |kind: u8, name: &str, standing: (Mark, bool)| {
            let new = order.len();
            let place = *order.entry(format!("{kind} {name}")).or_insert(new);
            let row = rows.entry((kind, place)).or_default();
            row.resize(step, None);
            row.push(Some(standing));
        };
        for job in scene.jobs.iter().filter(|job| job.cache != CacheState::GoneFromStore) {
            stand(0, job.job.metadata.name(), (Mark::There, job.cache != CacheState::InStep));
        }
        for controller in scene.manager.controllers.iter().filter(|_| starts) {
            let mark = match controller.standing {
                ControllerStanding::NotYet | ControllerStanding::Off { .. } => continue,
                ControllerStanding::Waiting => Mark::Pending,
                ControllerStanding::Running => Mark::Running,
            };
            stand(1, controller.name.as_str(), (mark, false));
        }
        for pod in scene.pods.iter().filter(|pod| pod.cache != CacheState::GoneFromStore) {
            stand(2, pod.name.as_str(), (mark_of(pod), pod.cache != CacheState::InStep));
        }
    }
    rows.into_values()
        .map(|mut row| {
            row.resize(scenes.len(), None);
            row
        })
        .collect()
}

fn mark_of(pod: &PodView) -> Mark {
    match pod.phase {
        PodPhase::Succeeded => Mark::Succeeded,
        PodPhase::Failed => Mark::Failed,
        _ if pod.deletion.is_some() => Mark::Terminating,
        PodPhase::Running => Mark::Running,
        PodPhase::Pending | PodPhase::Unknown => Mark::Pending,
    }
}

#[expect(clippy::cast_precision_loss, reason = "numbers of rows")]
fn float(number: usize) -> f64 {
    number as f64
}

/// As text, with one place at the most: nobody sees more.
fn tenths(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use jobscope_core::timeline::Recording;

    use super::*;

    fn picture(file: &str) -> Picture {
        let timeline = Recording::from_file(file).unwrap().replay().unwrap();
        Picture::of(&timeline, 76)
    }

    fn blocks(picture: &Picture, mark: Mark) -> usize {
        picture.paths.get(&mark).map_or(0, |path| path.matches('M').count())
    }

    #[test]
    fn a_job_that_runs_is_a_bar_with_an_end() {
        let picture = picture(include_str!("../texts/a-job-runs/pi.jobscope.yaml"));
        assert_eq!(blocks(&picture, Mark::Succeeded), 1);
        assert!(blocks(&picture, Mark::Running) >= 1 && blocks(&picture, Mark::Unseen) >= 1, "{picture:?}");
        assert!(blocks(&picture, Mark::Sync) > 3, "{picture:?}");
        assert!(!picture.paths.contains_key(&Mark::Failed));
    }

    #[test]
    fn what_is_refused_fails_or_waits_is_marked() {
        let refused = picture(include_str!("../texts/slow-start/fifteen.jobscope.yaml"));
        assert_eq!(blocks(&refused, Mark::Refused), 1);
        let failed = picture(include_str!("../texts/back-off/four.jobscope.yaml"));
        assert!(blocks(&failed, Mark::Failed) >= 3 && blocks(&failed, Mark::Waiting) >= 1, "{failed:?}");
    }

    #[test]
    fn everything_is_within() {
        let picture = picture(include_str!("../texts/limit-ten/ten-v1.11.jobscope.yaml"));
        for path in picture.paths.values() {
            for block in path.split('M').skip(1) {
                let numbers: Vec<f64> = block
                    .split(|letter: char| letter.is_alphabetic() || letter == ' ')
                    .filter(|number| !number.is_empty())
                    .map(|number| number.parse().unwrap())
                    .collect();
                let (x, y, w, h) = (numbers[0], numbers[1], numbers[2], numbers[3]);
                assert!(x >= 0.0 && x + w <= f64::from(WIDTH) && y >= 0.0 && y + h <= 76.0, "{block}");
            }
        }
    }
}
