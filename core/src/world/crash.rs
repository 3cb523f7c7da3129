//! A crash in the middle of a sync: the process ends once the API server has answered one of its writes.

use super::{ActionError, World};
use crate::trace::{QueueName, Trace, TraceEntry, Verb};

impl World {
    /// A worker takes the next key, and the process ends after the `writes`th write of that sync, whether or not the
    /// write was refused. Another process takes its place, as [`super::Action::Restart`] has it.
    pub(super) fn crash_after(&mut self, writes: u32, trace: &mut Trace) -> Result<(), ActionError> {
        let mut whole = Trace::on();
        self.clone().sync(QueueName::Job, &mut whole)?;
        let whole = whole.into_entries();
        let until = end_of_write(&whole, writes)?;
        let observed = self.api.watch.pods.len();
        let mut part = Trace::limited(until.min(trace.room().unwrap_or(until)));
        self.sync(QueueName::Job, &mut part)?;
        for entry in part.into_entries() {
            trace.record(|| entry);
        }
        if !trace.is_full() {
            // The kubelet has heard of the new pods, whatever becomes of the controller's watch.
            self.kubelet_observes(observed);
            self.restart(trace);
        }
        Ok(())
    }
}

/// The number of entries up to the end of that write, counted from 1.
fn end_of_write(trace: &[TraceEntry], write: u32) -> Result<usize, ActionError> {
    let is_write = |entry: &TraceEntry| matches!(entry, TraceEntry::Call(call) if call.verb != Verb::Get);
    let mut writes = trace.iter().enumerate().filter(|(_, entry)| is_write(entry));
    let all = u32::try_from(writes.clone().count()).unwrap_or(u32::MAX);
    let skipped = write.checked_sub(1).and_then(|skipped| usize::try_from(skipped).ok());
    let Some((call, _)) = skipped.and_then(|skipped| writes.nth(skipped)) else {
        return Err(ActionError::FewerWrites { writes: all });
    };
    let stored = trace.iter().skip(call + 1).take_while(|entry| matches!(entry, TraceEntry::Stored(_))).count();
    Ok(call + 1 + stored)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{Job, ObjectKey, Release};
    use crate::world::Action;

    fn ready(release: Release) -> World {
        let job: Job = serde_json::from_str(
            r#"{"metadata": {"name": "three"}, "spec": {"parallelism": 3, "completions": 3,
                "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}}}}"#,
        )
        .unwrap();
        let mut world = World::new(release);
        world.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
        while world.next_action() != Some(Action::Sync) {
            world.apply(&world.next_action().unwrap()).unwrap();
        }
        world
    }

    #[test]
    fn what_was_written_stays_and_what_was_remembered_goes() {
        for release in Release::ALL {
            let before = ready(release);
            for writes in 1..=3 {
                let mut world = before.clone();
                let step = world.apply(&Action::CrashAfter { writes }).unwrap();
                assert_eq!(world.stored_pods().count(), writes as usize, "{release}");
                let after = world.snapshot();
                assert!(after.expectations.is_empty() && after.pod_stream.pending.is_empty(), "{release}");
                assert_eq!(after.pod_stream.cached, writes, "{release}: the new process lists");
                assert!(step.sync_result().is_none(), "{release}: the sync never ended");
                assert_eq!(step.synced_job(), Some(&ObjectKey::from("default/three")), "{release}");
                while let Some(next) = world.next_action() {
                    world.apply(&next).unwrap();
                }
                assert!(world.stored_jobs().all(|job| job.status.succeeded == 3), "{release}: the next one continues");
            }
        }
    }

    #[test]
    fn a_sync_has_only_so_many_writes() {
        let mut world = ready(Release::V1_28);
        let before = world.clone();
        for writes in [0, 100] {
            let refused = world.apply(&Action::CrashAfter { writes });
            assert_eq!(refused, Err(ActionError::FewerWrites { writes: 4 }), "three pods and a status");
        }
        assert_eq!(world, before);
        let mut idle = World::new(Release::V1_28);
        assert_eq!(idle.apply(&Action::CrashAfter { writes: 1 }), Err(ActionError::QueueEmpty));
    }

    #[test]
    fn it_can_be_stepped_into() {
        let before = ready(Release::V1_36);
        let crash = Action::CrashAfter { writes: 2 };
        let mut after = before.clone();
        let step = after.apply(&crash).unwrap();
        for entries in 0..=step.trace.len() {
            let pods = before.during(&crash, entries).unwrap().stored_pods().count();
            let calls = step.trace.iter().take(entries).filter(|entry| matches!(entry, TraceEntry::Call(_))).count();
            assert!(calls <= pods && pods <= 2, "{entries}: {calls} calls, {pods} pods");
        }
        assert_eq!(before.during(&crash, step.trace.len() + 1).unwrap(), after);
    }
}
