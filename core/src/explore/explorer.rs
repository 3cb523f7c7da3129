//! The search, breadth first, in pieces.
//!
//! The explorer stores a digest of every world that it met, and where it came from: a parent and an action. Of the worlds
//! it keeps those that are to be expanded next. Where they are too many, the world is rebuilt by replaying its path,
//! most of which it shares with its predecessor.

use std::collections::{BTreeMap, VecDeque};

use serde::Serialize;

use super::{Forms, Plan, Reached, Successor, Task};
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

/// A world that is being expanded, with the actions not tried on it yet.
#[derive(Clone, Debug)]
struct Open {
    index: usize,
    task: Task,
    /// Each with how often something may go wrong after it.
    left: VecDeque<(Action, u8)>,
}

/// Most worlds that are kept. One takes about 15 KB, as far as others do not share them.
const MAX_KEPT: usize = 4_096;

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
    /// The forms of objects in its worlds.
    forms: Forms,
    /// How often something may still go wrong in the world of a digest, at most.
    seen: BTreeMap<u128, u8>,
    /// The node that is expanded, or will be next.
    next: usize,
    /// The worlds of the nodes from there on, as far as they are kept.
    kept: VecDeque<Option<World>>,
    /// How many of them are.
    kept_count: usize,
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
            nodes: Vec::from([start]),
            seen: BTreeMap::from([(plan.digest(&world, &mut Forms::default()), mishaps_left)]),
            forms: Forms::default(),
            plan,
            next: 0,
            kept: VecDeque::from([Some(world.clone())]),
            kept_count: 1,
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
        let present = self.open.as_ref().map_or(self.next, |open| open.index);
        let frontier = self.nodes.len().saturating_sub(present);
        let present = self.nodes.get(present).or(self.nodes.last());
        Progress {
            worlds: self.seen.len(),
            steps_tried: self.steps_tried,
            depth: present.map_or(0, |node| node.steps),
            frontier,
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

    /// Continues with up to `count` worlds of the frontier, all of one depth. `expand` is given them, and has to return what
    /// [`Task::expand`] says of each, in their order; it may ask several at once. The outcome is that of
    /// [`Explorer::go_on`].
    pub fn go_on_with(
        &mut self,
        count: usize,
        expand: impl FnOnce(&Plan, Vec<Task>) -> Vec<Vec<Successor>>,
    ) -> Progress {
        let (mut tasks, mut parents) = (Vec::new(), Vec::<usize>::new());
        while let Some(open) = self.open.take()
            && self.verdict.is_none()
        {
            self.verdict = self.go_on_from(open);
        }
        while self.verdict.is_none() && tasks.len() < count {
            let (steps, index) = (self.nodes.get(self.next).map(|node| node.steps), self.next);
            let first = parents.first().and_then(|parent| self.nodes.get(*parent)).map(|node| node.steps);
            if steps.is_none() || first.is_some_and(|first| steps != Some(first)) {
                break;
            }
            if let Some(task) = self.take_next() {
                parents.push(index);
                tasks.push(task);
            }
        }
        if tasks.is_empty() {
            self.verdict = self.verdict.take().or_else(|| self.open_next());
            return self.progress();
        }
        for (parent, successors) in parents.into_iter().zip(expand(&self.plan, tasks)) {
            for successor in successors {
                if self.verdict.is_none() {
                    self.verdict = self.merge(parent, successor);
                    // Where it ended, however many worlds were taken from the frontier.
                    if self.verdict.is_some() {
                        self.next = parent;
                    }
                }
            }
        }
        self.progress()
    }

    /// Starts to expand the next node.
    fn open_next(&mut self) -> Option<Verdict> {
        let index = self.next;
        if index >= self.nodes.len() {
            return Some(if self.is_cut { Verdict::Bounded(Bound::Steps) } else { Verdict::Exhausted });
        }
        let task = self.take_next()?;
        let left = task.actions(&self.plan).into();
        self.open = Some(Open { index, task, left });
        None
    }

    /// The next node, to be expanded; `None` if it is not to be, because its schedule is as long as any may be.
    fn take_next(&mut self) -> Option<Task> {
        let index = self.next;
        let Node { steps, mishaps_left, .. } = self.nodes.get(index).cloned()?;
        self.next += 1;
        let kept = self.kept.pop_front().flatten();
        self.kept_count -= usize::from(kept.is_some());
        let is_longest = steps >= self.plan.max_steps;
        if is_longest && self.is_cut {
            return None;
        }
        let world = match kept {
            Some(world) => world,
            None => self.world_of(index)?.clone(),
        };
        if is_longest {
            self.steps_tried += 1;
            self.is_cut = mishaps_left > 0 || !world.choices().is_empty();
            return None;
        }
        Some(Task { world, mishaps_left })
    }

    /// Tries the next thing that may happen there.
    fn go_on_from(&mut self, mut open: Open) -> Option<Verdict> {
        let (action, mishaps_left) = open.left.pop_front()?;
        let successor = open.task.follow(&self.plan, action, mishaps_left, &mut self.forms);
        let verdict = successor.and_then(|successor| self.merge(open.index, successor));
        self.open = Some(open);
        verdict
    }

    /// Takes in what follows from the world of a node.
    fn merge(&mut self, parent: usize, successor: Successor) -> Option<Verdict> {
        let Successor { action, world, digest, mishaps_left, reached } = successor;
        self.steps_tried += 1;
        if let Some(reached) = reached {
            let mut actions = self.actions_to(parent);
            actions.push(action);
            return Some(Verdict::Found(Found { actions, reached }));
        }
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
        let is_kept = self.kept_count < MAX_KEPT;
        self.kept_count += usize::from(is_kept);
        self.kept.push_back(is_kept.then_some(world));
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
