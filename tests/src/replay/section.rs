//! The sections of an observation, and what is expected of each by now.
//!
//! Recordings tell only changes; [`Expected`] adds them up to the whole state, so that what silently
//! stayed the same is compared too.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::divergence::Difference;

/// A section of an observation, named as in the recordings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Section {
    /// The key that was synced.
    Key,
    /// The error of the sync.
    SyncErr,
    /// The controller's API calls.
    Writes,
    /// The Kubernetes Events that the controller recorded.
    Events,
    /// The API server refused a user's step.
    Rejected,
    /// The work queue.
    Queue,
    /// The queue of pods without owner (v1.22 and later).
    OrphanQueue,
    /// Expectations.
    Exp,
    /// Expectations of finalizer removals (v1.28 and later).
    FinExp,
    /// The pod back-off store (v1.28 and later).
    Backoff,
    /// Numbers of watch events not delivered yet.
    Pend,
    /// The server's counter and how far each informer is (v1.36).
    Rv,
    /// Versions that the controller wrote itself (v1.36).
    Written,
    /// Finished Jobs whose last event was not seen yet (v1.36).
    Finished,
    /// The stored Jobs.
    Jobs,
    /// The stored pods in short.
    Pods,
    /// One stored pod in full.
    PodSample,
}

/// How a section of one step relates to the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// Of this step alone: absent means nothing.
    PerStep,
    /// Replaced as a whole: absent means unchanged.
    Whole,
    /// Replaced object by object; null means that the object is gone.
    PerObject,
    /// The same with each object's members one by one.
    PerMember,
}

/// Values by section: of one step, as recorded, or of a whole state.
pub type Observation = BTreeMap<Section, Value>;

impl Section {
    /// All sections, in the order in which differences are reported.
    pub const ALL: [Self; 17] = [
        Self::Key,
        Self::SyncErr,
        Self::Rejected,
        Self::Writes,
        Self::Events,
        Self::Queue,
        Self::OrphanQueue,
        Self::Exp,
        Self::FinExp,
        Self::Backoff,
        Self::Pend,
        Self::Rv,
        Self::Written,
        Self::Finished,
        Self::Jobs,
        Self::Pods,
        Self::PodSample,
    ];

    fn rule(self) -> Rule {
        match self {
            Self::Key | Self::SyncErr | Self::Writes | Self::Events | Self::Rejected | Self::PodSample => Rule::PerStep,
            Self::Queue
            | Self::OrphanQueue
            | Self::Exp
            | Self::FinExp
            | Self::Backoff
            | Self::Pend
            | Self::Rv
            | Self::Written
            | Self::Finished => Rule::Whole,
            Self::Jobs => Rule::PerMember,
            Self::Pods => Rule::PerObject,
        }
    }

    /// The section in a world where nothing happened yet.
    fn initial(self) -> Value {
        match self {
            Self::Key | Self::SyncErr | Self::Rejected | Self::PodSample => Value::Null,
            Self::Writes | Self::Events | Self::Finished => json!([]),
            Self::Pend => json!([0, 0]),
            Self::Rv => json!([1, 1, 1]),
            Self::Queue
            | Self::OrphanQueue
            | Self::Exp
            | Self::FinExp
            | Self::Backoff
            | Self::Written
            | Self::Jobs
            | Self::Pods => json!({}),
        }
    }

    /// `value` without what the recordings declare to be without meaning.
    fn meaning(self, value: &Value) -> Value {
        match (self, value) {
            // The text of a refusal is for people.
            (Self::Rejected, value) => Value::Bool(!value.is_null()),
            // A set of finalizer expectations that is empty means the same as none.
            (Self::FinExp, Value::Object(sets)) => {
                Value::Object(sets.iter().filter(|(_, set)| **set != json!([])).map(clone_pair).collect())
            }
            (_, value) => value.clone(),
        }
    }
}

fn clone_pair((key, value): (&String, &Value)) -> (String, Value) {
    (key.clone(), value.clone())
}

/// What a recording says the whole state is by now.
#[derive(Clone, Debug)]
pub(crate) struct Expected {
    sections: Observation,
}

impl Expected {
    /// The state before the first step.
    pub(crate) fn initial() -> Self {
        Self { sections: Section::ALL.into_iter().map(|section| (section, section.initial())).collect() }
    }

    /// The state after a step of which `step` was recorded.
    pub(crate) fn advance(&mut self, step: &Observation) {
        for (section, state) in &mut self.sections {
            match (section.rule(), step.get(section)) {
                (Rule::PerStep, recorded) => *state = recorded.cloned().unwrap_or_else(|| section.initial()),
                (Rule::Whole, Some(recorded)) => *state = recorded.clone(),
                (Rule::PerObject, Some(recorded)) => {
                    merge(state, recorded, |object, recorded| *object = recorded.clone());
                }
                (Rule::PerMember, Some(recorded)) => {
                    merge(state, recorded, |object, recorded| {
                        merge(object, recorded, |member, recorded| *member = recorded.clone());
                    });
                }
                (_, None) => {}
            }
        }
    }

    /// The sections in which `got` differs. A section that `got` lacks is as it was at the start.
    pub(crate) fn compare(&self, got: &Observation) -> Vec<Difference> {
        let mut differences = Vec::new();
        for section in Section::ALL {
            let initial = section.initial();
            let expected = self.sections.get(&section).unwrap_or(&initial);
            let got = got.get(&section).unwrap_or(&initial);
            // Nearly all sections of nearly all steps are equal as they stand.
            if !same(expected, got) {
                let (expected, got) = (section.meaning(expected), section.meaning(got));
                if !same(&expected, &got) {
                    differences.push(Difference::new(section, &expected, &got));
                }
            }
        }
        differences
    }
}

/// Merges the members of `told` into `state`; null removes a member.
fn merge(state: &mut Value, recorded: &Value, mut put: impl FnMut(&mut Value, &Value)) {
    let Value::Object(recorded) = recorded else {
        *state = recorded.clone();
        return;
    };
    if !state.is_object() {
        *state = Value::Object(Map::new());
    }
    if let Value::Object(state) = state {
        for (name, recorded) in recorded {
            if recorded.is_null() {
                state.remove(name);
            } else {
                put(state.entry(name).or_insert(Value::Null), recorded);
            }
        }
    }
}

/// Equality of JSON where a member that is null is the same as a member that is absent (Go writes
/// `creationTimestamp: null`); otherwise exact.
pub(crate) fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Object(left), Value::Object(right)) => {
            let present = |members: &Map<String, Value>| members.values().filter(|value| !value.is_null()).count();
            present(left) == present(right)
                && left
                    .iter()
                    .filter(|(_, value)| !value.is_null())
                    .all(|(key, value)| right.get(key).is_some_and(|other| same(value, other)))
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (left, right) => left == right,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observation(value: Value) -> Observation {
        serde_json::from_value(value).unwrap()
    }

    fn state_after(steps: &[Value]) -> Observation {
        let mut expected = Expected::initial();
        for step in steps {
            expected.advance(&observation(step.clone()));
        }
        expected.sections
    }

    #[test]
    fn every_section_is_listed_once_and_named_as_recorded() {
        let names: Vec<String> = Section::ALL
            .iter()
            .map(|section| serde_json::to_value(section).unwrap().as_str().unwrap().to_owned())
            .collect();
        let mut sorted = names.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), names.len());
        assert!(names.contains(&"orphanQueue".to_owned()) && names.contains(&"podSample".to_owned()));
    }

    #[test]
    fn per_step_sections_do_not_last() {
        let state = state_after(&[
            json!({"key": "default/j", "writes": [1], "events": [2], "syncErr": "no"}),
            json!({"pend": [1, 0]}),
        ]);
        assert_eq!(state[&Section::Key], Value::Null);
        assert_eq!(state[&Section::SyncErr], Value::Null);
        assert_eq!(state[&Section::Writes], json!([]));
        assert_eq!(state[&Section::Events], json!([]));
    }

    #[test]
    fn whole_sections_last_until_they_are_replaced() {
        let first = json!({"queue": {"ready": ["a"], "requeues": {"a": 1}}, "exp": {"a": [1, 0, 0]}});
        let state = state_after(&[first.clone(), json!({})]);
        assert_eq!(state[&Section::Queue], json!({"ready": ["a"], "requeues": {"a": 1}}));
        let state = state_after(&[first, json!({"queue": {"ready": ["b"]}})]);
        assert_eq!(state[&Section::Queue], json!({"ready": ["b"]}));
        assert_eq!(state[&Section::Exp], json!({"a": [1, 0, 0]}));
    }

    #[test]
    fn objects_come_change_and_go_one_by_one() {
        let state = state_after(&[
            json!({"pods": {"p": {"ph": "Running", "rdy": true}, "q": {"ph": "Pending"}}}),
            json!({"pods": {"p": {"ph": "Running"}, "q": null}}),
        ]);
        assert_eq!(state[&Section::Pods], json!({"p": {"ph": "Running"}}));
    }

    #[test]
    fn a_job_keeps_the_half_that_did_not_change() {
        let state = state_after(&[
            json!({"jobs": {"j": {"obj": {"spec": {"parallelism": 1}}, "status": {"active": 1}}}}),
            json!({"jobs": {"j": {"status": {}}}}),
        ]);
        assert_eq!(state[&Section::Jobs], json!({"j": {"obj": {"spec": {"parallelism": 1}}, "status": {}}}));
        let gone = state_after(&[json!({"jobs": {"j": {"obj": {}, "status": {}}}}), json!({"jobs": {"j": null}})]);
        assert_eq!(gone[&Section::Jobs], json!({}));
    }

    #[test]
    fn null_is_absent_and_nothing_else_is() {
        assert!(same(&json!({"a": null, "b": 1}), &json!({"b": 1})));
        assert!(same(&json!({"b": {"c": [{"d": null}]}}), &json!({"b": {"c": [{}]}, "a": null})));
        for (left, right) in [
            (json!({"a": {}}), json!({})),
            (json!({"a": []}), json!({})),
            (json!({"a": 0}), json!({})),
            (json!({"a": 1}), json!({"b": 1})),
            (json!([1, 2]), json!([2, 1])),
            (json!([null]), json!([])),
            (json!("1"), json!(1)),
        ] {
            assert!(!same(&left, &right), "{left} {right}");
            assert!(!same(&right, &left), "{right} {left}");
        }
    }

    #[test]
    fn a_difference_is_seen_in_each_section() {
        let mut expected = Expected::initial();
        expected.advance(&Observation::new());
        assert!(expected.compare(&Observation::new()).is_empty());
        for section in Section::ALL {
            let got = Observation::from([(section, json!({"unexpected": [1]}))]);
            let seen: Vec<Section> = expected.compare(&got).iter().map(|difference| difference.section).collect();
            assert_eq!(seen, [section]);
            // And the other way round: expected but not got.
            let mut expected = Expected::initial();
            expected.advance(&got);
            let seen: Vec<Section> =
                expected.compare(&Observation::new()).iter().map(|difference| difference.section).collect();
            assert_eq!(seen, [section]);
        }
    }

    #[test]
    fn what_means_the_same_is_the_same() {
        let mut expected = Expected::initial();
        expected.advance(&observation(json!({"rejected": "spec.x: Invalid", "finExp": {"j": [], "k": ["u"]}})));
        let got = observation(json!({"rejected": "another wording", "finExp": {"k": ["u"], "l": []}}));
        assert!(expected.compare(&got).is_empty());
        let got = observation(json!({"rejected": "another wording", "finExp": {"k": ["v"]}}));
        assert_eq!(expected.compare(&got).len(), 1);
    }
}
