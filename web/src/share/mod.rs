//! A session as a link or a file: made by a button in the header, and read from the address that the page was opened
//! with or that it names, from a file that is chosen or dropped, from what is pasted, or from before the page was loaded.
//!
//! The link is the engine's own writing of a session in the fragment of the address, behind a name. A fragment never
//! reaches a server. What a link holds is hostile until the engine has carried it out again.

mod arrived;
mod broken;
mod button;
mod cluster;
mod copy_as;
mod file;
mod follow;
mod paste;
mod resume;
mod source;
mod stream;

pub(crate) use arrived::{Arrived, ArrivedBody, News};
pub(crate) use button::{Share, Writers, press};
pub(crate) use cluster::{ClusterBody, ClusterDialog, FromCluster};
pub(crate) use copy_as::CopyAsBody;
pub(crate) use file::{OpenFile, use_dropped_files};
pub(crate) use follow::use_address;
pub(crate) use paste::use_pasted;
pub(crate) use resume::use_kept_run;
pub(crate) use source::{FromSource, SourceBody};
