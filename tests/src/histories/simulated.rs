//! Histories that the engine itself makes, to be explained again.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use jobscope_core::api::{Job, Release, Time};
use jobscope_core::world::{Action, ActionError, OutcomeRule, Streams, World};
use serde_json::{Value, json};

/// What an engine's world stores, as `kubectl --watch` prints it and as an audit log has it.
#[derive(Debug, Default)]
struct Recorder {
    watched: String,
    audited: String,
    known: BTreeMap<String, u64>,
    seen: u64,
}

impl Recorder {
    /// Notes what has been stored since it was last asked, by a client of that name.
    fn note(&mut self, world: &World, agent: &str) {
        let mut written: Vec<(u64, &str, Value)> = Vec::new();
        for job in world.stored_jobs() {
            let version = job.metadata.resource_version.unwrap_or_default().0;
            if version > self.seen {
                written.push((version, "Job", serde_json::to_value(job).unwrap_or_default()));
            }
        }
        for pod in world.stored_pods() {
            let version = pod.metadata.resource_version.unwrap_or_default().0;
            if version > self.seen {
                written.push((version, "Pod", serde_json::to_value(&**pod).unwrap_or_default()));
            }
        }
        for (version, kind, mut object) in written {
            let name = object.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default().to_owned();
            let before = self.known.insert(format!("{kind} {name}"), version);
            if let Some(fields) = object.as_object_mut() {
                fields.insert("kind".to_owned(), kind.into());
            }
            let (what, verb) = if before.is_none() { ("ADDED", "create") } else { ("MODIFIED", "patch") };
            let resource = if kind == "Job" { "jobs" } else { "pods" };
            let seconds = world.now().to_string();
            let at =
                format!("{}.{:03}Z", seconds.trim_end_matches('Z'), world.now().since(Time::START).rem_euclid(1_000));
            let entry = json!({
                "kind": "Event", "apiVersion": "audit.k8s.io/v1", "level": "RequestResponse",
                "stage": "ResponseComplete", "verb": verb, "userAgent": agent,
                "objectRef": {"resource": resource, "namespace": "default", "name": name},
                "responseStatus": {"code": 200}, "responseObject": object,
                "requestReceivedTimestamp": at, "stageTimestamp": at,
            });
            let _ = writeln!(self.audited, "{entry}");
            let _ = writeln!(self.watched, "{}", json!({"type": what, "object": object}));
        }
        self.seen = world.resource_version().0;
    }
}

/// A world that is about to get a Job with this many completions and this parallelism.
fn before_a_job(release: Release, completions: i32, parallelism: i32) -> Result<(World, Action), ActionError> {
    let job: Job = serde_json::from_value(json!({
        "metadata": {"name": "long"},
        "spec": {
            "completions": completions, "parallelism": parallelism,
            "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "busybox"}]}},
        },
    }))
    .unwrap_or_default();
    let mut world = World::new(release);
    let rule = OutcomeRule { schedule_ms: Some(200), jitter_ms: 10_000, ..OutcomeRule::default() };
    world.apply_untraced(&Action::SetOutcomes { rules: vec![rule] })?;
    Ok((world, Action::CreateJob { job: Box::new(job) }))
}

/// A history that the engine itself makes: a Job with this many completions and this parallelism, to its end.
///
/// # Errors
///
/// The world refused an action.
pub fn simulated(release: Release, completions: i32, parallelism: i32) -> Result<String, ActionError> {
    let (mut world, create) = before_a_job(release, completions, parallelism)?;
    let mut recorder = Recorder::default();
    let mut next = Some(create);
    while let Some(action) = next {
        // Each call by itself, so that no version is missed.
        let action = if action == Action::Sync { Action::StepSync { key: None } } else { action };
        world.apply_untraced(&action)?;
        recorder.note(&world, "");
        next = world.next_action();
    }
    Ok(recorder.watched)
}

/// What happens to a Job of which the engine makes a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mishap {
    /// What comes next anyway.
    None,
    /// The event of a single pod reaches the controller.
    OnePod,
    /// One of the pods fails.
    Failure(u8),
    /// The process is killed after that many calls of its next sync, and for that number of seconds there is no other, while
    /// each second one pod ends.
    Killed(u8, u8),
}

/// A history that the engine makes of a Job to which this happens: what was watched, and the audit log.
///
/// # Errors
///
/// The world refused an action that it offered.
pub fn interrupted(release: Release, mishaps: &[Mishap]) -> Result<[String; 2], ActionError> {
    const CONTROLLER: &str = "kube-controller-manager/v1.36.3 (linux/amd64) kubernetes/job-controller";
    const KUBELET: &str = "kubelet/v1.36.3 (linux/amd64)";
    // Each move of the pod by itself, so that no version is missed.
    let end = |world: &mut World, recorder: &mut Recorder, which: u8, op: &str| {
        let running = world.stored_pods().filter(|pod| !pod.status.phase.is_terminal());
        let name = running.skip(which.into()).map(|pod| pod.metadata.name().to_owned()).next();
        let Some(name) = name else { return };
        for op in ["podSchedule", "podRun", op] {
            if let Ok(action) = serde_json::from_value::<Action>(json!({"op": op, "pods": [name]}))
                && world.apply_untraced(&action).is_ok()
            {
                recorder.note(world, KUBELET);
            }
        }
    };
    let (mut world, create) = before_a_job(release, 7, 4)?;
    let mut recorder = Recorder::default();
    world.apply_untraced(&create)?;
    recorder.note(&world, "kubectl/v1.36.3 (linux/amd64)");
    let mut mishaps = mishaps.iter().copied();
    loop {
        let mishap = mishaps.next().unwrap_or(Mishap::None);
        match mishap {
            Mishap::None => {}
            Mishap::OnePod => {
                let _ = world.apply_untraced(&Action::Deliver { kind: Streams::Pod, n: Some(1) });
            }
            Mishap::Failure(which) => end(&mut world, &mut recorder, which, "podFail"),
            Mishap::Killed(calls, seconds) => {
                for _ in 0..calls {
                    if world.apply_untraced(&Action::StepSync { key: None }).is_ok() {
                        recorder.note(&world, CONTROLLER);
                    }
                }
                for _ in 0..seconds {
                    world.apply_untraced(&Action::Advance { ms: 1_000 })?;
                    end(&mut world, &mut recorder, 0, "podSucceed");
                }
                world.apply_untraced(&Action::Restart)?;
            }
        }
        let Some(action) = world.next_action() else { break };
        let action = if action == Action::Sync { Action::StepSync { key: None } } else { action };
        world.apply_untraced(&action)?;
        recorder.note(&world, if matches!(action, Action::StepSync { .. }) { CONTROLLER } else { KUBELET });
    }
    Ok([recorder.watched, recorder.audited])
}
