//! Validation of what containers ask for (`ValidateResourceRequirements`).

use serde_json::Value;

use super::meta::invalid_texts;
use super::{bad_value, names};
use crate::api::json::{Object, object};
use crate::api::quantity::Quantity;
use crate::api::{FieldError, FieldPath, Release};

/// `ValidateResourceRequirements`: known resources, no negative amounts, requests within limits.
pub(super) fn requirements(errors: &mut Vec<FieldError>, resources: &Object, release: Release, path: &FieldPath) {
    let (limit_path, request_path) = (path.child("limits"), path.child("requests"));
    let limits = object(resources, "limits");
    let requests = object(resources, "requests");
    for (list, path, is_request) in [(limits, &limit_path, false), (requests, &request_path, true)] {
        for (name, amount) in list.into_iter().flat_map(quantities) {
            let path = path.key(name);
            resource_name(errors, name, &path);
            if amount.is_negative() {
                errors.push(FieldError::invalid_text(&path, &amount.to_string(), "must be greater than or equal to 0"));
            }
            if is_extended(name) && !amount.is_integer() {
                errors.push(FieldError::invalid(&path, bad_value::quantity(amount, release), "must be an integer"));
            }
            if !is_request {
                continue;
            }
            let limit = limits.and_then(|limits| limits.get(name)).and_then(quantity);
            let place = path;
            let overcommit = is_native(name) && !is_huge_pages(name);
            let detail = match limit {
                Some(limit) if !overcommit && !amount.equals(limit) => format!("must be equal to {name} limit"),
                Some(limit) if amount.exceeds(limit) => format!("must be less than or equal to {name} limit"),
                None if !overcommit => {
                    let detail = "Limit must be set for non overcommitable resources";
                    errors.push(FieldError::required(&limit_path, detail).at(place));
                    continue;
                }
                _ => continue,
            };
            errors.push(FieldError::invalid_text(&request_path, &amount.to_string(), detail).at(place));
        }
    }
    let asks_for = |wanted: fn(&str) -> bool| {
        [limits, requests].into_iter().flatten().any(|list| list.keys().any(|name| wanted(name)))
    };
    if asks_for(is_huge_pages) && !asks_for(|name| matches!(name, "cpu" | "memory")) {
        errors.push(FieldError::forbidden(path, "HugePages require cpu or memory"));
    }
}

fn quantities(list: &Object) -> impl Iterator<Item = (&str, Quantity)> {
    list.iter().filter_map(|(name, amount)| Some((name.as_str(), quantity(amount)?)))
}

/// The amount of a value; amounts that are none are refused in decoding.
fn quantity(value: &Value) -> Option<Quantity> {
    match value {
        Value::String(text) => Quantity::parse(text.trim()).ok(),
        Value::Number(number) => Quantity::parse(&number.to_string()).ok(),
        _ => None,
    }
}

fn is_native(name: &str) -> bool {
    !name.contains('/') || name.contains("kubernetes.io/")
}

fn is_huge_pages(name: &str) -> bool {
    name.starts_with("hugepages-")
}

fn is_extended(name: &str) -> bool {
    !is_native(name) && !name.starts_with("requests.") && names::qualified_name(&format!("requests.{name}")).is_empty()
}

/// `validateContainerResourceName`.
fn resource_name(errors: &mut Vec<FieldError>, name: &str, path: &FieldPath) {
    let sentences = names::qualified_name(name);
    let qualified = sentences.is_empty();
    invalid_texts(errors, path, name, sentences);
    if name.contains('/') {
        if !is_native(name) && !is_extended(name) {
            errors.push(FieldError::invalid_text(path, name, "doesn't follow extended resource name standard"));
        }
    } else if !matches!(name, "cpu" | "memory" | "ephemeral-storage") && !is_huge_pages(name) {
        if qualified && !is_standard(name) {
            let detail = "must be a standard resource type or fully qualified";
            errors.push(FieldError::invalid_text(path, name, detail));
        }
        errors.push(FieldError::invalid_text(path, name, "must be a standard resource for containers"));
    }
}

/// `IsStandardResourceName`: resources that quotas know besides those of containers.
fn is_standard(name: &str) -> bool {
    matches!(
        name,
        "requests.cpu"
            | "requests.memory"
            | "requests.ephemeral-storage"
            | "limits.cpu"
            | "limits.memory"
            | "limits.ephemeral-storage"
            | "pods"
            | "resourcequotas"
            | "services"
            | "replicationcontrollers"
            | "secrets"
            | "configmaps"
            | "persistentvolumeclaims"
            | "storage"
            | "requests.storage"
            | "services.nodeports"
            | "services.loadbalancers"
    ) || name.starts_with("requests.hugepages-")
        || name.starts_with("hugepages-")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn requests_stay_within_limits() {
        let resources = json!({
            "limits": {"cpu": "500m", "memory": -1, "gpu": 1, "nvidia.com/gpu": "500m"},
            "requests": {"cpu": 1, "nvidia.com/gpu": 1, "hugepages-2Mi": "4Mi"},
        });
        let mut errors = Vec::new();
        requirements(&mut errors, resources.as_object().unwrap(), Release::V1_11, &FieldPath::new("resources"));
        let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            [
                r#"resources.limits[gpu]: Invalid value: "gpu": must be a standard resource type or fully qualified"#,
                r#"resources.limits[gpu]: Invalid value: "gpu": must be a standard resource for containers"#,
                r#"resources.limits[memory]: Invalid value: "-1": must be greater than or equal to 0"#,
                r"resources.limits[nvidia.com/gpu]: Invalid value: 500m: must be an integer",
                r#"resources.requests: Invalid value: "1": must be less than or equal to cpu limit"#,
                "resources.limits: Required value: Limit must be set for non overcommitable resources",
                r#"resources.requests: Invalid value: "1": must be equal to nvidia.com/gpu limit"#,
            ]
        );
        assert_eq!(errors[4].place.as_str(), "resources.requests[cpu]");
    }
}
