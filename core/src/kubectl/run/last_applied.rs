//! `kubectl apply view-last-applied`.

use serde_json::Value;

use super::flags::{Flags, Spec, switch, value};
use super::form::{json_document, yaml};
use super::resource::{check_names, no_resources, selects};
use super::{Command, Known, Outcome, known};
use crate::kubectl::{CommandError, LAST_APPLIED_ANNOTATION};

pub(super) const PARTS: &[Known] = &[known("view-last-applied", FLAGS, view)];

const FLAGS: &[Spec] = &[
    switch("all", None),
    value("filename", Some('f')),
    value("output", Some('o')),
    switch("recursive", Some('R')),
    value("selector", Some('l')),
];

/// Prints what was applied last, as the annotation has it. Objects without one print nothing.
fn view(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let as_json = match flags.value("output").unwrap_or_default() {
        "" | "yaml" => false,
        "json" => true,
        other => {
            let message = format!(
                "Unexpected -o output mode: {other}, the flag 'output' must be one of yaml|json\nSee 'kubectl apply view-last-applied -h' for help and examples"
            );
            return Err(CommandError::Client(message));
        }
    };
    let named = command.requested(flags, &flags.arguments)?;
    if named.is_empty() {
        return Err(no_resources());
    }
    check_names(&named, selects(flags))?;
    for object in command.objects(&named, flags)? {
        let applied = object.annotations().and_then(|annotations| annotations.get(LAST_APPLIED_ANNOTATION));
        let Some(applied) = applied.and_then(|text| serde_json::from_str::<Value>(text).ok()) else { continue };
        let release = command.release();
        command.print(&if as_json { json_document(&applied, b"  ") } else { yaml(&applied, release) });
    }
    Ok(())
}
