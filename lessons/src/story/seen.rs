//! A session prepared for its pictures: the state after each step, and the life of each pod.

use std::collections::BTreeMap;
use std::sync::Arc;

use jobscope_core::api::{Name, PodPhase, Release, Uid};
use jobscope_core::small_sort::SmallSort as _;
use jobscope_core::timeline::Timeline;
use jobscope_core::trace::{Call, TraceEntry};
use jobscope_core::world::{CacheState, PodView, Snapshot, Step};

use super::canvas::{Shape, float, seconds};

/// The life of a pod in the store. Instants are numbers of steps done.
#[derive(Clone, Debug)]
pub(super) struct Life {
    pub(super) order: u32,
    pub(super) owner: Option<Uid>,
    pub(super) index: Option<i64>,
    pub(super) made: usize,
    pub(super) ran: Option<usize>,
    pub(super) stopped: Option<usize>,
    pub(super) ended: Option<(usize, PodPhase)>,
    pub(super) gone: Option<usize>,
    pub(super) restarts: i32,
    /// Whether it is counted, or will be.
    pub(super) counts: bool,
}

impl Life {
    /// The shape of its outcome.
    pub(super) fn shape(&self) -> Shape {
        match self.ended {
            Some((_, PodPhase::Succeeded)) => Shape::Succeeded,
            Some(_) if !self.counts => Shape::Ignored,
            Some(_) => Shape::Failed,
            None if self.gone.is_some() => Shape::Gone,
            None if self.stopped.is_some() => Shape::Terminating,
            None if self.ran.is_some() => Shape::Running,
            None => Shape::Pending,
        }
    }

    pub(super) fn failed(&self) -> bool {
        matches!(self.ended, Some((_, PodPhase::Failed)))
    }
}

pub(super) struct Seen {
    /// The state after each number of steps, from 0.
    pub(super) scenes: Vec<Snapshot>,
    pub(super) steps: Vec<Arc<Step>>,
    /// In the order in which the pods were created.
    pub(super) lives: Vec<Life>,
}

impl Seen {
    pub(super) fn of(timeline: &Timeline) -> Self {
        let recorded = timeline.steps();
        let mut walk = recorded.walk();
        let scenes: Vec<Snapshot> = (0..=recorded.len()).map(|steps| walk.world_after(steps).snapshot()).collect();
        let steps = (0..recorded.len()).filter_map(|step| walk.step(step)).collect();
        let lives = lives(&scenes);
        Self { scenes, steps, lives }
    }

    /// Milliseconds from the start, by number of steps.
    pub(super) fn at(&self, steps: usize) -> i64 {
        self.scenes.get(steps).or(self.scenes.last()).map_or(0, |scene| scene.now.since(scene.start))
    }

    /// The calls of a step.
    pub(super) fn calls(step: &Step) -> impl Iterator<Item = &Call> {
        step.trace.iter().filter_map(|entry| if let TraceEntry::Call(call) = entry { Some(call) } else { None })
    }

    /// The horizontal position, from 0 to 1, after that number of steps: steps have a small gap, which grows with the
    /// time that passes.
    pub(super) fn places(&self) -> Vec<f64> {
        let mut sum = 0.0;
        let mut places = vec![sum];
        for pair in self.scenes.windows(2) {
            if let [before, after] = pair {
                sum += 0.4 + 2.0 * seconds(after.now.since(before.now).max(0)).sqrt();
                places.push(sum);
            }
        }
        places.into_iter().map(|place| place / sum.max(1.0)).collect()
    }
}

fn lives(scenes: &[Snapshot]) -> Vec<Life> {
    let mut lives: BTreeMap<Name, Life> = BTreeMap::new();
    for (step, scene) in scenes.iter().enumerate() {
        let stored = |pod: &&PodView| pod.cache != CacheState::GoneFromStore;
        for pod in scene.pods.iter().map(|pod| &**pod).filter(stored) {
            let life = lives.entry(pod.name.clone()).or_insert_with(|| Life {
                order: pod.ordinal,
                owner: pod.owner.clone(),
                index: pod.completion_index,
                made: step,
                ran: None,
                stopped: None,
                ended: None,
                gone: None,
                restarts: 0,
                counts: scene.release < Release::V1_28,
            });
            life.restarts = pod.restarts;
            if pod.phase == PodPhase::Running {
                life.ran.get_or_insert(step);
            }
            if pod.deletion.is_some() {
                life.stopped.get_or_insert(step);
            }
            if matches!(pod.phase, PodPhase::Succeeded | PodPhase::Failed) {
                life.ended.get_or_insert((step, pod.phase));
                life.counts |= pod.counting.is_some();
            }
        }
        for (name, life) in &mut lives {
            if life.gone.is_none() && !scene.pods.iter().any(|pod| pod.name == *name && stored(&&**pod)) {
                life.gone = Some(step);
            }
        }
    }
    let mut lives: Vec<Life> = lives.into_values().collect();
    lives.small_sort_by_key(|life| (life.made, life.order));
    lives
}

/// Places `n` things of this size with this gap in the middle of `width`. Returns the centre of the first and the
/// distance to the next, scaled down if they do not fit.
pub(super) fn spread(n: usize, size: f64, gap: f64, width: f64) -> (f64, f64, f64) {
    let whole = float(n) * (size + gap) - gap;
    let scale = (width / whole.max(1.0)).min(1.0);
    let (size, pitch) = (size * scale, (size + gap) * scale);
    ((width - whole * scale) / 2.0 + size / 2.0, pitch, size)
}
