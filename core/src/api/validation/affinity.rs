//! Validation of affinities (`validateAffinity`).

use super::context::qualified_name;
use super::meta::invalid_texts;
use super::{names, selector};
use crate::api::json::{Object, number, object, objects, text, texts};
use crate::api::{FieldError, FieldPath, Release};

const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";
const BAD_OPERATOR: &str = "not a valid selector operator";

/// `validateAffinity`.
pub(super) fn affinity(errors: &mut Vec<FieldError>, affinity: &Object, release: Release, path: &FieldPath) {
    if let Some(node) = object(affinity, "nodeAffinity") {
        node_affinity(errors, node, release, &path.child("nodeAffinity"));
    }
    for kind in ["podAffinity", "podAntiAffinity"] {
        if let Some(pod) = object(affinity, kind) {
            pod_affinity(errors, pod, release, &path.child(kind));
        }
    }
}

/// `validateNodeAffinity`.
fn node_affinity(errors: &mut Vec<FieldError>, affinity: &Object, release: Release, path: &FieldPath) {
    if let Some(required) = object(affinity, REQUIRED) {
        let terms_path = path.child(REQUIRED).child("nodeSelectorTerms");
        let mut terms = objects(required, "nodeSelectorTerms").peekable();
        if terms.peek().is_none() {
            errors.push(FieldError::required(&terms_path, "must have at least one node selector term"));
        }
        for (index, term) in terms {
            node_selector_term(errors, term, release.since(33), &terms_path.index(index));
        }
    }
    for (index, preferred) in objects(affinity, PREFERRED) {
        let path = path.child(PREFERRED).index(index);
        weight(errors, preferred, &path);
        if let Some(term) = object(preferred, "preference") {
            node_selector_term(errors, term, false, &path.child("preference"));
        }
    }
}

fn weight(errors: &mut Vec<FieldError>, term: &Object, path: &FieldPath) {
    let weight = number(term, "weight");
    if !(1..=100).contains(&weight) {
        errors.push(FieldError::invalid(&path.child("weight"), weight, "must be in the range 1-100"));
    }
}

/// `ValidateNodeSelectorTerm`; the values of a required term have to be values of labels since v1.33.
fn node_selector_term(errors: &mut Vec<FieldError>, term: &Object, with_values: bool, path: &FieldPath) {
    for (index, requirement) in objects(term, "matchExpressions") {
        node_selector_requirement(errors, requirement, with_values, &path.child("matchExpressions").index(index));
    }
    for (index, requirement) in objects(term, "matchFields") {
        node_field_selector_requirement(errors, requirement, &path.child("matchFields").index(index));
    }
}

/// `ValidateNodeSelectorRequirement`.
fn node_selector_requirement(errors: &mut Vec<FieldError>, requirement: &Object, with_values: bool, path: &FieldPath) {
    let values: Vec<&str> = texts(requirement, "values").map(|(_, value)| value).collect();
    let values_path = path.child("values");
    match text(requirement, "operator") {
        "In" | "NotIn" => {
            if values.is_empty() {
                let detail = "must be specified when `operator` is 'In' or 'NotIn'";
                errors.push(FieldError::required(&values_path, detail));
            }
        }
        "Exists" | "DoesNotExist" => {
            if !values.is_empty() {
                let detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
                errors.push(FieldError::forbidden(&values_path, detail));
            }
        }
        "Gt" | "Lt" => {
            if values.len() != 1 {
                let detail = "must be specified single value when `operator` is 'Lt' or 'Gt'";
                errors.push(FieldError::required(&values_path, detail));
            }
        }
        operator => errors.push(FieldError::invalid_text(&path.child("operator"), operator, BAD_OPERATOR)),
    }
    qualified_name(errors, text(requirement, "key"), &path.child("key"));
    if with_values {
        for (index, value) in values.into_iter().enumerate() {
            invalid_texts(errors, &values_path.index(index), value, names::label_value(value));
        }
    }
}

/// `ValidateNodeFieldSelectorRequirement`: a node by its name.
fn node_field_selector_requirement(errors: &mut Vec<FieldError>, requirement: &Object, path: &FieldPath) {
    let values: Vec<&str> = texts(requirement, "values").map(|(_, value)| value).collect();
    match text(requirement, "operator") {
        "In" | "NotIn" => {
            if values.len() != 1 {
                let detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
                errors.push(FieldError::required(&path.child("values"), detail));
            }
        }
        operator => errors.push(FieldError::invalid_text(&path.child("operator"), operator, BAD_OPERATOR)),
    }
    match text(requirement, "key") {
        "metadata.name" => {
            for (index, value) in values.into_iter().enumerate() {
                invalid_texts(errors, &path.child("values").index(index), value, names::dns_subdomain(value));
            }
        }
        key => errors.push(FieldError::invalid_text(&path.child("key"), key, "not a valid field selector key")),
    }
}

/// `validatePodAffinity` and `validatePodAntiAffinity`.
fn pod_affinity(errors: &mut Vec<FieldError>, affinity: &Object, release: Release, path: &FieldPath) {
    for (index, term) in objects(affinity, REQUIRED) {
        pod_affinity_term(errors, term, release, &path.child(REQUIRED).index(index));
    }
    for (index, weighted) in objects(affinity, PREFERRED) {
        let path = path.child(PREFERRED).index(index);
        weight(errors, weighted, &path);
        let nothing = Object::new();
        let term = object(weighted, "podAffinityTerm").unwrap_or(&nothing);
        pod_affinity_term(errors, term, release, &path.child("podAffinityTerm"));
    }
}

/// `validatePodAffinityTerm`.
fn pod_affinity_term(errors: &mut Vec<FieldError>, term: &Object, release: Release, path: &FieldPath) {
    let with_values = release.since(26);
    if let Some(labels) = object(term, "labelSelector") {
        let named = if release.since(21) { "labelSelector" } else { "matchExpressions" };
        selector::label_selector_object(errors, labels, with_values, &path.child(named));
    }
    if let Some(namespaces) = object(term, "namespaceSelector") {
        selector::label_selector_object(errors, namespaces, with_values, &path.child("namespaceSelector"));
    }
    for (index, name) in texts(term, "namespaces") {
        let place = path.child("namespaces").index(index);
        let sentences = names::dns_label(name).into_iter();
        let namespace = path.child("namespace");
        errors.extend(sentences.map(|sentence| FieldError::invalid_text(&namespace, name, sentence).at(place.clone())));
    }
    match_label_keys(errors, term, path);
    let key = text(term, "topologyKey");
    if key.is_empty() {
        errors.push(FieldError::required(&path.child("topologyKey"), "can not be empty"));
    }
    qualified_name(errors, key, &path.child("topologyKey"));
}

/// `ValidateMatchLabelKeysAndMismatchLabelKeys`.
pub(super) fn match_label_keys(errors: &mut Vec<FieldError>, term: &Object, path: &FieldPath) {
    let labels = object(term, "labelSelector");
    let keys = |field: &str| -> Vec<&str> { texts(term, field).map(|(_, key)| key).collect() };
    let (matching, mismatching) = (keys("matchLabelKeys"), keys("mismatchLabelKeys"));
    for (field, keys) in [("matchLabelKeys", &matching), ("mismatchLabelKeys", &mismatching)] {
        let path = path.child(field);
        if keys.is_empty() {
            continue;
        }
        if labels.is_none() {
            errors.push(FieldError::forbidden(&path, "must not be specified when labelSelector is not set"));
            continue;
        }
        for (index, key) in keys.iter().enumerate() {
            qualified_name(errors, key, &path.index(index));
        }
    }
    if let Some(labels) = labels {
        // The server adds one requirement to the selector for each key; a second one comes from the user.
        let mut selected: Vec<&str> =
            object(labels, "matchLabels").into_iter().flat_map(Object::keys).map(String::as_str).collect();
        for (_, requirement) in objects(labels, "matchExpressions") {
            let key = text(requirement, "key");
            if selected.contains(&key)
                && let Some(index) = matching.iter().rposition(|known| *known == key)
            {
                let detail = "exists in both matchLabelKeys and labelSelector";
                let place = path.child("matchLabelKeys").index(index);
                errors.push(FieldError::invalid_text(&path.index(index), key, detail).at(place));
            }
            selected.push(key);
        }
    }
    for (index, key) in matching.iter().enumerate() {
        if mismatching.contains(key) {
            let detail = "exists in both matchLabelKeys and mismatchLabelKeys";
            errors.push(FieldError::invalid_text(&path.child("matchLabelKeys").index(index), key, detail));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn errors_of(value: &serde_json::Value, release: Release) -> Vec<String> {
        let mut errors = Vec::new();
        affinity(&mut errors, value.as_object().unwrap(), release, &FieldPath::new("a"));
        errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn terms_are_walked_in_upstreams_order() {
        let expressions = json!([{"key": "k", "operator": "In"}, {"key": "k", "operator": "Gt", "values": ["1", "2"]}]);
        let fields = json!([{"key": "spec.x", "operator": "Exists"}]);
        let value = json!({
            "podAntiAffinity": {PREFERRED: [{"weight": 101, "podAffinityTerm": {"topologyKey": "zone", "namespaces": ["A"]}}]},
            "nodeAffinity": {
                REQUIRED: {"nodeSelectorTerms": [{"matchFields": fields, "matchExpressions": expressions}]},
                PREFERRED: [{"weight": 0, "preference": {}}],
            },
        });
        let node = format!("a.nodeAffinity.{REQUIRED}.nodeSelectorTerms[0]");
        let pod = format!("a.podAntiAffinity.{PREFERRED}[0]");
        let errors = errors_of(&value, Release::V1_36);
        let (last, others) = errors.split_last().unwrap();
        assert_eq!(
            others,
            [
                format!(
                    "{node}.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'"
                ),
                format!(
                    "{node}.matchExpressions[1].values: Required value: must be specified single value when `operator` is 'Lt' or 'Gt'"
                ),
                format!("{node}.matchFields[0].operator: Invalid value: \"Exists\": not a valid selector operator"),
                format!("{node}.matchFields[0].key: Invalid value: \"spec.x\": not a valid field selector key"),
                format!("a.nodeAffinity.{PREFERRED}[0].weight: Invalid value: 0: must be in the range 1-100"),
                format!("{pod}.weight: Invalid value: 101: must be in the range 1-100"),
            ]
        );
        assert!(last.starts_with(&format!("{pod}.podAffinityTerm.namespace: Invalid value: \"A\": ")), "{last}");
    }

    #[test]
    fn values_of_node_labels_are_checked_since_v1_33() {
        let term = json!({"matchExpressions": [{"key": "k", "operator": "In", "values": ["a b"]}]});
        let value = json!({"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [term]}}});
        assert_eq!(errors_of(&value, Release::V1_28), Vec::<String>::new());
        assert_eq!(errors_of(&value, Release::V1_36).len(), 1);
    }
}
