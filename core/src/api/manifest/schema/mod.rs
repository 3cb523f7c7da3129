//! Which fields a Job has in which release, and of which type: what `kubectl` checks a manifest
//! against before it sends it.
//!
//! The tables hold the fields of all supported releases with the release that brought each. What
//! hardly anybody writes into a Job (affinities, the volumes of particular storage systems) is only
//! known to be an object.

mod container;
mod job;
mod pod;
mod volume;

use Shape::{Any, Quantity, Text};

pub(super) use self::job::{JOB, JOB_SPEC};
use crate::api::Release;

/// A type of the API.
#[derive(Debug)]
pub(super) struct Kind {
    /// Its name in the `OpenAPI` document.
    pub(super) name: &'static str,
    /// Its fields.
    pub(super) fields: &'static [Field],
    /// Texts that the type cannot be without here; empty if not given.
    pub(super) filled: &'static [&'static str],
}

/// A field of a type.
#[derive(Debug)]
pub(super) struct Field {
    /// Its name.
    pub(super) name: &'static str,
    /// What it holds.
    pub(super) shape: Shape,
    /// The minor number of the release that brought it; 0 for all that are older than any release.
    pub(super) since: u8,
    /// The minor number of the last release that has it.
    until: u8,
}

/// What a field holds.
#[derive(Debug)]
pub(super) enum Shape {
    /// A text.
    Text,
    /// A truth value.
    Flag,
    /// A whole number of 32 bits.
    Int32,
    /// A whole number of 64 bits.
    Int64,
    /// An amount such as `500m`.
    Quantity,
    /// A number or a text, such as a port.
    IntOrText,
    /// `v1.RestartPolicy`.
    RestartPolicy,
    /// A text of which only some are right, in the order in which Kubernetes lists them.
    OneOf(&'static [&'static str], Empty),
    /// `metav1.LabelSelectorOperator`.
    Operator,
    /// A list.
    List(&'static Shape),
    /// A map with keys of the user's choice.
    Map(&'static Shape),
    /// An object of a known type.
    Object(&'static Kind),
    /// An object that is not looked into.
    Any,
    /// A field that the server sets, whatever a manifest says.
    Ignored,
}

/// What an empty text means where only some texts are right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Empty {
    /// The same as no text.
    Absent,
    /// That the text is missing.
    Missing,
    /// One more text that is not right.
    Wrong,
}

impl Field {
    const fn since(mut self, minor: u8) -> Self {
        self.since = minor;
        self
    }

    const fn until(mut self, minor: u8) -> Self {
        self.until = minor;
        self
    }

    /// Whether the release has the field.
    pub(super) fn is_in(&self, release: Release) -> bool {
        (self.since..=self.until).contains(&release.minor())
    }
}

impl Kind {
    /// The field `name`, in whatever release.
    pub(super) fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The name of the Go type.
    pub(super) fn short_name(&self) -> &'static str {
        self.name.rsplit('.').next().unwrap_or(self.name)
    }
}

const fn field(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, since: 0, until: u8::MAX }
}

const fn kind(name: &'static str, fields: &'static [Field]) -> Kind {
    Kind { name, fields, filled: &[] }
}

const TEXTS: Shape = Shape::List(&Text);
const LABELS: Shape = Shape::Map(&Text);
const OBJECTS: Shape = Shape::List(&Any);
const AMOUNTS: Shape = Shape::Map(&Quantity);

/// The places that people mix up, each with its type: where a field is that stands elsewhere.
pub(super) static PLACES: [(&str, &Kind); 6] = [
    ("", &JOB),
    ("metadata", &job::OBJECT_META),
    ("spec", &JOB_SPEC),
    ("spec.template", &pod::POD_TEMPLATE_SPEC),
    ("spec.template.spec", &pod::POD_SPEC),
    ("spec.template.spec.containers", &container::CONTAINER),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_has_its_fields() {
        let is_in = |kind: &Kind, name| kind.field(name).unwrap().is_in(Release::V1_11);
        assert!(is_in(&JOB_SPEC, "backoffLimit"));
        assert!(!is_in(&JOB_SPEC, "suspend"));
        assert!(!is_in(&pod::POD_SPEC, "workloadRef"));
        assert!(is_in(&job::OBJECT_META, "clusterName"));
    }
}
