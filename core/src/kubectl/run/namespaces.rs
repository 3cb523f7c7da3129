//! Namespaces, of which only the names are known.

use super::Command;
use super::resource::Named;
use crate::api::Namespace;

/// The description of the namespaces that are named; `None` if something else is, or one that is missing or has a quota.
pub(super) fn described(command: &Command<'_>, named: &[Named]) -> Option<String> {
    let describe = |one: &Named| {
        let name = one.name.as_deref().filter(|_| one.kind.plural() == "namespaces")?;
        let has_quota = command.server.quotas().any(|quota| quota.namespace.as_str() == name);
        (command.has_namespace(name) && !has_quota).then(|| format!(
            "Name:         {name}\nLabels:       kubernetes.io/metadata.name={name}\nAnnotations:  <none>\nStatus:       Active\n\nNo resource quota.\n\nNo LimitRange resource.\n"
        ))
    };
    let texts = named.iter().map(describe).collect::<Option<Vec<_>>>()?;
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}

impl Command<'_> {
    /// Whether there is that namespace: each cluster has some, and the others are those of objects.
    pub(super) fn has_namespace(&self, name: &str) -> bool {
        let is_in = |namespace: &Option<Namespace>| namespace.as_ref().is_some_and(|known| known.as_str() == name);
        [self.cluster.namespace.as_str(), "default", "kube-node-lease", "kube-public", "kube-system"].contains(&name)
            || self.server.jobs().values().any(|job| is_in(&job.metadata.namespace))
            || self.server.pods().values().any(|pod| is_in(&pod.metadata.namespace))
    }
}
