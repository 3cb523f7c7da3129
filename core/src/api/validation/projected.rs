//! Validation of what is projected into one volume (`validateProjectionSources`). Sources behind gates that are off
//! (`clusterTrustBundle`, `podCertificate`) are dropped before.

use std::collections::BTreeSet;

use super::context::required_texts;
use super::volume_source::{downward_api_file, key_to_path, local_path};
use crate::api::json::{Object, object, objects, optional_number, text};
use crate::api::{FieldError, FieldPath, Release};

const SHORTEST_TOKEN: i64 = 10 * 60;
const LONGEST_TOKEN: i64 = 1 << 32;

/// `validateProjectionSources`.
pub(super) fn sources(errors: &mut Vec<FieldError>, source: &Object, release: Release, path: &FieldPath) {
    let mut taken: BTreeSet<&str> = BTreeSet::new();
    for (index, projection) in objects(source, "sources") {
        let place = path.child("sources").index(index);
        let mut kinds = 0;
        for kind in ["secret", "configMap"] {
            let Some(source) = object(projection, kind) else { continue };
            kinds += 1;
            let place = place.child(kind);
            required_texts(errors, source, &["name"], &place);
            for (index, item) in objects(source, "items") {
                let place = place.child("items").index(index);
                key_to_path(errors, item, &place);
                unique_path(errors, text(item, "path"), text(source, "name"), &mut taken, path, &place);
            }
        }
        if let Some(source) = object(projection, "downwardAPI") {
            kinds += 1;
            let file_path = place.child("downwardAPI");
            for (index, file) in objects(source, "items") {
                let place = file_path.child("items").index(index);
                downward_api_file(errors, file, release, &file_path, &place);
                unique_path(errors, text(file, "path"), text(file, "path"), &mut taken, path, &place);
            }
        }
        if let Some(token) = object(projection, "serviceAccountToken") {
            kinds += 1;
            service_account_token(errors, token, release, path, &place.child("serviceAccountToken"));
        }
        if kinds > 1 {
            let of = if release.since(31) { " per source" } else { "" };
            errors.push(FieldError::forbidden(&place, format!("may not specify more than 1 volume type{of}")));
        }
    }
}

/// No two files of a volume are at one path.
fn unique_path<'a>(
    errors: &mut Vec<FieldError>,
    target: &'a str,
    shown: &str,
    taken: &mut BTreeSet<&'a str>,
    path: &FieldPath,
    place: &FieldPath,
) {
    if !target.is_empty() && !taken.insert(target) {
        let error = FieldError::invalid_text(path, shown, "conflicting duplicate paths");
        errors.push(error.at(place.child("path")));
    }
}

fn service_account_token(
    errors: &mut Vec<FieldError>,
    token: &Object,
    release: Release,
    path: &FieldPath,
    place: &FieldPath,
) {
    // v1.11 does not say which of the sources it is.
    let named = if release.since(12) { place.clone() } else { path.child("serviceAccountToken") };
    if !release.since(12) {
        let error = FieldError::forbidden(&named, "TokenRequestProjection feature is not enabled");
        errors.push(error.at(place.clone()));
    }
    let seconds = optional_number(token, "expirationSeconds").unwrap_or_default();
    let (seconds_path, seconds_place) = (named.child("expirationSeconds"), place.child("expirationSeconds"));
    if seconds < SHORTEST_TOKEN {
        let detail = "may not specify a duration less than 10 minutes";
        errors.push(FieldError::invalid(&seconds_path, seconds, detail).at(seconds_place.clone()));
    }
    if seconds > LONGEST_TOKEN {
        let detail = "may not specify a duration larger than 2^32 seconds";
        errors.push(FieldError::invalid(&seconds_path, seconds, detail).at(seconds_place));
    }
    let before = errors.len();
    let target = text(token, "path");
    if target.is_empty() {
        errors.push(FieldError::required(&path.child("path"), ""));
    } else if release.since(30) {
        local_path(errors, target, &path.child("path"));
    }
    for error in errors.iter_mut().skip(before) {
        error.place = place.child("path");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn errors_of(source: &Value, release: Release) -> Vec<String> {
        let mut errors = Vec::new();
        let volume = json!({"sources": [source]});
        sources(&mut errors, volume.as_object().unwrap(), release, &FieldPath::new("p"));
        errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_source_has_one_type() {
        let source = json!({"secret": {"name": "a"}, "configMap": {"name": "b"}});
        let words = "p.sources[0]: Forbidden: may not specify more than 1 volume type";
        assert_eq!(errors_of(&source, Release::V1_30), [words]);
        assert_eq!(errors_of(&source, Release::V1_31), [format!("{words} per source")]);
    }

    #[test]
    fn v1_11_projects_no_tokens() {
        let token = json!({"serviceAccountToken": {"path": "t", "expirationSeconds": 1}});
        let short = "expirationSeconds: Invalid value: 1: may not specify a duration less than 10 minutes";
        assert_eq!(
            errors_of(&token, Release::V1_11),
            [
                "p.serviceAccountToken: Forbidden: TokenRequestProjection feature is not enabled".to_owned(),
                format!("p.serviceAccountToken.{short}")
            ]
        );
        assert_eq!(errors_of(&token, Release::V1_22), [format!("p.sources[0].serviceAccountToken.{short}")]);
    }
}
