//! Types of pods and their templates.

use super::GoType::{Flag, Int32, Int64, List, Pointer, Struct, Text};
use super::container::{
    APP_ARMOR_PROFILE, CONTAINER, EPHEMERAL_CONTAINER, RESOURCE_REQUIREMENTS, SE_LINUX_OPTIONS, SECCOMP_PROFILE,
    WINDOWS_SECURITY_CONTEXT_OPTIONS,
};
use super::meta::LABEL_SELECTOR;
use super::volume::VOLUME_SOURCE;
use super::{
    AMOUNTS, GoStruct, OPTIONAL_FLAG, OPTIONAL_INT32, OPTIONAL_INT64, OPTIONAL_TEXT, TEXT, TEXT_MAP, TEXTS, core,
    field, inlined, metadata,
};

pub(in crate::api) static POD_TEMPLATE_SPEC: GoStruct =
    core("PodTemplateSpec", &[metadata(), field("spec", Struct(&POD_SPEC))]);

pub(in crate::api) static POD_SPEC: GoStruct = core(
    "PodSpec",
    &[
        field("volumes", List(&Struct(&VOLUME))),
        field("initContainers", List(&Struct(&CONTAINER))),
        field("containers", List(&Struct(&CONTAINER))).required(),
        field("ephemeralContainers", List(&Struct(&EPHEMERAL_CONTAINER))).since(16),
        field("restartPolicy", Text("core.RestartPolicy")),
        field("terminationGracePeriodSeconds", OPTIONAL_INT64),
        field("activeDeadlineSeconds", OPTIONAL_INT64),
        field("dnsPolicy", Text("core.DNSPolicy")).named("DNSPolicy"),
        field("nodeSelector", TEXT_MAP),
        field("serviceAccountName", TEXT),
        field("serviceAccount", TEXT).named("DeprecatedServiceAccount").outside(),
        field("automountServiceAccountToken", OPTIONAL_FLAG),
        field("nodeName", TEXT),
        field("hostNetwork", Flag).outside(),
        field("hostPID", Flag).outside(),
        field("hostIPC", Flag).outside(),
        field("shareProcessNamespace", OPTIONAL_FLAG).outside(),
        field("securityContext", Pointer(&Struct(&POD_SECURITY_CONTEXT))),
        field("imagePullSecrets", List(&Struct(&LOCAL_OBJECT_REFERENCE))),
        field("hostname", TEXT),
        field("subdomain", TEXT),
        field("affinity", Pointer(&Struct(&AFFINITY))),
        field("schedulerName", TEXT),
        field("tolerations", List(&Struct(&TOLERATION))),
        field("hostAliases", List(&Struct(&HOST_ALIAS))),
        field("priorityClassName", TEXT),
        field("priority", OPTIONAL_INT32),
        field("dnsConfig", Pointer(&Struct(&POD_DNS_CONFIG))).named("DNSConfig"),
        field("readinessGates", List(&Struct(&POD_READINESS_GATE))),
        field("runtimeClassName", OPTIONAL_TEXT).since(12),
        field("enableServiceLinks", OPTIONAL_FLAG).since(13),
        field("preemptionPolicy", Pointer(&Text("core.PreemptionPolicy"))).since(15),
        field("overhead", AMOUNTS).since(16),
        field("topologySpreadConstraints", List(&Struct(&TOPOLOGY_SPREAD_CONSTRAINT))).since(16),
        field("setHostnameAsFQDN", OPTIONAL_FLAG).since(19),
        field("os", Pointer(&Struct(&POD_OS))).named("OS").since(23),
        field("hostUsers", OPTIONAL_FLAG).since(25).outside(),
        field("schedulingGates", List(&Struct(&POD_SCHEDULING_GATE))).since(26),
        field("resourceClaims", List(&Struct(&POD_RESOURCE_CLAIM))).since(26),
        field("resources", Pointer(&Struct(&RESOURCE_REQUIREMENTS))).since(32),
        field("hostnameOverride", OPTIONAL_TEXT).since(34),
        field("workloadRef", Pointer(&Struct(&WORKLOAD_REFERENCE))).since(35).until(35),
        field("schedulingGroup", Pointer(&Struct(&POD_SCHEDULING_GROUP))).since(36),
        field("evictionResponders", List(&Struct(&EVICTION_RESPONDER))).since(37),
    ],
)
.moved(&[("setHostnameAsFQDN", "subdomain"), ("preemptionPolicy", "priority"), ("overhead", "runtimeClassName")]);

pub(super) static VOLUME: GoStruct = core("Volume", &[field("name", TEXT).required(), inlined(&VOLUME_SOURCE)]);

pub(super) static LOCAL_OBJECT_REFERENCE: GoStruct = core("LocalObjectReference", &[field("name", TEXT)]);

pub(super) static POD_SECURITY_CONTEXT: GoStruct = core(
    "PodSecurityContext",
    &[
        field("hostNetwork", Flag).inside(),
        field("hostPID", Flag).named("HostPID").inside(),
        field("hostIPC", Flag).named("HostIPC").inside(),
        field("shareProcessNamespace", OPTIONAL_FLAG).since(10).inside(),
        field("hostUsers", OPTIONAL_FLAG).since(25).inside(),
        field("seLinuxOptions", Pointer(&Struct(&SE_LINUX_OPTIONS))).named("SELinuxOptions"),
        field("windowsOptions", Pointer(&Struct(&WINDOWS_SECURITY_CONTEXT_OPTIONS))).since(14),
        field("runAsUser", OPTIONAL_INT64),
        field("runAsGroup", OPTIONAL_INT64),
        field("runAsNonRoot", OPTIONAL_FLAG),
        field("supplementalGroups", List(&Int64)),
        field("supplementalGroupsPolicy", Pointer(&Text("core.SupplementalGroupsPolicy"))).since(31),
        field("fsGroup", OPTIONAL_INT64).named("FSGroup"),
        field("sysctls", List(&Struct(&SYSCTL))),
        field("fsGroupChangePolicy", Pointer(&Text("core.PodFSGroupChangePolicy")))
            .named("FSGroupChangePolicy")
            .since(18),
        field("seccompProfile", Pointer(&Struct(&SECCOMP_PROFILE))).since(19),
        field("appArmorProfile", Pointer(&Struct(&APP_ARMOR_PROFILE))).since(30),
        field("seLinuxChangePolicy", Pointer(&Text("core.PodSELinuxChangePolicy")))
            .named("SELinuxChangePolicy")
            .since(32),
    ],
)
.moved(&[("fsGroupChangePolicy", "fsGroup")]);

pub(super) static SYSCTL: GoStruct = core("Sysctl", &[field("name", TEXT).required(), field("value", TEXT).required()]);

pub(super) static AFFINITY: GoStruct = core(
    "Affinity",
    &[
        field("nodeAffinity", Pointer(&Struct(&NODE_AFFINITY))),
        field("podAffinity", Pointer(&Struct(&POD_AFFINITY))),
        field("podAntiAffinity", Pointer(&Struct(&POD_ANTI_AFFINITY))),
    ],
);

pub(super) static NODE_AFFINITY: GoStruct = core(
    "NodeAffinity",
    &[
        field("requiredDuringSchedulingIgnoredDuringExecution", Pointer(&Struct(&NODE_SELECTOR))),
        field("preferredDuringSchedulingIgnoredDuringExecution", List(&Struct(&PREFERRED_SCHEDULING_TERM))),
    ],
);

pub(super) static NODE_SELECTOR: GoStruct =
    core("NodeSelector", &[field("nodeSelectorTerms", List(&Struct(&NODE_SELECTOR_TERM))).required()]);

pub(super) static NODE_SELECTOR_TERM: GoStruct = core(
    "NodeSelectorTerm",
    &[
        field("matchExpressions", List(&Struct(&NODE_SELECTOR_REQUIREMENT))),
        field("matchFields", List(&Struct(&NODE_SELECTOR_REQUIREMENT))),
    ],
);

pub(super) static NODE_SELECTOR_REQUIREMENT: GoStruct = core(
    "NodeSelectorRequirement",
    &[
        field("key", TEXT).required(),
        field("operator", Text("core.NodeSelectorOperator")).required(),
        field("values", TEXTS),
    ],
);

pub(super) static PREFERRED_SCHEDULING_TERM: GoStruct = core(
    "PreferredSchedulingTerm",
    &[field("weight", Int32).required(), field("preference", Struct(&NODE_SELECTOR_TERM)).required()],
);

pub(super) static POD_AFFINITY: GoStruct = core(
    "PodAffinity",
    &[
        field("requiredDuringSchedulingIgnoredDuringExecution", List(&Struct(&POD_AFFINITY_TERM))),
        field("preferredDuringSchedulingIgnoredDuringExecution", List(&Struct(&WEIGHTED_POD_AFFINITY_TERM))),
    ],
);

pub(super) static POD_AFFINITY_TERM: GoStruct = core(
    "PodAffinityTerm",
    &[
        field("labelSelector", Pointer(&Struct(&LABEL_SELECTOR))),
        field("namespaces", TEXTS),
        field("topologyKey", TEXT).required(),
        field("namespaceSelector", Pointer(&Struct(&LABEL_SELECTOR))).since(21),
        field("matchLabelKeys", TEXTS).since(29),
        field("mismatchLabelKeys", TEXTS).since(29),
    ],
);

pub(super) static WEIGHTED_POD_AFFINITY_TERM: GoStruct = core(
    "WeightedPodAffinityTerm",
    &[field("weight", Int32).required(), field("podAffinityTerm", Struct(&POD_AFFINITY_TERM)).required()],
);

pub(super) static POD_ANTI_AFFINITY: GoStruct = core(
    "PodAntiAffinity",
    &[
        field("requiredDuringSchedulingIgnoredDuringExecution", List(&Struct(&POD_AFFINITY_TERM))),
        field("preferredDuringSchedulingIgnoredDuringExecution", List(&Struct(&WEIGHTED_POD_AFFINITY_TERM))),
    ],
);

pub(in crate::api) static TOLERATION: GoStruct = core(
    "Toleration",
    &[
        field("key", TEXT),
        field("operator", Text("core.TolerationOperator")),
        field("value", TEXT),
        field("effect", Text("core.TaintEffect")),
        field("tolerationSeconds", OPTIONAL_INT64),
    ],
);

pub(super) static HOST_ALIAS: GoStruct =
    core("HostAlias", &[field("ip", TEXT).named("IP").required(), field("hostnames", TEXTS)]);

pub(super) static POD_DNS_CONFIG: GoStruct = core(
    "PodDNSConfig",
    &[field("nameservers", TEXTS), field("searches", TEXTS), field("options", List(&Struct(&POD_DNS_CONFIG_OPTION)))],
);

pub(super) static POD_DNS_CONFIG_OPTION: GoStruct =
    core("PodDNSConfigOption", &[field("name", TEXT), field("value", OPTIONAL_TEXT)]);

pub(super) static POD_READINESS_GATE: GoStruct =
    core("PodReadinessGate", &[field("conditionType", Text("core.PodConditionType")).required()]);

pub(super) static TOPOLOGY_SPREAD_CONSTRAINT: GoStruct = core(
    "TopologySpreadConstraint",
    &[
        field("maxSkew", Int32).required(),
        field("topologyKey", TEXT).required(),
        field("whenUnsatisfiable", Text("core.UnsatisfiableConstraintAction")).required(),
        field("labelSelector", Pointer(&Struct(&LABEL_SELECTOR))),
        field("minDomains", OPTIONAL_INT32).since(24),
        field("nodeAffinityPolicy", Pointer(&Text("core.NodeInclusionPolicy"))).since(25),
        field("nodeTaintsPolicy", Pointer(&Text("core.NodeInclusionPolicy"))).since(25),
        field("matchLabelKeys", TEXTS).since(25),
    ],
);

pub(super) static POD_OS: GoStruct = core("PodOS", &[field("name", Text("core.OSName")).required()]);

pub(super) static POD_SCHEDULING_GATE: GoStruct = core("PodSchedulingGate", &[field("name", TEXT).required()]);

pub(in crate::api) static POD_RESOURCE_CLAIM: GoStruct = core(
    "PodResourceClaim",
    &[
        field("name", TEXT).required(),
        field("source", Struct(&CLAIM_SOURCE)).until(30),
        field("resourceClaimName", OPTIONAL_TEXT).since(31),
        field("resourceClaimTemplateName", OPTIONAL_TEXT).since(31),
    ],
);

pub(super) static CLAIM_SOURCE: GoStruct = core(
    "ClaimSource",
    &[field("resourceClaimName", OPTIONAL_TEXT), field("resourceClaimTemplateName", OPTIONAL_TEXT)],
);

pub(super) static WORKLOAD_REFERENCE: GoStruct = core(
    "WorkloadReference",
    &[field("name", TEXT).required(), field("podGroup", TEXT).required(), field("podGroupReplicaKey", TEXT)],
);

pub(super) static POD_SCHEDULING_GROUP: GoStruct = core("PodSchedulingGroup", &[field("podGroupName", OPTIONAL_TEXT)]);

static EVICTION_RESPONDER: GoStruct =
    core("EvictionResponder", &[field("name", TEXT).required(), field("priority", OPTIONAL_INT32).required()]);
