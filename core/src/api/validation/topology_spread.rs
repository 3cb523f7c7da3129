//! Validation of how pods are spread over the topology (`validateTopologySpreadConstraints`).

use super::affinity::match_label_keys;
use super::context::{positive, qualified_name, supported};
use super::selector;
use crate::api::json::{Object, number, object, objects, optional_number, optional_text, text, texts};
use crate::api::{FieldError, FieldPath, Release};

/// `validateTopologySpreadConstraints`.
pub(super) fn constraints(errors: &mut Vec<FieldError>, spec: &Object, release: Release, path: &FieldPath) {
    let pair = |constraint: &Object| {
        (text(constraint, "topologyKey").to_owned(), text(constraint, "whenUnsatisfiable").to_owned())
    };
    let pairs: Vec<_> = objects(spec, "topologySpreadConstraints").map(|(_, constraint)| pair(constraint)).collect();
    for (nth, (index, constraint)) in objects(spec, "topologySpreadConstraints").enumerate() {
        let path = path.index(index);
        positive(errors, number(constraint, "maxSkew"), &path.child("maxSkew"));
        let (key, action) = pair(constraint);
        if key.is_empty() {
            errors.push(FieldError::required(&path.child("topologyKey"), "can not be empty"));
        }
        supported(errors, &path.child("whenUnsatisfiable"), &action, &["DoNotSchedule", "ScheduleAnyway"]);
        if pairs.iter().skip(nth + 1).any(|(other_key, other)| (other_key, other) == (&key, &action)) {
            let shown = format!("{{{key}, {action}}}");
            let both = path.child("{topologyKey, whenUnsatisfiable}");
            errors.push(FieldError::duplicate(&both, &shown).at(path.clone()));
        }
        if let Some(domains) = optional_number(constraint, "minDomains") {
            let path = path.child("minDomains");
            positive(errors, domains, &path);
            if action != "DoNotSchedule" {
                let detail = format!("can only use minDomains if whenUnsatisfiable=DoNotSchedule, not {action}");
                errors.push(FieldError::invalid(&path, domains, detail));
            }
        }
        for field in ["nodeAffinityPolicy", "nodeTaintsPolicy"] {
            if let Some(policy) = optional_text(constraint, field) {
                supported(errors, &path.child(field), policy, &["Honor", "Ignore"]);
            }
        }
        if release.since(34) {
            // `MatchLabelKeysInPodTopologySpreadSelectorMerge`
            match_label_keys(errors, constraint, &path);
        } else {
            match_label_keys_before_merge(errors, constraint, &path.child("matchLabelKeys"));
        }
        if release.since(27)
            && let Some(labels) = object(constraint, "labelSelector")
        {
            selector::label_selector_object(errors, labels, true, &path.child("labelSelector"));
        }
    }
}

/// `ValidateMatchLabelKeysInTopologySpread`: the rule as long as the keys are not merged into the selector.
fn match_label_keys_before_merge(errors: &mut Vec<FieldError>, constraint: &Object, path: &FieldPath) {
    let labels = object(constraint, "labelSelector");
    let mut keys = texts(constraint, "matchLabelKeys").peekable();
    if keys.peek().is_some() && labels.is_none() {
        errors.push(FieldError::forbidden(path, "must not be specified when labelSelector is not set"));
    }
    for (index, key) in keys {
        qualified_name(errors, key, &path.index(index));
        let selects = |labels: &Object| {
            object(labels, "matchLabels").is_some_and(|labels| labels.contains_key(key))
                || objects(labels, "matchExpressions").any(|(_, requirement)| text(requirement, "key") == key)
        };
        if labels.is_some_and(selects) {
            let detail = "exists in both matchLabelKeys and labelSelector";
            errors.push(FieldError::invalid_text(&path.index(index), key, detail));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_key_is_spread_over_once_in_each_way() {
        let constraint = json!({"maxSkew": 0, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"});
        let mut loose = constraint.clone();
        loose["whenUnsatisfiable"] = "Sometimes".into();
        loose["minDomains"] = 2.into();
        let spec = json!({"topologySpreadConstraints": [constraint, loose, constraint]});
        let mut errors = Vec::new();
        constraints(&mut errors, spec.as_object().unwrap(), Release::V1_36, &FieldPath::new("t"));
        let skew = |index: usize| format!("t[{index}].maxSkew: Invalid value: 0: must be greater than zero");
        assert_eq!(
            errors.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [
                skew(0),
                "t[0].{topologyKey, whenUnsatisfiable}: Duplicate value: \"{zone, DoNotSchedule}\"".to_owned(),
                skew(1),
                "t[1].whenUnsatisfiable: Unsupported value: \"Sometimes\": supported values: \"DoNotSchedule\", \"ScheduleAnyway\"".to_owned(),
                "t[1].minDomains: Invalid value: 2: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not Sometimes".to_owned(),
                skew(2),
            ]
        );
    }
}
