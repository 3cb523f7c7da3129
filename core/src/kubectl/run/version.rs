//! `kubectl version`.

use serde::Serialize;

use super::flags::{Flags, Spec, switch, value};
use super::form::{json_document, yaml};
use super::{Command, Outcome};
use crate::api::Release;
use crate::kubectl::CommandError;

pub(super) const FLAGS: &[Spec] = &[value("output", Some('o')), switch("client", None), switch("short", None)];

/// The minor whose kubectl no longer has `--short`.
const WITHOUT_SHORT: u8 = 28;
/// The minor whose kubectl refuses arguments.
const WITHOUT_ARGUMENTS: u8 = 24;
/// The minor whose servers say which versions they emulate.
const EMULATION: u8 = 33;

/// `version.Info`. What a simulated build does not have is empty: there is no commit, date or compiler.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Info {
    major: &'static str,
    minor: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    emulation_major: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    emulation_minor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_compatibility_major: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_compatibility_minor: Option<String>,
    git_version: &'static str,
    git_commit: &'static str,
    git_tree_state: &'static str,
    build_date: &'static str,
    go_version: &'static str,
    compiler: &'static str,
    platform: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Versions {
    client_version: Info,
    #[serde(skip_serializing_if = "Option::is_none")]
    kustomize_version: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    server_version: Option<Info>,
}

impl Info {
    fn of_client(release: Release) -> Self {
        Self { major: "1", minor: release.minor().to_string(), git_version: release.tag(), ..Self::default() }
    }

    fn of_server(release: Release) -> Self {
        let client = Self::of_client(release);
        if !release.since(EMULATION) {
            return client;
        }
        Self {
            emulation_major: Some(client.major),
            emulation_minor: Some(client.minor.clone()),
            min_compatibility_major: Some(client.major),
            min_compatibility_minor: Some(release.minor().saturating_sub(1).to_string()),
            ..client
        }
    }
}

/// The version of the library that is compiled into kubectl.
fn kustomize(release: Release) -> Option<&'static str> {
    match release.minor() {
        ..=24 => None,
        25 | 26 => Some("v4.5.7"),
        27 => Some("v5.0.1"),
        28..=30 => Some("v5.0.4-0.20230601165947-6ce0bf390ce3"),
        31 => Some("v5.4.2"),
        32 => Some("v5.5.0"),
        33 => Some("v5.6.0"),
        34 | 35 => Some("v5.7.1"),
        _ => Some("v5.8.1"),
    }
}

pub(super) fn version(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: String| CommandError::Client(message);
    let release = command.release();
    if flags.value("short").is_some() && release.since(WITHOUT_SHORT) {
        return Err(client("unknown flag: --short\nSee 'kubectl version --help' for usage.".to_owned()));
    }
    let asks_server = !flags.is_set("client");
    if asks_server && !flags.arguments.is_empty() && release.since(WITHOUT_ARGUMENTS) {
        return Err(client(format!("extra arguments: [{}]", flags.arguments.join(" "))));
    }
    let versions = || Versions {
        client_version: Info::of_client(release),
        kustomize_version: kustomize(release),
        server_version: asks_server.then(|| Info::of_server(release)),
    };
    match flags.value("output") {
        None | Some("") => {
            let tag = release.tag();
            command.print_line(&format!("Client Version: {tag}"));
            if let Some(kustomize) = kustomize(release) {
                command.print_line(&format!("Kustomize Version: {kustomize}"));
            }
            if asks_server {
                command.print_line(&format!("Server Version: {tag}"));
            }
        }
        Some("json") => command.print(&json_document(&versions(), b"  ")),
        // A line break follows that of the document.
        Some("yaml") => {
            let document = serde_json::to_value(versions()).unwrap_or_default();
            command.print_line(&yaml(&document, release));
        }
        Some(_) => return Err(client("--output must be 'yaml' or 'json'".to_owned())),
    }
    Ok(())
}
