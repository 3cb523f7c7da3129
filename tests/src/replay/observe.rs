//! The observation of a world, in the recordings' words.

use jobscope_core::api::{Job, JobStatus, MetaTime, Pod, StatusError, StatusReason, Time};
use jobscope_core::trace::{Call, Kind, QueueName, TraceEntry, WrittenVersions};
use jobscope_core::world::{ActionError, QueueView, Step, World};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::section::{Observation, Section};
use super::writes::writes;

/// Looks at one world, step by step.
#[derive(Clone, Debug)]
pub(crate) struct Observer {
    t0: Time,
    sampled: bool,
}

impl Observer {
    /// An observer that counts time from `t0`.
    pub(crate) fn new(t0: Time) -> Self {
        Self { t0, sampled: false }
    }

    /// The whole state of `world`, and what the action before gave.
    pub(crate) fn observe(&mut self, world: &World, outcome: Result<&Step, &ActionError>) -> Observation {
        let mut seen = Observation::new();
        match outcome {
            Ok(step) => observe_step(step, &mut seen),
            Err(ActionError::Refused { error }) => drop(seen.insert(Section::Rejected, json!(error.message))),
            Err(_) => {}
        }
        self.observe_world(world, &mut seen);
        seen
    }

    fn observe_world(&mut self, world: &World, seen: &mut Observation) {
        let snapshot = world.snapshot();
        seen.insert(Section::Queue, self.queue(&snapshot.queue));
        seen.insert(Section::OrphanQueue, self.queue(&snapshot.orphan_queue));
        let expectations = snapshot
            .expectations
            .iter()
            .map(|record| (record.key.to_string(), json!([record.adds, record.dels, self.ms(record.set_at)])));
        seen.insert(Section::Exp, Value::Object(expectations.collect()));
        let finalizers = snapshot.finalizer_expectations.iter().map(|set| (set.key.to_string(), json!(set.uids)));
        seen.insert(Section::FinExp, Value::Object(finalizers.collect()));
        let backoff = snapshot.pod_backoff.iter().map(|view| {
            let last = view.record.last_failure_time.map(|last| self.ms(last));
            (view.key.to_string(), json!([view.record.failures_after_last_success, last]))
        });
        seen.insert(Section::Backoff, Value::Object(backoff.collect()));
        if !snapshot.release.sorts_pod_events() {
            let synced = [&snapshot.job_stream, &snapshot.pod_stream].map(|stream| stream.synced.0);
            seen.insert(Section::Rv, json!([snapshot.resource_version.0, synced[0], synced[1]]));
        }
        let written = snapshot.written.iter().map(|view| {
            let WrittenVersions { uid, jobs, pods } = &view.record;
            let record = json!({"uid": uid, "jobs": jobs.map(|rv| rv.0), "pods": pods.map(|rv| rv.0)});
            (view.key.to_string(), record)
        });
        seen.insert(Section::Written, Value::Object(written.collect()));
        seen.insert(Section::Finished, json!(snapshot.finished_expectations));
        seen.insert(Section::Pend, json!([snapshot.job_stream.pending.len(), snapshot.pod_stream.pending.len()]));
        let jobs = world.stored_jobs().map(|job| (job.metadata.name().to_owned(), stored_job(job)));
        seen.insert(Section::Jobs, Value::Object(jobs.collect()));
        let pods = world.stored_pods().map(|pod| (pod.metadata.name().to_owned(), self.stored_pod(pod)));
        seen.insert(Section::Pods, Value::Object(pods.collect()));
        if !self.sampled
            && let Some(first) = world.stored_pods().next()
        {
            self.sampled = true;
            seen.insert(Section::PodSample, without_version(first));
        }
    }

    fn ms(&self, time: Time) -> i64 {
        time.since(self.t0)
    }

    /// Empty parts are left out.
    fn queue(&self, queue: &QueueView) -> Value {
        let mut parts = Map::new();
        if !queue.ready.is_empty() {
            parts.insert("ready".into(), json!(queue.ready));
        }
        if !queue.delayed.is_empty() {
            let delayed = queue.delayed.iter().map(|waiting| json!([waiting.key, self.ms(waiting.ready_at)]));
            parts.insert("delayed".into(), delayed.collect());
        }
        if !queue.requeues.is_empty() {
            let requeues = queue.requeues.iter().map(|counted| (counted.key.to_string(), json!(counted.count)));
            parts.insert("requeues".into(), Value::Object(requeues.collect()));
        }
        Value::Object(parts)
    }

    /// A pod in short; what is false or empty is left out.
    fn stored_pod(&self, pod: &Pod) -> Value {
        let Pod { metadata, spec, status } = pod;
        let mut short = Map::new();
        let mut put = |key: &str, value: Value| drop(short.insert(key.to_owned(), value));
        put("ph", json!(status.phase.as_str()));
        if let Some(deletion) = metadata.deletion_timestamp.map(MetaTime::time) {
            put("del", json!(self.ms(deletion)));
        }
        if let Some(grace) = metadata.deletion_grace_period_seconds {
            put("gp", json!(grace));
        }
        if metadata.has_finalizer("batch.kubernetes.io/job-tracking") {
            put("fin", json!(true));
        }
        if let Some(controller) = metadata.controller() {
            put("own", json!(controller.uid));
        }
        if let Some(index) = metadata.annotations.get("batch.kubernetes.io/job-completion-index") {
            put("ix", json!(index));
        }
        if pod.is_ready() {
            put("rdy", json!(true));
        }
        if spec.node_name.is_some() {
            put("node", json!(true));
        }
        Value::Object(short)
    }
}

fn observe_step(step: &Step, seen: &mut Observation) {
    let calls: Vec<&Call> = step
        .trace
        .iter()
        .filter_map(|entry| match entry {
            TraceEntry::Call(call) => Some(call),
            _ => None,
        })
        .collect();
    if let Some(result) = step.sync_result() {
        seen.insert(Section::Key, json!(result.key));
        if let Some(error) = &result.error {
            // The recordings tell an orphan's error as the controller logs it.
            let prefix = match result.queue {
                QueueName::OrphanPod => "Error syncing orphan pod: ",
                _ => "",
            };
            seen.insert(Section::SyncErr, json!(format!("{prefix}{}", without_names(error, &calls))));
        }
    }
    let events = step.trace.iter().filter_map(|entry| match entry {
        TraceEntry::Event(event) => {
            Some((event.r#type.as_str(), event.reason.as_ref(), without_names(&event.message.to_string(), &calls)))
        }
        _ => None,
    });
    let mut events: Vec<(&str, &str, String)> = events.collect();
    events.sort_unstable();
    seen.insert(Section::Events, json!(events));
    seen.insert(Section::Writes, Value::Array(writes(calls.into_iter())));
}

/// `text` with the names left out of the answers to calls on pods that do not exist. Such calls run at
/// the same time and the first error wins; the recorder gave all of them one text, so that it does not
/// matter which.
fn without_names(text: &str, calls: &[&Call]) -> String {
    let nameless = StatusError::not_found(Kind::Pod.resource(), "").message;
    calls
        .iter()
        .filter(|call| call.resource == Kind::Pod)
        .filter_map(|call| call.error.as_ref())
        .filter(|error| error.reason == StatusReason::NotFound)
        .fold(text.to_owned(), |text, error| text.replace(&error.message, &nameless))
}

/// A Job as the recordings tell it: the object with its status emptied, and the status by itself.
fn stored_job(job: &Job) -> Value {
    let object = Job { status: JobStatus::default(), ..job.clone() };
    json!({"obj": without_version(&object), "status": job.status})
}

fn without_version(object: &impl Serialize) -> Value {
    let mut object = json!(object);
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.remove("resourceVersion");
    }
    object
}

#[cfg(test)]
mod tests {
    use jobscope_core::trace::{CallBody, Verb};

    use super::*;

    #[test]
    fn only_pods_that_were_not_found_lose_their_names() {
        let call = |resource, error| Call {
            verb: Verb::Delete,
            resource,
            name: None,
            batch: None,
            body: CallBody::None,
            error,
            fault: None,
        };
        let pod = call(Kind::Pod, Some(StatusError::not_found("pods", "j-00001")));
        let job = call(Kind::Job, Some(StatusError::not_found("jobs.batch", "j")));
        let fine = call(Kind::Pod, None);
        let text = "a: pods \"j-00001\" not found, pods \"j-00002\" not found, jobs.batch \"j\" not found";
        let shown = "a: pods \"\" not found, pods \"j-00002\" not found, jobs.batch \"j\" not found";
        assert_eq!(without_names(text, &[&job, &fine, &pod]), shown);
    }
}
