//! What the rules for a part of a pod template need to know about the pod around it, and the checks that
//! many fields share.

use std::collections::BTreeSet;

use serde_json::Value;

use super::bad_value;
use super::meta::invalid_texts;
use super::names;
use super::volume::Volumes;
use crate::api::json::{Object, object, objects, optional_flag, text};
use crate::api::{Container, FieldError, FieldErrorKind, FieldPath, PodSpec, Release};
use crate::small_collect::SmallCollect as _;

/// The API server that is asked, with what it found in decoding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Server<'a> {
    pub(super) release: Release,
    /// Whether it was started with `--allow-privileged`.
    pub(super) allow_privileged: bool,
    /// Values that decoding kept for validation, since the engine's types cannot hold them.
    pub(super) refused: &'a [FieldError],
    /// Lists and maps that were sent without items. Go tells them from missing ones, and errors show the difference.
    pub(super) empty: &'a [FieldPath],
}

impl From<Release> for Server<'_> {
    fn from(release: Release) -> Self {
        Self { release, allow_privileged: true, refused: &[], empty: &[] }
    }
}

impl<'a> Server<'a> {
    /// The text at `path` that decoding kept for validation.
    pub(super) fn refused_value(self, path: &FieldPath) -> Option<&'a str> {
        let error = self.refused.iter().find(|error| error.path == *path)?;
        match &error.kind {
            FieldErrorKind::NotSupported { value } | FieldErrorKind::Invalid { value } => Some(value.trim_matches('"')),
            _ => None,
        }
    }

    /// The object at `path` with the unknown texts as they were sent, and the lists and maps without items.
    pub(super) fn as_sent(self, object: Object, path: &FieldPath) -> Object {
        let mut value = Value::Object(object);
        for empty in self.empty.iter().filter(|empty| is_within(empty, path)) {
            let below = pointer_to(empty.as_str().get(path.as_str().len()..).unwrap_or_default());
            let Some((parent, field)) = below.rsplit_once('/') else { continue };
            if let Some(Value::Object(parent)) = value.pointer_mut(parent) {
                parent.entry(field).or_insert(Value::Null);
            }
            // How it is shown follows from its type.
            if let Some(value @ Value::Null) = value.pointer_mut(&below) {
                *value = Value::Array(Vec::new());
            }
        }
        for error in self.refused.iter().filter(|error| is_within(&error.path, path)) {
            let below = error.path.as_str().get(path.as_str().len()..).unwrap_or_default();
            if let Some(text) = value.pointer_mut(&pointer_to(below)) {
                *text = self.refused_value(&error.path).unwrap_or_default().into();
            }
        }
        match value {
            Value::Object(object) => object,
            _ => Object::new(),
        }
    }

    /// Reports what was refused at `path` and below it.
    pub(super) fn refused_within(self, errors: &mut Vec<FieldError>, path: &FieldPath) {
        errors.extend(self.refused.iter().filter(|error| is_within(&error.path, path)).cloned());
    }

    /// Whether something was refused at `path` or below it.
    pub(super) fn refuses_within(self, path: &FieldPath) -> bool {
        self.refused.iter().any(|error| is_within(&error.path, path))
    }

    /// Reports what was refused at places that no rule came by.
    pub(super) fn refused_elsewhere(self, errors: &mut Vec<FieldError>) {
        let reported: BTreeSet<FieldPath> = errors.iter().map(|error| error.path.clone()).small_collect();
        errors.extend(self.refused.iter().filter(|error| !reported.contains(&error.path)).cloned());
    }
}

/// The JSON pointer to a field of a path such as `.rules[0].action`.
fn pointer_to(path: &str) -> String {
    path.replace('[', "/").replace(']', "").replace('.', "/")
}

fn is_within(path: &FieldPath, parent: &FieldPath) -> bool {
    path.as_str().strip_prefix(parent.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// The pod that a part of a template belongs to, with what its containers refer to.
pub(super) struct PodContext<'a> {
    pub(super) release: Release,
    pub(super) server: Server<'a>,
    pub(super) spec: &'a PodSpec,
    /// The valid volumes by name.
    pub(super) volumes: Volumes<'a>,
    /// `gatherPodResourceClaimNames`: the names in `resourceClaims`.
    pub(super) claims: BTreeSet<&'a str>,
}

impl<'a> PodContext<'a> {
    pub(super) fn new(spec: &'a PodSpec, server: Server<'a>, volumes: Volumes<'a>) -> Self {
        let claims = objects(spec.other.map(), "resourceClaims").map(|(_, claim)| text(claim, "name"));
        let claims = claims.filter(|name| !name.is_empty()).small_collect();
        Self { release: server.release, server, spec, volumes, claims }
    }

    /// The pod's fields that the engine does not read.
    pub(super) fn other(&self) -> &'a Object {
        self.spec.other.map()
    }

    /// The name of the pod's operating system.
    pub(super) fn os(&self) -> Option<&'a str> {
        os_name(self.spec)
    }

    /// Whether the pod shares the users of its host.
    pub(super) fn host_users(&self) -> bool {
        optional_flag(self.other(), "hostUsers") != Some(false)
    }
}

/// `spec.os.name`; `None` without `os`.
pub(super) fn os_name(spec: &PodSpec) -> Option<&str> {
    object(spec.other.map(), "os").map(|os| text(os, "name"))
}

/// One container of any kind with its path.
pub(crate) struct Visited<'a> {
    pub(crate) name: &'a str,
    pub(crate) fields: &'a Object,
    pub(crate) path: FieldPath,
}

/// `VisitContainersWithPath`: init containers, containers, ephemeral containers.
pub(crate) fn visit_containers<'a>(spec: &'a PodSpec, path: &FieldPath) -> Vec<Visited<'a>> {
    let typed = |containers: &'a [Container], field: &str| {
        let path = path.child(field);
        let visited = move |(index, container): (usize, &'a Container)| Visited {
            name: &container.name,
            fields: container.other.map(),
            path: path.index(index),
        };
        containers.iter().enumerate().map(visited)
    };
    let ephemeral = path.child("ephemeralContainers");
    let others = objects(spec.other.map(), "ephemeralContainers").map(|(index, container)| Visited {
        name: text(container, "name"),
        fields: container,
        path: ephemeral.index(index),
    });
    let init = typed(&spec.init_containers, "initContainers");
    init.chain(typed(&spec.containers, "containers")).chain(others).collect()
}

/// The items of the list `field`, whatever they are.
pub(super) fn items<'a>(object: &'a Object, field: &str) -> &'a [Value] {
    object.get(field).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// Each of these texts has to be there.
pub(super) fn required_texts(errors: &mut Vec<FieldError>, object: &Object, fields: &[&str], path: &FieldPath) {
    for field in fields {
        if text(object, field).is_empty() {
            errors.push(FieldError::required(&path.child(field), ""));
        }
    }
}

/// A value that is one of a few, in the order in which Kubernetes lists them.
pub(super) fn supported(errors: &mut Vec<FieldError>, path: &FieldPath, value: &str, supported: &[&str]) {
    if !supported.contains(&value) {
        errors.push(FieldError::not_supported(path, value, supported));
    }
}

/// The same of a value that has to be there.
pub(super) fn required_and_supported(errors: &mut Vec<FieldError>, path: &FieldPath, value: &str, known: &[&str]) {
    if value.is_empty() {
        errors.push(FieldError::required(path, ""));
    } else {
        supported(errors, path, value, known);
    }
}

/// `ValidateDNS1123Label`.
pub(super) fn dns_label(errors: &mut Vec<FieldError>, value: &str, path: &FieldPath) {
    invalid_texts(errors, path, value, names::dns_label(value));
}

/// `ValidateDNS1123Subdomain`.
pub(super) fn dns_subdomain(errors: &mut Vec<FieldError>, value: &str, path: &FieldPath) {
    invalid_texts(errors, path, value, names::dns_subdomain(value));
}

/// `ValidateQualifiedName`.
pub(super) fn qualified_name(errors: &mut Vec<FieldError>, value: &str, path: &FieldPath) {
    invalid_texts(errors, path, value, names::qualified_name(value));
}

/// A number within `low..=high`.
pub(super) fn in_range(errors: &mut Vec<FieldError>, value: i64, (low, high): (i64, i64), path: &FieldPath) {
    if let Some(detail) = names::in_range(value, low, high) {
        errors.push(FieldError::invalid(path, value, detail));
    }
}

/// A number above zero.
pub(super) fn positive(errors: &mut Vec<FieldError>, value: i64, path: &FieldPath) {
    if value <= 0 {
        errors.push(FieldError::invalid(path, value, "must be greater than zero"));
    }
}

/// `field.Invalid` of the name of a resource, a type that prints itself without quotes where Go source is shown.
pub(super) fn resource_name_value(name: &str, release: Release) -> String {
    let prints_itself = release.since(29) && !release.since(34);
    if prints_itself { name.to_owned() } else { bad_value::text(Some(name), release) }
}
