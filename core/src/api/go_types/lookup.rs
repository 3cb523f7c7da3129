//! The types as a JSON decoder sees them: fields by name, and the names in its errors.

use super::GoType::{self, Flag, Int32, Int64, IntOrString, List, Map, Pointer, Quantity, Struct, Text, Time};
use super::{GoField, GoStruct, Side, meta};
use crate::api::Release;

/// A field with the embedded structs that it is in.
#[derive(Clone, Debug)]
pub(in crate::api) struct FoundField {
    /// The field.
    pub(in crate::api) field: &'static GoField,
    /// The names of the embedded structs, from the outside in.
    pub(in crate::api) embedded: Vec<&'static str>,
    since: u8,
    until: u8,
}

impl FoundField {
    /// The minor number of the release that brought the field; 0 if it is older than any release.
    pub(in crate::api) fn since(&self) -> u8 {
        self.since
    }

    /// Whether the release has the field.
    pub(in crate::api) fn is_in(&self, release: Release) -> bool {
        self.is_in_minor(release.minor())
    }

    fn is_in_minor(&self, minor: u8) -> bool {
        (self.since..=self.until).contains(&minor)
    }
}

impl GoField {
    /// The name in JSON.
    pub(in crate::api) fn json(&self) -> &'static str {
        self.json
    }

    /// The type.
    pub(in crate::api) fn r#type(&'static self) -> &'static GoType {
        &self.r#type
    }

    /// Whether JSON has the field when it is empty.
    pub(in crate::api) fn is_required(&self) -> bool {
        self.required
    }
}

impl GoStruct {
    /// The name of the type, such as `PodSpec`.
    pub(in crate::api) fn name(&self) -> &'static str {
        self.name
    }

    /// The name in the `OpenAPI` document, such as `io.k8s.api.core.v1.PodSpec`.
    pub(in crate::api) fn open_api_name(&self) -> String {
        let package = match self.package {
            "v1" => "io.k8s.apimachinery.pkg.apis.meta.v1",
            "batch" => "io.k8s.api.batch.v1",
            "scheduling" => "io.k8s.api.scheduling.v1alpha3",
            _ => "io.k8s.api.core.v1",
        };
        format!("{package}.{}", self.name)
    }

    /// The name as Go prints it, such as `v1.PodSpec`.
    pub(in crate::api) fn api_name(&self) -> String {
        let version = if self.package == "scheduling" { "v1alpha3" } else { "v1" };
        format!("{version}.{}", self.name)
    }

    /// Whether the type belongs to `batch` or `meta`: those have types of their own here.
    pub(in crate::api) fn has_own_type(&self) -> bool {
        matches!(self.package, "batch" | "v1")
    }

    /// Whether any object is a value of the type.
    pub(in crate::api) fn is_opaque(&self) -> bool {
        std::ptr::eq(self, &raw const meta::FIELDS_V1) || std::ptr::eq(self, &raw const meta::INITIALIZERS)
    }

    /// All fields of the type in the API, in whatever release, those of embedded structs among them.
    pub(in crate::api) fn all_fields(&'static self) -> Vec<FoundField> {
        let own = self.fields.iter().filter(|field| field.side != Side::Inside);
        own.flat_map(|field| match &field.r#type {
            Struct(inner) if field.json.is_empty() => {
                let mut fields = inner.all_fields();
                for found in &mut fields {
                    found.embedded.insert(0, inner.name);
                    found.since = found.since.max(field.since);
                    found.until = found.until.min(field.until);
                }
                fields
            }
            _ => vec![FoundField { field, embedded: Vec::new(), since: field.since, until: field.until }],
        })
        .collect()
    }

    /// The field `json` of the type in the API: as the release has it, else as another release does.
    pub(in crate::api) fn find(&'static self, json: &str, release: Release) -> Option<FoundField> {
        let named: Vec<_> = self.all_fields().into_iter().filter(|found| found.field.json == json).collect();
        let here = named.iter().find(|found| found.is_in(release));
        here.or_else(|| named.first()).cloned()
    }
}

impl GoType {
    /// The type that a value has where there is one: a pointer is what it points to.
    pub(in crate::api) fn pointed_to(&'static self) -> &'static Self {
        match self {
            Pointer(inner) => inner.pointed_to(),
            other => other,
        }
    }

    /// The struct of the type, of what it points to, or of the items of a list.
    pub(in crate::api) fn of_struct(&'static self) -> Option<&'static GoStruct> {
        match self {
            Pointer(inner) | List(inner) => inner.of_struct(),
            Struct(of) => Some(of),
            _ => None,
        }
    }

    /// The name of the type in the API as Go prints it, such as `[]v1.Container`.
    pub(in crate::api) fn api_name(&self) -> String {
        let of_api = |name: &str| name.replace("core.", "v1.").replace("batch.", "v1.");
        match self {
            Text(name) | Map(name, _) => of_api(name),
            Flag => "bool".to_owned(),
            Int32 | IntOrString => "int32".to_owned(),
            Int64 => "int64".to_owned(),
            Quantity => "resource.Quantity".to_owned(),
            Time => "string".to_owned(),
            Pointer(inner) => format!("*{}", inner.api_name()),
            List(item) => format!("[]{}", item.api_name()),
            Struct(of) => of.api_name(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Every field of a Job that the `kubernetes/api` repository ships since v1.24, one a line below the object that it is
    /// in, with the first and last minor release where they are not those of the object; `28..` has no last one yet.
    const FIELDS: &str = include_str!("fields.txt");
    const MINORS: std::ops::RangeInclusive<u8> = 24..=Release::ALL[Release::ALL.len() - 1].minor();

    /// The paths that a minor release has.
    fn listed(minor: u8) -> BTreeSet<String> {
        let mut open: Vec<(String, u8, u8)> = Vec::new();
        let mut paths = BTreeSet::new();
        for line in FIELDS.lines() {
            let depth = (line.len() - line.trim_start().len()) / 2;
            open.truncate(depth);
            let (name, range) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            let (mut path, mut first, mut last) =
                open.last().cloned().unwrap_or((String::new(), *MINORS.start(), *MINORS.end()));
            if let Some((from, to)) = range.split_once("..") {
                first = from.parse().unwrap();
                last = if to.is_empty() { *MINORS.end() } else { to.parse().unwrap() };
            }
            path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            if (first..=last).contains(&minor) {
                paths.insert(path.clone());
            }
            open.push((path, first, last));
        }
        paths
    }

    fn add(paths: &mut BTreeSet<String>, of: &'static GoStruct, path: &str, minor: u8) {
        for found in of.all_fields().iter().filter(|found| found.is_in_minor(minor)) {
            let name = found.field.json();
            let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            if let Some(of) = found.field.r#type().of_struct() {
                add(paths, of, &path, minor);
            }
            paths.insert(path);
        }
    }

    #[test]
    fn every_release_has_the_fields_that_upstream_lists() {
        let mut wrong = Vec::new();
        for minor in MINORS {
            let (listed, mut known) = (listed(minor), BTreeSet::new());
            add(&mut known, &super::super::JOB, "", minor);
            wrong.extend(listed.difference(&known).map(|path| format!("v1.{minor} lacks {path}")));
            wrong.extend(known.difference(&listed).map(|path| format!("v1.{minor} does not have {path}")));
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
