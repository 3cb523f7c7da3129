//! The quality-of-service class of a pod (`ComputePodQOS`), which the API server writes into its status.

use std::collections::BTreeMap;

use super::fields::{Fields, object, plain};
use crate::api::{Pod, Quantity, Release};

/// The minor whose pods may have amounts of their own (alpha, #128407).
const POD_AMOUNTS: u8 = 32;

/// Amounts of processor time in thousandths and of memory in bytes, where there are any.
type Amounts = BTreeMap<&'static str, i128>;

/// The class of a pod.
pub(super) fn class(pod: &Pod, release: Release) -> &'static str {
    let spec = &pod.spec;
    let own = object(spec.other.map(), "resources").filter(|_| release.since(POD_AMOUNTS));
    let of_containers = || {
        let containers = spec.containers.iter().chain(spec.init_containers.iter());
        containers.map(|container| object(container.other.map(), "resources")).collect()
    };
    let all: Vec<Option<&Fields>> = own.map_or_else(of_containers, |own| vec![Some(own)]);
    let amounts = |list: &str| {
        let mut sum = Amounts::new();
        for (name, amount) in all.iter().flatten().flat_map(|resources| positive(resources, list)) {
            *sum.entry(name).or_default() += amount;
        }
        sum
    };
    let (requests, limits) = (amounts("requests"), amounts("limits"));
    let limited = |resources: Option<&Fields>| resources.is_some_and(|all| positive(all, "limits").len() == 2);
    if requests.is_empty() && limits.is_empty() {
        "BestEffort"
    } else if all.iter().copied().all(limited) && requests == limits {
        "Guaranteed"
    } else {
        "Burstable"
    }
}

/// The amounts above zero in one of the lists.
fn positive(resources: &Fields, list: &str) -> Amounts {
    let amount = |name: &'static str| {
        let quantity = Quantity::parse(&plain(object(resources, list)?.get(name)?)).ok()?;
        let units = if name == "cpu" { quantity.milli_value() } else { quantity.value() };
        (units > 0).then_some((name, i128::from(units)))
    };
    ["cpu", "memory"].into_iter().filter_map(amount).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn class_of(resources: &[Value]) -> &'static str {
        let containers: Vec<_> = resources.iter().map(|one| json!({"name": "c", "resources": one})).collect();
        class(&serde_json::from_value(json!({"spec": {"containers": containers}})).unwrap(), Release::V1_36)
    }

    #[test]
    fn only_equal_limits_of_all_containers_guarantee() {
        let both = json!({"cpu": "1", "memory": "1Gi"});
        let full = json!({"limits": both, "requests": {"cpu": "1000m", "memory": "1024Mi"}});
        assert_eq!(class_of(&[json!({}), json!({"limits": {"cpu": "0"}})]), "BestEffort");
        assert_eq!(class_of(std::slice::from_ref(&full)), "Guaranteed");
        assert_eq!(class_of(&[full, json!({})]), "Burstable");
        assert_eq!(class_of(&[json!({"limits": both, "requests": {"cpu": "1"}})]), "Burstable");
        assert_eq!(class_of(&[json!({"requests": {"memory": "1"}})]), "Burstable");
    }
}
