//! A state's script, carried out in a world: who does what is written down, but for the controllers, which do what they
//! do as soon as they can.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use jobscope_core::api::{
    ConditionStatus, Job, MetaTime, Name, Namespace, Pod, PodPhase, Release, ResourceQuota, StatusError, Time,
};
use jobscope_core::kubectl::CommandError;
use jobscope_core::world::{Action, ActionError, Naming, NewCondition, World};
use serde_json::{Value, json};

use super::state::State;

/// Steps of controllers between two moments at most.
const MOST_STEPS: usize = 10_000;

/// How a container ends that is killed.
const KILLED: i32 = 137;

/// One run of a script against a world.
pub(super) struct Run<'s> {
    state: &'s State,
    world: World,
    /// The whole second that seconds count from.
    base: Time,
    /// What `kubectl apply` answered.
    applied: String,
    /// How many of the steps are done.
    done: usize,
    /// What was there at some time: Jobs, and pods by creation.
    seen: RefCell<Seen>,
}

#[derive(Debug, Default)]
struct Seen {
    jobs: Vec<(String, String)>,
    pods: Vec<(String, i64)>,
}

/// Seconds as milliseconds.
#[expect(clippy::cast_possible_truncation, reason = "recordings are shorter than a year")]
pub(super) fn milliseconds(seconds: f64) -> i64 {
    (seconds * 1_000.0).round() as i64
}

impl<'s> Run<'s> {
    /// A world in which the state's manifest has been applied.
    pub(super) fn new(state: &'s State, release: Release, looked_before_ms: i64) -> Self {
        let applied_ms = milliseconds(state.applied_at_seconds.unwrap_or(0.0));
        let base = base(state, applied_ms);
        // Pod garbage collection looks first when the world begins.
        let start = base.plus(applied_ms - 1_000 - looked_before_ms);
        let world = World::with_gates(release.into(), start).with_naming(Naming::Counted);
        let mut run = Self { state, world, base, applied: String::new(), done: 0, seen: RefCell::default() };
        run.work_until(base.plus(applied_ms));
        run.begin();
        run
    }

    fn begin(&mut self) {
        if let Some(pods) = self.state.quota_pods {
            let quota = ResourceQuota::new("team", Namespace::default(), pods);
            let _ = self.act(&Action::CreateQuota { quota });
        }
        if let Some(manifest) = &self.state.manifest {
            self.apply(manifest);
        }
        for (name, fields, after_ms) in noted(&self.state.note) {
            // Each by a kubectl of its own, as the seconds of their creation have it.
            let yaml = self.state.dumps.iter().find_map(|dump| dump.kubectl.get("-o yaml"));
            if let Some(created) = yaml.and_then(|yaml| created(yaml, &name)) {
                self.work_until(created.plus(100));
            }
            self.apply(&usual(&name, &fields));
            if after_ms == 0 {
                self.work_until(self.world.now().plus(800));
            }
            self.work_until(self.world.now().plus(after_ms));
        }
        self.work();
    }

    fn apply(&mut self, manifest: &Value) {
        let name = manifest.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default();
        let answer = match self.act(&Action::ApplyJob { manifest: Box::new(manifest.clone()) }) {
            Ok(()) => format!("job.batch/{name} created\n"),
            Err(ActionError::Refused { error }) => CommandError::Server(String::new(), error).to_string(),
            Err(error) => format!("{error}\n"),
        };
        self.applied.push_str(&answer);
    }

    fn act(&mut self, action: &Action) -> Result<(), ActionError> {
        self.world.apply(action)?;
        let seen = self.seen.get_mut();
        for job in self.world.stored_jobs() {
            let known = (job.metadata.name().to_owned(), job.metadata.uid().to_owned());
            if !seen.jobs.contains(&known) {
                seen.jobs.push(known);
            }
        }
        for pod in self.world.stored_pods() {
            if !seen.pods.iter().any(|(known, _)| known == pod.metadata.name()) {
                let created = pod.metadata.creation_timestamp.map_or(0, |created| created.time().since(Time::START));
                seen.pods.push((pod.metadata.name().to_owned(), created));
            }
        }
        Ok(())
    }

    /// The clock, in seconds from the base.
    #[expect(clippy::cast_precision_loss, reason = "recordings are shorter than a year")]
    pub(super) fn seconds(&self) -> f64 {
        self.world.now().since(self.base) as f64 / 1_000.0
    }

    /// The state now, and at each change within `seconds`: of an age, or by a controller.
    pub(super) fn moments(&self, seconds: f64) -> Vec<Moment<'s>> {
        let mut run =
            Self { seen: RefCell::default(), applied: self.applied.clone(), world: self.world.clone(), ..*self };
        let until = self.world.now().plus(milliseconds(seconds));
        let mut moments = vec![run.moment()];
        while run.world.now() < until {
            let now = run.world.now();
            let next_second = now.plus(1_000 - now.since(Time::START).rem_euclid(1_000));
            let next = match run.world.next_controller_action() {
                Some(Action::Advance { ms }) => now.plus(ms).min(next_second),
                Some(_) => now,
                None => next_second,
            };
            run.work_until(next.min(until));
            moments.push(run.moment());
        }
        moments
    }

    fn moment(&self) -> Moment<'s> {
        Moment { state: self.state, world: self.world.clone(), applied: self.applied.clone() }
    }

    /// Does everything that happened up to that second.
    pub(super) fn go_on_to(&mut self, seconds: f64) {
        while let Some(step) = self.state.steps_at_seconds.get(self.done) {
            let at = step.first().and_then(Value::as_f64).unwrap_or_default();
            if at > seconds {
                break;
            }
            self.work_until(self.base.plus(milliseconds(at)));
            self.step(step);
            self.work();
            self.done += 1;
        }
        self.work_until(self.base.plus(milliseconds(seconds)));
    }

    /// Lets the controllers work until then.
    fn work_until(&mut self, until: Time) {
        for _ in 0..MOST_STEPS {
            let left = until.since(self.world.now());
            match self.world.next_controller_action() {
                Some(Action::Advance { ms }) if ms <= left => drop(self.act(&Action::Advance { ms })),
                Some(Action::Advance { .. }) | None => {
                    if left > 0 {
                        let _ = self.act(&Action::Advance { ms: left });
                    }
                    return;
                }
                Some(action) => drop(self.act(&action)),
            }
        }
    }

    /// Lets the controllers do what they can do at once.
    fn work(&mut self) {
        self.work_until(self.world.now());
    }

    fn step(&mut self, step: &[Value]) {
        let text = |place: usize| step.get(place).and_then(Value::as_str).unwrap_or_default();
        let pods = self.chosen(text(2));
        let job = self.job_name();
        let action = match text(1) {
            "bind" => Action::PodSchedule { pods },
            "run" => Action::PodRun { pods, ready: true },
            "runnotready" => Action::PodRun { pods, ready: false },
            "ok" => Action::PodSucceed { pods, main_ago_ms: 0 },
            "fail" => {
                let exit = step.get(3).and_then(Value::as_i64).and_then(|exit| i32::try_from(exit).ok()).unwrap_or(1);
                let conds = step.get(5).and_then(Value::as_array).into_iter().flatten().filter_map(condition).collect();
                Action::PodFail {
                    exit: self.containers(&pods).into_iter().map(|container| (container, exit)).collect(),
                    pods,
                    reason: text(4).to_owned(),
                    conds,
                    no_status: false,
                    no_finished_at: false,
                    main_ago_ms: 0,
                }
            }
            "restart" => {
                let n = step.get(3).and_then(Value::as_i64).and_then(|n| i32::try_from(n).ok()).unwrap_or(1);
                let restarts =
                    |pod: &Arc<Pod>| pod.status.container_statuses.first().map_or(0, |first| first.restart_count);
                let had = self.pods().iter().filter(|pod| pods.contains(&name(pod))).map(restarts).max().unwrap_or(0);
                let container = self.containers(&pods).into_iter().next().unwrap_or_default();
                // It says how often it has restarted by then.
                Action::PodRestart { pods, container, n: n - had }
            }
            "del" => Action::PodDelete { pods, conds: Vec::new(), grace: None },
            "rm" => {
                // Of a pod without a node no kubelet knows.
                let stops = |pod: &&Arc<Pod>| pod.metadata.is_deleting() && pod.spec.node_name.is_some();
                let pods: Vec<_> = self.pods().iter().filter(stops).map(|pod| (name(pod), pod.status.phase)).collect();
                for (pod, phase) in pods {
                    self.remove(pod, phase);
                }
                return;
            }
            "patch" => {
                let Some(name) = job else { return };
                let patch = step.get(2).cloned().unwrap_or_default();
                Action::PatchJob { name, r#type: jobscope_core::api::PatchType::Merge, patch }
            }
            "deljob" => {
                let Some(name) = job else { return };
                Action::DeleteJob { name, policy: serde_json::from_value(json!(text(2))).ok() }
            }
            _ => return,
        };
        let _ = self.act(&action);
    }

    /// The kubelet has stopped a pod that is to be deleted, and lets it go.
    fn remove(&mut self, pod: Name, phase: PodPhase) {
        if !phase.is_terminal() {
            let containers = self.containers(std::slice::from_ref(&pod)).into_iter();
            let _ = self.act(&Action::PodFail {
                exit: containers.map(|container| (container, KILLED)).collect(),
                pods: vec![pod.clone()],
                reason: String::new(),
                conds: Vec::new(),
                no_status: false,
                // Of what had not started nothing is known.
                no_finished_at: phase == PodPhase::Pending,
                main_ago_ms: 0,
            });
        }
        let _ = self.act(&Action::PodRemove { pods: vec![pod] });
    }

    /// The pods that a word of the script stands for: all of a kind, or one of them by its place; those with an index.
    fn chosen(&self, word: &str) -> Vec<Name> {
        let kind = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let place = word.strip_prefix(kind).and_then(|digits| digits.parse::<usize>().ok());
        let fits = |pod: &&Arc<Pod>| {
            let phase = pod.status.phase;
            !pod.metadata.is_deleting()
                && match kind {
                    "live" => !phase.is_terminal(),
                    "run" | "running" => phase == PodPhase::Running,
                    "pend" => phase == PodPhase::Pending,
                    "ix" => !phase.is_terminal() && index(pod) == place,
                    _ => false,
                }
        };
        let pods: Vec<_> = self.pods().iter().filter(fits).map(name).collect();
        match place {
            Some(place) if kind != "ix" => pods.get(place).cloned().into_iter().collect(),
            _ => pods,
        }
    }

    /// The pods, by the second of their creation, then by index, then as they were created.
    fn pods(&self) -> Vec<Arc<Pod>> {
        let seen = self.seen.borrow();
        let mut pods: Vec<_> = self.world.stored_pods().cloned().collect();
        pods.sort_by_key(|pod| {
            let created = pod.metadata.creation_timestamp.map(MetaTime::time);
            let place = seen.pods.iter().position(|(known, _)| known == pod.metadata.name());
            (created, index(pod), place)
        });
        pods
    }

    /// All containers of these pods.
    fn containers(&self, pods: &[Name]) -> Vec<String> {
        let all = self.pods();
        let of = all.iter().filter(|pod| pods.contains(&name(pod)));
        of.flat_map(|pod| pod.spec.containers.iter().map(|container| container.name.clone())).collect()
    }

    fn job_name(&self) -> Option<Name> {
        self.world.stored_jobs().next().and_then(|job| job.metadata.name.clone())
    }

    /// The names of all Jobs that there were.
    pub(super) fn job_names(&self) -> Vec<String> {
        self.seen.borrow().jobs.iter().map(|(name, _)| name.clone()).collect()
    }

    /// The names of all pods that there were, by creation, with the second of that.
    pub(super) fn pods_created(&self) -> Vec<(String, i64)> {
        self.seen.borrow().pods.clone()
    }

    /// All UIDs of Jobs.
    pub(super) fn uids(&self) -> Vec<String> {
        let mut uids: Vec<_> = self.seen.borrow().jobs.iter().map(|(_, uid)| uid.clone()).collect();
        uids.sort_by_key(|uid| std::cmp::Reverse(uid.len()));
        uids
    }
}

/// How things stood at a moment.
pub(super) struct Moment<'s> {
    state: &'s State,
    world: World,
    applied: String,
}

impl Moment<'_> {
    /// What the command prints.
    pub(super) fn printed(&self, command: &str) -> String {
        let printer = self.world.printer();
        let jobs: Vec<_> = self.world.stored_jobs().collect();
        // Where only the manifest was applied, the Job was asked for by its name.
        let by_name = match command {
            "describe" | "-o yaml" => true,
            "get job -o wide" => self.state.applied_at_seconds.is_none(),
            _ => false,
        };
        if let Some(name) = self.missing(&jobs).filter(|_| by_name) {
            let error = StatusError::not_found("jobs.batch", name);
            return CommandError::Server(String::new(), error).to_string();
        }
        let output = match command {
            "apply" => return self.applied.clone(),
            "get job" => printer.jobs(&jobs, false),
            "get job -o wide" => printer.jobs(&jobs, true),
            "get pods" => printer.pods(self.world.stored_pods().cloned().collect()),
            "events" => printer.events(self.world.stored_events().events),
            "describe" => printer.described_jobs(&jobs, &self.world.stored_events().events),
            "-o yaml" => printer.jobs_as_yaml(&jobs),
            _ => return format!("there is no command {command}\n"),
        };
        output.text() + "\n"
    }

    /// The name that is asked for and that no Job has.
    fn missing(&self, jobs: &[&Job]) -> Option<&str> {
        let name = self.state.manifest.as_ref()?.pointer("/metadata/name")?.as_str()?;
        jobs.iter().all(|job| job.metadata.name() != name).then_some(name)
    }
}

fn name(pod: &Arc<Pod>) -> Name {
    pod.metadata.name().into()
}

fn index(pod: &Pod) -> Option<usize> {
    pod.metadata.annotations.get("batch.kubernetes.io/job-completion-index")?.parse().ok()
}

fn condition(written: &Value) -> Option<NewCondition> {
    let r#type = written.get("type")?.as_str()?.to_owned();
    let status = match written.get("status")?.as_str()? {
        "True" => ConditionStatus::True,
        "False" => ConditionStatus::False,
        _ => ConditionStatus::Unknown,
    };
    Some(NewCondition { r#type, status })
}

/// The second from which the recording counts: its YAML says when the first Job was created.
fn base(state: &State, applied_ms: i64) -> Time {
    let mut yaml = state.dumps.iter().filter_map(|dump| dump.kubectl.get("-o yaml"));
    let line = yaml.find_map(|yaml| yaml.lines().find_map(|line| line.trim().strip_prefix("creationTimestamp: ")));
    let created = line.and_then(|line| serde_json::from_str::<MetaTime>(line).ok()).map_or(Time::START, MetaTime::time);
    created.plus(-applied_ms.div_euclid(1_000) * 1_000)
}

/// When the list has it that the Job was created.
fn created(list: &str, name: &str) -> Option<Time> {
    let at = list.find(&format!("\n    name: {name}\n"))?;
    let line = list.get(..at)?.lines().rev().find_map(|line| line.strip_prefix("    creationTimestamp: "))?;
    serde_json::from_str::<MetaTime>(line).ok().map(MetaTime::time)
}

/// A note such as `alpha (parallelism 2) and beta (suspend: true) applied, 2.5 s later`: the Jobs with their fields, and
/// how long after each the next thing is.
fn noted(note: &str) -> Vec<(String, BTreeMap<String, Value>, i64)> {
    let Some((jobs, after)) = note.split_once(" applied, ") else { return Vec::new() };
    let Some(seconds) = after.split_once(" s later").and_then(|(seconds, _)| seconds.parse::<f64>().ok()) else {
        return Vec::new();
    };
    let mut all: Vec<_> = jobs
        .split(" and ")
        .map(|job| {
            let (name, fields) = job.split_once(" (").unwrap_or((job, ""));
            let fields = fields.trim_end_matches(')').split(", ").filter_map(|field| {
                let (key, value) = field.split_once(' ')?;
                Some((key.trim_end_matches(':').to_owned(), serde_json::from_str(value).ok()?))
            });
            (name.to_owned(), fields.collect(), 0)
        })
        .collect();
    if let Some((_, _, last)) = all.last_mut() {
        *last = milliseconds(seconds);
    }
    all
}

/// The Job that the recordings apply, with these fields.
fn usual(name: &str, fields: &BTreeMap<String, Value>) -> Value {
    let container = json!({"name": "work", "image": "busybox:1.36", "command": ["sh", "-c", "exit 0"]});
    let mut spec = json!({"template": {"spec": {"restartPolicy": "Never", "containers": [container]}}});
    if let Some(spec) = spec.as_object_mut() {
        spec.extend(fields.clone());
    }
    json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": name}, "spec": spec})
}
