//! kubectl on a world: a command's writes are actions, and while it waits the session plays.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Action, ActionError, World};
use crate::api::{DecodedJob, Name, Namespace, ObjectKey, PatchType};
use crate::kubectl::{self, Cluster, CommandOutput, Ran, Typed, Wait, Watch, Write};
use crate::trace::{Method, Request};

/// Actions at most until what a command waits for has come.
const MOST_ACTIONS: usize = 100_000;

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
        let name = |key: &ObjectKey| Name::from(key.split().1);
        match write {
            Write::Job(Request { method: Method::Post, body, .. }) => match DecodedJob::from_json(body, self.gates) {
                Ok(decoded) => Action::CreateJob { job: Box::new(decoded.job) },
                Err(_) => Action::ApplyJob { manifest: Box::new(body.clone()) },
            },
            Write::Job(Request { method: Method::Patch(r#type), key, body }) => {
                Action::PatchJob { name: name(key), r#type: *r#type, patch: body.clone() }
            }
            Write::Job(Request { method: Method::PatchStatus(r#type), key, body }) => {
                Action::PatchJobStatus { name: name(key), r#type: *r#type, patch: body.clone() }
            }
            Write::Job(Request { method: Method::Put, key, body }) => {
                Action::PatchJob { name: name(key), r#type: PatchType::Json, patch: replacing(body) }
            }
            Write::Job(Request { method: Method::PutStatus, key, body }) => {
                Action::PatchJobStatus { name: name(key), r#type: PatchType::Json, patch: replacing(body) }
            }
            Write::DeleteJob { key, policy } => Action::DeleteJob { name: name(key), policy: Some(*policy) },
            Write::DeletePod { key, grace } => {
                Action::PodDelete { pods: vec![name(key)], conds: Vec::new(), grace: *grace }
            }
            Write::CreatePod(pod) => Action::ApplyPod { pod: pod.clone() },
            Write::PatchPod { key, r#type, patch } => {
                Action::PatchPod { name: name(key), r#type: *r#type, patch: patch.clone() }
            }
            Write::LabelPod { key, set } => Action::PodLabel { pods: vec![name(key)], set: set.clone() },
            Write::AnnotatePod { key, set } => Action::PodAnnot { pods: vec![name(key)], set: set.clone() },
            Write::CreateNamespace(name) => Action::CreateNamespace { name: name.clone() },
            Write::CreateQuota(quota) => Action::CreateQuota { quota: quota.clone() },
            Write::ApplyQuota(quota) => Action::ApplyQuota { quota: quota.clone() },
            Write::DeleteQuota { key } => {
                Action::DeleteQuota { name: name(key), namespace: Namespace::from(key.split().0) }
            }
            Write::DeleteNode { name } => Action::DeleteNode { name: name.clone() },
        }
    }

    /// Runs a command of kubectl, with what it waits for: time passes as it does when a session plays. The first line is the
    /// command, further lines are its standard input. With `--watch` it prints changes until nothing more happens.
    ///
    /// # Errors
    ///
    /// A write is refused that the command expected to be carried out.
    ///
    /// ```
    /// use jobscope_core::api::Release;
    /// use jobscope_core::world::World;
    ///
    /// let mut world = World::new(Release::V1_36);
    /// let created = world.kubectl("kubectl create job hello --image=busybox -- date")?;
    /// assert_eq!(created.stdout, "job.batch/hello created\n");
    /// let waited = world.kubectl("kubectl wait --for=condition=complete job/hello --timeout=60s")?;
    /// assert_eq!(waited.stdout, "job.batch/hello condition met\n");
    /// let got = world.kubectl("kubectl get job hello -o jsonpath={.status.succeeded}")?;
    /// assert_eq!(got.stdout, "1");
    /// # Ok::<(), jobscope_core::world::ActionError>(())
    /// ```
    pub fn kubectl(&mut self, text: &str) -> Result<CommandOutput, ActionError> {
        run_all(self, text, &BTreeMap::new())
    }
}

/// The patch that replaces an object.
fn replacing(body: &Value) -> Value {
    json!([{"op": "replace", "path": "", "value": body}])
}

/// What became of a command.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KubectlRun {
    /// What it printed, and its exit code.
    pub output: CommandOutput,
    /// Whether it changed anything.
    pub wrote: bool,
    /// What it continues to print.
    pub watch: Option<Watch>,
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

/// Runs the commands of a text, those with `--watch` until nothing more happens. What they print is together, and the last
/// exit code counts.
pub(crate) fn run_all(
    host: &mut impl Host,
    text: &str,
    files: &BTreeMap<String, String>,
) -> Result<CommandOutput, ActionError> {
    let mut output = CommandOutput::default();
    for typed in Typed::all(text) {
        let ran = run_on(host, &typed, files)?;
        output.stdout.push_str(&ran.output.stdout);
        output.stderr.push_str(&ran.output.stderr);
        output.code = ran.output.code;
        let Some(mut watch) = ran.watch else { continue };
        for _ in 0..MOST_ACTIONS {
            if !host.go_on() || output.stdout.len() > MOST_PRINTED_BYTES {
                break;
            }
            output.stdout.push_str(&watch.changes(&host.world().cluster(files, "")));
        }
    }
    Ok(output)
}

/// Runs a command, with what it waits for and what it does after that.
pub(crate) fn run_on(
    host: &mut impl Host,
    typed: &Typed,
    files: &BTreeMap<String, String>,
) -> Result<KubectlRun, ActionError> {
    let stdin = typed.stdin.as_deref().unwrap_or_default();
    let ran = kubectl::run(&host.world().cluster(files, stdin), &typed.line);
    let mut wrote = write(host, &ran)?;
    let watch = ran.watch.clone();
    let Some(wait) = &ran.wait else { return Ok(KubectlRun { output: ran.output, wrote, watch }) };
    let end = waited(host, wait, files)?;
    let then = ran.then.clone().filter(|_| end.code == 0);
    let mut output = ran.finished(&end);
    if let Some(then) = then {
        let ran = then.run(&host.world().cluster(files, ""));
        wrote |= write(host, &ran)?;
        let before = Ran { output, ..Ran::default() };
        output = before.finished(&ran.output);
    }
    Ok(KubectlRun { output, wrote, watch })
}

/// Carries out what a command writes. False if it writes nothing.
fn write(host: &mut impl Host, ran: &Ran) -> Result<bool, ActionError> {
    for write in &ran.writes {
        let action = host.world().action_of_write(write);
        host.act(&action)?;
    }
    Ok(!ran.writes.is_empty())
}

/// Waits, and returns what is printed then.
fn waited(host: &mut impl Host, wait: &Wait, files: &BTreeMap<String, String>) -> Result<CommandOutput, ActionError> {
    let until = host.world().now.plus(wait.timeout_ms);
    for _ in 0..MOST_ACTIONS {
        if let Some(end) = wait.come(&host.world().cluster(files, "")) {
            return Ok(end);
        }
        let left = until.since(host.world().now);
        let is_late = |action: &Action| matches!(action, Action::Advance { ms } if *ms > left);
        if host.next().is_none_or(|action| is_late(&action)) || !host.go_on() {
            break;
        }
    }
    let end = wait.timed_out(&host.world().cluster(files, ""));
    let left = until.since(host.world().now);
    // Nobody waits for a week to see that nothing happens.
    if wait.timeout_ms < MOST_WAITED_MS && left > 0 {
        host.act(&Action::Advance { ms: left })?;
    }
    Ok(end)
}

/// Longer waits end when nothing more happens by itself.
const MOST_WAITED_MS: i64 = 24 * 3_600_000;

/// A watch ends when it has printed more than this.
const MOST_PRINTED_BYTES: usize = 1024 * 1024;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{DeletionPropagation, Manifest, Release};

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
