//! Strategic merge: patches that know which lists are maps by a key (`apimachinery/pkg/util/strategicpatch`).
//!
//! - here: which lists of a Job or a pod they are, as the `patchStrategy` and `patchMergeKey` of the types say
//! - `apply`: what the API server makes of an object and a patch
//! - `diff`: the patch that leads from one object to another, as `kubectl apply` makes it
//! - `order`: in which order a merged list stands
//! - `errors`: errors of invalid patches, in upstream's words

mod apply;
mod diff;
mod errors;
mod order;
#[cfg(test)]
mod properties;

pub use apply::strategic_merge_patch;
pub use diff::three_way_merge_patch;
pub use errors::PatchError;
pub(crate) use errors::{go_type_name, go_value};

use serde_json::Value;

/// What a patch does in place of a merge: `replace`, `delete` or `merge`.
const DIRECTIVE: &str = "$patch";
/// Which fields an object keeps.
const RETAIN_KEYS: &str = "$retainKeys";
/// In which order a list is to be; a slash and the list's name follow.
const SET_ELEMENT_ORDER: &str = "$setElementOrder";
/// Which texts leave a list; a slash and the list's name follow.
const DELETE_FROM_LIST: &str = "$deleteFromPrimitiveList";

/// How a list is patched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ListStrategy {
    /// As a whole.
    Replace,
    /// As a set of texts.
    Set,
    /// Item by item, told apart by this field.
    Merge(&'static str),
}

impl ListStrategy {
    /// What tells an item from the others; `None` for an item without its key.
    fn identity(self, item: &Value) -> Option<String> {
        match self {
            Self::Merge(key) => item.get(key).map(Value::to_string),
            Self::Replace | Self::Set => Some(item.to_string()),
        }
    }
}

/// The path of a value: the names of the fields that lead to it. Items have the path of their list.
#[derive(Clone, Copy, Debug)]
struct PatchPath<'a> {
    within: Option<&'a PatchPath<'a>>,
    field: &'a str,
}

impl<'a> PatchPath<'a> {
    /// The whole object.
    const ROOT: PatchPath<'static> = PatchPath { within: None, field: "" };

    fn child(&'a self, field: &'a str) -> Self {
        Self { within: Some(self), field }
    }

    /// The names from the outermost on.
    fn names(&self) -> Vec<&'a str> {
        let mut names = Vec::new();
        let mut place = Some(self);
        while let Some(PatchPath { within, field }) = place.filter(|place| !place.field.is_empty()) {
            names.push(*field);
            place = *within;
        }
        names.reverse();
        names
    }

    /// The names as in a pod: those of a Job without its template.
    fn names_in_pod(&self) -> Vec<&'a str> {
        let mut names = self.names();
        if names.starts_with(&["spec", "template", "spec"]) {
            names.drain(..2);
        }
        names
    }

    /// How the list that stands here is patched.
    fn strategy(&self) -> ListStrategy {
        use ListStrategy::{Merge, Replace, Set};
        match *self.names_in_pod().as_slice() {
            [.., "metadata", "finalizers"] => Set,
            [.., "metadata", "ownerReferences"] => Merge("uid"),
            ["status", "conditions"] => Merge("type"),
            ["spec", field] => match field {
                "containers"
                | "initContainers"
                | "ephemeralContainers"
                | "volumes"
                | "imagePullSecrets"
                | "schedulingGates"
                | "resourceClaims" => Merge("name"),
                "hostAliases" => Merge("ip"),
                "topologySpreadConstraints" => Merge("topologyKey"),
                _ => Replace,
            },
            ["spec", "containers" | "initContainers" | "ephemeralContainers", field] => match field {
                "env" => Merge("name"),
                "ports" => Merge("containerPort"),
                "volumeMounts" => Merge("mountPath"),
                "volumeDevices" => Merge("devicePath"),
                _ => Replace,
            },
            _ => Replace,
        }
    }

    /// Whether an item of the list that stands here is one of several kinds, so that a patch has to say which
    /// fields remain.
    fn retains_keys(&self) -> bool {
        matches!(*self.names_in_pod().as_slice(), ["spec", "volumes" | "resourceClaims"])
    }
}

/// What follows a directive's slash; `None` if `field` is not that directive.
fn after_slash<'a>(field: &'a str, directive: &str) -> Option<Result<&'a str, PatchError>> {
    let malformed =
        || if directive == DELETE_FROM_LIST { PatchError::BadPrimitiveList } else { PatchError::BadSetElementOrder };
    field.strip_prefix(directive).map(|rest| rest.strip_prefix('/').ok_or_else(malformed))
}
