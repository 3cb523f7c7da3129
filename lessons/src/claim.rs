//! What a text may claim of a moment of a session.
//!
//! In a text a claim is a link: `[7](is:pods)` shows 7 and claims that there are 7 pods. Where the words shown
//! are not the value, the value follows: `[waits](is:decision.expectations-satisfied=no)`. What holds in one release
//! only names it first: `[2](is:v1.28:status.succeeded)`.

use std::fmt;
use std::sync::Arc;

use jobscope_core::api::Release;
use jobscope_core::timeline::Timeline;
use jobscope_core::world::{Action, Snapshot, Step, World};

use crate::value;

/// How a link begins that is a claim.
pub(crate) const SCHEME: &str = "is:";

/// What stands between a command line and the words that it prints.
const PRINTS: &str = " prints ";

/// A value that something has at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The release of which it is claimed; of each that the lesson shows if absent.
    pub release: Option<Release>,
    /// What has it, such as `pods.Running`; see `docs/lessons.md`.
    pub subject: String,
    /// The value.
    pub value: String,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.release {
            Some(release) => write!(f, "{} is {} in {release}", self.subject, self.value),
            None => write!(f, "{} is {}", self.subject, self.value),
        }
    }
}

impl Claim {
    /// Whether it holds if its subject has `value`. Of what a command prints, the claimed words are a part.
    pub fn fits(&self, value: &str) -> bool {
        if value::is_command(&self.subject) { value.contains(&self.value) } else { value == self.value }
    }

    /// Whether it is claimed of `release`.
    pub fn is_of(&self, release: Release) -> bool {
        self.release.is_none_or(|of| of == release)
    }

    /// The claim of a link to `to` that shows `text`; `None` if the link is no claim.
    pub(crate) fn of_link(text: &str, to: &str) -> Option<Self> {
        let claimed = to.strip_prefix(SCHEME)?;
        let split = if value::is_command(claimed) { claimed.split_once(PRINTS) } else { claimed.split_once('=') };
        let (subject, value) = split.unwrap_or((claimed, text));
        let (release, subject) = subject
            .split_once(':')
            .and_then(|(name, subject)| Some((name.parse().ok()?, subject)))
            .map_or((None, subject), |(release, subject)| (Some(release), subject));
        Some(Self { release, subject: subject.to_owned(), value: value.to_owned() })
    }
}

/// A moment of a session: the state after a number of steps, and the step that led to it.
#[derive(Clone, Debug)]
pub struct Moment {
    pub(crate) world: Arc<World>,
    pub(crate) snapshot: Snapshot,
    pub(crate) step: Option<Arc<Step>>,
    pub(crate) syncs: usize,
}

impl Moment {
    /// The moment of `timeline` at which `steps` steps are done; `None` if it has not as many.
    pub fn after(timeline: &Timeline, steps: usize) -> Option<Self> {
        let all = timeline.steps();
        let world = (steps <= all.len()).then(|| timeline.world_after(steps))?;
        Some(Self {
            snapshot: world.snapshot(),
            world,
            step: steps.checked_sub(1).and_then(|last| all.get(last)),
            syncs: all.heads().iter().take(steps).filter(|step| step.action == Action::Sync).count(),
        })
    }

    /// The moment after a user typed commands.
    ///
    /// # Errors
    ///
    /// What the command printed if it failed.
    pub fn after_typing(&self, commands: &str) -> Result<Self, String> {
        let mut world = World::clone(&self.world);
        let output = world.kubectl(commands).map_err(|error| error.to_string())?;
        if output.code != 0 {
            return Err(output.stderr);
        }
        Ok(Self { snapshot: world.snapshot(), world: Arc::new(world), step: None, syncs: self.syncs })
    }

    /// The value that `subject` has now.
    ///
    /// # Errors
    ///
    /// Why it has none: there is no such subject, or nothing of it at this moment.
    pub fn value(&self, subject: &str) -> Result<String, String> {
        value::of(self, subject)
    }
}
