//! Validation of resource requests and limits of containers and pods (`validateResourceRequirements`).

use super::context::{PodContext, resource_name_value};
use super::{bad_value, names, resource_claims};
use crate::api::json::{Object, object};
use crate::api::quantity::Quantity;
use crate::api::{FieldError, FieldPath, Release};

/// What is wrong with the name of a resource, at its path.
type NameRule = fn(&mut Vec<FieldError>, &str, Release, &FieldPath);

/// `ValidateContainerResourceRequirements`.
pub(super) fn container_resources(
    errors: &mut Vec<FieldError>,
    resources: &Object,
    pod: &PodContext<'_>,
    path: &FieldPath,
) {
    requirements(errors, resources, container_resource_name, pod.release, path);
    resource_claims::claim_names(errors, resources, pod, &path.child("claims"));
}

/// `validateOverhead`: checked as if it were limits.
pub(super) fn overhead(errors: &mut Vec<FieldError>, overhead: &Object, release: Release, path: &FieldPath) {
    let before = errors.len();
    let limits = Object::from_iter([("limits".to_owned(), overhead.clone().into())]);
    requirements(errors, &limits, container_resource_name, release, path);
    for error in errors.iter_mut().skip(before) {
        let limits = path.child("limits");
        if let Some(key) = error.path.as_str().strip_prefix(limits.as_str()) {
            error.place = path.key(key.trim_matches(['[', ']']));
        }
    }
}

/// `validateResourceRequirements`: known resources, no negative amounts, requests within limits.
pub(super) fn requirements(
    errors: &mut Vec<FieldError>,
    resources: &Object,
    name_rule: NameRule,
    release: Release,
    path: &FieldPath,
) {
    let (limit_path, request_path) = (path.child("limits"), path.child("requests"));
    let limits = object(resources, "limits");
    let requests = object(resources, "requests");
    for (name, amount) in limits.into_iter().flat_map(quantities) {
        let path = limit_path.key(name);
        name_rule(errors, name, release, &path);
        quantity_value(errors, name, (amount, limits), release, &path);
        huge_page_value(errors, name, amount, release, &path);
    }
    for (name, amount) in requests.into_iter().flat_map(quantities) {
        let place = request_path.key(name);
        name_rule(errors, name, release, &place);
        quantity_value(errors, name, (amount, requests), release, &place);
        let limit = limits.and_then(|limits| limits.get(name)).and_then(Quantity::from_json);
        within_limit(errors, name, amount, limit, release, (&request_path, &limit_path));
        huge_page_value(errors, name, amount, release, &place);
    }
    let asks_for = |wanted: fn(&str) -> bool| {
        [limits, requests].into_iter().flatten().any(|list| list.keys().any(|name| wanted(name)))
    };
    if asks_for(is_huge_pages) && !asks_for(|name| matches!(name, "cpu" | "memory")) {
        errors.push(FieldError::forbidden(path, "HugePages require cpu or memory"));
    }
}

/// A request is at most its limit; of what cannot be shared it is the limit.
fn within_limit(
    errors: &mut Vec<FieldError>,
    name: &str,
    amount: Quantity,
    limit: Option<Quantity>,
    release: Release,
    (request_path, limit_path): (&FieldPath, &FieldPath),
) {
    let place = request_path.key(name);
    let overcommit = is_native(name) && !is_huge_pages(name);
    let Some(limit) = limit else {
        if !overcommit {
            let detail = "Limit must be set for non overcommitable resources";
            errors.push(FieldError::required(limit_path, detail).at(place));
        }
        return;
    };
    let rule = if !overcommit && !amount.equals(limit) {
        "equal to"
    } else if amount.exceeds(limit) {
        "less than or equal to"
    } else {
        return;
    };
    let of = if release.since(27) { format!(" of {limit}") } else { String::new() };
    let detail = format!("must be {rule} {name} limit{of}");
    errors.push(FieldError::invalid_text(request_path, &amount.to_string(), detail).at(place));
}

/// `ValidateResourceQuantityValue`.
fn quantity_value(
    errors: &mut Vec<FieldError>,
    name: &str,
    (amount, list): (Quantity, Option<&Object>),
    release: Release,
    path: &FieldPath,
) {
    if amount.is_negative() {
        errors.push(FieldError::invalid_text(path, &amount.to_string(), "must be greater than or equal to 0"));
    }
    if is_counted(name) && !amount.is_integer() {
        let written = list.and_then(|list| Quantity::written(list.get(name)?)).unwrap_or_default();
        errors.push(FieldError::invalid(path, bad_value::quantity(&written, release), "must be an integer"));
    }
}

/// `validateResourceQuantityHugePageValue`: whole pages only (v1.21 and later).
fn huge_page_value(errors: &mut Vec<FieldError>, name: &str, amount: Quantity, release: Release, path: &FieldPath) {
    let Some(size) = name.strip_prefix(HUGE_PAGES).filter(|_| release.since(21)) else { return };
    let size = Quantity::parse(size).ok().filter(|size| !size.is_negative() && size.nonzero());
    let size = size.filter(|size| size.is_integer()).map(Quantity::value);
    let is_divisible = size.and_then(|size| amount.value().checked_rem(size)) == Some(0);
    if !is_divisible {
        let detail = format!("{amount} is not positive integer multiple of {name}");
        errors.push(FieldError::invalid_text(path, &amount.to_string(), detail));
    }
}

/// The amounts of a list by name.
pub(super) fn quantities(list: &Object) -> impl Iterator<Item = (&str, Quantity)> {
    list.iter().filter_map(|(name, amount)| Some((name.as_str(), Quantity::from_json(amount)?)))
}

const HUGE_PAGES: &str = "hugepages-";

fn is_native(name: &str) -> bool {
    !name.contains('/') || name.contains("kubernetes.io/")
}

pub(super) fn is_huge_pages(name: &str) -> bool {
    name.starts_with(HUGE_PAGES)
}

fn is_extended(name: &str) -> bool {
    !is_native(name) && !name.starts_with("requests.") && names::qualified_name(&format!("requests.{name}")).is_empty()
}

/// One error for each sentence about the name of a resource.
fn invalid_name(
    errors: &mut Vec<FieldError>,
    name: &str,
    release: Release,
    path: &FieldPath,
    sentences: impl IntoIterator<Item = String>,
) {
    let shown = resource_name_value(name, release);
    // Where a name is shown without quotes, Go writes the colon behind it even if it is empty.
    let colon = if shown.is_empty() { ": " } else { "" };
    errors
        .extend(sentences.into_iter().map(|sentence| FieldError::invalid(path, &shown, format!("{colon}{sentence}"))));
}

/// `validateResourceName`; whether nothing is wrong with the name.
fn resource_name(errors: &mut Vec<FieldError>, name: &str, release: Release, path: &FieldPath) -> bool {
    let before = errors.len();
    invalid_name(errors, name, release, path, names::qualified_name(name));
    if errors.len() == before && !name.contains('/') && !is_standard(name) {
        let detail = "must be a standard resource type or fully qualified".to_owned();
        invalid_name(errors, name, release, path, [detail]);
    }
    errors.len() == before
}

/// `validateContainerResourceName`.
fn container_resource_name(errors: &mut Vec<FieldError>, name: &str, release: Release, path: &FieldPath) {
    resource_name(errors, name, release, path);
    if name.contains('/') {
        if !is_native(name) && !is_extended(name) {
            let detail = "doesn't follow extended resource name standard".to_owned();
            invalid_name(errors, name, release, path, [detail]);
        }
    } else if !matches!(name, "cpu" | "memory" | "ephemeral-storage") && !is_huge_pages(name) {
        invalid_name(errors, name, release, path, ["must be a standard resource for containers".to_owned()]);
    }
}

/// `validatePodResourceName`: what can be asked for by a pod as a whole.
pub(super) fn pod_resource_name(errors: &mut Vec<FieldError>, name: &str, release: Release, path: &FieldPath) {
    if resource_name(errors, name, release, path) && !matches!(name, "cpu" | "memory") && !is_huge_pages(name) {
        errors.push(FieldError::not_supported_value(
            path,
            resource_name_value(name, release),
            &["cpu", HUGE_PAGES, "memory"],
        ));
    }
}

/// Objects that quotas count.
const COUNTED: [&str; 9] = [
    "pods",
    "resourcequotas",
    "services",
    "replicationcontrollers",
    "secrets",
    "configmaps",
    "persistentvolumeclaims",
    "services.nodeports",
    "services.loadbalancers",
];

/// `IsIntegerResourceName`.
fn is_counted(name: &str) -> bool {
    COUNTED.contains(&name) || is_extended(name)
}

/// `IsStandardResourceName`: resources that quotas know besides those of containers.
fn is_standard(name: &str) -> bool {
    let storage =
        matches!(name, "storage" | "requests.storage" | "requests.ephemeral-storage" | "limits.ephemeral-storage");
    let compute = matches!(
        name,
        "cpu" | "memory" | "ephemeral-storage" | "requests.cpu" | "requests.memory" | "limits.cpu" | "limits.memory"
    );
    storage || compute || COUNTED.contains(&name) || name.starts_with("requests.hugepages-") || is_huge_pages(name)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn errors_of(resources: &serde_json::Value, release: Release) -> Vec<FieldError> {
        let mut errors = Vec::new();
        let path = FieldPath::new("resources");
        requirements(&mut errors, resources.as_object().unwrap(), container_resource_name, release, &path);
        errors
    }

    #[test]
    fn requests_stay_within_limits() {
        let resources = json!({
            "limits": {"cpu": "500m", "memory": -1, "gpu": 1, "nvidia.com/gpu": "500m"},
            "requests": {"cpu": 1, "nvidia.com/gpu": 1, "hugepages-2Mi": "4Mi"},
        });
        let errors = errors_of(&resources, Release::V1_11);
        assert_eq!(
            errors.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [
                r#"resources.limits[gpu]: Invalid value: "gpu": must be a standard resource type or fully qualified"#,
                r#"resources.limits[gpu]: Invalid value: "gpu": must be a standard resource for containers"#,
                r#"resources.limits[memory]: Invalid value: "-1": must be greater than or equal to 0"#,
                "resources.limits[nvidia.com/gpu]: Invalid value: resource.Quantity{i:resource.int64Amount{value:500, \
                 scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:\"500m\", Format:\"DecimalSI\"}: must be an integer",
                r#"resources.requests: Invalid value: "1": must be less than or equal to cpu limit"#,
                "resources.limits: Required value: Limit must be set for non overcommitable resources",
                r#"resources.requests: Invalid value: "1": must be equal to nvidia.com/gpu limit"#,
            ]
        );
        assert_eq!(errors[4].place.as_str(), "resources.requests[cpu]");
    }

    #[test]
    fn huge_pages_are_whole_since_v1_21() {
        let resources = json!({"limits": {"cpu": "1", "hugepages-2Mi": "3Mi"}, "requests": {"cpu": "2"}});
        assert_eq!(
            errors_of(&resources, Release::V1_36).iter().map(ToString::to_string).collect::<Vec<_>>(),
            [
                r#"resources.limits[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi"#,
                r#"resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1"#,
            ]
        );
        assert_eq!(errors_of(&resources, Release::V1_11).len(), 1);
    }
}
