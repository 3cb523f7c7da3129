//! Two runs side by side: where they first differ in decisions, in writes and in status.
//!
//! Two runs are two branches of a session, or the same actions under two releases ([`Timeline::under`]). They are
//! compared as streams over the whole session, not step by step: one release takes more steps than another for the same
//! thing, and that alone is not a difference. Neither is what a run has not reached yet.

mod in_step;
mod origin;
mod streams;
mod under;

pub use in_step::Row;
pub use origin::{Cause, Origin};
pub use under::{Impossible, Under};

use serde::{Deserialize, Serialize};

use super::{Cursor, Timeline};
use crate::api::{JobConditionType, ObjectKey, StatusReason, Time};
use crate::trace::{Answer, DecisionId, Kind, Verb};
use in_step::rows;
use streams::Streams;

/// Which of two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Side {
    /// The first one.
    Left,
    /// The second one.
    Right,
}

/// Two runs compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Comparison {
    /// The runs in step: each row has at least one step more of at least one of them.
    pub rows: Vec<Row>,
    /// The first question that was answered otherwise, or only in one of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub decision: Option<Difference<Asked>>,
    /// The first call that was answered otherwise, or made only in one of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub write: Option<Difference<Written>>,
    /// The first status that only one of them wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub status: Option<Difference<StatusSeen>>,
}

/// What two runs did otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Difference<T> {
    /// The row at which it can be seen.
    pub row: usize,
    /// What the left run did; absent if it never did this.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub left: Option<Seen<T>>,
    /// What the right run did; absent if it never did this.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub right: Option<Seen<T>>,
}

fn none<T>() -> Option<T> {
    None
}

/// Something that a run did, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Seen<T> {
    /// The position right after it: its step, and the number of entries of that step's trace.
    pub at: Cursor,
    /// The clock then.
    pub time: Time,
    /// What it did.
    pub what: T,
}

/// A question with its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Asked {
    /// The Job that was synced, or another object whose key a worker took, such as an orphan pod.
    pub key: ObjectKey,
    /// Which question.
    pub decision: DecisionId,
    /// How it was answered.
    pub answer: Answer,
}

/// A call of the API server that is to change something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Written {
    /// The Job that was synced; absent if something else than a sync made the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub job: Option<ObjectKey>,
    /// What it was to do.
    pub verb: Verb,
    /// To which kind.
    pub kind: Kind,
    /// Which of the calls that do this for that Job it was, from 1.
    pub number: usize,
    /// Why it was refused, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub refused: Option<StatusReason>,
}

/// What a status says in every release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct StatusSeen {
    /// The Job that was synced.
    pub job: ObjectKey,
    /// Pods that are pending or running.
    pub active: i32,
    /// Pods that succeeded.
    pub succeeded: i32,
    /// Pods that failed.
    pub failed: i32,
    /// The conditions that end or suspend the Job and are true.
    pub conditions: Vec<JobConditionType>,
}

impl Comparison {
    /// Compares the chosen branches of two sessions as far as they are recorded.
    ///
    /// ```
    /// use jobscope_core::api::{Release, Job};
    /// use jobscope_core::timeline::{Comparison, Timeline};
    /// use jobscope_core::trace::Verb;
    /// use jobscope_core::world::{Action, World};
    ///
    /// let job: Job = serde_json::from_str(
    ///     r#"{"metadata": {"name": "pi"},
    ///         "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}}"#,
    /// )?;
    /// let mut old = Timeline::new(World::new(Release::V1_11));
    /// old.apply(&Action::CreateJob { job: Box::new(job) })?;
    /// while old.step_over() {}
    /// assert_eq!(Comparison::of(&old, &old).first_row(), None);
    ///
    /// // The newer release lets the pod go only once it is counted.
    /// let new = old.under(Release::V1_28.into(), "");
    /// let difference = Comparison::of(&old, &new.timeline).write.ok_or("they write alike")?;
    /// assert!(difference.left.is_none());
    /// assert!(difference.right.is_some_and(|call| call.what.verb != Verb::Create));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(left: &Timeline, right: &Timeline) -> Self {
        let rows = rows(left.steps().heads(), right.steps().heads());
        let (ours, theirs) = (Streams::of(left, right), Streams::of(right, left));
        let ends = streams::Ends::of(left, right, &rows);
        Self {
            decision: ends.first(&ours.decisions, &theirs.decisions),
            write: ends.first(&ours.writes, &theirs.writes),
            status: ends.first(&ours.status, &theirs.status),
            rows,
        }
    }

    /// The row of the first difference of any kind.
    pub fn first_row(&self) -> Option<usize> {
        let decision = self.decision.as_ref().map(|difference| difference.row);
        let write = self.write.as_ref().map(|difference| difference.row);
        let status = self.status.as_ref().map(|difference| difference.row);
        [decision, write, status].into_iter().flatten().min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Release;
    use crate::timeline::testing::session;
    use crate::world::{Action, World};

    #[test]
    fn releases_differ_where_they_are_known_to() {
        let mut old = session(1);
        old.play_on(100);
        let new = old.under(Release::V1_28.into(), "").timeline;
        let comparison = Comparison::of(&old, &new);
        // v1.11 writes the end in one go; v1.28 first writes which pods are still to be counted.
        let write = comparison.write.unwrap();
        let call = (Verb::UpdateStatus, 3);
        assert_eq!((write.left, write.right.map(|seen| (seen.what.verb, seen.what.number))), (None, Some(call)));
        let status = comparison.status.unwrap();
        let figures = |seen: Option<Seen<StatusSeen>>| {
            seen.map(|seen| (seen.what.active, seen.what.succeeded, seen.what.conditions))
        };
        assert_eq!(figures(status.left), Some((0, 1, vec![JobConditionType::Complete])));
        assert_eq!(figures(status.right), Some((0, 0, vec![])));
    }

    #[test]
    fn what_belongs_to_different_jobs_is_not_mixed_up() {
        // Both runs make as many pods, but not for the same Jobs, which have one name in two namespaces.
        let run = |pods: [(&str, i32); 2]| {
            let mut run = Timeline::new(World::new(Release::V1_36));
            for (namespace, pods) in pods {
                let job = serde_json::from_value(serde_json::json!({
                    "metadata": {"name": "a", "namespace": namespace},
                    "spec": {"parallelism": pods, "completions": pods, "template": {
                        "spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}
                }));
                run.apply(&Action::CreateJob { job: Box::new(job.unwrap()) }).unwrap();
            }
            run.play_on(200);
            run
        };
        let (left, right) = (run([("x", 1), ("y", 2)]), run([("x", 2), ("y", 1)]));
        assert_eq!(Comparison::of(&left, &left).first_row(), None);
        let Comparison { write, status, .. } = Comparison::of(&left, &right);
        let job = ObjectKey::from("x/a");
        let write = write.unwrap().right.unwrap().what;
        assert_eq!((write.job, write.verb, write.number), (Some(job.clone()), Verb::Create, 2));
        let status = status.unwrap();
        assert_eq!([status.left, status.right].map(|seen| seen.unwrap().what.job), [job.clone(), job]);
    }

    #[test]
    fn what_one_run_has_not_come_to_is_no_difference() {
        let mut whole = session(2);
        whole.play_on(100);
        for steps in 1..whole.steps().len() {
            let mut part = whole.clone();
            part.present.steps.truncate(steps);
            part.seek(Cursor::after(steps));
            assert_eq!(Comparison::of(&whole, &part).first_row(), None, "{steps}");
        }
    }
}
