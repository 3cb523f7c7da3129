//! What is prepared for each step of a session before it is shown: it grows with a long session.

use jobscope_core::timeline::Timeline;

use super::scene::Scenes;
use super::track::Track;

#[derive(Debug, Default)]
pub struct Followed {
    pub track: Track,
    pub scenes: Scenes,
}

impl Followed {
    /// Takes in what is recorded in the chosen branch.
    pub fn follow(&mut self, timeline: &Timeline) {
        self.track.follow(timeline, &mut self.scenes);
    }
}
