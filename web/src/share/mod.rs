//! A session as a link or a file: made by a button in the header, and read from the address that the page was opened
//! with or that it names, from a file that is chosen or dropped, or from what is pasted.
//!
//! The link is the engine's own writing of a session in the fragment of the address, behind a name. A fragment never
//! reaches a server. What a link holds is hostile until the engine has carried it out again.

mod address;
mod arrival;
mod arrived;
mod broken;
mod button;
mod copy_as;
mod file;
mod follow;
mod paste;
mod source;

pub(crate) use address::{names_a_source, session as session_in_address, session_in};
pub(crate) use arrival::{Arrival, Opened, Problem, Source, Wrong};
pub(crate) use arrived::{Arrived, News};
pub(crate) use button::{Share, keep_in_address, press, session_link};
pub(crate) use file::{OpenFile, use_dropped_files};
pub(crate) use follow::use_address;
pub(crate) use paste::use_pasted;
pub(crate) use source::FromSource;
