//! Actions as the kubectl commands that do the same in a cluster.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::Action;
use crate::api::{DeletionPropagation, Name, Namespace, PatchType, Pod, Release, ResourceQuota, kubectl_yaml_lines};
use crate::kubectl::quoted;

impl Action {
    /// The kubectl command that does the same in a cluster, with its standard input as a here-document; `None` where there is
    /// no such command.
    ///
    /// ```
    /// use jobscope_core::world::Action;
    ///
    /// let deleted = Action::DeleteJob { name: "pi".into(), policy: None };
    /// assert_eq!(deleted.kubectl().as_deref(), Some("kubectl delete job pi --cascade=orphan --wait=false"));
    /// assert_eq!(Action::Sync.kubectl(), None);
    /// ```
    pub fn kubectl(&self) -> Option<String> {
        let command = match self {
            Self::ApplyJob { manifest } => with_document("apply", manifest),
            Self::CreateJob { job } => with_document("create", &job.to_document()),
            Self::PatchJob { name, r#type, patch } => patched("job", name, "", *r#type, patch),
            Self::PatchJobStatus { name, r#type, patch } => {
                patched("job", name, " --subresource=status", *r#type, patch)
            }
            Self::PatchPod { name, r#type, patch } => patched("pod", name, "", *r#type, patch),
            Self::ScaleJob { name, replicas } => format!("scale job {} --replicas={replicas}", addressed(name)),
            Self::DeleteJob { name, policy } => {
                let cascade = match policy {
                    Some(DeletionPropagation::Background) => "",
                    Some(DeletionPropagation::Foreground) => " --cascade=foreground",
                    // A bare API request orphans the pods.
                    Some(DeletionPropagation::Orphan) | None => " --cascade=orphan",
                };
                format!("delete job {}{cascade} --wait=false", addressed(name))
            }
            Self::PodDelete { pods, conds, grace } if conds.is_empty() => {
                let grace = match grace {
                    None => String::new(),
                    Some(0) => " --grace-period=0 --force".to_owned(),
                    Some(seconds) => format!(" --grace-period={seconds}"),
                };
                format!("delete pod{}{grace} --wait=false", names(pods))
            }
            Self::PodLabel { pods, set } => format!("label pod{}{} --overwrite", names(pods), changes(set)),
            Self::PodAnnot { pods, set } => format!("annotate pod{}{} --overwrite", names(pods), changes(set)),
            Self::ApplyPod { pod } => with_document("create", &document_of_pod(pod)),
            Self::ApplyQuota { quota: ResourceQuota { name, namespace, pods, .. } } => with_document(
                "apply",
                &json!({
                    "apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": name, "namespace": namespace},
                    "spec": {"hard": {"pods": pods.to_string()}},
                }),
            ),
            Self::CreateNamespace { name } => format!("create namespace {}", quoted(name.as_str())),
            Self::CreateQuota { quota: ResourceQuota { name, namespace, pods, .. } } => {
                format!("create quota {} --hard=pods={pods}{}", quoted(name.as_str()), in_namespace(namespace))
            }
            Self::DeleteQuota { name, namespace } => {
                format!("delete quota {}{} --wait=false", quoted(name.as_str()), in_namespace(namespace))
            }
            Self::DeleteNode { name } => format!("delete node {} --wait=false", quoted(name.as_str())),
            _ => return None,
        };
        Some(format!("kubectl {command}"))
    }
}

fn patched(kind: &str, name: &Name, flag: &str, r#type: PatchType, patch: &Value) -> String {
    let r#type = match r#type {
        PatchType::Merge => "merge",
        PatchType::Json => "json",
        PatchType::Strategic => "strategic",
    };
    format!("patch {kind} {}{flag} --type={type} -p {}", addressed(name), quoted(&patch.to_string()))
}

fn with_document(command: &str, document: &Value) -> String {
    let lines = kubectl_yaml_lines(document, Release::default());
    let mut end = "EOF".to_owned();
    while lines.contains(&end) {
        end.push('_');
    }
    format!("{command} -f - <<'{end}'\n{}\n{end}", lines.join("\n"))
}

fn document_of_pod(pod: &Pod) -> Value {
    json!({"apiVersion": "v1", "kind": "Pod", "metadata": pod.metadata, "spec": pod.spec})
}

/// A name as an argument; of `namespace/name` the namespace goes into a flag.
fn addressed(name: &Name) -> String {
    match name.as_str().split_once('/') {
        Some((namespace, name)) => format!("{} -n {}", quoted(name), quoted(namespace)),
        None => quoted(name.as_str()),
    }
}

fn in_namespace(namespace: &Namespace) -> String {
    if namespace == Namespace::the_default() { String::new() } else { format!(" -n {}", quoted(namespace.as_str())) }
}

/// Names as arguments. Those that need a namespace are named one by one.
fn names(pods: &[Name]) -> String {
    pods.iter().fold(String::new(), |mut text, pod| {
        let _ = write!(text, " {}", addressed(pod));
        text
    })
}

fn changes(set: &BTreeMap<String, Option<String>>) -> String {
    set.iter().fold(String::new(), |mut text, (key, value)| {
        let change = value.as_ref().map_or_else(|| format!("{key}-"), |value| format!("{key}={value}"));
        let _ = write!(text, " {}", quoted(&change));
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::World;

    #[test]
    fn the_command_does_what_the_action_does() {
        let template = json!({"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "perl"}]}});
        let manifest = json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "pi"},
            "spec": {"parallelism": 2, "completions": 2, "template": template}});
        let mut world = World::new(Release::V1_36);
        let mut done = 0;
        let mut both = |world: &mut World, action: Action| {
            let mut typed = world.clone();
            let command = action.kubectl().unwrap();
            let output = typed.kubectl(&command).unwrap();
            assert_eq!(output.code, 0, "{command}: {output:?}");
            world.apply(&action).unwrap();
            assert!(typed == *world, "{command}");
            done += 1;
        };
        both(&mut world, Action::ApplyJob { manifest: Box::new(manifest) });
        while world.stored_pods().count() < 2 {
            let next = world.next_action().unwrap();
            world.apply(&next).unwrap();
        }
        let pods: Vec<Name> = world.stored_pods().map(|pod| pod.metadata.name().into()).collect();
        let set = BTreeMap::from([("a".to_owned(), Some("b".to_owned()))]);
        both(&mut world, Action::PodLabel { pods: pods.clone(), set: set.clone() });
        let gone = BTreeMap::from([("a".to_owned(), None)]);
        both(&mut world, Action::PodLabel { pods: pods.clone(), set: gone });
        both(&mut world, Action::PodAnnot { pods: pods.iter().take(1).cloned().collect(), set });
        for (r#type, patch) in [
            (PatchType::Merge, json!({"spec": {"parallelism": 1}})),
            (PatchType::Json, json!([{"op": "replace", "path": "/spec/backoffLimit", "value": 3}])),
            (PatchType::Strategic, json!({"metadata": {"annotations": {"a": "it's"}}})),
        ] {
            both(&mut world, Action::PatchJob { name: "pi".into(), r#type, patch });
        }
        let status = json!({"status": {"ready": 1}});
        both(&mut world, Action::PatchJobStatus { name: "pi".into(), r#type: PatchType::Merge, patch: status });
        let patch = json!({"metadata": {"finalizers": null}});
        let pod = pods.first().cloned().unwrap();
        both(&mut world, Action::PatchPod { name: pod, r#type: PatchType::Merge, patch });
        for grace in [None, Some(5)] {
            let pods = pods.iter().skip(usize::from(grace.is_some())).take(1).cloned().collect();
            both(&mut world, Action::PodDelete { pods, conds: Vec::new(), grace });
        }
        both(&mut world, Action::CreateNamespace { name: "team".into() });
        for namespace in ["default", "team"].map(Namespace::from) {
            let name = Name::from("few");
            let quota = ResourceQuota::new(name.clone(), namespace.clone(), 4);
            both(&mut world, Action::CreateQuota { quota: quota.clone() });
            both(&mut world, Action::ApplyQuota { quota: ResourceQuota { pods: 5, ..quota } });
            both(&mut world, Action::DeleteQuota { name, namespace });
        }
        let pod = json!({"metadata": {"name": "alone", "namespace": "team", "labels": {"a": "b"}},
            "spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "perl"}]}});
        both(&mut world, Action::ApplyPod { pod: Box::new(serde_json::from_value(pod).unwrap()) });
        both(&mut world, Action::DeleteNode { name: "node-1".into() });
        both(&mut world, Action::DeleteJob { name: "pi".into(), policy: Some(DeletionPropagation::Foreground) });
        assert_eq!(done, 21);
    }
}
