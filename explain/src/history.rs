//! Sessions that explain what was recorded of a cluster: who wrote what, which syncs were inferred, and which writes no
//! sync explains.

use std::collections::BTreeMap;
use std::slice;

use jobscope_core::api::Name;
use jobscope_core::timeline::Heads;
use jobscope_core::trace::{Kind, WatchEventType};
use jobscope_core::world::{Action, Observed, Provenance, Unexplained, Writer};

/// What a session has of a recorded history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// How many versions each writer stored.
    pub by: Vec<(Writer, usize)>,
    /// Writes that the Job controller made.
    pub writes: usize,
    /// How many of them the inferred syncs make.
    pub explained: usize,
    /// Inferred syncs that wrote something.
    pub syncs: usize,
    /// The steps (indexes) of those that another order of deliveries explains too.
    pub several: Vec<usize>,
    /// Writes that no sync explains, in their order.
    pub unexplained: Vec<NotExplained>,
    /// How many steps the history has; what was done in the session comes after them.
    pub steps: usize,
}

/// A write that no sync explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotExplained {
    /// The step (index) that stores it.
    pub step: usize,
    /// The `resourceVersion`.
    pub version: u64,
    /// The kind of the object.
    pub kind: Kind,
    /// The name of the object.
    pub name: Name,
    /// What it was to the object.
    pub change: WatchEventType,
    /// What is missing, and how the nearest sync differs.
    pub why: Unexplained,
}

/// The versions that an action stores because they were observed in a cluster.
pub fn observed(action: &Action) -> &[Observed] {
    match action {
        Action::Observe { seen } => slice::from_ref(seen),
        Action::InferSync { seen, .. } => seen,
        _ => &[],
    }
}

impl Account {
    /// What the steps of a session have; none if they are not of a recorded history.
    pub fn of(heads: &Heads) -> Option<Self> {
        let last = heads.iter().rposition(|head| head.action.provenance().is_some())?;
        let mut by: BTreeMap<Writer, usize> = BTreeMap::new();
        let mut account = Self {
            by: Vec::new(),
            writes: 0,
            explained: 0,
            syncs: 0,
            several: Vec::new(),
            unexplained: Vec::new(),
            steps: last + 1,
        };
        for (step, head) in heads.iter().take(last + 1).enumerate() {
            let is_sync = matches!(head.action, Action::InferSync { .. });
            let mut own = 0;
            for seen in observed(&head.action) {
                *by.entry(seen.by).or_default() += 1;
                match &seen.unexplained {
                    Some(why) => account.note(step, seen, why),
                    None if is_sync => own += usize::from(seen.by == Writer::JobController),
                    None => {}
                }
            }
            account.explained += own;
            account.syncs += usize::from(own > 0);
            if matches!(head.action, Action::InferSync { one_of_several: true, .. }) {
                account.several.push(step);
            }
        }
        account.writes = account.explained + account.unexplained.len();
        account.by = by.into_iter().collect();
        Some(account)
    }

    fn note(&mut self, step: usize, seen: &Observed, why: &Unexplained) {
        let metadata = seen.object.metadata();
        self.unexplained.push(NotExplained {
            step,
            version: seen.object.version().0,
            kind: seen.object.kind(),
            name: metadata.name.clone().unwrap_or_else(|| Name::from("")),
            change: seen.r#type,
            why: why.clone(),
        });
    }

    /// Where the action of a step (an index) comes from; none for what was done after the history.
    pub fn provenance(&self, step: usize, action: &Action) -> Option<Provenance> {
        (step < self.steps).then(|| action.provenance().unwrap_or(Provenance::Inferred))
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;
    use jobscope_core::history::History;
    use jobscope_core::timeline::{SavedSession, Timeline};
    use jobscope_core::world::World;

    use super::*;

    /// A status that no controller writes.
    const TEXT: &str = r#"
{"type": "ADDED", "object": {"kind": "Job", "apiVersion": "batch/v1", "metadata": {"name": "pi", "namespace": "a", "uid": "u", "resourceVersion": "5", "creationTimestamp": "2026-01-01T00:00:00Z"}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "completions": 1, "parallelism": 1, "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}}}
{"type": "MODIFIED", "object": {"kind": "Job", "apiVersion": "batch/v1", "metadata": {"name": "pi", "namespace": "a", "uid": "u", "resourceVersion": "7", "creationTimestamp": "2026-01-01T00:00:00Z", "managedFields": [{"manager": "kube-controller-manager", "operation": "Update", "subresource": "status", "time": "2026-01-01T00:00:01Z"}]}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "completions": 1, "parallelism": 1, "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}, "status": {"failed": 7}}}
"#;

    #[test]
    fn a_session_knows_which_writes_are_not_explained_even_after_it_was_a_link() {
        let explanation = History::parse(&[TEXT]).unwrap().explain(Release::V1_36);
        let [write] = explanation.report.writes.as_slice() else { panic!("{:?}", explanation.report) };
        let copy = SavedSession::from_link(&explanation.session.to_link()).unwrap();
        let account = Account::of(copy.replay().unwrap().steps().heads()).unwrap();
        let [lost] = account.unexplained.as_slice() else { panic!("{account:?}") };
        assert_eq!((lost.version, lost.step, Some(&lost.why)), (7, write.step, write.unexplained().as_ref()));
        assert_eq!((account.writes, account.explained), (1, 0));
    }

    #[test]
    fn other_sessions_have_none() {
        let mut timeline = Timeline::new(World::new(Release::V1_36));
        timeline.apply(&Action::Advance { ms: 1 }).unwrap();
        assert_eq!(Account::of(timeline.steps().heads()), None);
    }
}
