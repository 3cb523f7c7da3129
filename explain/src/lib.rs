//! What a session means, in no language yet: everything that knows the engine and neither Yew nor the DOM.
//!
//! A [`Moment`] is the state at a timeline's cursor with what led to it. From it come the [sentence], the
//! [path] of questions and calls, and the [flow chart](flow). A [`Track`] has the lanes of the whole timeline. Texts are
//! [phrases](sentence::Phrase): a key with values. Crates that show them have the words.

pub mod flow;
mod followed;
pub mod history;
mod lives;
mod moment;
mod overdue;
pub mod path;
#[cfg(any(test, feature = "testing"))]
pub mod played;
mod pod_state;
mod point;
pub mod preset;
mod ranges;
mod request;
mod rows;
mod rule_misses;
mod scene;
pub mod sentence;
pub mod summary;
pub mod time;
mod track;
mod unasked;

pub use followed::Followed;
pub use lives::{Life, Since};
pub use moment::{Moment, Movement};
pub use overdue::{Overdue, next_sync};
pub use pod_state::PodState;
pub use point::{Figures, Marker, Point, Writes};
pub use preset::Preset;
pub use ranges::ranges;
pub use request::request_line;
pub use rule_misses::rule_misses;
pub use scene::{Pods, Scenes};
pub use summary::Summary;
pub use track::Track;
