//! `metav1`: names, labels, owner references and selectors.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::LazyLock;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::text::{SharedText, UuidText};
use super::{Labels, List, MetaTime, ObjectKey};
use crate::small_sort::SmallSort as _;

macro_rules! text_newtype {
    ($(#[$doc:meta])* $name:ident is $text:ty) => {
        $(#[$doc])*
        #[derive(Clone, Eq, Deserialize)]
        #[serde(transparent)]
        #[cfg_attr(feature = "js", derive(tsify::Tsify))]
        #[cfg_attr(feature = "js", tsify(type = "string"))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub struct $name(#[cfg_attr(feature = "schema", schemars(with = "String"))] $text);

        impl $name {
            /// The name under which it is serialized.
            pub const TYPE: &'static str = stringify!($name);

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_newtype_struct(Self::TYPE, self.as_str())
            }
        }

        impl std::hash::Hash for $name {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                self.as_str().hash(state);
            }
        }

        impl<T: Into<$text>> From<T> for $name {
            fn from(text: T) -> Self {
                Self(text.into())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(self.as_str(), f)
            }
        }

        impl std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }
    };
}

text_newtype! {
    /// An object's `metadata.name`.
    // Each object has its own, so a short one lies where it is used, without memory of its own; clones of a long one
    // share it.
    #[derive(PartialEq, PartialOrd, Ord)]
    Name is SmolStr
}
text_newtype! {
    /// An object's `metadata.namespace`.
    #[derive(PartialEq, PartialOrd, Ord)]
    Namespace is SharedText
}
text_newtype! {
    /// An object's `metadata.uid`.
    #[derive(PartialEq)]
    Uid is UuidText
}

/// The order of the texts. Drawn UIDs nearly always differ in their first eight bytes.
impl Ord for Uid {
    fn cmp(&self, other: &Self) -> Ordering {
        let (ours, theirs) = (self.0.as_bytes(), other.0.as_bytes());
        let first = |text: &[u8]| text.first_chunk().map(|bytes| u64::from_be_bytes(*bytes));
        match (first(ours), first(theirs)) {
            (Some(first), Some(their_first)) if first != their_first => first.cmp(&their_first),
            _ => ours.cmp(theirs),
        }
    }
}

impl PartialOrd for Uid {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Namespace {
    /// `default`, where objects are that name no other.
    pub(crate) fn the_default() -> &'static Self {
        static DEFAULT: LazyLock<Namespace> = LazyLock::new(|| Namespace("default".into()));
        &DEFAULT
    }
}

impl Default for Namespace {
    /// `default`.
    fn default() -> Self {
        Self::the_default().clone()
    }
}

/// `metav1.ObjectMeta`, as far as jobs and pods use it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ObjectMeta {
    /// Unique within a namespace and kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub name: Option<Name>,
    /// Prefix from which the server makes a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub generate_name: Option<Name>,
    /// The namespace; the server fills in `default`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub namespace: Option<Namespace>,
    /// Given by the server, never reused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub uid: Option<Uid>,
    /// The store's version of the object; absent in objects that were never stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub resource_version: Option<ResourceVersion>,
    /// Number of the desired state; 0 where the release does not count it.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub generation: i64,
    /// When the server stored it first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub creation_timestamp: Option<MetaTime>,
    /// When it should be gone; its presence means that the object is being deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub deletion_timestamp: Option<MetaTime>,
    /// Seconds between the deletion request and [`Self::deletion_timestamp`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub deletion_grace_period_seconds: Option<i64>,
    /// Labels.
    #[serde(skip_serializing_if = "Labels::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub labels: Labels,
    /// Annotations.
    #[serde(skip_serializing_if = "Labels::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub annotations: Labels,
    /// Owners, at most one of which is the controller.
    #[serde(skip_serializing_if = "List::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional, type = "OwnerReference[]"))]
    pub owner_references: List<OwnerReference>,
    /// Finalizers: a deleted object stays until all of them are removed.
    #[serde(skip_serializing_if = "List::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional, type = "string[]"))]
    pub finalizers: List<String>,
}

/// Whether a counter is 0, which Go's `omitempty` leaves out.
pub(crate) fn is_zero<T: PartialEq + Default>(value: &T) -> bool {
    *value == T::default()
}

impl ObjectMeta {
    /// The name, empty while the object has none.
    pub fn name(&self) -> &str {
        self.name.as_ref().map_or("", Name::as_str)
    }

    /// The UID, empty while the object has none.
    pub fn uid(&self) -> &str {
        self.uid.as_ref().map_or("", Uid::as_str)
    }

    /// `namespace/name`, in `default` while the object has no namespace.
    pub fn key(&self) -> ObjectKey {
        let nameless = || Name::from("");
        ObjectKey::new(self.namespace(), &self.name.clone().unwrap_or_else(nameless))
    }

    /// The namespace, `default` where the object names none.
    pub fn namespace(&self) -> &Namespace {
        self.namespace.as_ref().unwrap_or_else(|| Namespace::the_default())
    }

    /// Whether [`Self::key`] is that key.
    pub fn has_key(&self, key: &ObjectKey) -> bool {
        key.split() == (self.namespace().as_str(), self.name())
    }

    /// Whether these UIDs contain the object's.
    pub(crate) fn is_among(&self, uids: &BTreeSet<Uid>) -> bool {
        self.uid.as_ref().is_some_and(|uid| uids.contains(uid))
    }

    /// Whether deletion was asked for.
    pub fn is_deleting(&self) -> bool {
        self.deletion_timestamp.is_some()
    }

    /// `metav1.GetControllerOf`: the owner reference that controls the object.
    pub fn controller(&self) -> Option<&OwnerReference> {
        self.owner_references.iter().find(|owner| owner.controller == Some(true))
    }

    /// Whether `finalizer` still holds the object.
    pub fn has_finalizer(&self, finalizer: &str) -> bool {
        self.finalizers.iter().any(|held| held == finalizer)
    }
}

/// The store's counter at an object's last change.
///
/// Kubernetes asks clients to treat it as opaque; the read-your-writes guard of v1.36 compares it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "js", tsify(type = "string"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResourceVersion(#[cfg_attr(feature = "schema", schemars(with = "String"))] pub u64);

impl fmt::Display for ResourceVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl ResourceVersion {
    /// The name under which it is serialized, where it is not to be read by people.
    pub(crate) const TYPE: &str = "ResourceVersion";
}

/// A string of digits, as in the API.
impl Serialize for ResourceVersion {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.collect_str(self);
        }
        serializer.serialize_newtype_struct(Self::TYPE, &self.0)
    }
}

impl<'de> Deserialize<'de> for ResourceVersion {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map(Self).map_err(|_| serde::de::Error::custom(format_args!("{text:?} is not a resourceVersion")))
    }
}

/// Writes a version, where it is not to be read by people, as that of an object of the named type: versions of one
/// type are not compared with those of another.
pub(crate) fn serialize_version_of<S: serde::Serializer>(
    r#type: &'static str,
    version: &impl Serialize,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        return version.serialize(serializer);
    }
    let mut object = serializer.serialize_struct(r#type, 1)?;
    object.serialize_field("resourceVersion", version)?;
    object.end()
}

/// `metav1.OwnerReference`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnerReference {
    /// Group and version of the owner.
    pub api_version: String,
    /// Kind of the owner.
    pub kind: String,
    /// Name of the owner.
    pub name: Name,
    /// UID of the owner.
    pub uid: Uid,
    /// Whether the owner is the managing controller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub controller: Option<bool>,
    /// Whether foreground deletion of the owner waits for this object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub block_owner_deletion: Option<bool>,
}

/// `metav1.LabelSelector`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LabelSelector {
    /// Labels that must be there with these values.
    #[serde(skip_serializing_if = "Labels::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub match_labels: Labels,
    /// Further requirements, all of which must hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub match_expressions: Vec<LabelSelectorRequirement>,
}

/// `metav1.LabelSelectorRequirement`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LabelSelectorRequirement {
    /// The label's key.
    pub key: String,
    /// How the label relates to [`Self::values`].
    pub operator: LabelSelectorOperator,
    /// Values for `In` and `NotIn`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub values: Vec<String>,
}

/// `metav1.LabelSelectorOperator`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LabelSelectorOperator {
    /// The label is there and its value is listed.
    In,
    /// The label is absent or its value is not listed.
    NotIn,
    /// The label is there.
    Exists,
    /// The label is absent.
    DoesNotExist,
}

impl LabelSelector {
    /// `labels.Selector.Matches` of the selector that this one converts to: an empty selector
    /// matches everything.
    pub fn matches(&self, labels: &Labels) -> bool {
        self.match_labels.iter().all(|(key, value)| labels.get(key) == Some(value))
            && self.match_expressions.iter().all(|requirement| requirement.matches(labels))
    }

    /// `labels.Parse`: the selector that is written like this. What cannot be read asks for nothing.
    pub fn parse(text: &str) -> Self {
        let mut selector = Self::default();
        let mut rest = text;
        while !rest.is_empty() {
            // A comma within brackets belongs to a list of values.
            let mut depth = 0;
            let end = rest.find(|c| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                c == ',' && depth == 0
            });
            let (requirement, after) = match end {
                Some(end) => (&rest[..end], &rest[end + 1..]),
                None => (rest, ""),
            };
            selector.require(requirement);
            rest = after;
        }
        selector
    }

    fn require(&mut self, requirement: &str) {
        // A value may be empty.
        let listed = |values: &str| values.trim_end_matches(')').split(',').map(str::to_owned).collect();
        let (key, operator, values) = if let Some((key, value)) = requirement.split_once('=') {
            return self.match_labels.set(key, value);
        } else if let Some((key, values)) = requirement.split_once(" in (") {
            (key, LabelSelectorOperator::In, listed(values))
        } else if let Some((key, values)) = requirement.split_once(" notin (") {
            (key, LabelSelectorOperator::NotIn, listed(values))
        } else if let Some(key) = requirement.strip_prefix('!') {
            (key, LabelSelectorOperator::DoesNotExist, Vec::new())
        } else {
            (requirement, LabelSelectorOperator::Exists, Vec::new())
        };
        self.match_expressions.push(LabelSelectorRequirement { key: key.to_owned(), operator, values });
    }

    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        self.match_labels.is_empty() && self.match_expressions.is_empty()
    }
}

/// `labels.Selector.String`: the requirements by key.
impl fmt::Display for LabelSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let equal = self.match_labels.iter().map(|(key, value)| (key, format!("{key}={value}")));
        let others = self.match_expressions.iter().map(|requirement| {
            let key = &requirement.key;
            let mut values: Vec<&str> = requirement.values.iter().map(String::as_str).collect();
            values.small_sort();
            let values = values.join(",");
            let text = match requirement.operator {
                LabelSelectorOperator::In => format!("{key} in ({values})"),
                LabelSelectorOperator::NotIn => format!("{key} notin ({values})"),
                LabelSelectorOperator::Exists => key.clone(),
                LabelSelectorOperator::DoesNotExist => format!("!{key}"),
            };
            (key.as_str(), text)
        });
        let mut requirements: Vec<(&str, String)> = equal.chain(others).collect();
        requirements.small_sort_by_key(|(key, _)| *key);
        let texts: Vec<String> = requirements.into_iter().map(|(_, text)| text).collect();
        f.write_str(&texts.join(","))
    }
}

impl LabelSelectorRequirement {
    fn matches(&self, labels: &Labels) -> bool {
        let value = labels.get(&self.key);
        let listed = || value.is_some_and(|value| self.values.iter().any(|listed| listed == value));
        match self.operator {
            LabelSelectorOperator::In => listed(),
            LabelSelectorOperator::NotIn => !listed(),
            LabelSelectorOperator::Exists => value.is_some(),
            LabelSelectorOperator::DoesNotExist => value.is_none(),
        }
    }
}

/// An API object that is stored, watched and cached.
pub trait Object: Clone + PartialEq {
    /// The name under which it is serialized.
    const TYPE: &'static str;
    /// Standard object metadata.
    fn metadata(&self) -> &ObjectMeta;
    /// Standard object metadata, for change.
    fn metadata_mut(&mut self) -> &mut ObjectMeta;
}

impl Object for super::Job {
    const TYPE: &'static str = "Job";

    fn metadata(&self) -> &ObjectMeta {
        &self.metadata
    }

    fn metadata_mut(&mut self) -> &mut ObjectMeta {
        &mut self.metadata
    }
}

impl Object for super::Pod {
    const TYPE: &'static str = "Pod";

    fn metadata(&self) -> &ObjectMeta {
        &self.metadata
    }

    fn metadata_mut(&mut self) -> &mut ObjectMeta {
        &mut self.metadata
    }
}
