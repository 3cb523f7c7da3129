//! Types of volumes.

use super::GoType::{Flag, Int32, List, Pointer, Quantity, Struct, Text};
use super::container::{OBJECT_FIELD_SELECTOR, RESOURCE_FIELD_SELECTOR, RESOURCE_REQUIREMENTS};
use super::meta::LABEL_SELECTOR;
use super::pod::LOCAL_OBJECT_REFERENCE;
use super::{
    AMOUNTS, GoStruct, OPTIONAL_FLAG, OPTIONAL_INT32, OPTIONAL_INT64, OPTIONAL_TEXT, TEXT, TEXT_MAP, TEXTS, core,
    field, inlined, metadata,
};

pub(super) static VOLUME_SOURCE: GoStruct = core(
    "VolumeSource",
    &[
        field("hostPath", Pointer(&Struct(&HOST_PATH_VOLUME_SOURCE))),
        field("emptyDir", Pointer(&Struct(&EMPTY_DIR_VOLUME_SOURCE))),
        field("gcePersistentDisk", Pointer(&Struct(&GCE_PERSISTENT_DISK_VOLUME_SOURCE))).named("GCEPersistentDisk"),
        field("awsElasticBlockStore", Pointer(&Struct(&AWS_ELASTIC_BLOCK_STORE_VOLUME_SOURCE)))
            .named("AWSElasticBlockStore"),
        field("gitRepo", Pointer(&Struct(&GIT_REPO_VOLUME_SOURCE))),
        field("secret", Pointer(&Struct(&SECRET_VOLUME_SOURCE))),
        field("nfs", Pointer(&Struct(&NFS_VOLUME_SOURCE))).named("NFS"),
        field("iscsi", Pointer(&Struct(&ISCSI_VOLUME_SOURCE))).named("ISCSI"),
        field("glusterfs", Pointer(&Struct(&GLUSTERFS_VOLUME_SOURCE))),
        field("persistentVolumeClaim", Pointer(&Struct(&PERSISTENT_VOLUME_CLAIM_VOLUME_SOURCE))),
        field("rbd", Pointer(&Struct(&RBD_VOLUME_SOURCE))).named("RBD"),
        field("flexVolume", Pointer(&Struct(&FLEX_VOLUME_SOURCE))),
        field("cinder", Pointer(&Struct(&CINDER_VOLUME_SOURCE))),
        field("cephfs", Pointer(&Struct(&CEPH_FS_VOLUME_SOURCE))).named("CephFS"),
        field("flocker", Pointer(&Struct(&FLOCKER_VOLUME_SOURCE))),
        field("downwardAPI", Pointer(&Struct(&DOWNWARD_API_VOLUME_SOURCE))),
        field("fc", Pointer(&Struct(&FC_VOLUME_SOURCE))).named("FC"),
        field("azureFile", Pointer(&Struct(&AZURE_FILE_VOLUME_SOURCE))),
        field("configMap", Pointer(&Struct(&CONFIG_MAP_VOLUME_SOURCE))),
        field("vsphereVolume", Pointer(&Struct(&VSPHERE_VIRTUAL_DISK_VOLUME_SOURCE))),
        field("quobyte", Pointer(&Struct(&QUOBYTE_VOLUME_SOURCE))),
        field("azureDisk", Pointer(&Struct(&AZURE_DISK_VOLUME_SOURCE))),
        field("photonPersistentDisk", Pointer(&Struct(&PHOTON_PERSISTENT_DISK_VOLUME_SOURCE))),
        field("projected", Pointer(&Struct(&PROJECTED_VOLUME_SOURCE))),
        field("portworxVolume", Pointer(&Struct(&PORTWORX_VOLUME_SOURCE))),
        field("scaleIO", Pointer(&Struct(&SCALE_IO_VOLUME_SOURCE))),
        field("storageos", Pointer(&Struct(&STORAGE_OS_VOLUME_SOURCE))).named("StorageOS"),
        field("csi", Pointer(&Struct(&CSI_VOLUME_SOURCE))).named("CSI").since(14),
        field("ephemeral", Pointer(&Struct(&EPHEMERAL_VOLUME_SOURCE))).since(19),
        field("image", Pointer(&Struct(&IMAGE_VOLUME_SOURCE))).since(31),
    ],
)
.moved(&[("quobyte", "rbd")]);

pub(super) static HOST_PATH_VOLUME_SOURCE: GoStruct =
    core("HostPathVolumeSource", &[field("path", TEXT).required(), field("type", Pointer(&Text("core.HostPathType")))]);

pub(super) static EMPTY_DIR_VOLUME_SOURCE: GoStruct = core(
    "EmptyDirVolumeSource",
    &[
        field("medium", Text("core.StorageMedium")),
        field("sizeLimit", Pointer(&Quantity)),
        field("mode", OPTIONAL_INT32).since(37),
    ],
);

pub(super) static GCE_PERSISTENT_DISK_VOLUME_SOURCE: GoStruct = core(
    "GCEPersistentDiskVolumeSource",
    &[
        field("pdName", TEXT).named("PDName").required(),
        field("fsType", TEXT).named("FSType"),
        field("partition", Int32),
        field("readOnly", Flag),
    ],
);

pub(super) static AWS_ELASTIC_BLOCK_STORE_VOLUME_SOURCE: GoStruct = core(
    "AWSElasticBlockStoreVolumeSource",
    &[
        field("volumeID", TEXT).required(),
        field("fsType", TEXT).named("FSType"),
        field("partition", Int32),
        field("readOnly", Flag),
    ],
);

pub(super) static GIT_REPO_VOLUME_SOURCE: GoStruct = core(
    "GitRepoVolumeSource",
    &[field("repository", TEXT).required(), field("revision", TEXT), field("directory", TEXT)],
);

pub(super) static SECRET_VOLUME_SOURCE: GoStruct = core(
    "SecretVolumeSource",
    &[
        field("secretName", TEXT),
        field("items", List(&Struct(&KEY_TO_PATH))),
        field("defaultMode", OPTIONAL_INT32),
        field("optional", OPTIONAL_FLAG),
        field("defaultUser", OPTIONAL_INT64).since(37),
    ],
);

pub(super) static KEY_TO_PATH: GoStruct = core(
    "KeyToPath",
    &[
        field("key", TEXT).required(),
        field("path", TEXT).required(),
        field("mode", OPTIONAL_INT32),
        field("user", OPTIONAL_INT64).since(37),
    ],
);

pub(super) static NFS_VOLUME_SOURCE: GoStruct = core(
    "NFSVolumeSource",
    &[field("server", TEXT).required(), field("path", TEXT).required(), field("readOnly", Flag)],
);

pub(super) static ISCSI_VOLUME_SOURCE: GoStruct = core(
    "ISCSIVolumeSource",
    &[
        field("targetPortal", TEXT).required(),
        field("iqn", TEXT).named("IQN").required(),
        field("lun", Int32).required(),
        field("iscsiInterface", TEXT).named("ISCSIInterface"),
        field("fsType", TEXT).named("FSType"),
        field("readOnly", Flag),
        field("portals", TEXTS),
        field("chapAuthDiscovery", Flag).named("DiscoveryCHAPAuth"),
        field("chapAuthSession", Flag).named("SessionCHAPAuth"),
        field("secretRef", Pointer(&Struct(&LOCAL_OBJECT_REFERENCE))),
        field("initiatorName", OPTIONAL_TEXT),
    ],
);

pub(super) static GLUSTERFS_VOLUME_SOURCE: GoStruct = core(
    "GlusterfsVolumeSource",
    &[
        field("endpoints", TEXT).named("EndpointsName").required(),
        field("path", TEXT).required(),
        field("readOnly", Flag),
    ],
);

pub(super) static PERSISTENT_VOLUME_CLAIM_VOLUME_SOURCE: GoStruct =
    core("PersistentVolumeClaimVolumeSource", &[field("claimName", TEXT).required(), field("readOnly", Flag)]);

pub(super) static RBD_VOLUME_SOURCE: GoStruct = core(
    "RBDVolumeSource",
    &[
        field("monitors", TEXTS).named("CephMonitors").required(),
        field("image", TEXT).named("RBDImage").required(),
        field("fsType", TEXT).named("FSType"),
        field("pool", TEXT).named("RBDPool"),
        field("user", TEXT).named("RadosUser"),
        field("keyring", TEXT),
        field("secretRef", Pointer(&Struct(&LOCAL_OBJECT_REFERENCE))),
        field("readOnly", Flag),
    ],
);

pub(super) static FLEX_VOLUME_SOURCE: GoStruct = core(
    "FlexVolumeSource",
    &[
        field("driver", TEXT).required(),
        field("fsType", TEXT).named("FSType"),
        field("secretRef", Pointer(&Struct(&LOCAL_OBJECT_REFERENCE))),
        field("readOnly", Flag),
        field("options", TEXT_MAP),
    ],
);

pub(super) static CINDER_VOLUME_SOURCE: GoStruct = core(
    "CinderVolumeSource",
    &[
        field("volumeID", TEXT).required(),
        field("fsType", TEXT).named("FSType"),
        field("readOnly", Flag),
        field("secretRef", Pointer(&Struct(&LOCAL_OBJECT_REFERENCE))),
    ],
);

pub(super) static CEPH_FS_VOLUME_SOURCE: GoStruct = core(
    "CephFSVolumeSource",
    &[
        field("monitors", TEXTS).required(),
        field("path", TEXT),
        field("user", TEXT),
        field("secretFile", TEXT),
        field("secretRef", Pointer(&Struct(&LOCAL_OBJECT_REFERENCE))),
        field("readOnly", Flag),
    ],
);

pub(super) static FLOCKER_VOLUME_SOURCE: GoStruct =
    core("FlockerVolumeSource", &[field("datasetName", TEXT), field("datasetUUID", TEXT)]);

pub(super) static DOWNWARD_API_VOLUME_SOURCE: GoStruct = core(
    "DownwardAPIVolumeSource",
    &[
        field("items", List(&Struct(&DOWNWARD_API_VOLUME_FILE))),
        field("defaultMode", OPTIONAL_INT32),
        field("defaultUser", OPTIONAL_INT64).since(37),
    ],
);

pub(super) static DOWNWARD_API_VOLUME_FILE: GoStruct = core(
    "DownwardAPIVolumeFile",
    &[
        field("path", TEXT).required(),
        field("fieldRef", Pointer(&Struct(&OBJECT_FIELD_SELECTOR))),
        field("resourceFieldRef", Pointer(&Struct(&RESOURCE_FIELD_SELECTOR))),
        field("mode", OPTIONAL_INT32),
        field("user", OPTIONAL_INT64).since(37),
    ],
);

pub(super) static FC_VOLUME_SOURCE: GoStruct = core(
    "FCVolumeSource",
    &[
        field("targetWWNs", TEXTS),
        field("lun", OPTIONAL_INT32),
        field("fsType", TEXT).named("FSType"),
        field("readOnly", Flag),
        field("wwids", TEXTS).named("WWIDs"),
    ],
);

pub(super) static AZURE_FILE_VOLUME_SOURCE: GoStruct = core(
    "AzureFileVolumeSource",
    &[field("secretName", TEXT).required(), field("shareName", TEXT).required(), field("readOnly", Flag)],
);

pub(super) static CONFIG_MAP_VOLUME_SOURCE: GoStruct = core(
    "ConfigMapVolumeSource",
    &[
        inlined(&LOCAL_OBJECT_REFERENCE),
        field("items", List(&Struct(&KEY_TO_PATH))),
        field("defaultMode", OPTIONAL_INT32),
        field("optional", OPTIONAL_FLAG),
        field("defaultUser", OPTIONAL_INT64).since(37),
    ],
);

pub(super) static VSPHERE_VIRTUAL_DISK_VOLUME_SOURCE: GoStruct = core(
    "VsphereVirtualDiskVolumeSource",
    &[
        field("volumePath", TEXT).required(),
        field("fsType", TEXT).named("FSType"),
        field("storagePolicyName", TEXT),
        field("storagePolicyID", TEXT),
    ],
);

pub(super) static QUOBYTE_VOLUME_SOURCE: GoStruct = core(
    "QuobyteVolumeSource",
    &[
        field("registry", TEXT).required(),
        field("volume", TEXT).required(),
        field("readOnly", Flag),
        field("user", TEXT),
        field("group", TEXT),
        field("tenant", TEXT),
    ],
);

pub(super) static AZURE_DISK_VOLUME_SOURCE: GoStruct = core(
    "AzureDiskVolumeSource",
    &[
        field("diskName", TEXT).required(),
        field("diskURI", TEXT).named("DataDiskURI").required(),
        field("cachingMode", Pointer(&Text("core.AzureDataDiskCachingMode"))),
        field("fsType", OPTIONAL_TEXT).named("FSType"),
        field("readOnly", OPTIONAL_FLAG),
        field("kind", Pointer(&Text("core.AzureDataDiskKind"))),
    ],
);

pub(super) static PHOTON_PERSISTENT_DISK_VOLUME_SOURCE: GoStruct =
    core("PhotonPersistentDiskVolumeSource", &[field("pdID", TEXT).required(), field("fsType", TEXT).named("FSType")]);

pub(super) static PROJECTED_VOLUME_SOURCE: GoStruct = core(
    "ProjectedVolumeSource",
    &[
        field("sources", List(&Struct(&VOLUME_PROJECTION))).required(),
        field("defaultMode", OPTIONAL_INT32),
        field("defaultUser", OPTIONAL_INT64).since(37),
    ],
);

pub(super) static VOLUME_PROJECTION: GoStruct = core(
    "VolumeProjection",
    &[
        field("secret", Pointer(&Struct(&SECRET_PROJECTION))),
        field("downwardAPI", Pointer(&Struct(&DOWNWARD_API_PROJECTION))),
        field("configMap", Pointer(&Struct(&CONFIG_MAP_PROJECTION))),
        field("serviceAccountToken", Pointer(&Struct(&SERVICE_ACCOUNT_TOKEN_PROJECTION))),
        field("clusterTrustBundle", Pointer(&Struct(&CLUSTER_TRUST_BUNDLE_PROJECTION))).since(29),
        field("podCertificate", Pointer(&Struct(&POD_CERTIFICATE_PROJECTION))).since(34),
    ],
);

pub(super) static SECRET_PROJECTION: GoStruct = core(
    "SecretProjection",
    &[inlined(&LOCAL_OBJECT_REFERENCE), field("items", List(&Struct(&KEY_TO_PATH))), field("optional", OPTIONAL_FLAG)],
);

pub(super) static DOWNWARD_API_PROJECTION: GoStruct =
    core("DownwardAPIProjection", &[field("items", List(&Struct(&DOWNWARD_API_VOLUME_FILE)))]);

pub(super) static CONFIG_MAP_PROJECTION: GoStruct = core(
    "ConfigMapProjection",
    &[inlined(&LOCAL_OBJECT_REFERENCE), field("items", List(&Struct(&KEY_TO_PATH))), field("optional", OPTIONAL_FLAG)],
);

pub(super) static SERVICE_ACCOUNT_TOKEN_PROJECTION: GoStruct = core(
    "ServiceAccountTokenProjection",
    &[
        field("audience", TEXT),
        field("expirationSeconds", OPTIONAL_INT64),
        field("path", TEXT).required(),
        field("user", OPTIONAL_INT64).since(37),
    ],
);

pub(super) static CLUSTER_TRUST_BUNDLE_PROJECTION: GoStruct = core(
    "ClusterTrustBundleProjection",
    &[
        field("name", OPTIONAL_TEXT),
        field("signerName", OPTIONAL_TEXT),
        field("labelSelector", Pointer(&Struct(&LABEL_SELECTOR))),
        field("optional", OPTIONAL_FLAG),
        field("path", TEXT).required(),
        field("user", OPTIONAL_INT64).since(37),
    ],
);

pub(super) static POD_CERTIFICATE_PROJECTION: GoStruct = core(
    "PodCertificateProjection",
    &[
        field("signerName", TEXT),
        field("keyType", TEXT),
        field("maxExpirationSeconds", OPTIONAL_INT32),
        field("credentialBundlePath", TEXT),
        field("keyPath", TEXT),
        field("certificateChainPath", TEXT),
        field("userAnnotations", TEXT_MAP).since(35),
        field("user", OPTIONAL_INT64).since(37),
    ],
);

pub(super) static PORTWORX_VOLUME_SOURCE: GoStruct = core(
    "PortworxVolumeSource",
    &[field("volumeID", TEXT).required(), field("fsType", TEXT).named("FSType"), field("readOnly", Flag)],
);

pub(super) static SCALE_IO_VOLUME_SOURCE: GoStruct = core(
    "ScaleIOVolumeSource",
    &[
        field("gateway", TEXT).required(),
        field("system", TEXT).required(),
        field("secretRef", Pointer(&Struct(&LOCAL_OBJECT_REFERENCE))).required(),
        field("sslEnabled", Flag).named("SSLEnabled"),
        field("protectionDomain", TEXT),
        field("storagePool", TEXT),
        field("storageMode", TEXT),
        field("volumeName", TEXT),
        field("fsType", TEXT).named("FSType"),
        field("readOnly", Flag),
    ],
);

pub(super) static STORAGE_OS_VOLUME_SOURCE: GoStruct = core(
    "StorageOSVolumeSource",
    &[
        field("volumeName", TEXT),
        field("volumeNamespace", TEXT),
        field("fsType", TEXT).named("FSType"),
        field("readOnly", Flag),
        field("secretRef", Pointer(&Struct(&LOCAL_OBJECT_REFERENCE))),
    ],
);

pub(super) static CSI_VOLUME_SOURCE: GoStruct = core(
    "CSIVolumeSource",
    &[
        field("driver", TEXT).required(),
        field("readOnly", OPTIONAL_FLAG),
        field("fsType", OPTIONAL_TEXT).named("FSType"),
        field("volumeAttributes", TEXT_MAP),
        field("nodePublishSecretRef", Pointer(&Struct(&LOCAL_OBJECT_REFERENCE))),
    ],
);

pub(super) static EPHEMERAL_VOLUME_SOURCE: GoStruct =
    core("EphemeralVolumeSource", &[field("volumeClaimTemplate", Pointer(&Struct(&PERSISTENT_VOLUME_CLAIM_TEMPLATE)))]);

pub(super) static PERSISTENT_VOLUME_CLAIM_TEMPLATE: GoStruct = core(
    "PersistentVolumeClaimTemplate",
    &[metadata(), field("spec", Struct(&PERSISTENT_VOLUME_CLAIM_SPEC)).required()],
);

pub(super) static PERSISTENT_VOLUME_CLAIM_SPEC: GoStruct = core(
    "PersistentVolumeClaimSpec",
    &[
        field("accessModes", List(&Text("core.PersistentVolumeAccessMode"))),
        field("selector", Pointer(&Struct(&LABEL_SELECTOR))),
        field("resources", Struct(&RESOURCE_REQUIREMENTS)).until(28),
        field("resources", Struct(&VOLUME_RESOURCE_REQUIREMENTS)).since(29),
        field("volumeName", TEXT),
        field("storageClassName", OPTIONAL_TEXT),
        field("volumeMode", Pointer(&Text("core.PersistentVolumeMode"))),
        field("dataSource", Pointer(&Struct(&TYPED_LOCAL_OBJECT_REFERENCE))).since(12),
        field("dataSourceRef", Pointer(&Struct(&TYPED_OBJECT_REFERENCE))).since(22),
        field("volumeAttributesClassName", OPTIONAL_TEXT).since(29),
    ],
);

pub(super) static VOLUME_RESOURCE_REQUIREMENTS: GoStruct =
    core("VolumeResourceRequirements", &[field("limits", AMOUNTS), field("requests", AMOUNTS)]);

pub(super) static TYPED_LOCAL_OBJECT_REFERENCE: GoStruct = core(
    "TypedLocalObjectReference",
    &[
        field("apiGroup", OPTIONAL_TEXT).named("APIGroup").required(),
        field("kind", TEXT).required(),
        field("name", TEXT).required(),
    ],
);

pub(super) static TYPED_OBJECT_REFERENCE: GoStruct = core(
    "TypedObjectReference",
    &[
        field("apiGroup", OPTIONAL_TEXT).named("APIGroup").required(),
        field("kind", TEXT).required(),
        field("name", TEXT).required(),
        field("namespace", OPTIONAL_TEXT).since(26),
    ],
);

pub(super) static IMAGE_VOLUME_SOURCE: GoStruct =
    core("ImageVolumeSource", &[field("reference", TEXT), field("pullPolicy", Text("core.PullPolicy"))]);
