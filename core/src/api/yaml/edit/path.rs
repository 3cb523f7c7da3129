//! The path of a field, as Kubernetes writes it: `spec.podFailurePolicy.rules[0].action`, with keys that have dots in
//! them in brackets.

use crate::small_collect::SmallCollect as _;

use serde_json::Value;

/// One step on the way to a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Into the field of an object.
    Field(String),
    /// Into the item of a list, or the field of that name.
    Item(usize),
}

impl Step {
    /// The key, if what the step leads into is an object.
    pub(super) fn key(&self) -> String {
        match self {
            Self::Field(key) => key.clone(),
            Self::Item(place) => place.to_string(),
        }
    }

    /// What it leads to.
    pub(super) fn of<'a>(&self, value: &'a Value) -> Option<&'a Value> {
        match (value, self) {
            (Value::Object(fields), step) => fields.get(&step.key()),
            (Value::Array(items), Self::Item(place)) => items.get(*place),
            _ => None,
        }
    }
}

/// The steps of `path`; an empty path has none.
pub(super) fn steps(path: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('[') {
            let (name, tail) = inner.split_once(']').unwrap_or((inner, ""));
            steps.push(name.parse().map_or_else(|_| Step::Field(name.to_owned()), Step::Item));
            rest = tail;
        } else {
            let plain = rest.strip_prefix('.').unwrap_or(rest);
            let end = plain.find(['.', '[']).unwrap_or(plain.len());
            let (name, tail) = plain.split_at(end);
            steps.push(Step::Field(name.to_owned()));
            rest = tail;
        }
    }
    steps
}

/// What stands at the end of the way, if it leads somewhere.
pub(super) fn follow<'a>(document: &'a Value, steps: &[Step]) -> Option<&'a Value> {
    steps.iter().try_fold(document, |value, step| step.of(value))
}

/// `value` within all that `steps` name and that is not there yet.
pub(super) fn wrapped(steps: &[Step], value: &Value) -> Value {
    steps.iter().rev().fold(value.clone(), |inner, step| match step {
        Step::Field(key) => Value::Object([(key.clone(), inner)].into_iter().small_collect()),
        Step::Item(_) => Value::Array(vec![inner]),
    })
}

/// The document with `value` (or nothing) at the end of the way. None: something stands in the way.
pub(super) fn with(document: &Value, steps: &[Step], value: Option<&Value>) -> Option<Value> {
    let Some((step, rest)) = steps.split_first() else { return value.cloned() };
    let mut next = document.clone();
    match (&mut next, step) {
        (Value::Null, _) => return value.map(|value| wrapped(steps, value)),
        (Value::Object(fields), step) => match (fields.get_mut(&step.key()), value) {
            (None, None) => return None,
            (None, Some(value)) => drop(fields.insert(step.key(), wrapped(rest, value))),
            (Some(_), None) if rest.is_empty() => drop(fields.remove(&step.key())),
            (Some(field), value) => *field = with(field, rest, value)?,
        },
        (Value::Array(items), Step::Item(place)) => match (items.len(), value) {
            (length, Some(value)) if length == *place => items.push(wrapped(rest, value)),
            (length, None) if rest.is_empty() && *place < length => drop(items.remove(*place)),
            _ => {
                let item = items.get_mut(*place)?;
                *item = with(item, rest, value)?;
            }
        },
        _ => return None,
    }
    Some(next)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn paths_are_read_as_kubernetes_writes_them() {
        let field = |name: &str| Step::Field(name.to_owned());
        assert_eq!(steps("spec.rules[1].action"), [field("spec"), field("rules"), Step::Item(1), field("action")]);
        assert_eq!(steps("metadata.labels[a.b/c]"), [field("metadata"), field("labels"), field("a.b/c")]);
        assert_eq!(steps(""), []);
    }

    #[test]
    fn values_are_put_where_the_path_leads() {
        let document = json!({"spec": {"rules": [{"a": 1}]}});
        let set = |path, value| with(&document, &steps(path), Some(&value));
        assert_eq!(set("spec.rules[0].a", json!(2)), Some(json!({"spec": {"rules": [{"a": 2}]}})));
        assert_eq!(set("spec.rules[1].b", json!(2)), Some(json!({"spec": {"rules": [{"a": 1}, {"b": 2}]}})));
        assert_eq!(set("spec.x.y[0]", json!(2)), Some(json!({"spec": {"rules": [{"a": 1}], "x": {"y": [2]}}})));
        assert_eq!(set("spec.rules.a", json!(2)), None);
        assert_eq!(set("spec.rules[5]", json!(2)), None);
        assert_eq!(with(&document, &steps("spec.rules[0].a"), None), Some(json!({"spec": {"rules": [{}]}})));
        assert_eq!(with(&document, &steps("spec.none"), None), None);
    }
}
