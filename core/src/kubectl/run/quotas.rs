//! Quotas on pods: what there is, and `kubectl create quota`.

use serde_json::{Map, Value, json};

use super::create::{metadata, only_name};
use super::flags::{Flags, Spec, optional, switch, value};
use super::object::Object;
use super::write::{DRY_RUN, DryRun, save_config};
use super::{Command, Outcome, Write};
use crate::api::{
    FieldError, FieldPath, Labels, MetaTime, Namespace, Quantity, ResourceQuota, StatusError, StatusReason,
};
use crate::apiserver::StoredQuota;
use crate::kubectl::CommandError;
use crate::kubectl::print::{OtherObject, OtherSpec};

pub(super) const FLAGS: &[Spec] = &[
    DRY_RUN,
    value("field-manager", None),
    value("hard", None),
    value("output", Some('o')),
    switch("save-config", None),
    value("scopes", None),
    optional("validate", "strict"),
];

/// Why a quota cannot be simulated.
const NOT_SIMULATED: &str =
    "only quotas on the number of pods are simulated here; use kubectl create quota NAME --hard=pods=N";

/// `kubectl create quota NAME --hard=pods=N`.
pub(super) fn create_quota(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: &str| CommandError::Client(message.to_owned());
    let name = only_name(flags, "quota")?;
    let (dry_run, output) = (DryRun::of(command, flags)?, command.form_of_object(flags)?.typed());
    let hard = limits(flags.value("hard").unwrap_or_default())?;
    let scopes: Vec<_> = flags.value("scopes").filter(|scopes| !scopes.is_empty()).into_iter().collect();
    let scopes: Vec<_> = scopes.iter().flat_map(|scopes| scopes.split(',')).collect();
    if scopes.contains(&"") {
        return Err(client("invalid resource quota scope \"\""));
    }
    let done = format!("created{}", dry_run.suffix());
    if dry_run == DryRun::Client {
        let mut spec = Map::new();
        if !hard.is_empty() {
            spec.insert("hard".to_owned(), hard.into());
        }
        if !scopes.is_empty() {
            spec.insert("scopes".to_owned(), json!(scopes));
        }
        let metadata = metadata(command, name, dry_run);
        let mut body =
            json!({"apiVersion": "v1", "kind": "ResourceQuota", "metadata": metadata, "spec": spec, "status": {}});
        if flags.is_set("save-config") {
            save_config(&mut body);
        }
        return command.report_local(body, &done, &output);
    }
    let Some(pods) = hard.get("pods").and_then(Value::as_str).filter(|_| hard.len() == 1 && scopes.is_empty()) else {
        return Err(client(NOT_SIMULATED));
    };
    let refused = |error: StatusError| client(&format!("failed to create quota: {}", error.message));
    let namespace = command.namespace.clone();
    let pods = number_of_pods(name, pods).map_err(refused)?;
    let quota = ResourceQuota::new(name, namespace, pods);
    let created = command.send_quota(&quota, dry_run).map_err(refused)?;
    command.report_object(&created, &done, &output)
}

/// Reads `pods=4,cpu=1`.
fn limits(written: &str) -> Result<Map<String, Value>, CommandError> {
    let limit = |statement: &str| match statement.split('=').collect::<Vec<_>>()[..] {
        [resource, quantity] => match Quantity::parse(quantity) {
            Ok(_) => Ok((resource.to_owned(), quantity.into())),
            Err(error) => Err(CommandError::Client(error.to_string())),
        },
        _ => Err(CommandError::Client(format!("Invalid argument syntax {statement}, expected <resource>=<value>"))),
    };
    written.split(',').filter(|_| !written.is_empty()).map(limit).collect()
}

/// The number of pods that a quota allows, or what validation says of it (`ValidateResourceQuantityValue`).
pub(super) fn number_of_pods(name: &str, written: &str) -> Result<u32, StatusError> {
    let undecodable = |error: &dyn std::fmt::Display| {
        let message = format!("ResourceQuota in version \"v1\" cannot be handled as a ResourceQuota: {error}");
        StatusError::new(StatusReason::BadRequest, message)
    };
    let quantity = Quantity::parse(written).map_err(|error| undecodable(&error))?;
    let why = if !quantity.is_integer() {
        "must be an integer".to_owned()
    } else if quantity.value() < 0 {
        "must be greater than or equal to 0".to_owned()
    } else if let Ok(pods) = u32::try_from(quantity.value()) {
        return Ok(pods);
    } else {
        format!("at most {} pods are simulated", u32::MAX)
    };
    let path = FieldPath::new("spec").child("hard[pods]");
    Err(StatusError::invalid("ResourceQuota", name, &[FieldError::invalid_text(&path, written, why)]))
}

impl Command<'_> {
    /// The quotas in namespaces that are `meant`, by name.
    pub(super) fn quotas(&self, meant: impl Fn(&Namespace) -> bool) -> Vec<OtherObject> {
        let quotas = self.server.stored_quotas().filter(|stored| meant(&stored.quota.namespace));
        let used = |stored: &StoredQuota| self.server.pods_used(&stored.quota, self.cluster.now);
        quotas.map(|stored| object(stored, Some(used(stored)))).collect()
    }

    /// Asks the server to create a quota. It is written, unless this is a dry run.
    pub(super) fn send_quota(&mut self, quota: &ResourceQuota, dry_run: DryRun) -> Result<Object, StatusError> {
        if !self.takes_objects_in(quota.namespace.as_str()) {
            return Err(StatusError::not_found("namespaces", quota.namespace.as_str()));
        }
        let mut server = self.server.clone();
        let created = server.create_quota(quota, self.cluster.now)?;
        if dry_run == DryRun::None {
            self.server = server;
            self.ran.writes.push(Write::CreateQuota(quota.clone()));
        }
        Ok(Object::Other(Box::new(object(&created, None))))
    }

    /// Asks the server to change a quota; nothing if nothing changes. It is written, unless this is a dry run.
    pub(super) fn change_quota(
        &mut self,
        quota: &ResourceQuota,
        dry_run: DryRun,
    ) -> Result<Option<Object>, StatusError> {
        let mut server = self.server.clone();
        let Some(changed) = server.apply_quota(quota, self.cluster.now)? else { return Ok(None) };
        let used = server.pods_used(&changed.quota, self.cluster.now);
        if dry_run == DryRun::None {
            self.server = server;
            self.ran.writes.push(Write::ApplyQuota(quota.clone()));
        }
        Ok(Some(Object::Other(Box::new(object(&changed, Some(used))))))
    }
}

/// A quota with the number of pods that are used; absent before the quota controller has counted them.
fn object(stored: &StoredQuota, used: Option<usize>) -> OtherObject {
    let ResourceQuota { name, namespace, pods, .. } = &stored.quota;
    OtherObject {
        name: name.to_string(),
        namespace: Some(namespace.clone()),
        labels: Labels::default(),
        created: Some(MetaTime::from(*stored.created).on_the_wire()),
        version: *stored.version,
        spec: OtherSpec::Quota { hard: *pods, used },
    }
}
