//! Replays recordings of the real Job controllers against the engine.
//!
//! A recording is a script of steps, each with what was seen after it. [`replay`] carries out the same
//! steps in a [`World`] and compares everything that the recording tells, after every step. Nothing in
//! here knows a recording by name, and nothing is left out: a section of an observation that this code
//! does not know is an error, not a pass.
//!
//! From the file to the verdict: `recording` reads, `section` keeps what is expected by now, `observe`
//! says what the world shows in the recordings' words (`writes` those of its API calls), `divergence`
//! tells the difference. `fingerprint` sums up what the engine says beyond the recordings. `files` finds and unpacks files and uses all cores; nothing else here touches
//! files, threads or clocks, so that it runs in a browser too.
//!
//! [`World`]: jobscope_core::world::World

mod divergence;
mod files;
mod fingerprint;
mod observe;
mod recording;
mod section;
mod writes;

pub use divergence::{Difference, Divergence, Trouble};
pub use files::{Failure, FileReport, Selection, find_files, fingerprint_file, open_lines, replay_file};
pub use fingerprint::Fingerprint;
pub use recording::{Header, ReadError, RecordedStep, Recordings, Script};
pub use section::{Observation, Section};

use jobscope_core::world::{Action, ActionError, World};
use observe::Observer;
use section::Expected;

/// Whether a Job is to be deleted that is being deleted. The API server of the recordings ignores that; a real one may exchange
/// the finalizer.
fn is_repeated_deletion(world: &World, action: &Action) -> bool {
    let Action::DeleteJob { name, .. } = action else { return false };
    world.stored_jobs().any(|job| job.metadata.is_deleting() && job.metadata.name() == name.as_str())
}

/// Carries out `script` and compares every section after every step; an error tells the first
/// difference.
pub fn replay(header: &Header, script: &Script) -> Result<(), Box<Divergence>> {
    let mut world = header.world(script.start_ms);
    let mut observer = Observer::new(header.t0());
    let mut expected = Expected::initial();
    for (index, step) in script.steps.iter().enumerate() {
        let diverged = |trouble| {
            Box::new(Divergence {
                script: script.id.clone(),
                step: index + 1,
                steps: script.steps.len(),
                action: step.action.clone(),
                trouble,
            })
        };
        let action = step.action(header.gates()).map_err(|why| diverged(Trouble::NotUnderstood(why)))?;
        // A refused action changes nothing; what the recording shows after the step has to agree.
        let outcome = if is_repeated_deletion(&world, &action) {
            Err(ActionError::AlreadyDeleting)
        } else {
            world.apply(&action)
        };
        expected.advance(&step.obs);
        let differences = expected.compare(&observer.observe(&world, outcome.as_ref()));
        if !differences.is_empty() {
            let refused = outcome.err().map(|error| error.to_string());
            return Err(diverged(Trouble::Differs { refused, differences }));
        }
    }
    Ok(())
}
