//! Namespaces, nodes and quotas as the API server answers with them and as kubectl prints them.

use serde_json::{Value, json};

use super::columns::Columns;
use super::describe::{annotations, as_printed, labels};
use super::human::age;
use super::stored_pod::node_address;
use crate::api::{Labels, MetaTime, Namespace, Release, ResourceVersion, Time};
use crate::apiserver::uid_from_name;

/// The minor whose namespaces have their name as a label.
const NAMESPACE_LABELS: u8 = 21;
/// The minor whose objects have no address in the API.
const NO_SELF_LINKS: u8 = 20;
/// The minor whose servers count in the table of quotas (#69581).
const QUOTAS_IN_USE: u8 = 13;
/// The minor whose table of quotas ends with their age (#129419).
const AGE_OF_QUOTAS_LAST: u8 = 33;
/// The minor whose kubectl indents the quotas of a namespace.
const INDENTED_QUOTAS: u8 = 21;
/// The minor whose kubectl calls limits of a namespace by their kind.
const LIMIT_RANGES: u8 = 17;

/// An object of a kind that no controller here reads.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::kubectl) struct OtherObject {
    pub(in crate::kubectl) name: String,
    /// Absent outside of namespaces.
    pub(in crate::kubectl) namespace: Option<Namespace>,
    pub(in crate::kubectl) labels: Labels,
    /// Absent if it is not known.
    pub(in crate::kubectl) created: Option<MetaTime>,
    pub(in crate::kubectl) version: ResourceVersion,
    pub(in crate::kubectl) spec: OtherSpec,
}

/// What such an object is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::kubectl) enum OtherSpec {
    Namespace,
    Node,
    /// A limit on pods.
    Quota {
        hard: u32,
        /// How many pods are in use. Absent before the quota controller has counted them.
        used: Option<usize>,
    },
}

impl OtherSpec {
    /// The plural of the kind.
    pub(in crate::kubectl) fn plural(&self) -> &'static str {
        match self {
            Self::Namespace => "namespaces",
            Self::Node => "nodes",
            Self::Quota { .. } => "resourcequotas",
        }
    }

    /// The columns of a table.
    pub(in crate::kubectl) fn heading(&self, release: Release, wide: bool) -> Vec<&'static str> {
        match self {
            Self::Namespace => vec!["NAME", "STATUS", "AGE"],
            Self::Node => {
                let mut heading = vec!["NAME", "STATUS", "ROLES", "AGE", "VERSION"];
                if wide {
                    heading.extend(["INTERNAL-IP", "EXTERNAL-IP", "OS-IMAGE", "KERNEL-VERSION", "CONTAINER-RUNTIME"]);
                }
                heading
            }
            Self::Quota { .. } if release.since(AGE_OF_QUOTAS_LAST) => vec!["NAME", "REQUEST", "LIMIT", "AGE"],
            Self::Quota { .. } if release.since(QUOTAS_IN_USE) => vec!["NAME", "AGE", "REQUEST", "LIMIT"],
            Self::Quota { .. } => vec!["NAME", "CREATED AT"],
        }
    }
}

impl OtherObject {
    /// A namespace.
    pub(in crate::kubectl) fn namespace(name: &str, created: Time, release: Release) -> Self {
        let mut labels = Labels::default();
        if release.since(NAMESPACE_LABELS) {
            labels.set("kubernetes.io/metadata.name", name);
        }
        Self::outside_of_namespaces(name, labels, Some(created), OtherSpec::Namespace)
    }

    /// A node, of which no more is known than its name.
    pub(in crate::kubectl) fn node(name: &str, created: Option<Time>) -> Self {
        let mut labels = Labels::default();
        labels.set("kubernetes.io/hostname", name);
        Self::outside_of_namespaces(name, labels, created, OtherSpec::Node)
    }

    fn outside_of_namespaces(name: &str, labels: Labels, created: Option<Time>, spec: OtherSpec) -> Self {
        Self {
            name: name.to_owned(),
            namespace: None,
            labels,
            created: created.map(|created| MetaTime::from(created).on_the_wire()),
            version: ResourceVersion(1),
            spec,
        }
    }

    /// Its cells in a table.
    pub(in crate::kubectl) fn row(&self, release: Release, now: Time, wide: bool) -> Vec<String> {
        let name = self.name.clone();
        let age = age(release, self.created.map(MetaTime::time), now);
        let unknown = || "<unknown>".to_owned();
        let none = || "<none>".to_owned();
        match self.spec {
            OtherSpec::Namespace => vec![name, "Active".to_owned(), age],
            OtherSpec::Node => {
                let mut row = vec![name, "Ready".to_owned(), none(), age, release.tag().to_owned()];
                if wide {
                    let address = node_address(&self.name).unwrap_or_else(none);
                    row.extend([address, none(), unknown(), unknown(), unknown()]);
                }
                row
            }
            OtherSpec::Quota { hard, used } => {
                let request = used.map_or(String::new(), |used| format!("pods: {used}/{hard}"));
                if release.since(AGE_OF_QUOTAS_LAST) {
                    vec![name, request, String::new(), age]
                } else if release.since(QUOTAS_IN_USE) {
                    vec![name, age, request, String::new()]
                } else {
                    vec![name, self.created.map_or_else(unknown, |created| created.time().to_string())]
                }
            }
        }
    }

    /// What the API server answers when it is asked for it.
    pub(in crate::kubectl) fn answer(&self, release: Release) -> Value {
        let (kind, spec, status) = match self.spec {
            OtherSpec::Namespace => {
                ("Namespace", Some(json!({"finalizers": ["kubernetes"]})), json!({"phase": "Active"}))
            }
            OtherSpec::Node => ("Node", Some(json!({})), self.node_status(release)),
            OtherSpec::Quota { hard, used } => {
                let hard = json!({"pods": hard.to_string()});
                let status = match used {
                    Some(used) => json!({"hard": hard, "used": {"pods": used.to_string()}}),
                    None => json!({}),
                };
                ("ResourceQuota", Some(json!({"hard": hard})), status)
            }
        };
        json!({"apiVersion": "v1", "kind": kind, "metadata": self.metadata(release), "spec": spec, "status": status})
    }

    fn metadata(&self, release: Release) -> Value {
        let plural = self.spec.plural();
        let place = self.namespace.as_ref().map_or(String::new(), |namespace| format!("namespaces/{namespace}/"));
        let path = format!("/api/v1/{place}{plural}/{}", self.name);
        let mut metadata = json!({
            "name": self.name,
            "uid": uid_from_name(&path).as_str(),
            "resourceVersion": self.version.to_string(),
        });
        let mut set = |field: &str, value: Option<Value>| {
            if let (Some(metadata), Some(value)) = (metadata.as_object_mut(), value) {
                metadata.insert(field.to_owned(), value);
            }
        };
        set("namespace", self.namespace.as_ref().map(|namespace| namespace.as_str().into()));
        set("creationTimestamp", self.created.map(|created| json!(created)));
        set("labels", (!self.labels.is_empty()).then(|| json!(self.labels)));
        set("selfLink", (!release.since(NO_SELF_LINKS)).then(|| path.into()));
        metadata
    }

    /// What is known of a node's status; what a kubelet would report of its machine is empty.
    fn node_status(&self, release: Release) -> Value {
        let address = node_address(&self.name).map(|address| json!({"type": "InternalIP", "address": address}));
        let addresses: Vec<_> =
            address.into_iter().chain([json!({"type": "Hostname", "address": self.name})]).collect();
        let mut ready = json!({
            "type": "Ready", "status": "True", "reason": "KubeletReady", "message": "kubelet is posting ready status",
        });
        if let (Some(ready), Some(created)) = (ready.as_object_mut(), self.created) {
            ready.insert("lastTransitionTime".to_owned(), json!(created));
        }
        json!({
            "addresses": addresses,
            "conditions": [ready],
            "nodeInfo": {
                "architecture": "", "bootID": "", "containerRuntimeVersion": "", "kernelVersion": "",
                "kubeProxyVersion": "", "kubeletVersion": release.tag(), "machineID": "", "operatingSystem": "",
                "osImage": "", "systemUUID": "",
            },
        })
    }

    /// It as `kubectl describe` prints it, a namespace with its quotas; `None` of a node, of whose machine nothing is known.
    pub(in crate::kubectl) fn described(&self, quotas: &[Self], release: Release) -> Option<String> {
        let mut lines = vec![format!("Name:\t{}", self.name)];
        match self.spec {
            OtherSpec::Node => return None,
            OtherSpec::Namespace => {
                labels(&mut lines, "Labels", &self.labels);
                annotations(&mut lines, release, "Annotations", &Labels::default());
                lines.extend(["Status:\tActive".to_owned(), String::new()]);
                lines.extend(quotas_of_namespace(quotas, release));
                let limits =
                    if release.since(LIMIT_RANGES) { "No LimitRange resource." } else { "No resource limits." };
                lines.extend([String::new(), limits.to_owned()]);
            }
            OtherSpec::Quota { .. } => {
                let namespace = self.namespace.as_ref().map_or("", Namespace::as_str);
                lines.push(format!("Namespace:\t{namespace}"));
                lines.extend(["Resource\tUsed\tHard".to_owned(), "--------\t----\t----".to_owned()]);
                lines.extend(self.use_of_quota());
            }
        }
        let lines: Vec<_> = lines.iter().flat_map(|line| as_printed(release, line)).collect();
        Some(Columns::DESCRIBE.align(&lines).into_iter().map(|line| line + "\n").collect())
    }

    /// What is used of a quota, as a line.
    fn use_of_quota(&self) -> Option<String> {
        match self.spec {
            OtherSpec::Quota { hard, used: Some(used) } => Some(format!("pods\t{used}\t{hard}")),
            OtherSpec::Namespace | OtherSpec::Node | OtherSpec::Quota { .. } => None,
        }
    }
}

/// `DescribeResourceQuotas`.
fn quotas_of_namespace(quotas: &[OtherObject], release: Release) -> Vec<String> {
    if quotas.is_empty() {
        return vec!["No resource quota.".to_owned()];
    }
    let is_indented = release.since(INDENTED_QUOTAS);
    let indent = if is_indented { "  " } else { " " };
    let mut lines = vec!["Resource Quotas".to_owned()];
    for (number, quota) in quotas.iter().enumerate() {
        if number > 0 && !is_indented {
            lines.push(String::new());
        }
        let name = format!("Name:\t{}", quota.name);
        let table = [name, "Resource\tUsed\tHard".to_owned(), "--------\t---\t---".to_owned()];
        lines.extend(table.into_iter().chain(quota.use_of_quota()).map(|line| format!("{indent}{line}")));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quota(name: &str, used: Option<usize>) -> OtherObject {
        let created = Some(MetaTime::from(Time::START));
        let spec = OtherSpec::Quota { hard: 4, used };
        let (namespace, version) = (Some(Namespace::default()), ResourceVersion(7));
        OtherObject { name: name.to_owned(), namespace, labels: Labels::default(), created, version, spec }
    }

    #[test]
    fn a_namespace_is_described_with_its_quotas() {
        let described = |release| {
            let namespace = OtherObject::namespace("r", Time::START, release);
            namespace.described(&[quota("a", Some(0)), quota("b", Some(10))], release).unwrap()
        };
        assert_eq!(
            described(Release::V1_36),
            "\
Name:         r
Labels:       kubernetes.io/metadata.name=r
Annotations:  <none>
Status:       Active

Resource Quotas
  Name:     a
  Resource  Used  Hard
  --------  ---   ---
  pods      0     4
  Name:     b
  Resource  Used  Hard
  --------  ---   ---
  pods      10    4

No LimitRange resource.
"
        );
        assert_eq!(
            described(Release::V1_11),
            "\
Name:         r
Labels:       <none>
Annotations:  <none>
Status:       Active

Resource Quotas
 Name:     a
 Resource  Used  Hard
 --------  ---   ---
 pods      0     4

 Name:     b
 Resource  Used  Hard
 --------  ---   ---
 pods      10    4

No resource limits.
"
        );
    }

    #[test]
    fn columns_of_quotas_are_those_of_the_release() {
        for (release, heading, row) in [
            (Release::V1_11, vec!["NAME", "CREATED AT"], vec!["q", "2024-01-01T00:00:00Z"]),
            (Release::V1_32, vec!["NAME", "AGE", "REQUEST", "LIMIT"], vec!["q", "9s", "pods: 2/4", ""]),
            (Release::V1_33, vec!["NAME", "REQUEST", "LIMIT", "AGE"], vec!["q", "pods: 2/4", "", "9s"]),
        ] {
            let quota = quota("q", Some(2));
            assert_eq!(quota.spec.heading(release, true), heading, "{release}");
            assert_eq!(quota.row(release, Time::START.plus(9_000), true), row, "{release}");
        }
    }

    #[test]
    fn a_node_has_what_is_known_of_it() {
        let row = |name: &str| OtherObject::node(name, None).row(Release::V1_36, Time::START, true);
        let unknown = ["<none>", "<unknown>", "<unknown>", "<unknown>"];
        assert_eq!(
            row("node-1"),
            [&["node-1", "Ready", "<none>", "<unknown>", "v1.36.3", "10.0.0.1"], &unknown[..]].concat()
        );
        assert_eq!(row("kind-worker")[5], "<none>");
        assert_eq!(OtherObject::node("node-1", None).described(&[], Release::V1_36), None);
    }

    #[test]
    fn old_objects_have_their_path() {
        let links = |release| quota("q", None).answer(release)["metadata"]["selfLink"].clone();
        assert_eq!(links(Release::V1_11), "/api/v1/namespaces/default/resourcequotas/q");
        assert_eq!(links(Release::V1_22), Value::Null);
        assert_eq!(quota("q", None).answer(Release::V1_36)["status"], json!({}));
    }
}
