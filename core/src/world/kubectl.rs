//! kubectl on a world: a command's writes are actions, and while it waits the session plays.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Action, ActionError, World};
use crate::api::{DecodedJob, PatchType};
use crate::kubectl::{self, Cluster, CommandOutput, MOST_SLEPT_MS, Ran, Sleep, Watch, Write};
use crate::trace::{Method, Request};

/// Actions at most until what a command waits for has come.
pub(super) const MOST_ACTIONS: usize = 100_000;

impl World {
    /// What kubectl runs against: this world, with files and what is on standard input.
    pub fn cluster<'a>(&'a self, files: &'a BTreeMap<String, String>, stdin: &'a str) -> Cluster<'a> {
        let printer = self.printer();
        Cluster {
            server: &self.api,
            events: self.stored_events().events,
            release: printer.release,
            now: printer.now,
            start: self.start(),
            namespace: printer.namespace,
            files,
            stdin,
        }
    }

    /// The action that carries a command's write out.
    pub fn action_of_write(&self, write: &Write) -> Action {
        match write {
            Write::Job(Request { method: Method::Post, body, .. }) => match DecodedJob::from_json(body, self.gates) {
                Ok(decoded) => Action::CreateJob { job: Box::new(decoded.job) },
                Err(_) => Action::ApplyJob { manifest: Box::new(body.clone()) },
            },
            Write::Job(Request { method: Method::Patch(r#type), key, body }) => {
                Action::PatchJob { name: self.name_of_job(key), r#type: *r#type, patch: body.clone() }
            }
            Write::Job(Request { method: Method::PatchStatus(r#type), key, body }) => {
                Action::PatchJobStatus { name: self.name_of_job(key), r#type: *r#type, patch: body.clone() }
            }
            Write::Job(Request { method: Method::Put, key, body }) => {
                Action::PatchJob { name: self.name_of_job(key), r#type: PatchType::Json, patch: replacing(body) }
            }
            Write::Job(Request { method: Method::PutStatus, key, body }) => {
                Action::PatchJobStatus { name: self.name_of_job(key), r#type: PatchType::Json, patch: replacing(body) }
            }
            Write::DeleteJob { key, policy } => {
                Action::DeleteJob { name: self.name_of_job(key), policy: Some(*policy) }
            }
            Write::DeletePod { key, grace } => {
                Action::PodDelete { pods: vec![self.name_of_pod(key)], conds: Vec::new(), grace: *grace }
            }
            Write::CreatePod(pod) => Action::ApplyPod { pod: pod.clone() },
            Write::PatchPod { key, r#type, patch } => {
                Action::PatchPod { name: self.name_of_pod(key), r#type: *r#type, patch: patch.clone() }
            }
            Write::LabelPod { key, set } => Action::PodLabel { pods: vec![self.name_of_pod(key)], set: set.clone() },
            Write::AnnotatePod { key, set } => Action::PodAnnot { pods: vec![self.name_of_pod(key)], set: set.clone() },
            Write::CreateNamespace(name) => Action::CreateNamespace { name: name.clone() },
            Write::CreateQuota(quota) => Action::CreateQuota { quota: quota.clone() },
            Write::ApplyQuota(quota) => Action::ApplyQuota { quota: quota.clone() },
            Write::DeleteQuota { key } => {
                Action::DeleteQuota { name: key.split().1.into(), namespace: key.split().0.into() }
            }
            Write::DeleteNode { name } => Action::DeleteNode { name: name.clone() },
        }
    }
}

/// The patch that replaces an object.
fn replacing(body: &Value) -> Value {
    json!([{"op": "replace", "path": "", "value": body}])
}

/// What became of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KubectlRun {
    /// What it printed, and its exit code.
    pub output: CommandOutput,
    /// Whether it changed anything.
    pub wrote: bool,
    /// What it continues to print.
    pub watch: Option<Watch>,
    /// The files that it wrote.
    pub files: BTreeMap<String, String>,
    /// What it cost, next to an entry of a trace: objects that it read, and what it did with them and printed.
    pub cost: usize,
}

/// What a command costs that does nothing.
const COMMAND_COST: usize = 100;
/// How much work of a command costs as much as an entry of a trace.
const WORK_OF_ENTRY: usize = 32;

/// What it costs to run a command once.
fn cost(world: &World, ran: &Ran) -> usize {
    COMMAND_COST + world.api.jobs().len() + world.api.pods().len() + ran.work / WORK_OF_ENTRY
}

/// What a command is carried out on: a world, or a session that records what becomes of it.
pub(crate) trait Host {
    /// The world as it is now.
    fn world(&self) -> &World;

    /// Carries out an action.
    fn act(&mut self, action: &Action) -> Result<(), ActionError>;

    /// What happens next by itself.
    fn next(&self) -> Option<Action>;

    /// Does that. False if nothing more happens by itself, or nothing more can be recorded.
    fn go_on(&mut self) -> bool;
}

impl Host for World {
    fn world(&self) -> &World {
        self
    }

    fn act(&mut self, action: &Action) -> Result<(), ActionError> {
        self.apply(action).map(drop)
    }

    fn next(&self) -> Option<Action> {
        self.next_action()
    }

    fn go_on(&mut self) -> bool {
        self.next_action().is_some_and(|action| self.apply(&action).is_ok())
    }
}

/// Runs a command, with what it waits for and what it does after that.
pub(super) fn run_command(
    host: &mut impl Host,
    words: &[String],
    files: &BTreeMap<String, String>,
    stdin: &str,
) -> Result<KubectlRun, ActionError> {
    match Sleep::read(words) {
        Some(Sleep::Ms(ms)) => {
            wait(host, ms, |_| None::<()>)?;
            return Ok(KubectlRun::default());
        }
        Some(Sleep::Failed(output)) => return Ok(KubectlRun { output, ..KubectlRun::default() }),
        None => {}
    }
    let ran = kubectl::run(&host.world().cluster(files, stdin), words);
    let cost = cost(host.world(), &ran);
    let mut done = KubectlRun { wrote: write(host, &ran)?, watch: ran.watch.clone(), cost, ..KubectlRun::default() };
    let Some(awaited) = &ran.wait else { return Ok(KubectlRun { output: ran.output, ..done }) };
    let come = wait(host, awaited.timeout_ms, |world| awaited.come(&world.cluster(files, "")))?;
    let end = come.unwrap_or_else(|| awaited.timed_out(&host.world().cluster(files, "")));
    let then = ran.then.clone().filter(|_| end.code == 0);
    done.output = ran.finished(&end);
    if let Some(then) = then {
        let ran = then.run(&host.world().cluster(files, ""));
        done.wrote |= write(host, &ran)?;
        let before = Ran { output: done.output, ..Ran::default() };
        done.output = before.finished(&ran.output);
    }
    Ok(done)
}

/// Carries out what a command writes. False if it writes nothing.
fn write(host: &mut impl Host, ran: &Ran) -> Result<bool, ActionError> {
    for write in &ran.writes {
        let action = host.world().action_of_write(write);
        host.act(&action)?;
    }
    Ok(!ran.writes.is_empty())
}

/// Lets time pass until something has come, or `most_ms` are over.
fn wait<T>(host: &mut impl Host, most_ms: i64, come: impl Fn(&World) -> Option<T>) -> Result<Option<T>, ActionError> {
    let until = host.world().now.plus(most_ms);
    for _ in 0..MOST_ACTIONS {
        if let Some(come) = come(host.world()) {
            return Ok(Some(come));
        }
        let left = until.since(host.world().now);
        let is_late = |action: &Action| matches!(action, Action::Advance { ms } if *ms > left);
        if host.next().is_none_or(|action| is_late(&action)) || !host.go_on() {
            break;
        }
    }
    let left = until.since(host.world().now);
    // Nobody waits for a week to see that nothing happens.
    if most_ms < MOST_SLEPT_MS && left > 0 {
        host.act(&Action::Advance { ms: left })?;
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{DeletionPropagation, Manifest, Release};
    use crate::api::{Name, Namespace};

    #[test]
    fn a_job_is_created_again_once_its_garbage_is_collected() {
        let manifest = "
apiVersion: batch/v1
kind: Job
metadata: {name: pi}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: pi, image: perl}]}}}
";
        for (cascade, pods) in [("orphan", 1), ("foreground", 0), ("background", 1)] {
            let mut world = World::new(Release::V1_36);
            world.kubectl(&format!("kubectl apply -f -\n{manifest}")).unwrap();
            while world.stored_pods().count() == 0 {
                let next = world.next_action().unwrap();
                world.apply(&next).unwrap();
            }
            let old = world.stored_jobs().next().unwrap().metadata.uid().to_owned();
            let line = format!("kubectl replace --force --cascade={cascade} -f -\n{manifest}");
            let output = world.kubectl(&line).unwrap();
            let expected = "job.batch \"pi\" deleted from default namespace\njob.batch/pi replaced\n";
            assert_eq!((output.stdout.as_str(), output.stderr.as_str(), output.code), (expected, "", 0), "{cascade}");
            let job = world.stored_jobs().next().unwrap();
            assert!(job.metadata.uid() != old && !job.metadata.is_deleting(), "{cascade}");
            assert_eq!(world.stored_pods().count(), pods, "{cascade}");
        }
    }

    #[test]
    fn after_the_last_job_is_gone_kubectl_stays_in_its_namespace() {
        let manifest = "
apiVersion: batch/v1
kind: Job
metadata: {name: pi, namespace: team}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: pi, image: perl}]}}}
";
        let mut world = World::new(Release::V1_36);
        assert_eq!(world.printer().namespace, Namespace::default());
        let manifest = Manifest::parse(manifest, Release::V1_36).unwrap();
        world.apply(&Action::of_manifest(&manifest)).unwrap();
        let delete = Action::DeleteJob { name: Name::from("pi"), policy: Some(DeletionPropagation::Background) };
        for last in [None, Some(delete)] {
            last.map(|last| world.apply(&last).unwrap());
            while let Some(next) = world.next_action() {
                world.apply(&next).unwrap();
            }
        }
        assert_eq!((world.stored_jobs().count(), world.stored_pods().count()), (0, 0));
        assert_eq!(world.printer().namespace, Namespace::from("team"));
    }
}
