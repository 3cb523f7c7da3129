//! A picture as paths and words, derived from what the engine did; the caller paints them.

use std::collections::BTreeMap;

/// Width of a picture.
pub const WIDTH: u32 = 260;

/// What a path of a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// The Job rests.
    Rest,
    /// A controller of the manager that does not work yet.
    There,
    /// A pod that does not run yet.
    Pending,
    /// A pod that runs, or a controller that works.
    Running,
    /// A pod that is being deleted.
    Terminating,
    /// An event under way to the cache.
    Unseen,
    /// A success.
    Succeeded,
    /// A failure.
    Failed,
    /// A wait, or what it is for.
    Waiting,
    /// What the controller expects, and has seen.
    Sync,
    /// A line, or the outline of a thing.
    Line,
    /// The same of what is not there.
    Dash,
    /// A shape of what is not there, or not yet.
    Dashed,
    /// A pod that was refused.
    Turned,
    /// A failure that does not count.
    Spared,
    /// The outline of a pod that is being deleted.
    Stopping,
    /// A call that went well.
    Well,
    /// What is behind, or went wrong.
    Behind,
    /// What is wrong with a number.
    Wrong,
    /// The controller at work.
    Busy,
    /// What is drawn inside of a shape.
    Inside,
    /// A limit.
    Limit,
}

impl Mark {
    /// Its name in style sheets.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rest => "rest",
            Self::There => "there",
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Terminating => "terminating",
            Self::Unseen => "unseen",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Waiting => "waiting",
            Self::Sync => "sync",
            Self::Line => "line",
            Self::Dash => "dash",
            Self::Dashed => "dashed",
            Self::Turned => "turned",
            Self::Spared => "spared",
            Self::Stopping => "stopping",
            Self::Well => "well",
            Self::Behind => "behind",
            Self::Wrong => "wrong",
            Self::Busy => "busy",
            Self::Inside => "inside",
            Self::Limit => "limit",
        }
    }
}

/// Which end of a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Anchor {
    /// Its name in SVG.
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// A number or name in a picture: what every language writes alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where it stands.
    pub x: String,
    /// The line that it stands on.
    pub y: String,
    /// How it stands there.
    pub anchor: Anchor,
    /// What it says.
    pub text: String,
    /// Whether the picture is about it.
    pub large: bool,
}

/// A small picture of a session, for its card in the gallery.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Paths as in SVG, from the lowest up.
    pub paths: BTreeMap<Mark, String>,
    /// What is written over them.
    pub labels: Vec<Label>,
}

/// As text, with one place at the most: nobody sees more.
pub(crate) fn tenths(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
