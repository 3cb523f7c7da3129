//! Label selectors: validation (`apis/meta/v1/validation`), and conversion for matching (`LabelSelectorAsSelector`).

use super::context::Server;
use super::meta::{invalid_texts, labels};
use super::names;
use crate::api::field::{aggregate, go_quote};
use crate::api::json::{Object, object, objects, text, texts};
use crate::api::{
    FieldError, FieldPath, LabelSelector, LabelSelectorOperator, LabelSelectorRequirement, Labels, Release,
};

const VALUES_MISSING: &str = "must be specified when `operator` is 'In' or 'NotIn'";
const VALUES_FORBIDDEN: &str = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";

/// `ValidateLabelSelector`; the values of requirements are looked at only if `with_values`.
pub(super) fn label_selector(
    errors: &mut Vec<FieldError>,
    selector: &LabelSelector,
    with_values: bool,
    server: Server<'_>,
    path: &FieldPath,
) {
    let match_labels = path.child("matchLabels");
    labels(errors, &selector.match_labels, &match_labels, &match_labels);
    for (index, requirement) in selector.match_expressions.iter().enumerate() {
        let path = path.child("matchExpressions").index(index);
        let operator = path.child("operator");
        match requirement.operator {
            // The operator is another than the one that stands in for it.
            _ if server.refuses_within(&operator) => server.refused_within(errors, &operator),
            LabelSelectorOperator::In | LabelSelectorOperator::NotIn => {
                if requirement.values.is_empty() {
                    errors.push(FieldError::required(&path.child("values"), VALUES_MISSING));
                }
            }
            LabelSelectorOperator::Exists | LabelSelectorOperator::DoesNotExist => {
                if !requirement.values.is_empty() {
                    errors.push(FieldError::forbidden(&path.child("values"), VALUES_FORBIDDEN));
                }
            }
        }
        invalid_texts(errors, &path.child("key"), &requirement.key, names::qualified_name(&requirement.key));
        if with_values {
            for (index, value) in requirement.values.iter().enumerate() {
                invalid_texts(errors, &path.child("values").index(index), value, names::label_value(value));
            }
        }
    }
}

/// `ValidateLabelSelector` of a selector within the fields that pass through unread.
pub(super) fn label_selector_object(
    errors: &mut Vec<FieldError>,
    selector: &Object,
    with_values: bool,
    path: &FieldPath,
) {
    if let Some(entries) = object(selector, "matchLabels") {
        let entries: Labels = entries.iter().filter_map(|(key, value)| Some((key.as_str(), value.as_str()?))).collect();
        let path = path.child("matchLabels");
        labels(errors, &entries, &path, &path);
    }
    for (index, requirement) in objects(selector, "matchExpressions") {
        let path = path.child("matchExpressions").index(index);
        let values: Vec<&str> = texts(requirement, "values").map(|(_, value)| value).collect();
        match text(requirement, "operator") {
            "In" | "NotIn" => {
                if values.is_empty() {
                    errors.push(FieldError::required(&path.child("values"), VALUES_MISSING));
                }
            }
            "Exists" | "DoesNotExist" => {
                if !values.is_empty() {
                    errors.push(FieldError::forbidden(&path.child("values"), VALUES_FORBIDDEN));
                }
            }
            operator => {
                let detail = "not a valid selector operator";
                errors.push(FieldError::invalid_text(&path.child("operator"), operator, detail));
            }
        }
        let key = text(requirement, "key");
        invalid_texts(errors, &path.child("key"), key, names::qualified_name(key));
        if with_values {
            for (index, value) in values.into_iter().enumerate() {
                invalid_texts(errors, &path.child("values").index(index), value, names::label_value(value));
            }
        }
    }
}

/// Whether `LabelSelectorAsSelector` succeeds: a selector that cannot be built matches nothing and
/// gives no further error.
pub(super) fn selector_converts(selector: &LabelSelector) -> bool {
    let value_is_right = |value: &str| names::label_value(value).is_empty();
    let requirement_is_right = |requirement: &LabelSelectorRequirement| {
        let wants_values = matches!(requirement.operator, LabelSelectorOperator::In | LabelSelectorOperator::NotIn);
        names::qualified_name(&requirement.key).is_empty()
            && requirement.values.is_empty() != wants_values
            && requirement.values.iter().all(|value| value_is_right(value))
    };
    selector.match_labels.iter().all(|(key, value)| names::qualified_name(key).is_empty() && value_is_right(value))
        && selector.match_expressions.iter().all(requirement_is_right)
}

/// `LabelSelectorHasInvalidLabelValue`.
pub(super) fn has_wrong_values(selector: &LabelSelector) -> bool {
    let mut values = selector.match_expressions.iter().flat_map(|requirement| &requirement.values);
    values.any(|value| !names::label_value(value).is_empty())
}

/// What `LabelSelectorAsSelector` says to a selector that is stored. Values of requirements may be wrong in one: until
/// v1.25 nobody looks at them before it is stored.
pub(crate) fn selector_error(selector: &LabelSelector, release: Release) -> Option<String> {
    let wrong = |(index, value): (usize, &String)| {
        let sentences = names::label_value(value);
        (!sentences.is_empty()).then(|| (index, value.clone(), sentences.join("; ")))
    };
    let (key, wrong) = selector.match_expressions.iter().find_map(|requirement| {
        let wrong: Vec<_> = requirement.values.iter().enumerate().filter_map(wrong).collect();
        (!wrong.is_empty()).then_some((&requirement.key, wrong))
    })?;
    let path = |index| FieldPath::new("values").index(index).key(key);
    let errors = wrong.iter().map(|(index, value, why)| FieldError::invalid_text(&path(*index), value, why.as_str()));
    let errors = super::words::in_words_of(release, errors.collect());
    if release.since(21) {
        return Some(aggregate(&errors));
    }
    let (first, (_, value, _)) = errors.first().zip(wrong.first())?;
    Some(format!("invalid label value: {}: {}", go_quote(value), first.detail))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const RULE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', \
                        and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or \
                        '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

    fn selector(values: &[&str]) -> LabelSelector {
        let requirement = json!({"key": "app", "operator": "In", "values": values});
        serde_json::from_value(json!({"matchLabels": {"a": "b"}, "matchExpressions": [requirement]})).unwrap()
    }

    #[test]
    fn values_are_looked_at_where_that_is_asked() {
        let said = |with_values| {
            let mut errors = Vec::new();
            label_selector(
                &mut errors,
                &selector(&["x", "a b"]),
                with_values,
                Release::V1_36.into(),
                &FieldPath::new("spec").child("selector"),
            );
            errors.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(said(false), Vec::<String>::new());
        assert_eq!(
            said(true),
            [format!("spec.selector.matchExpressions[0].values[1]: Invalid value: \"a b\": {RULE}")]
        );
        assert!(has_wrong_values(&selector(&["x", "a b"])) && !has_wrong_values(&selector(&["x"])));
    }

    #[test]
    fn clients_tell_why_they_cannot_match() {
        let error = |values: &[&str], release| selector_error(&selector(values), release);
        for release in Release::ALL {
            assert_eq!(error(&["x", ""], release), None);
        }
        let one = format!("values[1][app]: Invalid value: \"a b\": {RULE}");
        assert_eq!(error(&["x", "a b"], Release::V1_11), Some(format!("invalid label value: \"a b\": {RULE}")));
        assert_eq!(error(&["x", "a b"], Release::V1_22), Some(one.clone()));
        let other = format!("values[2][app]: Invalid value: \"-\": {RULE}");
        assert_eq!(error(&["x", "a b", "-"], Release::V1_22), Some(format!("[{one}, {other}]")));
        let long = "é".repeat(32);
        assert_eq!(
            error(&[&long], Release::V1_11),
            Some(format!("invalid label value: \"{long}\": must be no more than 63 characters; {RULE}"))
        );
    }
}
