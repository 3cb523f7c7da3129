//! The volumes of a pod template, each with the kind that the API has for it, and the kinds that only list their fields.
//!
//! They are data, in a table. Kinds that print more are in `volume_sources`.

use super::fields::{Fields, entries, flag, in_brackets, list, number, object, objects, plain, text, words};
use super::volume_sources::more;
use crate::api::Release;

/// The minor that tells what is in volumes with several sources (#70158).
const PROJECTED: u8 = 14;
/// The minor that tells of volumes made by storage drivers.
const CSI: u8 = 14;
/// The minor that tells of claims made for one pod.
const EPHEMERAL: u8 = 19;
/// The minor that tells of images as volumes (#126706).
const IMAGES: u8 = 32;
/// The minor whose client has the API's own types, which Go writes with their names.
const OWN_TYPES: u8 = 12;

/// How one kind of volume is printed.
struct Kind {
    /// The field that makes a volume one of this kind.
    field: &'static str,
    /// The name, and what it is.
    about: &'static str,
    since: u8,
    rows: &'static [(&'static str, How)],
}

/// How a field is written.
#[derive(Clone, Copy)]
enum How {
    Text(&'static str),
    Flag(&'static str),
    Number(&'static str),
    /// `<none>` if it is not there; an empty text is one.
    OrNone(&'static str),
    /// A list in brackets.
    Words(&'static str),
    /// A list with commas.
    Commas(&'static str),
    /// A map.
    Map(&'static str),
    /// The name of a secret, as Go writes a pointer to it.
    Secret(&'static str),
}

use How::{Commas, Flag, Map, Number, OrNone, Secret, Text, Words};

const fn kind(field: &'static str, about: &'static str, rows: &'static [(&'static str, How)]) -> Kind {
    Kind { field, about, since: 0, rows }
}

impl Kind {
    const fn since(self, since: u8) -> Self {
        Self { since, ..self }
    }
}

const FS_TYPE: (&str, How) = ("FSType:", Text("fsType"));
const READ_ONLY: (&str, How) = ("ReadOnly:", Flag("readOnly"));
const SECRET_REF: (&str, How) = ("SecretRef:", Secret("secretRef"));
const OPTIONAL: (&str, How) = ("Optional:", Flag("optional"));

/// All kinds, in the order in which upstream looks for them.
const KINDS: &[Kind] = &[
    kind(
        "hostPath",
        "HostPath (bare host directory volume)",
        &[("Path:", Text("path")), ("HostPathType:", OrNone("type"))],
    ),
    kind("emptyDir", "EmptyDir (a temporary directory that shares a pod's lifetime)", &[("Medium:", Text("medium"))]),
    kind(
        "gcePersistentDisk",
        "GCEPersistentDisk (a Persistent Disk resource in Google Compute Engine)",
        &[("PDName:", Text("pdName")), FS_TYPE, ("Partition:", Number("partition")), READ_ONLY],
    ),
    kind(
        "awsElasticBlockStore",
        "AWSElasticBlockStore (a Persistent Disk resource in AWS)",
        &[("VolumeID:", Text("volumeID")), FS_TYPE, ("Partition:", Number("partition")), READ_ONLY],
    ),
    kind(
        "gitRepo",
        "GitRepo (a volume that is pulled from git when the pod is created)",
        &[("Repository:", Text("repository")), ("Revision:", Text("revision"))],
    ),
    kind("secret", "Secret (a volume populated by a Secret)", &[("SecretName:", Text("secretName")), OPTIONAL]),
    kind("configMap", "ConfigMap (a volume populated by a ConfigMap)", &[("Name:", Text("name")), OPTIONAL]),
    kind(
        "nfs",
        "NFS (an NFS mount that lasts the lifetime of a pod)",
        &[("Server:", Text("server")), ("Path:", Text("path")), READ_ONLY],
    ),
    kind(
        "iscsi",
        "ISCSI (an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod)",
        &[
            ("TargetPortal:", Text("targetPortal")),
            ("IQN:", Text("iqn")),
            ("Lun:", Number("lun")),
            // Without a colon in every release.
            ("ISCSIInterface", Text("iscsiInterface")),
            FS_TYPE,
            READ_ONLY,
            ("Portals:", Words("portals")),
            ("DiscoveryCHAPAuth:", Flag("chapAuthDiscovery")),
            ("SessionCHAPAuth:", Flag("chapAuthSession")),
            SECRET_REF,
            ("InitiatorName:", OrNone("initiatorName")),
        ],
    ),
    kind(
        "glusterfs",
        "Glusterfs (a Glusterfs mount on the host that shares a pod's lifetime)",
        &[("EndpointsName:", Text("endpoints")), ("Path:", Text("path")), READ_ONLY],
    ),
    kind(
        "persistentVolumeClaim",
        "PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)",
        &[("ClaimName:", Text("claimName")), READ_ONLY],
    ),
    kind(
        "ephemeral",
        "EphemeralVolume (an inline specification for a volume that gets created and deleted with the pod)",
        &[],
    )
    .since(EPHEMERAL),
    kind(
        "rbd",
        "RBD (a Rados Block Device mount on the host that shares a pod's lifetime)",
        &[
            ("CephMonitors:", Words("monitors")),
            ("RBDImage:", Text("image")),
            FS_TYPE,
            ("RBDPool:", Text("pool")),
            ("RadosUser:", Text("user")),
            ("Keyring:", Text("keyring")),
            SECRET_REF,
            READ_ONLY,
        ],
    ),
    kind(
        "quobyte",
        "Quobyte (a Quobyte mount on the host that shares a pod's lifetime)",
        &[("Registry:", Text("registry")), ("Volume:", Text("volume")), READ_ONLY],
    ),
    kind("downwardAPI", "DownwardAPI (a volume populated by information about the pod)", &[]),
    kind(
        "azureDisk",
        "AzureDisk (an Azure Data Disk mount on the host and bind mount to the pod)",
        &[
            ("DiskName:", Text("diskName")),
            ("DiskURI:", Text("diskURI")),
            ("Kind: ", Text("kind")),
            FS_TYPE,
            ("CachingMode:", Text("cachingMode")),
            READ_ONLY,
        ],
    ),
    kind(
        "vsphereVolume",
        "vSphereVolume (a Persistent Disk resource in vSphere)",
        &[("VolumePath:", Text("volumePath")), FS_TYPE, ("StoragePolicyName:", Text("storagePolicyName"))],
    ),
    kind(
        "cinder",
        "Cinder (a Persistent Disk resource in OpenStack)",
        &[("VolumeID:", Text("volumeID")), FS_TYPE, READ_ONLY, SECRET_REF],
    ),
    kind(
        "photonPersistentDisk",
        "PhotonPersistentDisk (a Persistent Disk resource in photon platform)",
        &[("PdID:", Text("pdID")), FS_TYPE],
    ),
    kind("portworxVolume", "PortworxVolume (a Portworx Volume resource)", &[("VolumeID:", Text("volumeID"))]),
    kind(
        "scaleIO",
        "ScaleIO (a persistent volume backed by a block device in ScaleIO)",
        &[
            ("Gateway:", Text("gateway")),
            ("System:", Text("system")),
            ("Protection Domain:", Text("protectionDomain")),
            ("Storage Pool:", Text("storagePool")),
            ("Storage Mode:", Text("storageMode")),
            ("VolumeName:", Text("volumeName")),
            FS_TYPE,
            READ_ONLY,
        ],
    ),
    kind(
        "cephfs",
        "CephFS (a CephFS mount on the host that shares a pod's lifetime)",
        &[
            ("Monitors:", Words("monitors")),
            ("Path:", Text("path")),
            ("User:", Text("user")),
            ("SecretFile:", Text("secretFile")),
            SECRET_REF,
            READ_ONLY,
        ],
    ),
    kind(
        "storageos",
        "StorageOS (a StorageOS Persistent Disk resource)",
        &[("VolumeName:", Text("volumeName")), ("VolumeNamespace:", Text("volumeNamespace")), FS_TYPE, READ_ONLY],
    ),
    kind(
        "fc",
        "FC (a Fibre Channel disk)",
        &[("TargetWWNs:", Commas("targetWWNs")), ("LUN:", OrNone("lun")), FS_TYPE, READ_ONLY],
    ),
    kind(
        "azureFile",
        "AzureFile (an Azure File Service mount on the host and bind mount to the pod)",
        &[("SecretName:", Text("secretName")), ("ShareName:", Text("shareName")), READ_ONLY],
    ),
    kind(
        "flexVolume",
        "FlexVolume (a generic volume resource that is provisioned/attached using an exec based plugin)",
        &[("Driver:", Text("driver")), FS_TYPE, SECRET_REF, READ_ONLY, ("Options:", Map("options"))],
    ),
    kind(
        "flocker",
        "Flocker (a Flocker volume mounted by the Flocker agent)",
        &[("DatasetName:", Text("datasetName")), ("DatasetUUID:", Text("datasetUUID"))],
    ),
    kind("projected", "Projected (a volume that contains injected data from multiple sources)", &[]).since(PROJECTED),
    kind(
        "csi",
        "CSI (a Container Storage Interface (CSI) volume source)",
        &[("Driver:", Text("driver")), FS_TYPE, READ_ONLY],
    )
    .since(CSI),
    kind(
        "image",
        "Image (a container image or OCI artifact)",
        &[("Reference:", Text("reference")), ("PullPolicy:", Text("pullPolicy"))],
    )
    .since(IMAGES),
];

impl How {
    fn written(self, release: Release, source: &Fields) -> String {
        match self {
            Text(field) => text(source, field).to_owned(),
            Flag(field) => flag(source, field).to_string(),
            Number(field) => number(source, field),
            OrNone(field) => source.get(field).filter(|value| !value.is_null()).map_or("<none>".to_owned(), plain),
            Words(field) => in_brackets(words(source, field)),
            Commas(field) => words(source, field).collect::<Vec<_>>().join(", "),
            Map(field) => {
                let entries: Vec<_> = entries(source, field).map(|(key, value)| format!("{key}:{value}")).collect();
                format!("map[{}]", entries.join(" "))
            }
            Secret(field) => secret(release, object(source, field)),
        }
    }
}

/// The client before had types of its own, which Go writes field by field.
fn secret(release: Release, secret: Option<&Fields>) -> String {
    match secret.map(|secret| text(secret, "name")) {
        None if !release.since(OWN_TYPES) => "<nil>".to_owned(),
        None => "nil".to_owned(),
        Some(name) if !release.since(OWN_TYPES) => format!("&{{{name}}}"),
        Some(name) => format!("&LocalObjectReference{{Name:{name},}}"),
    }
}

/// The lines of the volumes of a template or, with `indent` empty, of a pod, in their order.
pub(super) fn described(lines: &mut Vec<String>, release: Release, indent: &str, spec: &Fields) {
    let none = if list(spec, "volumes").is_empty() { "\t<none>" } else { "" };
    lines.push(format!("{indent}Volumes:{none}"));
    let name_indent = if indent.is_empty() { "  " } else { "   " };
    for volume in objects(spec, "volumes") {
        lines.push(format!("{name_indent}{}:", text(volume, "name")));
        let mut known = KINDS.iter().filter(|kind| release.since(kind.since));
        let Some((kind, source)) = known.find_map(|kind| Some((kind, object(volume, kind.field)?))) else {
            lines.push("  <unknown>".to_owned());
            continue;
        };
        lines.push(format!("    Type:\t{}", kind.about));
        lines.extend(kind.rows.iter().map(|(title, how)| format!("    {title}\t{}", how.written(release, source))));
        lines.extend(more(release, kind.field, source));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn lines(release: Release, volume: &Value) -> Vec<String> {
        let template = json!({"volumes": [volume]});
        let mut lines = Vec::new();
        described(&mut lines, release, "  ", template.as_object().unwrap());
        lines.split_off(1)
    }

    #[test]
    fn each_kind_lists_its_fields() {
        let volume = json!({"name": "v", "hostPath": {"path": "/data", "type": ""}});
        for release in Release::ALL {
            assert_eq!(
                lines(release, &volume),
                [
                    "   v:",
                    "    Type:\tHostPath (bare host directory volume)",
                    "    Path:\t/data",
                    "    HostPathType:\t",
                ]
            );
        }
        let volume = json!({"name": "v", "persistentVolumeClaim": {"claimName": "c"}});
        assert_eq!(
            lines(Release::V1_36, &volume),
            [
                "   v:",
                "    Type:\tPersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)",
                "    ClaimName:\tc",
                "    ReadOnly:\tfalse",
            ]
        );
        let mut none = Vec::new();
        described(&mut none, Release::V1_36, "  ", &Fields::new());
        assert_eq!(none, ["  Volumes:\t<none>"]);
    }

    #[test]
    fn pointers_to_secrets_are_written_as_go_writes_them() {
        let iscsi = json!({"name": "v", "iscsi": {
            "targetPortal": "p", "iqn": "q", "lun": 0, "portals": ["a", "b"], "secretRef": {"name": "s"}}});
        let [v1_11, v1_36] = [Release::V1_11, Release::V1_36].map(|release| lines(release, &iscsi));
        assert_eq!(v1_11[11], "    SecretRef:\t&{s}");
        assert_eq!(
            v1_36[2..],
            [
                "    TargetPortal:\tp",
                "    IQN:\tq",
                "    Lun:\t0",
                "    ISCSIInterface\t",
                "    FSType:\t",
                "    ReadOnly:\tfalse",
                "    Portals:\t[a b]",
                "    DiscoveryCHAPAuth:\tfalse",
                "    SessionCHAPAuth:\tfalse",
                "    SecretRef:\t&LocalObjectReference{Name:s,}",
                "    InitiatorName:\t<none>",
            ]
        );
        let flex = json!({"name": "v", "flexVolume": {"driver": "d", "options": {"b": "2", "a": "1"}}});
        assert_eq!(lines(Release::V1_11, &flex)[4], "    SecretRef:\t<nil>");
        assert_eq!(lines(Release::V1_22, &flex)[4], "    SecretRef:\tnil");
        assert_eq!(lines(Release::V1_22, &flex)[6], "    Options:\tmap[a:1 b:2]");
        let fc = json!({"name": "v", "fc": {"targetWWNs": ["a", "b"], "lun": 2}});
        assert_eq!(lines(Release::V1_22, &fc)[2..4], ["    TargetWWNs:\ta, b", "    LUN:\t2"]);
    }

    #[test]
    fn kinds_are_unknown_until_the_release_tells_of_them() {
        for (source, since) in [("projected", 14), ("csi", 14), ("ephemeral", 19), ("image", 32)] {
            let volume = json!({"name": "v", source: {}});
            for release in Release::ALL {
                let known = lines(release, &volume)[1] != "  <unknown>";
                assert_eq!(known, release.since(since), "{source}, {release}");
            }
        }
        let volume = json!({"name": "v", "image": {"reference": "r", "pullPolicy": "Always"}});
        assert_eq!(lines(Release::V1_36, &volume)[2..], ["    Reference:\tr", "    PullPolicy:\tAlways"]);
    }
}
