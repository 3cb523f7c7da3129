//! kubectl: what its commands ask of the API server, and what they print.
//!
//! Here live decisions of the client alone: what a command makes of a manifest and of what the server has. Who
//! sends the request, and when, is decided above.

mod apply;
mod create;
mod output;
mod print;
mod run;
mod scale;

pub use apply::{LAST_APPLIED_ANNOTATION, apply, run_apply};
pub use create::{CreateOptions, CreateRequest, Created, CreatedKind, create};
pub use output::{CommandError, CommandOutput};
pub use print::{Line, Printed, Printer};
pub use run::{Cluster, Completions, MAX_LINE_BYTES, Ran, Typed, Wait, Watch, Write, complete, quoted, run};
pub use scale::scale;
