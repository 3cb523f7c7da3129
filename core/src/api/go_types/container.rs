//! Types of containers.

use super::GoType::{Flag, Int32, Int64, IntOrString, List, Pointer, Quantity, Struct, Text};
use super::pod::LOCAL_OBJECT_REFERENCE;
use super::{
    AMOUNTS, GoField, GoStruct, OPTIONAL_FLAG, OPTIONAL_INT64, OPTIONAL_TEXT, TEXT, TEXTS, core, field, inlined,
};

pub(super) static OBJECT_FIELD_SELECTOR: GoStruct =
    core("ObjectFieldSelector", &[field("apiVersion", TEXT).named("APIVersion"), field("fieldPath", TEXT).required()]);

pub(super) static RESOURCE_FIELD_SELECTOR: GoStruct = core(
    "ResourceFieldSelector",
    &[field("containerName", TEXT), field("resource", TEXT).required(), field("divisor", Quantity)],
);

pub(super) static CONTAINER: GoStruct = core("Container", &CONTAINER_FIELDS);

/// The fields of containers and of ephemeral containers.
static CONTAINER_FIELDS: [GoField; 25] = [
    field("name", TEXT).required(),
    field("image", TEXT),
    field("command", TEXTS),
    field("args", TEXTS),
    field("workingDir", TEXT),
    field("ports", List(&Struct(&CONTAINER_PORT))),
    field("envFrom", List(&Struct(&ENV_FROM_SOURCE))),
    field("env", List(&Struct(&ENV_VAR))),
    field("resources", Struct(&RESOURCE_REQUIREMENTS)),
    field("resizePolicy", List(&Struct(&CONTAINER_RESIZE_POLICY))).since(27),
    field("restartPolicy", Pointer(&Text("core.ContainerRestartPolicy"))).since(28),
    field("restartPolicyRules", List(&Struct(&CONTAINER_RESTART_RULE))).since(34),
    field("volumeMounts", List(&Struct(&VOLUME_MOUNT))),
    field("volumeDevices", List(&Struct(&VOLUME_DEVICE))),
    field("livenessProbe", Pointer(&Struct(&PROBE))),
    field("readinessProbe", Pointer(&Struct(&PROBE))),
    field("startupProbe", Pointer(&Struct(&PROBE))).since(16),
    field("lifecycle", Pointer(&Struct(&LIFECYCLE))),
    field("terminationMessagePath", TEXT),
    field("terminationMessagePolicy", Text("core.TerminationMessagePolicy")),
    field("imagePullPolicy", Text("core.PullPolicy")),
    field("securityContext", Pointer(&Struct(&SECURITY_CONTEXT))),
    field("stdin", Flag),
    field("stdinOnce", Flag),
    field("tty", Flag).named("TTY"),
];

pub(super) static CONTAINER_PORT: GoStruct = core(
    "ContainerPort",
    &[
        field("name", TEXT),
        field("hostPort", Int32),
        field("containerPort", Int32).required(),
        field("protocol", Text("core.Protocol")),
        field("hostIP", TEXT),
    ],
);

pub(super) static ENV_FROM_SOURCE: GoStruct = core(
    "EnvFromSource",
    &[
        field("prefix", TEXT),
        field("configMapRef", Pointer(&Struct(&CONFIG_MAP_ENV_SOURCE))),
        field("secretRef", Pointer(&Struct(&SECRET_ENV_SOURCE))),
    ],
);

pub(super) static CONFIG_MAP_ENV_SOURCE: GoStruct =
    core("ConfigMapEnvSource", &[inlined(&LOCAL_OBJECT_REFERENCE), field("optional", OPTIONAL_FLAG)]);

pub(super) static SECRET_ENV_SOURCE: GoStruct =
    core("SecretEnvSource", &[inlined(&LOCAL_OBJECT_REFERENCE), field("optional", OPTIONAL_FLAG)]);

pub(super) static ENV_VAR: GoStruct = core(
    "EnvVar",
    &[field("name", TEXT).required(), field("value", TEXT), field("valueFrom", Pointer(&Struct(&ENV_VAR_SOURCE)))],
);

pub(super) static ENV_VAR_SOURCE: GoStruct = core(
    "EnvVarSource",
    &[
        field("fieldRef", Pointer(&Struct(&OBJECT_FIELD_SELECTOR))),
        field("resourceFieldRef", Pointer(&Struct(&RESOURCE_FIELD_SELECTOR))),
        field("configMapKeyRef", Pointer(&Struct(&CONFIG_MAP_KEY_SELECTOR))),
        field("secretKeyRef", Pointer(&Struct(&SECRET_KEY_SELECTOR))),
        field("fileKeyRef", Pointer(&Struct(&FILE_KEY_SELECTOR))).since(34),
    ],
);

pub(super) static CONFIG_MAP_KEY_SELECTOR: GoStruct = core(
    "ConfigMapKeySelector",
    &[inlined(&LOCAL_OBJECT_REFERENCE), field("key", TEXT).required(), field("optional", OPTIONAL_FLAG)],
);

pub(super) static SECRET_KEY_SELECTOR: GoStruct = core(
    "SecretKeySelector",
    &[inlined(&LOCAL_OBJECT_REFERENCE), field("key", TEXT).required(), field("optional", OPTIONAL_FLAG)],
);

pub(super) static FILE_KEY_SELECTOR: GoStruct = core(
    "FileKeySelector",
    &[
        field("volumeName", TEXT).required(),
        field("path", TEXT).required(),
        field("key", TEXT).required(),
        field("optional", OPTIONAL_FLAG),
    ],
);

pub(super) static RESOURCE_REQUIREMENTS: GoStruct = core(
    "ResourceRequirements",
    &[field("limits", AMOUNTS), field("requests", AMOUNTS), field("claims", List(&Struct(&RESOURCE_CLAIM))).since(26)],
);

pub(super) static RESOURCE_CLAIM: GoStruct =
    core("ResourceClaim", &[field("name", TEXT).required(), field("request", TEXT).since(31)]);

pub(super) static CONTAINER_RESIZE_POLICY: GoStruct = core(
    "ContainerResizePolicy",
    &[
        field("resourceName", Text("core.ResourceName")).required(),
        field("restartPolicy", Text("core.ResourceResizeRestartPolicy")).required(),
    ],
);

pub(super) static CONTAINER_RESTART_RULE: GoStruct = core(
    "ContainerRestartRule",
    &[
        field("action", Text("core.ContainerRestartRuleAction")),
        field("exitCodes", Pointer(&Struct(&CONTAINER_RESTART_RULE_ON_EXIT_CODES))),
    ],
);

pub(super) static CONTAINER_RESTART_RULE_ON_EXIT_CODES: GoStruct = core(
    "ContainerRestartRuleOnExitCodes",
    &[field("operator", Text("core.ContainerRestartRuleOnExitCodesOperator")), field("values", List(&Int32))],
);

pub(super) static VOLUME_MOUNT: GoStruct = core(
    "VolumeMount",
    &[
        field("name", TEXT).required(),
        field("readOnly", Flag),
        field("recursiveReadOnly", Pointer(&Text("core.RecursiveReadOnlyMode"))).since(30),
        field("mountPath", TEXT).required(),
        field("subPath", TEXT),
        field("mountPropagation", Pointer(&Text("core.MountPropagationMode"))),
        field("subPathExpr", TEXT).since(14),
        field("bindMountOptions", TEXTS).since(37),
    ],
);

pub(super) static VOLUME_DEVICE: GoStruct =
    core("VolumeDevice", &[field("name", TEXT).required(), field("devicePath", TEXT).required()]);

pub(in crate::api) static PROBE: GoStruct = core(
    "Probe",
    &[
        inlined(&HANDLER).until(22),
        inlined(&PROBE_HANDLER).since(23),
        field("initialDelaySeconds", Int32),
        field("timeoutSeconds", Int32),
        field("periodSeconds", Int32),
        field("successThreshold", Int32),
        field("failureThreshold", Int32),
        field("terminationGracePeriodSeconds", OPTIONAL_INT64).since(21),
    ],
);

/// What probes and hooks did until v1.22.
static HANDLER: GoStruct = core(
    "Handler",
    &[
        field("exec", Pointer(&Struct(&EXEC_ACTION))),
        field("httpGet", Pointer(&Struct(&HTTP_GET_ACTION))).named("HTTPGet"),
        field("tcpSocket", Pointer(&Struct(&TCP_SOCKET_ACTION))).named("TCPSocket"),
    ],
);

pub(super) static PROBE_HANDLER: GoStruct = core(
    "ProbeHandler",
    &[
        field("exec", Pointer(&Struct(&EXEC_ACTION))),
        field("httpGet", Pointer(&Struct(&HTTP_GET_ACTION))).named("HTTPGet"),
        field("tcpSocket", Pointer(&Struct(&TCP_SOCKET_ACTION))).named("TCPSocket"),
        field("grpc", Pointer(&Struct(&GRPC_ACTION))).named("GRPC").since(23),
    ],
);

pub(super) static EXEC_ACTION: GoStruct = core("ExecAction", &[field("command", TEXTS)]);

pub(super) static HTTP_GET_ACTION: GoStruct = core(
    "HTTPGetAction",
    &[
        field("path", TEXT),
        field("port", IntOrString).required(),
        field("host", TEXT),
        field("scheme", Text("core.URIScheme")),
        field("httpHeaders", List(&Struct(&HTTP_HEADER))).named("HTTPHeaders"),
        field("protocol", Pointer(&Text("core.HTTPProtocol"))).since(37),
    ],
);

pub(super) static HTTP_HEADER: GoStruct =
    core("HTTPHeader", &[field("name", TEXT).required(), field("value", TEXT).required()]);

pub(super) static TCP_SOCKET_ACTION: GoStruct =
    core("TCPSocketAction", &[field("port", IntOrString).required(), field("host", TEXT)]);

pub(super) static GRPC_ACTION: GoStruct = core(
    "GRPCAction",
    &[
        field("port", Int32).required(),
        field("service", OPTIONAL_TEXT).required(),
        field("mode", Pointer(&Text("core.GRPCProbeMode"))).since(37),
    ],
);

pub(in crate::api) static LIFECYCLE: GoStruct = core(
    "Lifecycle",
    &[
        field("postStart", Pointer(&Struct(&LIFECYCLE_HANDLER))),
        field("preStop", Pointer(&Struct(&LIFECYCLE_HANDLER))),
        field("stopSignal", Pointer(&Text("core.Signal"))).since(33),
    ],
);

pub(super) static LIFECYCLE_HANDLER: GoStruct = core(
    "LifecycleHandler",
    &[
        field("exec", Pointer(&Struct(&EXEC_ACTION))),
        field("httpGet", Pointer(&Struct(&HTTP_GET_ACTION))).named("HTTPGet"),
        field("tcpSocket", Pointer(&Struct(&TCP_SOCKET_ACTION))).named("TCPSocket"),
        field("sleep", Pointer(&Struct(&SLEEP_ACTION))).since(29),
    ],
);

pub(super) static SLEEP_ACTION: GoStruct = core("SleepAction", &[field("seconds", Int64).required()]);

pub(in crate::api) static SECURITY_CONTEXT: GoStruct = core(
    "SecurityContext",
    &[
        field("capabilities", Pointer(&Struct(&CAPABILITIES))),
        field("privileged", OPTIONAL_FLAG),
        field("seLinuxOptions", Pointer(&Struct(&SE_LINUX_OPTIONS))).named("SELinuxOptions"),
        field("windowsOptions", Pointer(&Struct(&WINDOWS_SECURITY_CONTEXT_OPTIONS))).since(14),
        field("runAsUser", OPTIONAL_INT64),
        field("runAsGroup", OPTIONAL_INT64),
        field("runAsNonRoot", OPTIONAL_FLAG),
        field("readOnlyRootFilesystem", OPTIONAL_FLAG),
        field("allowPrivilegeEscalation", OPTIONAL_FLAG),
        field("procMount", Pointer(&Text("core.ProcMountType"))).since(12),
        field("seccompProfile", Pointer(&Struct(&SECCOMP_PROFILE))).since(19),
        field("appArmorProfile", Pointer(&Struct(&APP_ARMOR_PROFILE))).since(30),
    ],
);

pub(super) static CAPABILITIES: GoStruct = core(
    "Capabilities",
    &[field("add", List(&Text("core.Capability"))), field("drop", List(&Text("core.Capability")))],
);

pub(super) static SE_LINUX_OPTIONS: GoStruct =
    core("SELinuxOptions", &[field("user", TEXT), field("role", TEXT), field("type", TEXT), field("level", TEXT)]);

pub(super) static WINDOWS_SECURITY_CONTEXT_OPTIONS: GoStruct = core(
    "WindowsSecurityContextOptions",
    &[
        field("gmsaCredentialSpecName", OPTIONAL_TEXT).named("GMSACredentialSpecName"),
        field("gmsaCredentialSpec", OPTIONAL_TEXT).named("GMSACredentialSpec"),
        field("runAsUserName", OPTIONAL_TEXT).since(16),
        field("hostProcess", OPTIONAL_FLAG).since(22),
    ],
);

pub(in crate::api) static SECCOMP_PROFILE: GoStruct = core(
    "SeccompProfile",
    &[field("type", Text("core.SeccompProfileType")).required(), field("localhostProfile", OPTIONAL_TEXT)],
);

pub(super) static APP_ARMOR_PROFILE: GoStruct = core(
    "AppArmorProfile",
    &[field("type", Text("core.AppArmorProfileType")).required(), field("localhostProfile", OPTIONAL_TEXT)],
);

pub(super) static EPHEMERAL_CONTAINER: GoStruct =
    core("EphemeralContainer", &[inlined(&EPHEMERAL_CONTAINER_COMMON), field("targetContainerName", TEXT)]);

pub(super) static EPHEMERAL_CONTAINER_COMMON: GoStruct = core("EphemeralContainerCommon", &CONTAINER_FIELDS);
