//! The fields of volumes.

use super::Shape::{self, Any, Flag, Int32, Quantity, Text};
use super::{Kind, field, kind};

pub(super) static VOLUME: Kind = kind(
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
