//! What happened, as data.
//!
//! A step of the world leaves a list of [`TraceEntry`] values in the order in which things happened: questions that the
//! controller asked, API calls, events, queue and expectation changes. Values only: the page makes the words. The
//! recorder ([`Trace`]) costs nothing when it is off.

mod call;
mod change;
mod decision;
mod entry;
mod manager;
mod question;
mod request;
mod tracked_pod;

pub use call::*;
pub use change::*;
pub use decision::*;
pub use entry::*;
pub use manager::*;
pub use question::*;
pub use request::*;
pub use tracked_pod::*;
