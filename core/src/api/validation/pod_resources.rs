//! Validation of the resources of a pod as a whole (`validatePodResources`, v1.34 and later): not less than its
//! containers request.

use std::collections::BTreeMap;

use super::context::{PodContext, items};
use super::resources::{self, is_huge_pages, quantities};
use crate::api::json::{Object, object};
use crate::api::quantity::Quantity;
use crate::api::{Container, FieldError, FieldPath, RestartPolicy};
use crate::small_collect::SmallCollect as _;

/// Amounts by resource.
type Amounts = BTreeMap<String, Quantity>;

/// `validatePodResources`.
pub(super) fn pod_resources(errors: &mut Vec<FieldError>, pod: &PodContext<'_>, path: &FieldPath) {
    let Some(resources) = object(pod.other(), "resources") else { return };
    let place = path.child("resources");
    if pod.os() == Some("windows") {
        errors.push(FieldError::forbidden(&place, "may not be set for a windows pod"));
        return;
    }
    if resources.contains_key("claims") {
        let detail = "claims may not be set for Resources at pod-level";
        errors.push(FieldError::forbidden(&place.child("claims"), detail));
    }
    resources::requirements(errors, resources, resources::pod_resource_name, pod.release, &place);
    if !items(resources, "claims").is_empty() {
        super::resource_claims::claim_names(errors, resources, pod, &place.child("claims"));
    }
    for (list, only) in [("requests", None), ("limits", Some(is_huge_pages as fn(&str) -> bool))] {
        for (name, amount) in aggregate(pod, list).into_iter().filter(|(name, _)| only.is_none_or(|only| only(name))) {
            let of_pod = object(resources, list).and_then(|list| list.get(&name)).and_then(Quantity::from_json);
            if let Some(of_pod) = of_pod.filter(|of_pod| amount.exceeds(*of_pod)) {
                let detail = format!("must be greater than or equal to aggregate container {list} of {amount}");
                errors.push(FieldError::invalid_text(&place.child(list).key(&name), &of_pod.to_string(), detail));
            }
        }
    }
    let limits = object(resources, "limits");
    for (index, container) in pod.spec.containers.iter().enumerate() {
        for (name, amount) in list_of(container, "limits").into_iter().flat_map(quantities) {
            let of_pod = limits.and_then(|limits| limits.get(name)).and_then(Quantity::from_json);
            if let Some(of_pod) = of_pod.filter(|of_pod| amount.exceeds(*of_pod)) {
                let detail = format!("must be less than or equal to pod limits of {of_pod}");
                let named = place.child("containers").index(index).key(name).child("limits");
                let place = path.child("containers").index(index).child("resources").child("limits").key(name);
                errors.push(FieldError::invalid_text(&named, &amount.to_string(), detail).at(place));
            }
        }
    }
}

fn list_of<'a>(container: &'a Container, list: &str) -> Option<&'a Object> {
    object(container.other.map(), "resources").and_then(|resources| object(resources, list))
}

/// `AggregateContainerRequests` and `AggregateContainerLimits`: containers run at once, init containers one after
/// the other beside the sidecars before them.
fn aggregate(pod: &PodContext<'_>, list: &str) -> Amounts {
    let amounts = |container: &Container| -> Amounts {
        let amounts = list_of(container, list).into_iter().flat_map(quantities);
        amounts.map(|(name, amount)| (name.to_owned(), amount)).small_collect()
    };
    let mut sum = Amounts::new();
    for container in pod.spec.containers.iter() {
        add(&mut sum, &amounts(container));
    }
    let (mut sidecars, mut most) = (Amounts::new(), Amounts::new());
    for container in pod.spec.init_containers.iter() {
        let mut own = amounts(container);
        if container.restart_policy == Some(RestartPolicy::Always) {
            add(&mut sum, &own);
            add(&mut sidecars, &own);
            raise(&mut most, &sidecars);
        } else {
            add(&mut own, &sidecars);
            raise(&mut most, &own);
        }
    }
    raise(&mut sum, &most);
    sum
}

/// `addResourceList`.
fn add(sum: &mut Amounts, more: &Amounts) {
    for (name, amount) in more {
        let entry = sum.entry(name.clone());
        entry.and_modify(|sum| *sum = sum.plus(*amount)).or_insert(*amount);
    }
}

/// `maxResourceList`.
fn raise(most: &mut Amounts, other: &Amounts) {
    for (name, amount) in other {
        let entry = most.entry(name.clone());
        entry.and_modify(|most| *most = if amount.exceeds(*most) { *amount } else { *most }).or_insert(*amount);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::{PodSpec, Release};

    #[test]
    fn a_pod_has_what_its_containers_ask_for() {
        let resources = |list: &str, cpu: &str| json!({list: {"cpu": cpu}});
        let spec: PodSpec = serde_json::from_value(json!({
            "initContainers": [
                {"name": "s", "restartPolicy": "Always", "resources": resources("requests", "500m")},
                {"name": "i", "resources": resources("requests", "2")},
            ],
            "containers": [
                {"name": "a", "resources": resources("requests", "1")},
                {"name": "b", "resources": resources("limits", "3")},
            ],
            "resources": {"requests": {"cpu": "2"}, "limits": {"cpu": "2", "ephemeral-storage": "1Gi"}},
        }))
        .unwrap();
        let pod = PodContext::new(&spec, Release::V1_36.into(), BTreeMap::new());
        let mut errors = Vec::new();
        pod_resources(&mut errors, &pod, &FieldPath::new("spec"));
        assert_eq!(
            errors.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [
                "spec.resources.limits[ephemeral-storage]: Unsupported value: \"ephemeral-storage\": supported values: \"cpu\", \"hugepages-\", \"memory\"",
                "spec.resources.requests[cpu]: Invalid value: \"2\": must be greater than or equal to aggregate container requests of 2500m",
                "spec.resources.containers[1][cpu].limits: Invalid value: \"3\": must be less than or equal to pod limits of 2",
            ]
        );
        assert_eq!(errors[2].place.as_str(), "spec.containers[1].resources.limits[cpu]");
    }
}
