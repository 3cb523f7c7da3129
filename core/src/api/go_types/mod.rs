//! The types of a Job in Go, down to the last field: how the API server keeps one in memory.
//!
//! - `meta`, `batch`, `pod`, `pod_status`, `container`, `volume`: the types, as tables
//! - `lookup`: fields by name, for decoding JSON; `print`: a value as an error shows it
//! - `encode`: a value as the server writes it after reading it
//! - `open_api`: fields as `kubectl explain` prints them
//! - `order`: a value as JSON in the order of the types; `convert`: why an object is not of a type
//!
//! Validation sees the internal types (`pkg/apis/core`, `pkg/apis/batch`). They differ from those of the API in the
//! order and the place of some fields. Types of `meta/v1` are the same in both.

mod batch;
mod container;
mod convert;
mod encode;
mod lookup;
mod meta;
mod open_api;
mod order;
mod pod;
mod pod_status;
mod print;
mod volume;

pub(super) use batch::{JOB, POD_FAILURE_POLICY, SUCCESS_POLICY};
pub(super) use container::{LIFECYCLE, PROBE, SECCOMP_PROFILE, SECURITY_CONTEXT};
pub(super) use convert::convert;
pub(super) use encode::encode;
pub(super) use lookup::FoundField;
pub(super) use meta::{LABEL_SELECTOR, METADATA_ONLY_OBJECT, OWNER_REFERENCE};
pub(crate) use open_api::{ApiField, ApiType};
pub(super) use order::ordered_json;
pub(super) use pod::{POD_RESOURCE_CLAIM, POD_SPEC, POD_TEMPLATE_SPEC, TOLERATION};
pub(super) use print::{quantity_source, shown};

use super::Release;

/// A struct type.
#[derive(Debug)]
pub(super) struct GoStruct {
    /// The package: `core`, `batch` or `v1`.
    package: &'static str,
    /// The name within the package.
    name: &'static str,
    /// The fields in the order of the type in the API.
    fields: &'static [GoField],
    /// The fields that stand elsewhere in the internal type: each with the one that it follows there.
    moved: &'static [(&'static str, &'static str)],
}

/// A field of a struct.
#[derive(Debug)]
pub(super) struct GoField {
    /// The name in JSON; empty for a struct whose fields stand among those of the outer one.
    json: &'static str,
    /// The name in Go; empty if it is the one in JSON with a capital.
    go: &'static str,
    r#type: GoType,
    /// Whether JSON has the field when it is empty.
    required: bool,
    /// Whether the internal type embeds the struct.
    embedded: bool,
    /// Which of the two types has the field.
    side: Side,
    /// The minor number of the release that brought it; 0 if it is older than any release.
    since: u8,
    /// The minor number of the last release that has it.
    until: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Both,
    /// The type in the API.
    Outside,
    /// The internal type.
    Inside,
}

/// The type of a field.
#[derive(Debug)]
pub(super) enum GoType {
    /// A type whose kind is string, by its full name.
    Text(&'static str),
    Flag,
    Int32,
    Int64,
    Quantity,
    IntOrString,
    Time,
    Pointer(&'static GoType),
    List(&'static GoType),
    /// A map from texts, by its full name.
    Map(&'static str, &'static GoType),
    Struct(&'static GoStruct),
}

use GoType::{Flag, Int32, Int64, List, Map, Pointer, Quantity, Text};

const TEXT: GoType = Text("string");
const TEXTS: GoType = List(&TEXT);
const TEXT_MAP: GoType = Map("map[string]string", &TEXT);
const AMOUNTS: GoType = Map("core.ResourceList", &Quantity);
const OPTIONAL_TEXT: GoType = Pointer(&TEXT);
const OPTIONAL_FLAG: GoType = Pointer(&Flag);
const OPTIONAL_INT32: GoType = Pointer(&Int32);
const OPTIONAL_INT64: GoType = Pointer(&Int64);

impl GoField {
    const fn named(mut self, go: &'static str) -> Self {
        self.go = go;
        self
    }

    const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    const fn outside(mut self) -> Self {
        self.side = Side::Outside;
        self
    }

    const fn inside(mut self) -> Self {
        self.side = Side::Inside;
        self
    }

    const fn since(mut self, minor: u8) -> Self {
        self.since = minor;
        self
    }

    const fn until(mut self, minor: u8) -> Self {
        self.until = minor;
        self
    }

    fn is_in(&self, release: Release) -> bool {
        (self.since..=self.until).contains(&release.minor())
    }
}

const fn field(json: &'static str, r#type: GoType) -> GoField {
    GoField { json, go: "", r#type, required: false, embedded: false, side: Side::Both, since: 0, until: u8::MAX }
}

/// A struct whose fields stand among those of the outer one.
const fn inlined(of: &'static GoStruct) -> GoField {
    let mut inlined = field("", GoType::Struct(of)).named(of.name);
    inlined.embedded = true;
    inlined
}

/// Object metadata, which the internal types embed.
const fn metadata() -> GoField {
    let mut metadata = field("metadata", GoType::Struct(&meta::OBJECT_META)).named("ObjectMeta");
    metadata.embedded = true;
    metadata
}

const fn of_package(package: &'static str, name: &'static str, fields: &'static [GoField]) -> GoStruct {
    GoStruct { package, name, fields, moved: &[] }
}

const fn core(name: &'static str, fields: &'static [GoField]) -> GoStruct {
    of_package("core", name, fields)
}

impl GoStruct {
    const fn moved(mut self, moved: &'static [(&'static str, &'static str)]) -> Self {
        self.moved = moved;
        self
    }

    /// The fields of the type in the API.
    fn outside(&self, release: Release) -> impl Iterator<Item = &'static GoField> {
        self.fields.iter().filter(move |field| field.side != Side::Inside && field.is_in(release))
    }

    /// The fields of the internal type in their order.
    fn inside(&self, release: Release) -> Vec<&'static GoField> {
        let is_there = |field: &&GoField| field.side != Side::Outside && field.is_in(release);
        let mut fields: Vec<_> = self.fields.iter().filter(is_there).collect();
        for (name, after) in self.moved {
            let Some(from) = fields.iter().position(|field| field.json == *name) else { continue };
            let field = fields.remove(from);
            let to = fields.iter().position(|field| field.json == *after).map_or(fields.len(), |place| place + 1);
            fields.insert(to, field);
        }
        fields
    }
}

/// `text` with `...` for the fields of pod templates, pod specs and probes, which fill many lines.
#[cfg(test)]
pub(crate) fn cut_short(text: &str) -> String {
    let mut cut = String::new();
    let mut rest = text;
    let starts = ["core.PodTemplateSpec{", "core.PodSpec{", "core.Probe{", "\"Spec\":{", "{\"Volumes\":"];
    while let Some((at, start)) = starts.iter().filter_map(|start| Some((rest.find(start)?, start))).min() {
        let open = at + start.find('{').unwrap() + 1;
        let mut depth = 1;
        let length = rest[open..].find(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0
        });
        cut.push_str(&rest[..open]);
        cut.push_str("...");
        rest = &rest[open + length.unwrap()..];
    }
    cut + rest
}
