//! Namespaces: what there is, and `kubectl create namespace`.

use std::collections::BTreeMap;

use serde_json::json;

use super::create::only_name;
use super::flags::{Flags, Spec, optional, switch, value};
use super::object::Object;
use super::write::{DRY_RUN, DryRun, save_config};
use super::{Command, Outcome, Write};
use crate::api::{MetaTime, Namespace, StatusError, Time};
use crate::kubectl::CommandError;
use crate::kubectl::print::OtherObject;
use crate::small_collect::SmallCollect as _;

pub(super) const FLAGS: &[Spec] = &[
    DRY_RUN,
    value("field-manager", None),
    value("output", Some('o')),
    switch("save-config", None),
    optional("validate", "strict"),
];

/// `kubectl create namespace NAME`.
pub(super) fn create_namespace(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let name = only_name(flags, "namespace")?;
    let (dry_run, output) = (DryRun::of(command, flags)?, command.form_of_object(flags)?.typed());
    let done = format!("created{}", dry_run.suffix());
    if dry_run == DryRun::Client {
        let mut body =
            json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}, "spec": {}, "status": {}});
        if flags.is_set("save-config") {
            save_config(&mut body);
        }
        return command.report_local(body, &done, &output);
    }
    let created = command.send_namespace(&Namespace::from(name), dry_run);
    let created = created.map_err(|error| CommandError::Server(String::new(), error))?;
    command.report_object(&created, &done, &output)
}

impl Command<'_> {
    /// Asks the server to create a namespace. It is written, unless this is a dry run.
    pub(super) fn send_namespace(&mut self, name: &Namespace, dry_run: DryRun) -> Result<Object, StatusError> {
        let now = self.cluster.now;
        match dry_run {
            DryRun::None => {
                self.server.create_namespace(name, now)?;
                self.ran.writes.push(Write::CreateNamespace(name.clone()));
            }
            DryRun::Client | DryRun::Server => self.server.clone().create_namespace(name, now)?,
        }
        Ok(Object::Other(Box::new(OtherObject::namespace(name.as_str(), now, self.release()))))
    }

    /// Whether there is that namespace.
    pub(super) fn has_namespace(&self, name: &str) -> bool {
        self.cluster.namespace.as_str() == name || self.server.has_namespace(&Namespace::from(name))
    }

    /// Whether objects can be created in that namespace. The first ones in files decide which namespace a session is about.
    pub(super) fn takes_objects_in(&self, namespace: &str) -> bool {
        self.has_namespace(namespace) || !self.names_namespace && self.server.namespaces().next().is_none()
    }

    /// All namespaces, by name.
    pub(super) fn namespaces(&self) -> Vec<OtherObject> {
        let begun = self.began_at();
        let mut all: BTreeMap<_, _> =
            self.server.namespaces().map(|(namespace, created)| (namespace.as_str(), created)).small_collect();
        all.entry(self.cluster.namespace.as_str()).or_insert(begun);
        all.extend(self.server.first_namespaces().map(|name| (name, begun)));
        all.into_iter().map(|(name, created)| OtherObject::namespace(name, created, self.release())).collect()
    }

    /// When the cluster began, as far as is known: no later than its oldest object.
    pub(super) fn began_at(&self) -> Time {
        let jobs = self.server.jobs().values().map(|job| job.metadata.creation_timestamp);
        let pods = self.server.pods().values().map(|pod| pod.metadata.creation_timestamp);
        let oldest = jobs.chain(pods).flatten().map(MetaTime::time).min();
        oldest.map_or(self.cluster.start, |oldest| oldest.min(self.cluster.start))
    }
}
