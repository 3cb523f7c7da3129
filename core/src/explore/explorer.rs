//! The search, in pieces: breadth first, or by departures from the usual schedule.
//!
//! The explorer stores a digest of every world that it met, and where it came from: a parent and an action. Of the worlds
//! it keeps those that are to be expanded next. Where they are too many, the world is rebuilt by replaying its path,
//! most of which it shares with its predecessor.

use std::collections::{BTreeMap, VecDeque};

use serde::Serialize;

use super::departures::Sources;
use super::{Forms, Next, Plan, Reached, Successor, Task};
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
    /// How often the schedules that are extended now depart from the usual one; 0 if the shortest ones come first.
    pub departures: u16,
    /// How many worlds wait to be expanded.
    pub frontier: usize,
    /// Whether it is over: then [`Explorer::verdict`] says how.
    pub is_over: bool,
}

/// A schedule that reaches the goal. If the shortest ones come first, no shorter one does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Found {
    /// What has to be done, in order.
    pub actions: Vec<Action>,
    /// What the last of them reaches.
    pub reached: Reached,
    /// How often it departs from the usual schedule; 0 if the shortest ones come first.
    pub departures: u16,
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
    /// How often the schedule up to here departs from the usual one.
    departures: u16,
}

/// A node of the frontier.
#[derive(Clone, Debug)]
struct Waiting {
    index: usize,
    mishaps_left: u8,
    late: Sources,
    /// Its world, if it is kept.
    world: Option<World>,
}

/// A world that is being expanded, with the actions not tried on it yet.
#[derive(Clone, Debug)]
struct Open {
    index: usize,
    task: Task,
    left: VecDeque<Next>,
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
    /// In the order in which they were met.
    nodes: Vec<Node>,
    /// The forms of objects in its worlds.
    forms: Forms,
    /// How often something may still go wrong in the world of a digest, at most.
    seen: BTreeMap<u128, u8>,
    /// The nodes that wait to be expanded, by departures from the usual schedule. Those of one number come in the order in
    /// which they were met.
    frontier: Vec<VecDeque<Waiting>>,
    /// How many of them have their worlds.
    kept_count: usize,
    /// How many nodes were expanded.
    expanded: usize,
    /// The node at whose expansion it ended.
    ended_at: Option<usize>,
    /// The node that is being expanded.
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
        let start = Node { parent: 0, action: None, steps: 0, departures: 0 };
        let first = Waiting { index: 0, mishaps_left, late: Sources::default(), world: Some(world.clone()) };
        Self {
            nodes: Vec::from([start]),
            seen: BTreeMap::from([(plan.digest(&world, &mut Forms::default()), mishaps_left)]),
            forms: Forms::default(),
            plan,
            frontier: Vec::from([VecDeque::from([first])]),
            kept_count: 1,
            expanded: 0,
            ended_at: None,
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
        let present = self.open.as_ref().map(|open| open.index).or(self.ended_at).or(self.next_waiting());
        let present = present.and_then(|present| self.nodes.get(present)).or(self.nodes.last());
        Progress {
            worlds: self.seen.len(),
            steps_tried: self.steps_tried,
            depth: present.map_or(0, |node| node.steps),
            departures: present.map_or(0, |node| node.departures),
            frontier: self.nodes.len().saturating_sub(self.expanded),
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

    /// Continues with up to `count` worlds of the frontier, all with as many departures. `expand` is given them, and has to return what
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
            let Some(index) = self.next_waiting() else { break };
            // What follows from those before may come first, and is looked at before what is too long to be extended.
            let place = self.place(index);
            if parents.first().is_some_and(|first| self.is_longest(index) || self.place(*first) != place) {
                break;
            }
            let Some(waiting) = self.take_next() else { break };
            if let Some(task) = self.begin(waiting) {
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
                }
            }
            if self.verdict.is_some() {
                // Where it ended, however many worlds were taken from the frontier.
                self.ended_at = self.ended_at.or(Some(parent));
            } else {
                self.expanded += 1;
            }
        }
        self.progress()
    }

    /// Starts to expand the next node.
    fn open_next(&mut self) -> Option<Verdict> {
        let Some(waiting) = self.take_next() else {
            return Some(if self.is_cut { Verdict::Bounded(Bound::Steps) } else { Verdict::Exhausted });
        };
        let index = waiting.index;
        let task = self.begin(waiting)?;
        let left = task.actions(&self.plan).into();
        self.open = Some(Open { index, task, left });
        None
    }

    /// Takes the next node from the frontier.
    fn take_next(&mut self) -> Option<Waiting> {
        let waiting = self.frontier.iter_mut().find_map(VecDeque::pop_front)?;
        self.kept_count -= usize::from(waiting.world.is_some());
        Some(waiting)
    }

    /// The node that [`Self::take_next`] takes.
    fn next_waiting(&self) -> Option<usize> {
        self.frontier.iter().find_map(|alike| alike.front()).map(|waiting| waiting.index)
    }

    /// The place of a node in the frontier.
    fn place(&self, index: usize) -> usize {
        self.nodes.get(index).map_or(0, |node| usize::from(node.departures))
    }

    /// Whether the schedule of a node has as many steps as any may have.
    fn is_longest(&self, index: usize) -> bool {
        self.nodes.get(index).is_some_and(|node| node.steps >= self.plan.max_steps)
    }

    /// A node of the frontier, to be expanded; `None` if it is not to be, because its schedule is as long as any may be.
    fn begin(&mut self, waiting: Waiting) -> Option<Task> {
        let Waiting { index, mishaps_left, late, world } = waiting;
        let is_longest = self.is_longest(index);
        if is_longest && self.is_cut {
            self.expanded += 1;
            return None;
        }
        let world = match world {
            Some(world) => world,
            None => self.world_of(index)?.clone(),
        };
        if is_longest {
            self.expanded += 1;
            self.steps_tried += 1;
            self.is_cut = mishaps_left > 0 || !world.choices().is_empty();
            return None;
        }
        Some(Task { world, mishaps_left, late })
    }

    /// Tries the next thing that may happen there.
    fn go_on_from(&mut self, mut open: Open) -> Option<Verdict> {
        let Some(next) = open.left.pop_front() else {
            self.expanded += 1;
            return None;
        };
        let successor = open.task.follow(&self.plan, next, &mut self.forms);
        let verdict = successor.and_then(|successor| self.merge(open.index, successor));
        self.open = Some(open);
        verdict
    }

    /// Takes in what follows from the world of a node.
    fn merge(&mut self, parent: usize, successor: Successor) -> Option<Verdict> {
        let Successor { next: Next { action, mishaps_left, departures, .. }, task, digest, reached } = successor;
        self.steps_tried += 1;
        let (steps, before) = self.nodes.get(parent).map_or((0, 0), |parent| (parent.steps, parent.departures));
        let (steps, departures) = (steps.saturating_add(1), before.saturating_add(departures));
        if let Some(reached) = reached {
            let mut actions = self.actions_to(parent);
            actions.push(action);
            return Some(Verdict::Found(Found { actions, reached, departures }));
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
        let index = self.nodes.len();
        self.nodes.push(Node { parent, action: Some(action), steps, departures });
        let is_kept = self.kept_count < MAX_KEPT;
        self.kept_count += usize::from(is_kept);
        let Task { world, late, .. } = task;
        let waiting = Waiting { index, mishaps_left, late, world: is_kept.then_some(world) };
        let place = self.place(index);
        if self.frontier.len() <= place {
            self.frontier.resize_with(place + 1, VecDeque::new);
        }
        if let Some(alike) = self.frontier.get_mut(place) {
            alike.push_back(waiting);
        }
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
