//! A whole pod, and its status, as `OpenAPI` has them.

use super::GoType::{Flag, Int32, Int64, List, Map, Pointer, Quantity, Struct, Text, Time};
use super::container::RESOURCE_REQUIREMENTS;
use super::pod::POD_SPEC;
use super::{AMOUNTS, GoStruct, OPTIONAL_FLAG, OPTIONAL_TEXT, TEXT, TEXTS, core, field, metadata};

pub(in crate::api) static POD: GoStruct =
    core("Pod", &[metadata(), field("spec", Struct(&POD_SPEC)), field("status", Struct(&POD_STATUS))]);

static POD_STATUS: GoStruct = core(
    "PodStatus",
    &[
        field("observedGeneration", Int64).since(33),
        field("phase", Text("core.PodPhase")),
        field("conditions", List(&Struct(&POD_CONDITION))),
        field("message", TEXT),
        field("reason", TEXT),
        field("nominatedNodeName", TEXT).since(11),
        field("hostIP", TEXT),
        field("hostIPs", List(&Struct(&HOST_IP))).since(28),
        field("podIP", TEXT),
        field("podIPs", List(&Struct(&POD_IP))).since(16),
        field("startTime", Pointer(&Time)),
        field("initContainerStatuses", List(&Struct(&CONTAINER_STATUS))),
        field("containerStatuses", List(&Struct(&CONTAINER_STATUS))),
        field("qosClass", Text("core.PodQOSClass")),
        field("ephemeralContainerStatuses", List(&Struct(&CONTAINER_STATUS))).since(16),
        field("resize", TEXT).since(27),
        field("resourceClaimStatuses", List(&Struct(&RESOURCE_CLAIM_STATUS))).since(28),
        field("extendedResourceClaimStatus", Pointer(&Struct(&EXTENDED_CLAIM_STATUS))).since(34),
        field("allocatedResources", AMOUNTS).since(35),
        field("resources", Pointer(&Struct(&RESOURCE_REQUIREMENTS))).since(35),
        field("nodeAllocatableResourceClaimStatuses", List(&Struct(&ALLOCATABLE_CLAIM_STATUS))).since(36),
    ],
);

static POD_CONDITION: GoStruct = core(
    "PodCondition",
    &[
        field("type", Text("core.PodConditionType")).required(),
        field("observedGeneration", Int64).since(33),
        field("status", Text("core.ConditionStatus")).required(),
        field("lastProbeTime", Time),
        field("lastTransitionTime", Time),
        field("reason", TEXT),
        field("message", TEXT),
    ],
);

static HOST_IP: GoStruct = core("HostIP", &[field("ip", TEXT).required()]);

static POD_IP: GoStruct = core("PodIP", &[field("ip", TEXT).required()]);

static CONTAINER_STATUS: GoStruct = core(
    "ContainerStatus",
    &[
        field("name", TEXT).required(),
        field("state", Struct(&CONTAINER_STATE)),
        field("lastState", Struct(&CONTAINER_STATE)),
        field("ready", Flag).required(),
        field("restartCount", Int32).required(),
        field("image", TEXT).required(),
        field("imageID", TEXT).required(),
        field("containerID", TEXT),
        field("started", OPTIONAL_FLAG).since(16),
        field("allocatedResources", AMOUNTS).since(27),
        field("resources", Pointer(&Struct(&RESOURCE_REQUIREMENTS))).since(27),
        field("volumeMounts", List(&Struct(&VOLUME_MOUNT_STATUS))).since(30),
        field("user", Pointer(&Struct(&CONTAINER_USER))).since(31),
        field("allocatedResourcesStatus", List(&Struct(&RESOURCE_STATUS))).since(31),
        field("stopSignal", Pointer(&Text("core.Signal"))).since(33),
    ],
);

static CONTAINER_STATE: GoStruct = core(
    "ContainerState",
    &[
        field("waiting", Pointer(&Struct(&WAITING))),
        field("running", Pointer(&Struct(&RUNNING))),
        field("terminated", Pointer(&Struct(&TERMINATED))),
    ],
);

static WAITING: GoStruct = core("ContainerStateWaiting", &[field("reason", TEXT), field("message", TEXT)]);

static RUNNING: GoStruct = core("ContainerStateRunning", &[field("startedAt", Time)]);

static TERMINATED: GoStruct = core(
    "ContainerStateTerminated",
    &[
        field("exitCode", Int32).required(),
        field("signal", Int32),
        field("reason", TEXT),
        field("message", TEXT),
        field("startedAt", Time),
        field("finishedAt", Time),
        field("containerID", TEXT),
    ],
);

static VOLUME_MOUNT_STATUS: GoStruct = core(
    "VolumeMountStatus",
    &[
        field("name", TEXT).required(),
        field("mountPath", TEXT).required(),
        field("readOnly", Flag),
        field("recursiveReadOnly", Pointer(&Text("core.RecursiveReadOnlyMode"))),
        field("volumeStatus", Pointer(&Struct(&VOLUME_STATUS))).since(36),
    ],
);

static VOLUME_STATUS: GoStruct = core("VolumeStatus", &[field("image", Pointer(&Struct(&IMAGE_VOLUME_STATUS)))]);

static IMAGE_VOLUME_STATUS: GoStruct = core("ImageVolumeStatus", &[field("imageRef", TEXT).required()]);

static RESOURCE_STATUS: GoStruct = core(
    "ResourceStatus",
    &[field("name", Text("core.ResourceName")).required(), field("resources", List(&Struct(&RESOURCE_HEALTH)))],
);

static RESOURCE_HEALTH: GoStruct = core(
    "ResourceHealth",
    &[
        field("resourceID", TEXT).required(),
        field("health", Text("core.ResourceHealthStatus")),
        field("message", OPTIONAL_TEXT).since(36),
    ],
);

static CONTAINER_USER: GoStruct = core("ContainerUser", &[field("linux", Pointer(&Struct(&LINUX_USER)))]);

static LINUX_USER: GoStruct = core(
    "LinuxContainerUser",
    &[field("uid", Int64).required(), field("gid", Int64).required(), field("supplementalGroups", List(&Int64))],
);

static RESOURCE_CLAIM_STATUS: GoStruct =
    core("PodResourceClaimStatus", &[field("name", TEXT).required(), field("resourceClaimName", OPTIONAL_TEXT)]);

static EXTENDED_CLAIM_STATUS: GoStruct = core(
    "PodExtendedResourceClaimStatus",
    &[
        field("requestMappings", List(&Struct(&EXTENDED_REQUEST))).required(),
        field("resourceClaimName", TEXT).required(),
    ],
);

static EXTENDED_REQUEST: GoStruct = core(
    "ContainerExtendedResourceRequest",
    &[
        field("containerName", TEXT).required(),
        field("resourceName", TEXT).required(),
        field("requestName", TEXT).required(),
    ],
);

static ALLOCATABLE_CLAIM_STATUS: GoStruct = core(
    "NodeAllocatableResourceClaimStatus",
    &[
        field("resourceClaimName", TEXT).required(),
        field("containers", TEXTS),
        field("resources", Map("map[core.ResourceName]resource.Quantity", &Quantity)).required(),
    ],
);
