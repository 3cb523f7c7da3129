//! A session as a link or a file: made by a button in the header, and read from the address that the page was opened
//! with, or from a file that is chosen or dropped.
//!
//! The link is the engine's own writing of a session in the fragment of the address, behind a name. A fragment never
//! reaches a server. What a link holds is hostile until the engine has carried it out again.

mod address;
mod arrival;
mod broken;
mod button;
mod file;
mod follow;

pub(crate) use address::session as session_in_address;
pub(crate) use arrival::{Arrival, Opened, Problem, Source};
pub(crate) use broken::BrokenLink;
pub(crate) use button::{Share, keep_in_address, session_link};
pub(crate) use file::use_dropped_files;
pub(crate) use follow::use_address;
