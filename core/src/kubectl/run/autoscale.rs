//! `kubectl autoscale`: neither Jobs nor pods can be scaled automatically.

use super::flags::{Flags, Spec, integer, switch, value};
use super::global::RECORD;
use super::kind::Kind;
use super::resource::{check_names, no_resources};
use super::write::{DRY_RUN, DryRun};
use super::{Command, Outcome};
use crate::kubectl::CommandError;

pub(super) const FLAGS: &[Spec] = &[
    RECORD,
    integer("max"),
    integer("min"),
    integer("cpu-percent"),
    value("cpu", None),
    value("memory", None),
    value("name", None),
    value("filename", Some('f')),
    DRY_RUN,
    value("output", Some('o')),
    value("field-manager", None),
    switch("save-config", None),
    switch("recursive", Some('R')),
];

pub(super) fn autoscale(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: String| CommandError::Client(message);
    let Some(max) = flags.integer("max") else {
        return Err(client("required flag(s) \"max\" not set".to_owned()));
    };
    DryRun::of(command, flags)?;
    if max < 1 {
        return Err(client(format!("--max=MAXPODS is required and must be at least 1, max: {max}")));
    }
    if let Some(min) = flags.integer("min").filter(|min| *min > max) {
        return Err(client(format!("--max=MAXPODS must be larger or equal to --min=MINPODS, max: {max}, min: {min}")));
    }
    let named = command.requested(flags, &flags.arguments)?;
    if named.is_empty() {
        return Err(no_resources());
    }
    check_names(&named, false)?;
    for object in command.objects(&named, flags)? {
        let (kind, resource) = match object.kind() {
            Kind::Job => ("Job", "batch/v1, Resource=jobs"),
            Kind::Event => ("Event", "/v1, Resource=events"),
            _ => ("Pod", "/v1, Resource=pods"),
        };
        command.failures.push(client(format!(
            "cannot autoscale a {kind}: could not find scale subresource for {resource} in discovery information"
        )));
    }
    Ok(())
}
