//! kubectl on a world: a command's writes are actions, and what it waits for comes as it does when a session plays.

use std::collections::BTreeMap;

use serde_json::json;

use super::{Action, ActionError, World};
use crate::api::{DecodedJob, Name, ObjectKey, PatchType};
use crate::kubectl::{self, Cluster, CommandOutput, Write};
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
            Write::Job(Request { method: Method::Put, key, body }) => Action::PatchJob {
                name: name(key),
                r#type: PatchType::Json,
                patch: json!([{"op": "replace", "path": "", "value": body}]),
            },
            Write::DeleteJob { key, policy } => Action::DeleteJob { name: name(key), policy: Some(*policy) },
            Write::DeletePod { key, grace } => {
                Action::PodDelete { pods: vec![name(key)], conds: Vec::new(), grace: *grace }
            }
            Write::LabelPod { key, set } => Action::PodLabel { pods: vec![name(key)], set: set.clone() },
            Write::AnnotatePod { key, set } => Action::PodAnnot { pods: vec![name(key)], set: set.clone() },
        }
    }

    /// Runs a line of kubectl, with what it waits for.
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
    pub fn kubectl(&mut self, line: &str) -> Result<CommandOutput, ActionError> {
        let files = BTreeMap::new();
        let ran = kubectl::run(&self.cluster(&files, ""), line);
        for write in &ran.writes {
            self.apply(&self.action_of_write(write))?;
        }
        let Some(wait) = &ran.wait else { return Ok(ran.output) };
        let until = self.now.plus(wait.timeout_ms);
        for _ in 0..MOST_ACTIONS {
            if let Some(end) = wait.come(&self.cluster(&files, "")) {
                return Ok(ran.finished(&end));
            }
            let left = until.since(self.now);
            match self.next_action() {
                Some(Action::Advance { ms }) if ms > left => break,
                Some(action) => drop(self.apply(&action)?),
                None => break,
            }
        }
        let end = wait.timed_out(&self.cluster(&files, ""));
        let left = until.since(self.now);
        // Nobody waits for a week to see that nothing happens.
        if wait.timeout_ms < MOST_WAITED_MS && left > 0 {
            self.apply(&Action::Advance { ms: left })?;
        }
        Ok(ran.finished(&end))
    }
}

/// Longer waits end when nothing more happens by itself.
const MOST_WAITED_MS: i64 = 24 * 3_600_000;
