//! `--subresource`.

use super::Command;
use super::flags::Flags;
use crate::api::{StatusError, StatusReason};
use crate::kubectl::CommandError;

/// The minor whose kubectl takes subresources.
const SUBRESOURCES: u8 = 24;
/// The minor whose kubectl lets the server say which subresources there are.
const ANY_SUBRESOURCE: u8 = 32;

/// The subresource that the command of that name is about.
pub(super) fn subresource<'f>(
    command: &Command<'_>,
    name: &str,
    flags: &'f Flags,
) -> Result<Option<&'f str>, CommandError> {
    let Some(subresource) = flags.value("subresource").filter(|given| !given.is_empty()) else { return Ok(None) };
    let release = command.release();
    if !release.since(SUBRESOURCES) {
        let message = format!("unknown flag: --subresource\nSee 'kubectl {name} --help' for usage.");
        return Err(CommandError::Client(message));
    }
    if !["status", "scale"].contains(&subresource) && !release.since(ANY_SUBRESOURCE) {
        let message = format!("invalid subresource value: {subresource:?}. Must be one of [status scale]");
        return Err(CommandError::Client(message));
    }
    Ok(Some(subresource))
}

/// The server's answer where it serves nothing.
pub(super) fn no_such_path() -> StatusError {
    StatusError::new(StatusReason::NotFound, "the server could not find the requested resource")
}
