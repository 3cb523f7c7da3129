//! What all regions share: icons, shapes, menus, dialogs, tabs, numbers.

mod answer;
mod breakable;
pub(crate) mod clipboard;
mod copy_button;
mod dialog;
mod icon;
mod in_sight;
mod phrases;
mod popover;
mod recent;
mod refused;
mod segmented;
pub(crate) mod shape;
mod sprites;
mod tabs;
pub(crate) mod time;
mod visible;

pub(crate) use answer::{answer, counted};
pub(crate) use breakable::breakable;
pub(crate) use copy_button::CopyButton;
pub(crate) use dialog::Dialog;
pub(crate) use icon::{Icon, icon, small_icon};
pub(crate) use in_sight::use_in_sight;
pub(crate) use phrases::phrased;
pub(crate) use popover::{Anchor, Popover, use_opener};
pub(crate) use recent::{Same, use_recent};
pub(crate) use refused::Refused;
pub(crate) use segmented::Segmented;
pub(crate) use shape::shape;
pub(crate) use sprites::Sprites;
pub(crate) use tabs::{Tab, Tabs};
pub(crate) use visible::{Visible, number, use_visible};
