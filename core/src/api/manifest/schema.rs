//! Which fields a Job has in which release, and of which type: what `kubectl` checks a manifest
//! against before it sends it.
//!
//! The tables hold the fields of all supported releases with the release that brought each. What
//! hardly anybody writes into a Job (affinities, the volumes of particular storage systems) is only
//! known to be an object.

use Shape::{Any, Flag, Ignored, Int32, Int64, IntOrText, Quantity, Text};

use crate::api::Edition;

/// A type of the API.
#[derive(Debug)]
pub(super) struct Kind {
    /// Its name in the `OpenAPI` document.
    pub(super) name: &'static str,
    /// Its fields.
    pub(super) fields: &'static [Field],
    /// Texts that the type cannot be without here; empty if not given.
    pub(super) filled: &'static [&'static str],
}

/// A field of a type.
#[derive(Debug)]
pub(super) struct Field {
    /// Its name.
    pub(super) name: &'static str,
    /// What it holds.
    pub(super) shape: Shape,
    /// The minor number of the release that brought it; 0 for all that are older than any edition.
    pub(super) since: u8,
    /// The minor number of the last release that has it.
    until: u8,
}

/// What a field holds.
#[derive(Debug)]
pub(super) enum Shape {
    /// A text.
    Text,
    /// A truth value.
    Flag,
    /// A whole number of 32 bits.
    Int32,
    /// A whole number of 64 bits.
    Int64,
    /// An amount such as `500m`.
    Quantity,
    /// A number or a text, such as a port.
    IntOrText,
    /// `v1.RestartPolicy`.
    RestartPolicy,
    /// `metav1.LabelSelectorOperator`.
    Operator,
    /// A list.
    List(&'static Shape),
    /// A map with keys of the user's choice.
    Map(&'static Shape),
    /// An object of a known type.
    Object(&'static Kind),
    /// An object that is not looked into.
    Any,
    /// A field that the server sets, whatever a manifest says.
    Ignored,
}

impl Field {
    const fn since(mut self, minor: u8) -> Self {
        self.since = minor;
        self
    }

    const fn until(mut self, minor: u8) -> Self {
        self.until = minor;
        self
    }

    /// Whether the release has the field.
    pub(super) fn is_in(&self, edition: Edition) -> bool {
        (self.since..=self.until).contains(&edition.minor())
    }
}

impl Kind {
    /// The field `name`, in whatever release.
    pub(super) fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The name of the Go type.
    pub(super) fn short_name(&self) -> &'static str {
        self.name.rsplit('.').next().unwrap_or(self.name)
    }
}

const fn field(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, since: 0, until: u8::MAX }
}

const fn kind(name: &'static str, fields: &'static [Field]) -> Kind {
    Kind { name, fields, filled: &[] }
}

const TEXTS: Shape = Shape::List(&Text);
const LABELS: Shape = Shape::Map(&Text);
const OBJECTS: Shape = Shape::List(&Any);
const AMOUNTS: Shape = Shape::Map(&Quantity);

/// `batch/v1` Job.
pub(super) static JOB: Kind = kind(
    "io.k8s.api.batch.v1.Job",
    &[
        field("apiVersion", Text),
        field("kind", Text),
        field("metadata", Shape::Object(&OBJECT_META)),
        field("spec", Shape::Object(&JOB_SPEC)),
        field("status", Ignored),
    ],
);

static JOB_SPEC: Kind = kind(
    "io.k8s.api.batch.v1.JobSpec",
    &[
        field("parallelism", Int32),
        field("completions", Int32),
        field("activeDeadlineSeconds", Int64),
        field("backoffLimit", Int32),
        field("selector", Shape::Object(&LABEL_SELECTOR)),
        field("manualSelector", Flag),
        field("template", Shape::Object(&POD_TEMPLATE_SPEC)),
        field("ttlSecondsAfterFinished", Int32).since(12),
        field("completionMode", Text).since(21),
        field("suspend", Flag).since(21),
        field("podFailurePolicy", Any).since(25),
        field("backoffLimitPerIndex", Int32).since(28),
        field("maxFailedIndexes", Int32).since(28),
        field("podReplacementPolicy", Text).since(28),
        field("successPolicy", Any).since(30),
        field("managedBy", Text).since(30),
    ],
);

static OBJECT_META: Kind = kind(
    "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta",
    &[
        field("name", Text),
        field("generateName", Text),
        field("namespace", Text),
        field("selfLink", Ignored),
        field("uid", Ignored),
        field("resourceVersion", Text),
        field("generation", Int64),
        field("creationTimestamp", Ignored),
        field("deletionTimestamp", Ignored),
        field("deletionGracePeriodSeconds", Ignored),
        field("labels", LABELS),
        field("annotations", LABELS),
        field("ownerReferences", Shape::List(&Shape::Object(&OWNER_REFERENCE))),
        field("initializers", Ignored).until(15),
        field("finalizers", TEXTS),
        field("clusterName", Ignored).until(24),
        // Only since v1.14, but what newer clusters print is full of it.
        field("managedFields", Ignored),
    ],
);

static OWNER_REFERENCE: Kind = Kind {
    name: "io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference",
    fields: &[
        field("apiVersion", Text),
        field("kind", Text),
        field("name", Text),
        field("uid", Text),
        field("controller", Flag),
        field("blockOwnerDeletion", Flag),
    ],
    filled: &["apiVersion", "kind", "name", "uid"],
};

static LABEL_SELECTOR: Kind = kind(
    "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector",
    &[
        field("matchLabels", LABELS),
        field("matchExpressions", Shape::List(&Shape::Object(&LABEL_SELECTOR_REQUIREMENT))),
    ],
);

static LABEL_SELECTOR_REQUIREMENT: Kind = Kind {
    name: "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement",
    fields: &[field("key", Text), field("operator", Shape::Operator), field("values", TEXTS)],
    filled: &["key", "operator"],
};

static POD_TEMPLATE_SPEC: Kind = kind(
    "io.k8s.api.core.v1.PodTemplateSpec",
    &[field("metadata", Shape::Object(&OBJECT_META)), field("spec", Shape::Object(&POD_SPEC))],
);

static POD_SPEC: Kind = kind(
    "io.k8s.api.core.v1.PodSpec",
    &[
        field("volumes", Shape::List(&Shape::Object(&VOLUME))),
        field("initContainers", Shape::List(&Shape::Object(&CONTAINER))),
        field("containers", Shape::List(&Shape::Object(&CONTAINER))),
        field("restartPolicy", Shape::RestartPolicy),
        field("terminationGracePeriodSeconds", Int64),
        field("activeDeadlineSeconds", Int64),
        field("dnsPolicy", Text),
        field("nodeSelector", LABELS),
        field("serviceAccountName", Text),
        field("serviceAccount", Text),
        field("automountServiceAccountToken", Flag),
        field("nodeName", Text),
        field("hostNetwork", Flag),
        field("hostPID", Flag),
        field("hostIPC", Flag),
        field("shareProcessNamespace", Flag),
        field("securityContext", Shape::Object(&POD_SECURITY_CONTEXT)),
        field("imagePullSecrets", Shape::List(&Shape::Object(&LOCAL_OBJECT_REFERENCE))),
        field("hostname", Text),
        field("subdomain", Text),
        field("affinity", Any),
        field("schedulerName", Text),
        field("tolerations", Shape::List(&Shape::Object(&TOLERATION))),
        field("hostAliases", Shape::List(&Shape::Object(&HOST_ALIAS))),
        field("priorityClassName", Text),
        field("priority", Int32),
        field("dnsConfig", Shape::Object(&POD_DNS_CONFIG)),
        field("readinessGates", OBJECTS),
        field("runtimeClassName", Text).since(12),
        field("enableServiceLinks", Flag).since(13),
        field("preemptionPolicy", Text).since(15),
        field("ephemeralContainers", OBJECTS).since(16),
        field("overhead", AMOUNTS).since(16),
        field("topologySpreadConstraints", OBJECTS).since(16),
        field("setHostnameAsFQDN", Flag).since(19),
        field("os", Any).since(23),
        field("hostUsers", Flag).since(25),
        field("schedulingGates", OBJECTS).since(26),
        field("resourceClaims", OBJECTS).since(26),
        field("resources", Shape::Object(&RESOURCE_REQUIREMENTS)).since(32),
        field("hostnameOverride", Text).since(34),
        field("workloadRef", Any).since(35).until(35),
        field("schedulingGroup", Any).since(36),
    ],
);

static CONTAINER: Kind = kind(
    "io.k8s.api.core.v1.Container",
    &[
        field("name", Text),
        field("image", Text),
        field("command", TEXTS),
        field("args", TEXTS),
        field("workingDir", Text),
        field("ports", Shape::List(&Shape::Object(&CONTAINER_PORT))),
        field("envFrom", Shape::List(&Shape::Object(&ENV_FROM_SOURCE))),
        field("env", Shape::List(&Shape::Object(&ENV_VAR))),
        field("resources", Shape::Object(&RESOURCE_REQUIREMENTS)),
        field("volumeMounts", Shape::List(&Shape::Object(&VOLUME_MOUNT))),
        field("volumeDevices", OBJECTS),
        field("livenessProbe", Shape::Object(&PROBE)),
        field("readinessProbe", Shape::Object(&PROBE)),
        field("lifecycle", Shape::Object(&LIFECYCLE)),
        field("terminationMessagePath", Text),
        field("terminationMessagePolicy", Text),
        field("imagePullPolicy", Text),
        field("securityContext", Shape::Object(&SECURITY_CONTEXT)),
        field("stdin", Flag),
        field("stdinOnce", Flag),
        field("tty", Flag),
        field("startupProbe", Shape::Object(&PROBE)).since(16),
        field("resizePolicy", OBJECTS).since(27),
        field("restartPolicy", Shape::RestartPolicy).since(28),
        field("restartPolicyRules", OBJECTS).since(34),
    ],
);

static CONTAINER_PORT: Kind = kind(
    "io.k8s.api.core.v1.ContainerPort",
    &[
        field("name", Text),
        field("hostPort", Int32),
        field("containerPort", Int32),
        field("protocol", Text),
        field("hostIP", Text),
    ],
);

static ENV_VAR: Kind = kind(
    "io.k8s.api.core.v1.EnvVar",
    &[field("name", Text), field("value", Text), field("valueFrom", Shape::Object(&ENV_VAR_SOURCE))],
);

static ENV_VAR_SOURCE: Kind = kind(
    "io.k8s.api.core.v1.EnvVarSource",
    &[
        field("fieldRef", Shape::Object(&OBJECT_FIELD_SELECTOR)),
        field("resourceFieldRef", Shape::Object(&RESOURCE_FIELD_SELECTOR)),
        field("configMapKeyRef", Shape::Object(&CONFIG_MAP_KEY_SELECTOR)),
        field("secretKeyRef", Shape::Object(&SECRET_KEY_SELECTOR)),
        field("fileKeyRef", Any).since(34),
    ],
);

static OBJECT_FIELD_SELECTOR: Kind =
    kind("io.k8s.api.core.v1.ObjectFieldSelector", &[field("apiVersion", Text), field("fieldPath", Text)]);

static RESOURCE_FIELD_SELECTOR: Kind = kind(
    "io.k8s.api.core.v1.ResourceFieldSelector",
    &[field("containerName", Text), field("resource", Text), field("divisor", Quantity)],
);

static CONFIG_MAP_KEY_SELECTOR: Kind = kind(
    "io.k8s.api.core.v1.ConfigMapKeySelector",
    &[field("name", Text), field("key", Text), field("optional", Flag)],
);

static SECRET_KEY_SELECTOR: Kind =
    kind("io.k8s.api.core.v1.SecretKeySelector", &[field("name", Text), field("key", Text), field("optional", Flag)]);

static ENV_FROM_SOURCE: Kind = kind(
    "io.k8s.api.core.v1.EnvFromSource",
    &[
        field("prefix", Text),
        field("configMapRef", Shape::Object(&CONFIG_MAP_ENV_SOURCE)),
        field("secretRef", Shape::Object(&SECRET_ENV_SOURCE)),
    ],
);

static CONFIG_MAP_ENV_SOURCE: Kind =
    kind("io.k8s.api.core.v1.ConfigMapEnvSource", &[field("name", Text), field("optional", Flag)]);

static SECRET_ENV_SOURCE: Kind =
    kind("io.k8s.api.core.v1.SecretEnvSource", &[field("name", Text), field("optional", Flag)]);

static LOCAL_OBJECT_REFERENCE: Kind = kind("io.k8s.api.core.v1.LocalObjectReference", &[field("name", Text)]);

static VOLUME_MOUNT: Kind = kind(
    "io.k8s.api.core.v1.VolumeMount",
    &[
        field("name", Text),
        field("readOnly", Flag),
        field("mountPath", Text),
        field("subPath", Text),
        field("mountPropagation", Text),
        field("subPathExpr", Text).since(14),
        field("recursiveReadOnly", Text).since(30),
    ],
);

static RESOURCE_REQUIREMENTS: Kind = kind(
    "io.k8s.api.core.v1.ResourceRequirements",
    &[field("limits", AMOUNTS), field("requests", AMOUNTS), field("claims", OBJECTS).since(26)],
);

static PROBE: Kind = kind(
    "io.k8s.api.core.v1.Probe",
    &[
        field("exec", Shape::Object(&EXEC_ACTION)),
        field("httpGet", Shape::Object(&HTTP_GET_ACTION)),
        field("tcpSocket", Shape::Object(&TCP_SOCKET_ACTION)),
        field("initialDelaySeconds", Int32),
        field("timeoutSeconds", Int32),
        field("periodSeconds", Int32),
        field("successThreshold", Int32),
        field("failureThreshold", Int32),
        field("terminationGracePeriodSeconds", Int64).since(21),
        field("grpc", Any).since(23),
    ],
);

static LIFECYCLE: Kind = kind(
    "io.k8s.api.core.v1.Lifecycle",
    &[
        field("postStart", Shape::Object(&HANDLER)),
        field("preStop", Shape::Object(&HANDLER)),
        field("stopSignal", Text).since(33),
    ],
);

static HANDLER: Kind = kind(
    "io.k8s.api.core.v1.Handler",
    &[
        field("exec", Shape::Object(&EXEC_ACTION)),
        field("httpGet", Shape::Object(&HTTP_GET_ACTION)),
        field("tcpSocket", Shape::Object(&TCP_SOCKET_ACTION)),
        field("sleep", Any).since(29),
    ],
);

static EXEC_ACTION: Kind = kind("io.k8s.api.core.v1.ExecAction", &[field("command", TEXTS)]);

static HTTP_GET_ACTION: Kind = kind(
    "io.k8s.api.core.v1.HTTPGetAction",
    &[
        field("path", Text),
        field("port", IntOrText),
        field("host", Text),
        field("scheme", Text),
        field("httpHeaders", OBJECTS),
    ],
);

static TCP_SOCKET_ACTION: Kind =
    kind("io.k8s.api.core.v1.TCPSocketAction", &[field("port", IntOrText), field("host", Text)]);

static SECURITY_CONTEXT: Kind = kind(
    "io.k8s.api.core.v1.SecurityContext",
    &[
        field("capabilities", Shape::Object(&CAPABILITIES)),
        field("privileged", Flag),
        field("seLinuxOptions", Any),
        field("runAsUser", Int64),
        field("runAsGroup", Int64),
        field("runAsNonRoot", Flag),
        field("readOnlyRootFilesystem", Flag),
        field("allowPrivilegeEscalation", Flag),
        field("procMount", Text).since(12),
        field("windowsOptions", Any).since(15),
        field("seccompProfile", Any).since(19),
        field("appArmorProfile", Any).since(30),
    ],
);

static CAPABILITIES: Kind = kind("io.k8s.api.core.v1.Capabilities", &[field("add", TEXTS), field("drop", TEXTS)]);

static POD_SECURITY_CONTEXT: Kind = kind(
    "io.k8s.api.core.v1.PodSecurityContext",
    &[
        field("seLinuxOptions", Any),
        field("runAsUser", Int64),
        field("runAsGroup", Int64),
        field("runAsNonRoot", Flag),
        field("supplementalGroups", Shape::List(&Int64)),
        field("fsGroup", Int64),
        field("sysctls", OBJECTS),
        field("windowsOptions", Any).since(15),
        field("fsGroupChangePolicy", Text).since(18),
        field("seccompProfile", Any).since(19),
        field("appArmorProfile", Any).since(30),
        field("supplementalGroupsPolicy", Text).since(31),
        field("seLinuxChangePolicy", Text).since(32),
    ],
);

static VOLUME: Kind = kind(
    "io.k8s.api.core.v1.Volume",
    &[
        field("name", Text),
        field("hostPath", Shape::Object(&HOST_PATH_VOLUME_SOURCE)),
        field("emptyDir", Shape::Object(&EMPTY_DIR_VOLUME_SOURCE)),
        field("gcePersistentDisk", Any),
        field("awsElasticBlockStore", Any),
        field("gitRepo", Any),
        field("secret", Shape::Object(&SECRET_VOLUME_SOURCE)),
        field("nfs", Shape::Object(&NFS_VOLUME_SOURCE)),
        field("iscsi", Any),
        field("glusterfs", Any),
        field("persistentVolumeClaim", Shape::Object(&PERSISTENT_VOLUME_CLAIM_VOLUME_SOURCE)),
        field("rbd", Any),
        field("flexVolume", Any),
        field("cinder", Any),
        field("cephfs", Any),
        field("flocker", Any),
        field("downwardAPI", Any),
        field("fc", Any),
        field("azureFile", Any),
        field("configMap", Shape::Object(&CONFIG_MAP_VOLUME_SOURCE)),
        field("vsphereVolume", Any),
        field("quobyte", Any),
        field("azureDisk", Any),
        field("photonPersistentDisk", Any),
        field("projected", Any),
        field("portworxVolume", Any),
        field("scaleIO", Any),
        field("storageos", Any),
        field("csi", Any).since(14),
        field("ephemeral", Any).since(19),
        field("image", Any).since(31),
    ],
);

static HOST_PATH_VOLUME_SOURCE: Kind =
    kind("io.k8s.api.core.v1.HostPathVolumeSource", &[field("path", Text), field("type", Text)]);

static EMPTY_DIR_VOLUME_SOURCE: Kind =
    kind("io.k8s.api.core.v1.EmptyDirVolumeSource", &[field("medium", Text), field("sizeLimit", Quantity)]);

static SECRET_VOLUME_SOURCE: Kind = kind(
    "io.k8s.api.core.v1.SecretVolumeSource",
    &[
        field("secretName", Text),
        field("items", Shape::List(&Shape::Object(&KEY_TO_PATH))),
        field("defaultMode", Int32),
        field("optional", Flag),
    ],
);

static CONFIG_MAP_VOLUME_SOURCE: Kind = kind(
    "io.k8s.api.core.v1.ConfigMapVolumeSource",
    &[
        field("name", Text),
        field("items", Shape::List(&Shape::Object(&KEY_TO_PATH))),
        field("defaultMode", Int32),
        field("optional", Flag),
    ],
);

static KEY_TO_PATH: Kind =
    kind("io.k8s.api.core.v1.KeyToPath", &[field("key", Text), field("path", Text), field("mode", Int32)]);

static PERSISTENT_VOLUME_CLAIM_VOLUME_SOURCE: Kind =
    kind("io.k8s.api.core.v1.PersistentVolumeClaimVolumeSource", &[field("claimName", Text), field("readOnly", Flag)]);

static NFS_VOLUME_SOURCE: Kind =
    kind("io.k8s.api.core.v1.NFSVolumeSource", &[field("server", Text), field("path", Text), field("readOnly", Flag)]);

static TOLERATION: Kind = kind(
    "io.k8s.api.core.v1.Toleration",
    &[
        field("key", Text),
        field("operator", Text),
        field("value", Text),
        field("effect", Text),
        field("tolerationSeconds", Int64),
    ],
);

static HOST_ALIAS: Kind = kind("io.k8s.api.core.v1.HostAlias", &[field("ip", Text), field("hostnames", TEXTS)]);

static POD_DNS_CONFIG: Kind = kind(
    "io.k8s.api.core.v1.PodDNSConfig",
    &[field("nameservers", TEXTS), field("searches", TEXTS), field("options", OBJECTS)],
);

/// The places that people mix up, each with its type: where a field is that stands elsewhere.
pub(super) static PLACES: [(&str, &Kind); 6] = [
    ("", &JOB),
    ("metadata", &OBJECT_META),
    ("spec", &JOB_SPEC),
    ("spec.template", &POD_TEMPLATE_SPEC),
    ("spec.template.spec", &POD_SPEC),
    ("spec.template.spec.containers", &CONTAINER),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_has_its_fields() {
        let is_in = |kind: &Kind, name| kind.field(name).unwrap().is_in(Edition::V1_11);
        assert!(is_in(&JOB_SPEC, "backoffLimit"));
        assert!(!is_in(&JOB_SPEC, "suspend"));
        assert!(!is_in(&POD_SPEC, "workloadRef"));
        assert!(is_in(&OBJECT_META, "clusterName"));
    }
}
