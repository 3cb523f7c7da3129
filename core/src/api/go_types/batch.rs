//! Types of `batch`.

use super::GoType::{Int32, List, Pointer, Struct, Text, Time};
use super::meta::LABEL_SELECTOR;
use super::pod::POD_TEMPLATE_SPEC;
use super::{
    GoStruct, OPTIONAL_FLAG, OPTIONAL_INT32, OPTIONAL_INT64, OPTIONAL_TEXT, TEXT, field, metadata, of_package,
};

const fn batch(name: &'static str, fields: &'static [super::GoField]) -> GoStruct {
    of_package("batch", name, fields)
}

static JOB_SPEC: GoStruct = batch(
    "JobSpec",
    &[
        field("parallelism", OPTIONAL_INT32),
        field("completions", OPTIONAL_INT32),
        field("activeDeadlineSeconds", OPTIONAL_INT64),
        field("podFailurePolicy", Pointer(&Struct(&POD_FAILURE_POLICY))).since(25),
        field("successPolicy", Pointer(&Struct(&SUCCESS_POLICY))).since(30),
        field("backoffLimit", OPTIONAL_INT32),
        field("backoffLimitPerIndex", OPTIONAL_INT32).since(28),
        field("maxFailedIndexes", OPTIONAL_INT32).since(28),
        field("selector", Pointer(&Struct(&LABEL_SELECTOR))),
        field("manualSelector", OPTIONAL_FLAG),
        field("template", Struct(&POD_TEMPLATE_SPEC)).required(),
        field("ttlSecondsAfterFinished", OPTIONAL_INT32).named("TTLSecondsAfterFinished").since(12),
        field("completionMode", Pointer(&Text("batch.CompletionMode"))).since(21),
        field("suspend", OPTIONAL_FLAG).since(21),
        field("podReplacementPolicy", Pointer(&Text("batch.PodReplacementPolicy"))).since(28),
        field("managedBy", OPTIONAL_TEXT).since(30),
        field("scheduling", Pointer(&Struct(&JOB_SCHEDULING_CONFIGURATION))).since(37),
    ],
);

pub(in crate::api) static POD_FAILURE_POLICY: GoStruct =
    batch("PodFailurePolicy", &[field("rules", List(&Struct(&POD_FAILURE_POLICY_RULE))).required()]);

static POD_FAILURE_POLICY_RULE: GoStruct = batch(
    "PodFailurePolicyRule",
    &[
        field("action", Text("batch.PodFailurePolicyAction")).required(),
        field("onExitCodes", Pointer(&Struct(&ON_EXIT_CODES))),
        field("onPodConditions", List(&Struct(&ON_POD_CONDITIONS))),
    ],
);

static ON_EXIT_CODES: GoStruct = batch(
    "PodFailurePolicyOnExitCodesRequirement",
    &[
        field("containerName", OPTIONAL_TEXT),
        field("operator", Text("batch.PodFailurePolicyOnExitCodesOperator")).required(),
        field("values", List(&Int32)).required(),
    ],
);

static ON_POD_CONDITIONS: GoStruct = batch(
    "PodFailurePolicyOnPodConditionsPattern",
    &[
        field("type", Text("core.PodConditionType")).required(),
        field("status", Text("core.ConditionStatus")).required(),
    ],
);

pub(in crate::api) static SUCCESS_POLICY: GoStruct =
    batch("SuccessPolicy", &[field("rules", List(&Struct(&SUCCESS_POLICY_RULE))).required()]);

static SUCCESS_POLICY_RULE: GoStruct =
    batch("SuccessPolicyRule", &[field("succeededIndexes", OPTIONAL_TEXT), field("succeededCount", OPTIONAL_INT32)]);

pub(in crate::api) static JOB: GoStruct =
    batch("Job", &[metadata(), field("spec", Struct(&JOB_SPEC)), field("status", Struct(&JOB_STATUS))]);

static JOB_STATUS: GoStruct = batch(
    "JobStatus",
    &[
        field("conditions", List(&Struct(&JOB_CONDITION))),
        field("startTime", Pointer(&Time)),
        field("completionTime", Pointer(&Time)),
        field("active", Int32),
        field("succeeded", Int32),
        field("failed", Int32),
        field("terminating", OPTIONAL_INT32).since(28),
        field("completedIndexes", TEXT).since(21),
        field("failedIndexes", OPTIONAL_TEXT).since(28),
        field("uncountedTerminatedPods", Pointer(&Struct(&UNCOUNTED_TERMINATED_PODS))).since(22),
        field("ready", OPTIONAL_INT32).since(24),
    ],
);

static JOB_CONDITION: GoStruct = batch(
    "JobCondition",
    &[
        field("type", Text("batch.JobConditionType")).required(),
        field("status", Text("core.ConditionStatus")).required(),
        field("lastProbeTime", Time),
        field("lastTransitionTime", Time),
        field("reason", TEXT),
        field("message", TEXT),
    ],
);

static UNCOUNTED_TERMINATED_PODS: GoStruct = batch(
    "UncountedTerminatedPods",
    &[field("succeeded", List(&Text("types.UID"))), field("failed", List(&Text("types.UID")))],
);

static JOB_SCHEDULING_CONFIGURATION: GoStruct = batch(
    "JobSchedulingConfiguration",
    &[
        field("schedulingPolicy", Pointer(&Struct(&SCHEDULING_POLICY))),
        field("schedulingConstraints", Pointer(&Struct(&SCHEDULING_CONSTRAINTS))),
        field("disruptionMode", Pointer(&Struct(&DISRUPTION_MODE))),
        field("resourceClaims", List(&Struct(&WORKLOAD_RESOURCE_CLAIM))),
    ],
);

const fn scheduling(name: &'static str, fields: &'static [super::GoField]) -> GoStruct {
    of_package("scheduling", name, fields)
}

static SCHEDULING_POLICY: GoStruct = scheduling(
    "WorkloadPodGroupSchedulingPolicy",
    &[field("basic", Pointer(&Struct(&BASIC_POLICY))), field("gang", Pointer(&Struct(&GANG_POLICY)))],
);

static BASIC_POLICY: GoStruct = scheduling("WorkloadPodGroupBasicSchedulingPolicy", &[]);

static GANG_POLICY: GoStruct = scheduling("WorkloadPodGroupGangSchedulingPolicy", &[field("minCount", OPTIONAL_INT32)]);

static SCHEDULING_CONSTRAINTS: GoStruct =
    scheduling("WorkloadPodGroupSchedulingConstraints", &[field("topology", List(&Struct(&TOPOLOGY_CONSTRAINT)))]);

static TOPOLOGY_CONSTRAINT: GoStruct = scheduling("TopologyConstraint", &[field("key", TEXT).required()]);

static DISRUPTION_MODE: GoStruct = scheduling(
    "WorkloadPodGroupDisruptionMode",
    &[field("single", Pointer(&Struct(&SINGLE_MODE))), field("all", Pointer(&Struct(&ALL_MODE)))],
);

static SINGLE_MODE: GoStruct = scheduling("WorkloadPodGroupSingleDisruptionMode", &[]);

static ALL_MODE: GoStruct = scheduling("WorkloadPodGroupAllDisruptionMode", &[]);

static WORKLOAD_RESOURCE_CLAIM: GoStruct = scheduling(
    "WorkloadPodGroupResourceClaim",
    &[
        field("name", TEXT).required(),
        field("resourceClaimName", OPTIONAL_TEXT),
        field("resourceClaimTemplateName", OPTIONAL_TEXT),
    ],
);
