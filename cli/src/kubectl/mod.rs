//! The only place that starts kubectl: the user's own one, so that every login, proxy and plugin works and jobscope handles
//! no credentials.
//!
//! What it is asked for is a closed list, [`Query`]. All of it only reads: nothing is ever written to the cluster.

mod errors;
mod query;

use std::env;
use std::ffi::OsString;
use std::io;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::arguments::Cluster;
use crate::failure::{Failure, Outcome};

pub(crate) use query::Query;

/// The environment variable that names another program than `kubectl`.
const PROGRAM: &str = "JOBSCOPE_KUBECTL";

/// kubectl with a context and a namespace.
#[derive(Clone, Debug)]
pub(crate) struct Kubectl {
    program: OsString,
    cluster: Cluster,
}

impl Kubectl {
    pub(crate) fn new(cluster: &Cluster) -> Self {
        let program = env::var_os(PROGRAM).filter(|program| !program.is_empty());
        Self { program: program.unwrap_or_else(|| "kubectl".into()), cluster: cluster.clone() }
    }

    /// The namespace that was asked for, if one was.
    pub(crate) fn namespace(&self) -> Option<&str> {
        self.cluster.namespace.as_deref()
    }

    /// The command of a query, not started yet.
    pub(crate) fn command(&self, query: &Query) -> Command {
        let mut command = Command::new(&self.program);
        command.args(query.words());
        if let Some(context) = &self.cluster.context {
            command.args(["--context", context]);
        }
        if let Some(namespace) = self.cluster.namespace.as_ref().filter(|_| query.is_in_namespace()) {
            command.args(["--namespace", namespace]);
        }
        command.stdin(Stdio::null());
        command
    }

    /// What a query prints, as JSON.
    pub(crate) fn ask(&self, query: &Query) -> Outcome<Value> {
        self.answer(query)?.map_err(|said| self.failure(query, &said))
    }

    /// What a query prints, as JSON, or what kubectl writes to its standard error when the query fails.
    pub(crate) fn answer(&self, query: &Query) -> Outcome<Result<Value, String>> {
        let output = self.command(query).output().map_err(|error| self.not_started(&error))?;
        if !output.status.success() {
            return Ok(Err(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        serde_json::from_slice(&output.stdout)
            .map(Ok)
            .map_err(|error| Failure::new(format!("`{query}` did not print JSON ({error}): is it kubectl?")))
    }

    /// What it means that a query failed, of which kubectl said that.
    pub(crate) fn failure(&self, query: &Query, said: &str) -> Failure {
        errors::failure(query, said, self.namespace())
    }

    /// Why the program does not start.
    pub(crate) fn not_started(&self, error: &io::Error) -> Failure {
        let program = self.program.to_string_lossy();
        if error.kind() == io::ErrorKind::NotFound {
            Failure::new(format!("there is no program {program}: install kubectl, or explain a file with -f FILE"))
        } else {
            Failure::new(format!("{program} does not start: {error}"))
        }
    }
}
