//! A ResourceQuota of a manifest: its limit on pods is the only one that is simulated.

use super::ManifestError;
use super::objects::TextObject;
use crate::api::yaml::{Node, Yaml, position};
use crate::api::{Hint, Name, Namespace, Quantity, ResourceQuota};

/// Reads a quota; `None` if it limits nothing that is simulated.
pub(crate) fn read_quota(object: &TextObject) -> Result<Option<ResourceQuota>, Vec<ManifestError>> {
    let spec = object.node.entry("spec").map(|spec| &spec.value);
    let scoped = spec.is_some_and(|spec| has_scope(spec));
    let hard = spec.and_then(|spec| spec.entry("hard")).and_then(|hard| hard.value.entry("pods"));
    // A quota with a scope limits some pods, and which ones nothing here tells.
    let Some(hard) = hard.filter(|_| !scoped) else { return Ok(None) };
    let written = written(&hard.value);
    let Some(pods) = count(&written) else {
        let message = format!("spec.hard[pods]: Invalid value: {written:?}: must be an integer");
        let at = position(&object.node, "spec.hard.pods");
        return Err(vec![ManifestError::quoted(at, "spec.hard[pods]", message, Some(Hint::QuotaPods))]);
    };
    let name = Name::from(object.metadata("name").unwrap_or_default());
    let namespace = object.metadata("namespace").map_or_else(Namespace::default, Namespace::from);
    Ok(Some(ResourceQuota::new(name, namespace, pods)))
}

/// `status.used.pods` of a quota that a cluster has.
pub(crate) fn pods_used(object: &TextObject) -> Option<u32> {
    let used = object.node.entry("status")?.value.entry("used")?.value.entry("pods")?;
    count(&written(&used.value))
}

fn has_scope(spec: &Node) -> bool {
    ["scopes", "scopeSelector"].iter().any(|field| {
        spec.entry(field).is_some_and(|scope| {
            scope.value.is_written() && scope.value.items().is_none_or(|scopes| !scopes.is_empty())
        })
    })
}

/// The limits of a quota that are not simulated, and for which a server may refuse pods.
pub(crate) fn other_limits_on_pods(object: &TextObject) -> Vec<String> {
    let Some(spec) = object.node.entry("spec") else { return Vec::new() };
    let scoped = has_scope(&spec.value);
    let hard = spec.value.entry("hard").and_then(|hard| hard.value.entries()).unwrap_or_default();
    let limits = hard.iter().map(|limit| limit.key.clone());
    limits.filter(|limit| uses_of_pods(limit) || (scoped && limit == "pods")).collect()
}

/// Whether pods use up a resource of quotas other than `pods`.
fn uses_of_pods(resource: &str) -> bool {
    let starts = |start| resource.starts_with(start);
    matches!(resource, "cpu" | "memory" | "ephemeral-storage" | "count/pods")
        || starts("limits.")
        || starts("hugepages-")
        || (starts("requests.") && resource != "requests.storage")
}

/// A quantity as it is written; empty for anything else.
fn written(quantity: &Node) -> String {
    match &quantity.value {
        Yaml::Text(text) => text.clone(),
        Yaml::Integer(number) => number.to_string(),
        Yaml::Float(number) => number.to_string(),
        _ => String::new(),
    }
}

fn count(quantity: &str) -> Option<u32> {
    let quantity = Quantity::parse(quantity).ok().filter(|quantity| quantity.is_integer())?;
    u32::try_from(quantity.value()).ok()
}
