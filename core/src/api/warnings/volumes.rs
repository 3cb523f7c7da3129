//! Warnings about volumes: removed sources, and files that hide each other.

use super::pod::fraction;
use crate::api::Release;
use crate::api::field::{FieldPath, go_quote};
use crate::api::json::{Object, is_set, object, objects, text};

/// A file of a volume, and where its content comes from.
#[derive(Clone, PartialEq)]
struct File {
    path: String,
    source: String,
}

impl File {
    fn shown(&self) -> String {
        let path = go_quote(&self.path);
        if self.source.is_empty() { path } else { format!("{path} ({})", self.source) }
    }

    /// Whether one path contains the other, or both are equal.
    fn overlaps(&self, other: &Self) -> bool {
        let within = |inner: &str, outer: &str| format!("{inner}/").starts_with(&format!("{outer}/"));
        !self.path.is_empty()
            && !other.path.is_empty()
            && (within(&self.path, &other.path) || within(&other.path, &self.path))
    }
}

/// Warnings about deprecated sources, in upstream's order: field, name in the warning, text.
fn fates(release: Release) -> [(&'static str, &'static str, &'static str); 9] {
    let fate = |new, old, since| if release.since(since) { new } else { old };
    let gone_in_1_25 = fate(
        "deprecated in v1.22, non-functional in v1.25+",
        "deprecated in v1.22, support removal is planned in v1.26",
        27,
    );
    let gluster = fate(
        "deprecated in v1.25, non-functional in v1.26+",
        "deprecated in v1.25, this feature will be removed soon after in a subsequent release",
        27,
    );
    [
        ("photonPersistentDisk", "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"),
        (
            "gitRepo",
            "gitRepo",
            fate("deprecated in v1.11, and disabled by default in v1.33+", "deprecated in v1.11", 33),
        ),
        ("scaleIO", "scaleIO", "deprecated in v1.16, non-functional in v1.22+"),
        ("flocker", "flocker", gone_in_1_25),
        ("storageos", "storageOS", gone_in_1_25),
        ("quobyte", "quobyte", gone_in_1_25),
        ("glusterfs", "glusterfs", if release.since(25) { gluster } else { "" }),
        ("cephfs", "cephfs", fate("deprecated in v1.28, non-functional in v1.31+", "", 28)),
        ("rbd", "rbd", fate("deprecated in v1.28, non-functional in v1.31+", "", 28)),
    ]
}

/// Warnings about all volumes of a pod.
pub(super) fn of_volumes(warnings: &mut Vec<String>, spec: &Object, release: Release, path: &FieldPath) {
    for (index, volume) in objects(spec, "volumes") {
        let path = path.index(index);
        for (field, named, fate) in fates(release).into_iter().filter(|(.., fate)| !fate.is_empty()) {
            if field == "cephfs" && release.since(26) {
                of_claim(warnings, volume, &path);
            }
            if is_set(volume, field) {
                warnings.push(format!("{}: {fate}", path.child(named)));
            }
        }
    }
    if release.since(32) {
        for (_, volume) in objects(spec, "volumes") {
            overlaps(warnings, volume, release);
        }
    }
}

/// `GetWarningsForPersistentVolumeClaimSpec`.
fn of_claim(warnings: &mut Vec<String>, volume: &Object, path: &FieldPath) {
    let template = object(volume, "ephemeral").and_then(|source| object(source, "volumeClaimTemplate"));
    let spec = template.and_then(|template| object(template, "spec"));
    let Some(resources) = spec.and_then(|spec| object(spec, "resources")) else { return };
    let path = path.child("ephemeral").child("volumeClaimTemplate").child("spec").child("resources");
    for list in ["requests", "limits"] {
        fraction(warnings, object(resources, list), "storage", &path.child(list));
    }
}

/// The files of `source`.
fn files(source: &Object, named: &str) -> Vec<File> {
    let paths = objects(source, "items").map(|(_, item)| text(item, "path").to_owned());
    paths.map(|path| File { path, source: named.to_owned() }).collect()
}

/// `warningsForOverlappingVirtualPaths` of one volume.
fn overlaps(warnings: &mut Vec<String>, volume: &Object, release: Release) {
    let name = go_quote(text(volume, "name"));
    let warning = |kind: &str, what: &str| format!("volume {name} ({kind}): overlapping paths: {what}");
    let kinds =
        [("configMap", "ConfigMap", "name"), ("secret", "Secret", "secretName"), ("downwardAPI", "DownwardAPI", "")];
    for (field, kind, named_by) in kinds {
        if let Some(source) = object(volume, field) {
            let kind = named(kind, source, named_by);
            let collisions = collisions(files(source, ""));
            warnings.extend(collisions.iter().map(|what| warning(&kind, what)));
        }
    }
    let Some(projected) = object(volume, "projected") else { return };
    let mut seen = Vec::new();
    let mut last = Vec::new();
    for (_, projection) in objects(projected, "sources") {
        if projection.is_empty() {
            warnings.push(format!("volume {name} (Projected) has no sources provided"));
            continue;
        }
        let kinds = [("configMap", "ConfigMap"), ("secret", "Secret"), ("downwardAPI", "DownwardAPI")];
        let listed = kinds.into_iter().find_map(|(field, kind)| {
            let source = object(projection, field).filter(|source| is_set(source, "items"))?;
            Some(files(source, &named(kind, source, if field == "downwardAPI" { "" } else { "name" })))
        });
        let token = || {
            let token = object(projection, "serviceAccountToken")?;
            Some(vec![File { path: text(token, "path").to_owned(), source: "ServiceAccountToken".to_owned() }])
        };
        // Until v1.33 a source without its own files repeats the files before it.
        let own = listed.or_else(token);
        last = if release.since(34) { own.unwrap_or_default() } else { own.unwrap_or(last) };
        for file in last.clone() {
            warnings.extend(collisions_with(&mut seen, file).iter().map(|what| warning("Projected", what)));
        }
    }
}

fn named(kind: &str, source: &Object, by: &str) -> String {
    if by.is_empty() { kind.to_owned() } else { format!("{kind} {}", go_quote(text(source, by))) }
}

/// `checkVolumeMappingForOverlap`.
fn collisions(files: Vec<File>) -> Vec<String> {
    let mut seen = Vec::new();
    files.into_iter().flat_map(|file| collisions_with(&mut seen, file)).collect()
}

/// `checkForOverlap`: `file` with each of those before it.
fn collisions_with(seen: &mut Vec<File>, mut file: File) -> Vec<String> {
    let length = file.path.trim_end_matches('/').len();
    file.path.truncate(length);
    let others = seen.iter().filter(|other| file.overlaps(other));
    let found = others.map(|other| format!("{} with {}", file.shown(), other.shown())).collect();
    seen.push(file);
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn files_within_files() {
        let spec = json!({"volumes": [
            {"name": "a", "configMap": {"name": "m", "items": [{"key": "k", "path": "x"}, {"key": "l", "path": "x/y"}]}},
            {"name": "b", "projected": {"sources": [
                {"serviceAccountToken": {"path": "t"}}, {"secret": {"name": "s", "items": [{"key": "k", "path": "t/"}]}}, {},
            ]}},
            {"name": "c", "rbd": {}},
        ]});
        let mut warnings = Vec::new();
        of_volumes(&mut warnings, spec.as_object().unwrap(), Release::V1_36, &FieldPath::new("v"));
        assert_eq!(
            warnings,
            [
                "v[2].rbd: deprecated in v1.28, non-functional in v1.31+",
                "volume \"a\" (ConfigMap \"m\"): overlapping paths: \"x/y\" with \"x\"",
                "volume \"b\" (Projected): overlapping paths: \"t\" (Secret \"s\") with \"t\" (ServiceAccountToken)",
                "volume \"b\" (Projected) has no sources provided",
            ]
        );
        warnings.clear();
        of_volumes(&mut warnings, spec.as_object().unwrap(), Release::V1_31, &FieldPath::new("v"));
        assert_eq!(warnings, ["v[2].rbd: deprecated in v1.28, non-functional in v1.31+"]);
    }
}
