//! What is drawn up of each step of a session, for one that is not shown yet: of a long one it grows with it.

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
