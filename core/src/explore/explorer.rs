//! The search, breadth first, in pieces.
//!
//! The explorer stores a digest of every world that it met, and where it came from: a parent and an action. It does not
//! store worlds: the next one to expand is rebuilt by replaying its path, most of which it shares with its predecessor.

use std::collections::{BTreeMap, VecDeque};

use serde::Serialize;

use super::digest::digest;
use super::{Plan, Reached};
use crate::world::{Action, World};

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Progress {
    /// How many different worlds were met, the first one included.
    pub worlds: usize,
    /// How many steps were carried out to meet them.
    pub steps_tried: usize,
    /// The number of steps in the schedules that are extended now.
    pub depth: u16,
    /// How many worlds wait to be expanded.
    pub frontier: usize,
    /// Whether it is over: then [`Explorer::verdict`] says how.
    pub is_over: bool,
}

/// A schedule that reaches the goal. No shorter one does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Found {
    /// What has to be done, in order.
    pub actions: Vec<Action>,
    /// What the last of them reaches.
    pub reached: Reached,
}

/// A limit that a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Bound {
    /// There are schedules with more steps.
    Steps,
    /// There are more worlds.
    Worlds,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Verdict {
    /// By this schedule the goal is reached.
    Found(Found),
    /// Every schedule was looked at, with all mishaps that it may have, to its end. None reaches the goal.
    Exhausted,
    /// None of those that were looked at reaches the goal, and there are others.
    Bounded(Bound),
}

/// A world that was met.
#[derive(Clone, Debug)]
struct Node {
    parent: usize,
    /// What led here from there; `None` for the first.
    action: Option<Action>,
    steps: u16,
    /// How often something may still go wrong.
    mishaps_left: u8,
}

/// A world that is being expanded, with the actions not tried on it yet. They may be many: one for each pod that can
/// end.
#[derive(Clone, Debug)]
struct Open {
    index: usize,
    world: World,
    /// Each with how often something may go wrong after it.
    left: VecDeque<(Action, u8)>,
}

/// A search under way. See [the module above](super).
///
/// ```
/// use jobscope_core::api::{Release, Job, JobConditionType};
/// use jobscope_core::explore::{Explorer, Goal, Plan, Verdict};
/// use jobscope_core::timeline::Breakpoint;
/// use jobscope_core::world::{Action, World};
///
/// let job: Job = serde_json::from_str(
///     r#"{"metadata": {"name": "pi"},
///         "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}}"#,
/// )?;
/// let mut world = World::new(Release::V1_11);
/// world.apply(&Action::CreateJob { job: Box::new(job) })?;
/// let breakpoint = Breakpoint::Condition { condition: Some(JobConditionType::Complete) };
/// let mut explorer = Explorer::new(world.clone(), Plan::new(Goal::Strikes { breakpoint }));
/// while !explorer.go_on(100).is_over {}
/// let Some(Verdict::Found(found)) = explorer.verdict() else { panic!("a Job completes") };
/// for action in &found.actions {
///     world.apply(action)?;
/// }
/// assert!(world.stored_jobs().all(|job| job.status.is_true(JobConditionType::Complete)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Explorer {
    plan: Plan,
    /// In the order in which they were met, which is that of their steps.
    nodes: Vec<Node>,
    /// How often something may still go wrong in the world of a digest, at most.
    seen: BTreeMap<u128, u8>,
    /// The node that is expanded, or will be next.
    next: usize,
    /// It, if it was begun.
    open: Option<Open>,
    steps_tried: usize,
    /// The way to a node, with the world at each.
    way: Vec<(usize, World)>,
    /// Whether a schedule of the maximal length could be extended.
    is_cut: bool,
    verdict: Option<Verdict>,
}

impl Explorer {
    /// A search that starts from `world`.
    pub fn new(world: World, plan: Plan) -> Self {
        let mishaps_left = if plan.mishaps.is_empty() { 0 } else { plan.max_mishaps };
        let start = Node { parent: 0, action: None, steps: 0, mishaps_left };
        Self {
            plan,
            nodes: Vec::from([start]),
            seen: BTreeMap::from([(digest(&world), mishaps_left)]),
            next: 0,
            open: None,
            steps_tried: 0,
            way: Vec::from([(0, world)]),
            is_cut: false,
            verdict: None,
        }
    }

    /// What is looked for, and how far.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How it ended; `None` while it is under way.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let present = self.nodes.get(self.next).or(self.nodes.last());
        Progress {
            worlds: self.seen.len(),
            steps_tried: self.steps_tried,
            depth: present.map_or(0, |node| node.steps),
            frontier: self.nodes.len().saturating_sub(self.next),
            is_over: self.verdict.is_some(),
        }
    }

    /// Continues until `steps` more steps were tried.
    pub fn go_on(&mut self, steps: usize) -> Progress {
        let enough = self.steps_tried.saturating_add(steps);
        while self.verdict.is_none() && self.steps_tried < enough {
            self.verdict = match self.open.take() {
                Some(open) => self.go_on_from(open),
                None => self.open_next(),
            };
        }
        self.progress()
    }

    /// Starts to expand the next node.
    fn open_next(&mut self) -> Option<Verdict> {
        let index = self.next;
        let Some(Node { steps, mishaps_left, .. }) = self.nodes.get(index).cloned() else {
            return Some(if self.is_cut { Verdict::Bounded(Bound::Steps) } else { Verdict::Exhausted });
        };
        if steps >= self.plan.max_steps {
            if !self.is_cut {
                self.steps_tried += 1;
                self.is_cut = self.world_of(index).is_some_and(|world| !world.choices().is_empty() || mishaps_left > 0);
            }
            self.next += 1;
            return None;
        }
        let Some(world) = self.world_of(index).cloned() else {
            self.next += 1;
            return None;
        };
        let mut left: VecDeque<_> = world.choices().into_iter().map(|action| (action, mishaps_left)).collect();
        if let Some(fewer) = mishaps_left.checked_sub(1) {
            let mishaps = self.plan.mishaps.iter().flat_map(|mishap| world.mishaps(*mishap));
            left.extend(mishaps.map(|action| (action, fewer)));
        }
        self.open = Some(Open { index, world, left });
        None
    }

    /// Tries the next thing that may happen there.
    fn go_on_from(&mut self, mut open: Open) -> Option<Verdict> {
        let Some((action, mishaps_left)) = open.left.pop_front() else {
            self.next += 1;
            return None;
        };
        let verdict = self.try_step(open.index, &open.world, action, mishaps_left);
        self.open = Some(open);
        verdict
    }

    /// Carries out one action in the world of a node.
    fn try_step(&mut self, parent: usize, before: &World, action: Action, mishaps_left: u8) -> Option<Verdict> {
        let mut after = before.clone();
        let step = after.apply(&action).ok()?;
        self.steps_tried += 1;
        if let Some(reached) = self.plan.goal.reached_by(before, &step, &after) {
            let mut actions = self.actions_to(parent);
            actions.push(action);
            return Some(Verdict::Found(Found { actions, reached }));
        }
        let digest = digest(&after);
        let known = self.seen.get(&digest);
        if known.is_some_and(|left| *left >= mishaps_left) {
            return None;
        }
        let most = usize::try_from(self.plan.max_worlds.min(Plan::MAX_WORLDS)).unwrap_or(usize::MAX);
        if known.is_none() && self.seen.len() >= most {
            return Some(Verdict::Bounded(Bound::Worlds));
        }
        self.seen.insert(digest, mishaps_left);
        let steps = self.nodes.get(parent).map_or(0, |parent| parent.steps).saturating_add(1);
        self.nodes.push(Node { parent, action: Some(action), steps, mishaps_left });
        None
    }

    /// The nodes from the first one to this one.
    fn way_to(&self, index: usize) -> Vec<usize> {
        let mut way = Vec::from([index]);
        let mut present = index;
        while let Some(node) = self.nodes.get(present).filter(|node| node.action.is_some()) {
            present = node.parent;
            way.push(present);
        }
        way.reverse();
        way
    }

    fn actions_to(&self, index: usize) -> Vec<Action> {
        self.way_to(index).into_iter().filter_map(|node| self.nodes.get(node)?.action.clone()).collect()
    }

    /// The world of a node, made again from where its way leaves that to the one before.
    fn world_of(&mut self, index: usize) -> Option<&World> {
        let way = self.way_to(index);
        let shared = self.way.iter().zip(&way).take_while(|((known, _), node)| known == *node).count();
        self.way.truncate(shared);
        for node in way.into_iter().skip(shared) {
            let action = self.nodes.get(node)?.action.as_ref()?;
            let mut world = self.way.last()?.1.clone();
            // It was possible, so it is.
            world.apply_untraced(action).ok()?;
            self.way.push((node, world));
        }
        self.way.last().map(|(_, world)| world)
    }
}
