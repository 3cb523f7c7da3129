//! kubectl: the requests of its commands, and their output.
//!
//! This module has only the client's decisions: what a command makes of a manifest and of the server's state. The
//! caller sends the request.

mod apply;
mod create;
mod output;
mod print;
mod run;
mod scale;

pub use apply::{LAST_APPLIED_ANNOTATION, apply, run_apply};
pub use create::{CreateOptions, CreateRequest, Created, CreatedKind, create};
pub use output::{CommandError, CommandOutput};
pub use print::{Line, Printed, Printer, duration};
pub(crate) use run::MOST_SLEPT_MS;
pub use run::{
    Cluster, Completions, Link, MANIFEST_FILE, MAX_FILE_BYTES, MAX_LINE_BYTES, MAX_PRINTED_BYTES, Ran, Recreation,
    SimpleCommand, Sleep, Stderr, Typed, Wait, Watch, Write, complete, not_found, quoted, run,
};
pub use scale::scale;
