//! Compares the API server of the engine with recorded answers of real API servers.
//!
//! A case is a list of steps: requests about a Job, as bodies of requests, as typed texts, or as commands of
//! kubectl. Each step with a recorded answer is compared in full: acceptance, the stored object, warnings, the error,
//! and what kubectl printed. An entry of a recording that this code does not know is an error, not a pass.
//!
//! - `case`: the recorded cases
//! - `run`: carries out a case on the engine
//! - `compare`: normalises both sides and lists differences
//! - `files`: files and folders of cases

mod case;
mod compare;
mod files;
mod json_text;
mod run;

pub use case::{Case, CommandText, Operation, Real, Status, Step};
pub use compare::Difference;
pub use files::{FileReport, check_file};
pub use json_text::JsonText;
pub use run::{Failed, check};
