//! Breakpoints, and running to them, forwards and backwards.
//!
//! A [`Breakpoint`] names something that can happen; nothing here stops by itself. A session is searched for the next
//! hit, and the cursor moves right after it: the effect of the hit is done, and nothing else.

use serde::{Deserialize, Serialize};

use super::{Cursor, Timeline, Walk};
use crate::api::{EventType, JobConditionType, PodPhase};
use crate::small_sort::SmallSort as _;
use crate::trace::{Answer, Call, CallBody, DecisionId, Kind, TraceEntry, Verb};
use crate::world::{Step, World};

/// Most steps that [`Timeline::run_to`] makes or goes through.
const MAX_STEPS_RUN: usize = 2_000;

/// Something to stop at. An absent field matches everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "at", rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Breakpoint {
    /// The controller has answered a question.
    Decision {
        /// The question.
        decision: DecisionId,
        /// The answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        answer: Option<Answer>,
    },
    /// A condition of a Job becomes true.
    Condition {
        /// The type of the condition.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        condition: Option<JobConditionType>,
    },
    /// The controller records an event.
    Event {
        /// The reason, such as `FailedCreate`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        reason: Option<String>,
        /// The type.
        #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        r#type: Option<EventType>,
    },
    /// A pod enters a phase, or is created in it.
    PodPhase {
        /// The phase.
        phase: PodPhase,
    },
    /// The controller has called the API server.
    Write {
        /// The verb of the call.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        verb: Option<Verb>,
        /// Whether the call was refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        refused: Option<bool>,
    },
}

/// A breakpoint that was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Hit {
    /// Its index in the given list.
    pub breakpoint: usize,
    /// The stop right after the hit.
    pub cursor: Cursor,
}

/// How far a step over came that heeds breakpoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advance {
    /// There was nothing to do.
    Nowhere,
    /// To the end of the step.
    Over,
    /// To a breakpoint.
    Hit(Hit),
}

impl Breakpoint {
    /// The trace entries of `step` (indexes, in order) at which it strikes. A change that no entry tells of strikes
    /// at the end.
    pub(crate) fn strikes(&self, step: &Step, before: &World, after: &World) -> Vec<usize> {
        let entries = |fits: &dyn Fn(&TraceEntry) -> bool| -> Vec<usize> {
            step.trace.iter().enumerate().filter(|(_, entry)| fits(entry)).map(|(index, _)| index).collect()
        };
        let end = step.trace.len().saturating_sub(1);
        match self {
            Self::Decision { decision, answer } => entries(&|entry| match entry {
                TraceEntry::Decision(asked) => {
                    asked.id() == *decision && answer.is_none_or(|answer| asked.answer() == answer)
                }
                _ => false,
            }),
            Self::Event { reason, r#type } => entries(&|entry| match entry {
                TraceEntry::Event(event) => {
                    reason.as_ref().is_none_or(|reason| event.reason == *reason)
                        && r#type.is_none_or(|r#type| event.r#type == r#type)
                }
                _ => false,
            }),
            Self::Write { verb, refused } => entries(&|entry| match entry {
                TraceEntry::Call(call) => {
                    verb.is_none_or(|verb| call.verb == verb)
                        && refused.is_none_or(|refused| call.error.is_some() == refused)
                }
                _ => false,
            }),
            Self::Condition { condition } => {
                let new = new_conditions(before, after);
                let new: Vec<_> = new.into_iter().filter(|new| condition.is_none_or(|known| known == *new)).collect();
                let writes = |call: &Call| match &call.body {
                    CallBody::Status(status) => new.iter().any(|new| status.is_true(*new)) && took_effect(call),
                    _ => false,
                };
                let found = entries(&|entry| matches!(entry, TraceEntry::Call(call) if writes(call)));
                if new.is_empty() { Vec::new() } else { vec![found.first().copied().unwrap_or(end)] }
            }
            Self::PodPhase { phase } => {
                let new = pods_that_came_into(*phase, before, after);
                let tells = |entry: &TraceEntry| match entry {
                    TraceEntry::Stored(stored) => {
                        stored.kind == Kind::Pod && new.iter().any(|name| *name == stored.name.as_str())
                    }
                    _ => false,
                };
                let found = entries(&tells);
                if new.is_empty() { Vec::new() } else { vec![found.first().copied().unwrap_or(end)] }
            }
        }
    }
}

/// Whether the store has what the call asked for, whatever its answer said.
fn took_effect(call: &Call) -> bool {
    call.error.is_none() || call.fault.is_some_and(crate::trace::FaultMode::is_applied)
}

/// The conditions that a Job has as true after, and did not before.
fn new_conditions(before: &World, after: &World) -> Vec<JobConditionType> {
    let mut new = Vec::new();
    for job in after.stored_jobs() {
        let old = before.stored_jobs().find(|old| old.metadata.uid == job.metadata.uid);
        let became = job.status.conditions.iter().map(|condition| condition.r#type).filter(|condition| {
            job.status.is_true(*condition) && old.is_none_or(|old| !old.status.is_true(*condition))
        });
        new.extend(became);
    }
    new
}

/// The names of the pods that are in `phase` after, and were not before.
fn pods_that_came_into<'a>(phase: PodPhase, before: &World, after: &'a World) -> Vec<&'a str> {
    // Both are in order of their keys, so one pass is enough.
    let mut old = before.stored_pods().peekable();
    let mut came = Vec::new();
    for pod in after.stored_pods() {
        let key = pod.metadata.key();
        while old.next_if(|old| old.metadata.key() < key).is_some() {}
        let was = old.next_if(|old| old.metadata.key() == key).map(|old| old.status.phase);
        if pod.status.phase == phase && was != Some(phase) {
            came.push(pod.metadata.name());
        }
    }
    came
}

impl Timeline {
    /// Runs forwards to the next place where one of the breakpoints is hit, doing what [`Self::step_over`] would do.
    /// `None`: no breakpoint is hit within the next 2,000 steps, and nothing has changed.
    ///
    /// ```
    /// use jobscope_core::api::{Release, Job};
    /// use jobscope_core::timeline::{Breakpoint, Timeline};
    /// use jobscope_core::world::{Action, World};
    ///
    /// let job: Job = serde_json::from_str(
    ///     r#"{"metadata": {"name": "pi"},
    ///         "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}}"#,
    /// )?;
    /// let mut timeline = Timeline::new(World::new(Release::V1_11));
    /// timeline.apply(&Action::CreateJob { job: Box::new(job) })?;
    /// let breakpoints = [Breakpoint::Condition { condition: None }];
    /// assert!(timeline.run_to(&breakpoints).is_some());
    /// assert!(timeline.world().stored_jobs().all(|job| job.status.finished().is_some()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_to(&mut self, breakpoints: &[Breakpoint]) -> Option<Hit> {
        let (from, recorded) = (self.cursor(), self.steps().len());
        for step in from.step..from.step.saturating_add(MAX_STEPS_RUN) {
            if !self.has_step(step) {
                break;
            }
            let hits = hits(&mut self.steps().walk(), step, breakpoints);
            if let Some(hit) = hits.into_iter().find(|hit| hit.cursor > from) {
                self.go_forward(hit.cursor);
                return Some(hit);
            }
        }
        self.present.steps.truncate(recorded);
        self.go(from);
        None
    }

    /// Runs backwards to the last place before the cursor where one of the breakpoints was hit. `None`: none of them
    /// was, and nothing has changed.
    pub fn run_back(&mut self, breakpoints: &[Breakpoint]) -> Option<Hit> {
        let from = self.cursor();
        let mut walk = self.steps().walk();
        let last_in = |step| hits(&mut walk, step, breakpoints).into_iter().rev().find(|hit| hit.cursor < from);
        let hit = (0..=from.step).rev().find_map(last_in)?;
        self.seek(hit.cursor);
        Some(hit)
    }

    /// [`Self::step_over`], but only to the first breakpoint that is hit on the way.
    pub fn step_over_to(&mut self, breakpoints: &[Breakpoint]) -> Advance {
        let from = self.cursor();
        if !self.has_step(from.step) {
            return Advance::Nowhere;
        }
        let hits = hits(&mut self.steps().walk(), from.step, breakpoints);
        if let Some(hit) = hits.into_iter().find(|hit| hit.cursor > from) {
            self.go_forward(hit.cursor);
            Advance::Hit(hit)
        } else {
            self.step_over();
            Advance::Over
        }
    }
}

/// Where breakpoints are hit within the recorded step `index`, in order.
fn hits(walk: &mut Walk, index: usize, breakpoints: &[Breakpoint]) -> Vec<Hit> {
    let Some(step) = walk.step(index) else { return Vec::new() };
    let (before, after) = (walk.world_after(index), walk.world_after(index + 1));
    let stops = step.stops();
    let cursor = |entry: usize| match stops.iter().find(|stop| **stop > entry && **stop < step.trace.len()) {
        Some(&entries) => Cursor { step: index, entries },
        None => Cursor::after(index + 1),
    };
    let mut hits: Vec<Hit> = breakpoints
        .iter()
        .enumerate()
        .flat_map(|(breakpoint, what)| {
            let strikes = what.strikes(&step, &before, &after);
            strikes.into_iter().map(move |entry| (breakpoint, entry))
        })
        .map(|(breakpoint, entry)| Hit { breakpoint, cursor: cursor(entry) })
        .collect();
    hits.small_sort_by_key(|hit| (hit.cursor, hit.breakpoint));
    hits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{Job, Release};
    use crate::apiserver::Fault;
    use crate::trace::FaultMode;
    use crate::world::Action;

    fn session(release: Release, pods: i32) -> Timeline {
        let job: Job = serde_json::from_value(serde_json::json!({
            "metadata": {"name": "pi"},
            "spec": {"parallelism": pods, "completions": pods, "template": {
                "spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}
        }))
        .unwrap();
        let mut timeline = Timeline::new(World::new(release));
        timeline.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
        timeline
    }

    fn some_of_each() -> [Breakpoint; 5] {
        [
            Breakpoint::Decision { decision: DecisionId::ExpectationsSatisfied, answer: Some(Answer::Yes) },
            Breakpoint::Condition { condition: Some(JobConditionType::Complete) },
            Breakpoint::Event { reason: Some("SuccessfulCreate".to_owned()), r#type: None },
            Breakpoint::PodPhase { phase: PodPhase::Succeeded },
            Breakpoint::Write { verb: Some(Verb::UpdateStatus), refused: Some(false) },
        ]
    }

    #[test]
    fn each_kind_strikes_right_after_what_it_names() {
        for release in Release::ALL {
            let mut timeline = session(release, 3);
            let [decision, condition, event, phase, write] = some_of_each();

            timeline.run_to(&[decision]).unwrap();
            let done = &timeline.present_step().unwrap().trace[..timeline.cursor().entries];
            let last = done.iter().rev().find_map(|entry| match entry {
                TraceEntry::Decision(decision) => Some(decision.id()),
                _ => None,
            });
            assert_eq!(last, Some(DecisionId::ExpectationsSatisfied), "{release:?}");

            timeline.run_to(&[event]).unwrap();
            assert_eq!(timeline.world().stored_pods().count(), 1, "{release:?}: the first of three creates");
            timeline.run_to(&[write]).unwrap();
            assert!(timeline.world().stored_jobs().all(|job| job.status.active == 3), "{release:?}");
            timeline.run_to(&[phase]).unwrap();
            assert!(timeline.world().stored_pods().any(|pod| pod.status.phase == PodPhase::Succeeded), "{release:?}");
            timeline.run_to(&[condition]).unwrap();
            assert!(timeline.world().stored_jobs().all(|job| job.status.is_true(JobConditionType::Complete)));
        }
    }

    #[test]
    fn running_back_finds_the_same_places_as_running_forwards() {
        for release in Release::ALL {
            let mut timeline = session(release, 4);
            let breakpoints = some_of_each();
            let mut forwards = Vec::new();
            while timeline.run_to(&breakpoints).is_some() {
                forwards.push(timeline.cursor());
            }
            assert!(forwards.len() > 10, "{release:?}: {forwards:?}");
            assert!(forwards.is_sorted_by(|a, b| a < b), "{release:?}: {forwards:?}");
            assert_eq!(forwards.pop(), Some(timeline.cursor()));
            while timeline.run_back(&breakpoints).is_some() {
                assert_eq!(Some(timeline.cursor()), forwards.pop(), "{release:?}");
            }
            assert!(forwards.is_empty(), "{release:?}: {forwards:?} were left out on the way back");
        }
    }

    #[test]
    fn what_never_happens_changes_nothing() {
        let mut timeline = session(Release::V1_28, 2);
        timeline.step_over();
        let (cursor, recorded) = (timeline.cursor(), timeline.steps().len());
        let never = [
            Breakpoint::Condition { condition: Some(JobConditionType::Failed) },
            Breakpoint::Write { verb: None, refused: Some(true) },
            Breakpoint::Event { reason: None, r#type: Some(EventType::Warning) },
        ];
        assert_eq!(timeline.run_to(&never), None);
        assert_eq!(timeline.run_back(&never), None);
        assert_eq!(timeline.run_to(&[]), None);
        assert_eq!((timeline.cursor(), timeline.steps().len()), (cursor, recorded));
        assert!(timeline.step_over(), "and the session continues");
    }

    #[test]
    fn a_job_that_never_ends_is_not_searched_for_ever() {
        let mut timeline = session(Release::V1_11, 1);
        let rule = crate::world::OutcomeRule { outcome: crate::world::Outcome::exit(1), ..Default::default() };
        timeline.apply(&Action::SetOutcomes { rules: vec![rule] }).unwrap();
        let patch = serde_json::json!({"spec": {"backoffLimit": i32::MAX}});
        timeline.apply(&Action::PatchJob { name: "pi".into(), r#type: crate::api::PatchType::Merge, patch }).unwrap();
        assert_eq!(timeline.run_to(&[Breakpoint::PodPhase { phase: PodPhase::Succeeded }]), None);
    }

    #[test]
    fn stepping_over_stops_on_the_way() {
        let mut timeline = session(Release::V1_11, 15);
        let quota = Fault { from: 3, ..Fault::new(Verb::Create, FaultMode::ForbiddenQuota) };
        timeline.apply(&Action::Fault(quota)).unwrap();
        let refused = [Breakpoint::Write { verb: Some(Verb::Create), refused: Some(true) }];
        assert_eq!(timeline.step_over_to(&refused), Advance::Over, "the Job's event is delivered");
        let Advance::Hit(hit) = timeline.step_over_to(&refused) else { panic!("the quota did not strike") };
        assert_eq!((timeline.cursor(), hit.breakpoint), (hit.cursor, 0));
        assert_eq!(timeline.world().stored_pods().count(), 3);
        while timeline.step_over_to(&[]) == Advance::Over {}
        assert_eq!(timeline.step_over_to(&refused), Advance::Nowhere);
    }

    #[test]
    fn breakpoints_are_written_as_data() {
        let text = serde_json::to_string(&some_of_each()).unwrap();
        assert!(text.starts_with(
            r#"[{"at":"decision","decision":"expectations-satisfied","answer":"yes"},{"at":"condition","condition":"Complete"}"#
        ), "{text}");
        assert_eq!(serde_json::from_str::<Vec<Breakpoint>>(&text).unwrap(), some_of_each());
        assert!(serde_json::from_str::<Breakpoint>(r#"{"at":"event","reson":"x"}"#).is_err());
    }
}
