//! Types of `apimachinery/pkg/apis/meta/v1`, which are the same in validation and in the API.

use super::GoType::{Int64, List, Pointer, Struct, Text, Time};
use super::{GoStruct, OPTIONAL_FLAG, OPTIONAL_INT64, TEXT, TEXT_MAP, TEXTS, field, metadata, of_package};

/// What kubectl reads of an object before it sends it (`cli-runtime/pkg/resource/metadata_decoder.go`).
pub(in crate::api) static METADATA_ONLY_OBJECT: GoStruct = of_package("resource", "metadataOnlyObject", &[metadata()]);

pub(super) static OBJECT_META: GoStruct = of_package(
    "v1",
    "ObjectMeta",
    &[
        field("name", TEXT),
        field("generateName", TEXT),
        field("namespace", TEXT),
        field("selfLink", TEXT),
        field("uid", Text("types.UID")).named("UID"),
        field("resourceVersion", TEXT),
        field("generation", Int64),
        field("creationTimestamp", Time),
        field("deletionTimestamp", Pointer(&Time)),
        field("deletionGracePeriodSeconds", OPTIONAL_INT64),
        field("labels", TEXT_MAP),
        field("annotations", TEXT_MAP),
        field("ownerReferences", List(&Struct(&OWNER_REFERENCE))),
        field("initializers", Pointer(&Struct(&INITIALIZERS))).until(15),
        field("finalizers", TEXTS),
        field("clusterName", TEXT).until(22),
        field("clusterName", TEXT).named("ZZZ_DeprecatedClusterName").since(23).until(24),
        field("managedFields", List(&Struct(&MANAGED_FIELDS_ENTRY))).since(14),
    ],
);

pub(in crate::api) static OWNER_REFERENCE: GoStruct = of_package(
    "v1",
    "OwnerReference",
    &[
        field("apiVersion", TEXT).named("APIVersion").required(),
        field("kind", TEXT).required(),
        field("name", TEXT).required(),
        field("uid", Text("types.UID")).named("UID").required(),
        field("controller", OPTIONAL_FLAG),
        field("blockOwnerDeletion", OPTIONAL_FLAG),
    ],
);

pub(super) static INITIALIZERS: GoStruct = of_package("v1", "Initializers", &[]);

pub(super) static MANAGED_FIELDS_ENTRY: GoStruct = of_package(
    "v1",
    "ManagedFieldsEntry",
    &[
        field("manager", TEXT),
        field("operation", Text("v1.ManagedFieldsOperationType")),
        field("apiVersion", TEXT).named("APIVersion"),
        field("time", Pointer(&Time)),
        field("fields", Pointer(&Struct(&FIELDS_V1))).until(16),
        field("fieldsType", TEXT).since(16),
        field("fieldsV1", Pointer(&Struct(&FIELDS_V1))).since(16),
        field("subresource", TEXT).since(22),
    ],
);

pub(super) static FIELDS_V1: GoStruct = of_package("v1", "FieldsV1", &[]);

pub(in crate::api) static LABEL_SELECTOR: GoStruct = of_package(
    "v1",
    "LabelSelector",
    &[field("matchLabels", TEXT_MAP), field("matchExpressions", List(&Struct(&LABEL_SELECTOR_REQUIREMENT)))],
);

pub(super) static LABEL_SELECTOR_REQUIREMENT: GoStruct = of_package(
    "v1",
    "LabelSelectorRequirement",
    &[
        field("key", TEXT).required(),
        field("operator", Text("v1.LabelSelectorOperator")).required(),
        field("values", TEXTS),
    ],
);
