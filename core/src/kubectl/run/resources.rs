//! `kubectl api-resources` and `kubectl api-versions`.

use std::collections::BTreeSet;

use serde::Serialize;

use super::flags::{Flags, Spec, switch, value};
use super::form::{json_document, yaml};
use super::kind::{Kind, OTHERS};
use super::table::Table;
use super::{Command, Outcome};
use crate::api::Release;
use crate::kubectl::CommandError;
use crate::small_collect::SmallCollect as _;
use crate::small_sort::SmallSort as _;

pub(super) const FLAGS: &[Spec] = &[
    value("api-group", None),
    switch("cached", None),
    value("categories", None),
    switch("namespaced", None),
    switch("no-headers", None),
    value("output", Some('o')),
    value("sort-by", None),
    value("verbs", None),
];

/// The minor whose servers have a second API of events.
const EVENTS_API: u8 = 19;
/// The minor whose kubectl has `--categories`, and lists verbs with commas.
const CATEGORIES: u8 = 26;
/// The minor whose kubectl prints resources as JSON and YAML.
const DOCUMENTS: u8 = 34;

/// The verbs of every kind.
const VERBS: [&str; 8] = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

/// `metav1.APIResource`.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
struct Resource {
    name: &'static str,
    singular_name: &'static str,
    namespaced: bool,
    #[serde(skip_serializing_if = "str::is_empty")]
    group: &'static str,
    version: &'static str,
    kind: &'static str,
    verbs: [&'static str; 8],
    #[serde(skip_serializing_if = "Option::is_none")]
    short_names: Option<[&'static str; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    categories: Option<[&'static str; 1]>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResourceList {
    kind: &'static str,
    api_version: &'static str,
    group_version: &'static str,
    resources: Vec<Resource>,
}

impl Resource {
    fn new(
        name: &'static str,
        singular_name: &'static str,
        short: &'static str,
        group_version: &'static str,
        kind: &'static str,
        in_all: bool,
    ) -> Self {
        let (group, version) = group_version.split_once('/').unwrap_or(("", group_version));
        let short_names = (!short.is_empty()).then_some([short]);
        let categories = in_all.then_some(["all"]);
        let namespaced = Kind::named(name).is_none_or(Kind::is_namespaced);
        Self { name, singular_name, namespaced, group, version, kind, verbs: VERBS, short_names, categories }
    }

    fn group_version(&self) -> String {
        if self.group.is_empty() { self.version.to_owned() } else { format!("{}/{}", self.group, self.version) }
    }
}

/// The kinds of the API, by group and name.
fn all(release: Release) -> Vec<Resource> {
    let mut all = vec![
        Resource::new("events", "event", "ev", "v1", "Event", false),
        Resource::new("pods", "pod", "po", "v1", "Pod", true),
        Resource::new("jobs", "job", "", "batch/v1", "Job", true),
    ];
    if release.since(EVENTS_API) {
        all.push(Resource::new("events", "event", "ev", "events.k8s.io/v1", "Event", false));
    }
    let other = OTHERS
        .iter()
        .map(|other| Resource::new(other.plural, other.singular, other.short, other.version, other.kind, other.in_all));
    all.extend(other);
    all.small_sort_by_key(|resource| (resource.group, resource.name));
    all
}

pub(super) fn api_resources(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: String| CommandError::Client(message);
    let release = command.release();
    refuse_arguments("api-resources", flags)?;
    let output = flags.value("output").unwrap_or_default();
    let (forms, allowed): (&[&str], _) = if release.since(DOCUMENTS) {
        (&["", "wide", "name", "json", "yaml"], "json,kyaml,name,wide,yaml")
    } else {
        (&["", "wide", "name"], "name,wide")
    };
    if !forms.contains(&output) {
        return Err(client(format!(
            "unable to match a printer suitable for the output format {output:?}, allowed formats are: {allowed}"
        )));
    }
    let mut resources = all(release);
    match flags.value("sort-by").unwrap_or_default() {
        "" => {}
        "name" => resources.sort_by_key(|resource| resource.name),
        "kind" => resources.sort_by_key(|resource| (resource.kind, resource.name)),
        _ => return Err(client("--sort-by accepts only name or kind".to_owned())),
    }
    if let Some(group) = flags.value("api-group") {
        resources.retain(|resource| resource.group == group);
    }
    if let Some(namespaced) = flags.value("namespaced") {
        resources.retain(|resource| resource.namespaced == (namespaced == "true"));
    }
    let verbs = flags.list("verbs");
    resources.retain(|resource| verbs.iter().all(|verb| verb.is_empty() || resource.verbs.contains(verb)));
    let categories = flags.list("categories");
    resources.retain(|resource| {
        let has = |category: &&str| resource.categories.is_some_and(|known| known.contains(category));
        categories.iter().all(|category| category.is_empty() || has(category))
    });
    let list = |resources| ResourceList { kind: "APIResourceList", api_version: "v1", group_version: "", resources };
    match output {
        "name" => {
            for resource in resources {
                let dot = if resource.group.is_empty() { "" } else { "." };
                command.print_line(&format!("{}{dot}{}", resource.name, resource.group));
            }
        }
        "json" => command.print(&json_document(&list(resources), b"    ")),
        "yaml" => command.print(&yaml(&serde_json::to_value(list(resources)).unwrap_or_default(), release)),
        _ => print_table(command, &resources, output == "wide", !flags.is_set("no-headers")),
    }
    Ok(())
}

fn print_table(command: &mut Command<'_>, resources: &[Resource], wide: bool, with_heading: bool) {
    let release = command.release();
    let mut heading = vec!["NAME", "SHORTNAMES", "APIVERSION", "NAMESPACED", "KIND"];
    if wide {
        heading.push("VERBS");
        heading.extend(release.since(CATEGORIES).then_some("CATEGORIES"));
    }
    let row = |resource: &Resource| {
        let only = |names: Option<[&str; 1]>| names.map_or(String::new(), |names| names.concat());
        let mut row = vec![resource.name.to_owned(), only(resource.short_names), resource.group_version()];
        row.extend([resource.namespaced.to_string(), resource.kind.to_owned()]);
        if wide && release.since(CATEGORIES) {
            row.extend([resource.verbs.join(","), only(resource.categories)]);
        } else if wide {
            row.push(format!("[{}]", resource.verbs.join(" ")));
        }
        row
    };
    let heading = heading.into_iter().map(str::to_owned).collect();
    let table = Table { heading, rows: resources.iter().map(row).collect() };
    command.print(&table.text(release, with_heading));
}

pub(super) fn api_versions(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    refuse_arguments("api-versions", flags)?;
    let versions: BTreeSet<_> = all(command.release()).iter().map(Resource::group_version).small_collect();
    for version in versions {
        command.print_line(&version);
    }
    Ok(())
}

fn refuse_arguments(command: &str, flags: &Flags) -> Outcome {
    if flags.arguments.is_empty() {
        return Ok(());
    }
    let arguments = flags.arguments.join(" ");
    Err(CommandError::Client(format!(
        "unexpected arguments: [{arguments}]\nSee 'kubectl {command} -h' for help and examples"
    )))
}
