//! A session as a link: made by a button in the header, and read from the address that the page was opened with.
//!
//! The link is the engine's own writing of a session in the fragment of the address, behind a name. A fragment never
//! reaches a server. What a link holds is hostile until the engine has carried it out again.

mod address;
mod arrival;
mod broken;
mod button;
mod follow;

pub(crate) use arrival::{Arrival, Opened, Problem};
pub(crate) use broken::BrokenLink;
pub(crate) use button::Share;
pub(crate) use follow::use_address;
