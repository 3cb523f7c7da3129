//! The fields of pods and their templates.

use super::Shape::{self, Any, Flag, Int32, Int64, Text};
use super::container::{CONTAINER, RESOURCE_REQUIREMENTS};
use super::job::OBJECT_META;
use super::volume::VOLUME;
use super::{AMOUNTS, Kind, LABELS, OBJECTS, TEXTS, field, kind};

pub(super) static POD_TEMPLATE_SPEC: Kind = kind(
    "io.k8s.api.core.v1.PodTemplateSpec",
    &[field("metadata", Shape::Object(&OBJECT_META)), field("spec", Shape::Object(&POD_SPEC))],
);

pub(super) static POD_SPEC: Kind = kind(
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

static LOCAL_OBJECT_REFERENCE: Kind = kind("io.k8s.api.core.v1.LocalObjectReference", &[field("name", Text)]);

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
