//! The fields of containers.

use super::Shape::{self, Any, Flag, Int32, Int64, IntOrText, Quantity, Text};
use super::{AMOUNTS, Kind, OBJECTS, TEXTS, field, kind};

pub(super) static CONTAINER: Kind = kind(
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

pub(super) static RESOURCE_REQUIREMENTS: Kind = kind(
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
