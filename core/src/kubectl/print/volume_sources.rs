//! Kinds of volumes that print more than their fields: size limits, projected sources, and ephemeral claims.
//!
//! The list of all kinds is in `volumes`.

use super::describe::{LONGEST_ANNOTATION, annotation_block, block, shortened};
use super::fields::{Fields, entries, flag, given, number, object, objects, plain, text};
use crate::api::{Labels, Quantity, Release};

/// The minor that tells how large an `emptyDir` may get.
const SIZE_LIMIT: u8 = 13;
/// The minor that says in plain words whether one of several sources may be missing (#129457).
const PLAIN_OPTIONAL: u8 = 33;

/// The lines that a volume with such a `source` has after those of its kind's fields.
pub(super) fn more(release: Release, kind: &str, source: &Fields) -> Vec<String> {
    match kind {
        "emptyDir" if release.since(SIZE_LIMIT) => vec![format!("    SizeLimit:\t{}", size_limit(source))],
        "downwardAPI" => downward_api(source),
        "projected" => objects(source, "sources").flat_map(|source| projected(release, source)).collect(),
        "csi" => attributes(source),
        "ephemeral" => object(source, "volumeClaimTemplate").map(claim).unwrap_or_default(),
        _ => Vec::new(),
    }
}

fn size_limit(directory: &Fields) -> String {
    let limit = directory.get("sizeLimit").and_then(|limit| Quantity::parse(&plain(limit)).ok());
    limit.filter(|limit| limit.value() > 0).map_or_else(|| "<unset>".to_owned(), |limit| limit.to_string())
}

fn downward_api(source: &Fields) -> Vec<String> {
    let mut lines = vec!["    Items:".to_owned()];
    for item in objects(source, "items") {
        for (field, of) in [("fieldRef", "fieldPath"), ("resourceFieldRef", "resource")] {
            let source = object(item, field);
            lines.extend(source.map(|source| format!("      {} -> {}", text(source, of), text(item, "path"))));
        }
    }
    lines
}

/// One of several sources of a volume. None of the releases prints what later ones added.
fn projected(release: Release, source: &Fields) -> Vec<String> {
    let named = |source: &Fields, title: &str, older: &str| {
        let optional = match source.get("optional").filter(|value| !value.is_null()) {
            _ if release.since(PLAIN_OPTIONAL) => format!("    Optional:\t{}", flag(source, "optional")),
            None => format!("    {older}:\t<nil>"),
            // Older clients write where in their memory the answer is: another place each time.
            Some(_) => format!("    {older}:\t0xc0005b8a2f"),
        };
        vec![format!("    {title}:\t{}", text(source, "name")), optional]
    };
    if let Some(secret) = object(source, "secret") {
        named(secret, "SecretName", "SecretOptionalName")
    } else if object(source, "downwardAPI").is_some() {
        vec!["    DownwardAPI:\ttrue".to_owned()]
    } else if let Some(config) = object(source, "configMap") {
        named(config, "ConfigMapName", "ConfigMapOptional")
    } else if let Some(token) = object(source, "serviceAccountToken") {
        vec![format!("    TokenExpirationSeconds:\t{}", number(token, "expirationSeconds"))]
    } else {
        Vec::new()
    }
}

/// Upstream's writer indents each piece of a line again, also the text after a title.
const AGAIN: &str = "    ";

/// The attributes for a storage driver.
fn attributes(source: &Fields) -> Vec<String> {
    let attributes = entries(source, "volumeAttributes")
        .map(|(key, value)| format!("{AGAIN}{}", shortened(&format!("{key}={value}"), LONGEST_ANNOTATION)));
    let mut lines = Vec::new();
    block(&mut lines, "    VolumeAttributes", "        ", "<none>", attributes);
    lines
}

/// The claim that is made for the pod alone.
fn claim(claim: &Fields) -> Vec<String> {
    let nothing = Fields::new();
    let part = |name| object(claim, name).unwrap_or(&nothing);
    let (metadata, spec) = (part("metadata"), part("spec"));
    let map = |field| entries(metadata, field).collect::<Labels>();
    let annotations = map("annotations");
    // As an annotation it was before it became a field.
    let class = annotations.get("volume.beta.kubernetes.io/storage-class");
    let volume = text(spec, "volumeName");
    let mut lines = vec![
        format!("    StorageClass:\t{}", class.unwrap_or_else(|| text(spec, "storageClassName"))),
        format!("    Volume:\t{volume}"),
    ];
    let labels = map("labels");
    let labels = labels.iter().map(|(key, value)| format!("{AGAIN}{key}={value}"));
    block(&mut lines, "    Labels", "        ", "    <none>", labels);
    annotation_block(&mut lines, "    Annotations", AGAIN, &annotations);
    // Of a volume that it names nothing more is known: a template has no status.
    lines.push(format!("    Capacity:\t{}", if volume.is_empty() { "" } else { "0" }));
    lines.push("    Access Modes:\t".to_owned());
    lines.push(format!("    VolumeMode:\t{}", given(spec, "volumeMode").unwrap_or("Filesystem")));
    if let Some(data) = object(spec, "dataSource") {
        lines.push("    DataSource:".to_owned());
        let group = data.get("apiGroup").filter(|group| !group.is_null());
        lines.extend(group.map(|group| format!("      APIGroup:\t{}", plain(group))));
        lines.extend(["kind", "name"].map(|field| {
            let title = if field == "kind" { "Kind" } else { "Name" };
            format!("      {title}:\t{}", text(data, field))
        }));
    }
    lines
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn said(release: Release, kind: &str, source: &Value) -> Vec<String> {
        more(release, kind, source.as_object().unwrap())
    }

    #[test]
    fn directories_tell_of_their_limit_since_v1_22() {
        let limited = |limit: Value| said(Release::V1_22, "emptyDir", &json!({"sizeLimit": limit}));
        assert_eq!(limited(json!("1024Mi")), ["    SizeLimit:\t1Gi"]);
        assert_eq!(limited(json!("0")), ["    SizeLimit:\t<unset>"]);
        assert_eq!(limited(Value::Null), ["    SizeLimit:\t<unset>"]);
        assert!(said(Release::V1_11, "emptyDir", &json!({"sizeLimit": "1Gi"})).is_empty());
    }

    #[test]
    fn what_is_known_of_the_pod_is_shown_as_where_it_goes() {
        let source = json!({"items": [
            {"path": "labels", "fieldRef": {"fieldPath": "metadata.labels"}},
            {"path": "cpu", "resourceFieldRef": {"resource": "limits.cpu"}},
        ]});
        let lines = ["    Items:", "      metadata.labels -> labels", "      limits.cpu -> cpu"];
        assert_eq!(said(Release::V1_11, "downwardAPI", &source), lines);
    }

    #[test]
    fn sources_that_may_be_missing_are_shown_in_plain_words_by_the_latest_release() {
        let source = json!({"sources": [
            {"secret": {"name": "s"}},
            {"downwardAPI": {"items": []}},
            {"configMap": {"name": "c", "optional": true}},
            {"serviceAccountToken": {"path": "t", "expirationSeconds": 3600}},
            {"clusterTrustBundle": {"path": "b"}},
        ]});
        assert_eq!(
            said(Release::V1_28, "projected", &source)[..3],
            ["    SecretName:\ts", "    SecretOptionalName:\t<nil>", "    DownwardAPI:\ttrue"]
        );
        assert_eq!(
            said(Release::V1_36, "projected", &source),
            [
                "    SecretName:\ts",
                "    Optional:\tfalse",
                "    DownwardAPI:\ttrue",
                "    ConfigMapName:\tc",
                "    Optional:\ttrue",
                "    TokenExpirationSeconds:\t3600",
            ]
        );
    }

    #[test]
    fn a_driver_is_shown_one_thing_a_line() {
        let long = "x".repeat(200);
        assert_eq!(
            said(Release::V1_28, "csi", &json!({"volumeAttributes": {"b": "2", "a": "1", "c": long}})),
            [
                "    VolumeAttributes:\t    a=1".to_owned(),
                "        \t    b=2".to_owned(),
                format!("        \t    c={}...", "x".repeat(138)),
            ]
        );
        assert_eq!(said(Release::V1_28, "csi", &json!({})), ["    VolumeAttributes:\t<none>"]);
    }

    #[test]
    fn a_claim_is_shown_as_a_claim_would_be() {
        let source = json!({"volumeClaimTemplate": {
            "metadata": {"labels": {"b": "2", "a": "1"}, "annotations": {"n": "1", "o": "a\nb", "p": "2"}},
            "spec": {
                "accessModes": ["ReadWriteOnce"],
                "storageClassName": "fast",
                "dataSource": {"apiGroup": "snapshot.storage.k8s.io", "kind": "VolumeSnapshot", "name": "s"},
            },
        }});
        assert_eq!(
            said(Release::V1_28, "ephemeral", &source),
            [
                "    StorageClass:\tfast",
                "    Volume:\t",
                "    Labels:\t    a=1",
                "        \t    b=2",
                "    Annotations:\t    n: 1",
                "    \t    o:",
                "    \t  a",
                "    \t  b",
                "    \t    p: 2",
                "    Capacity:\t",
                "    Access Modes:\t",
                "    VolumeMode:\tFilesystem",
                "    DataSource:",
                "      APIGroup:\tsnapshot.storage.k8s.io",
                "      Kind:\tVolumeSnapshot",
                "      Name:\ts",
            ]
        );
        let bare = json!({"volumeClaimTemplate": {"spec": {"volumeName": "v", "volumeMode": "Block"}}});
        assert_eq!(
            said(Release::V1_36, "ephemeral", &bare),
            [
                "    StorageClass:\t",
                "    Volume:\tv",
                "    Labels:\t    <none>",
                "    Annotations:\t    <none>",
                "    Capacity:\t0",
                "    Access Modes:\t",
                "    VolumeMode:\tBlock",
            ]
        );
    }
}
