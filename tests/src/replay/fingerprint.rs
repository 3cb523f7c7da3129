//! All that the engine has to say about a script, in one number.
//!
//! The recordings tell what a controller can be seen to do; the engine tells more: every decision, and
//! every byte of its state. Two builds of the engine that give the same fingerprint agree in all of it,
//! which is how a browser is held to the native build.

use flate2::Crc;
use jobscope_core::world::World;
use serde::Serialize;

use super::{Header, Script};

/// Carries out scripts and sums up every byte of every step and world.
#[derive(Debug, Default)]
pub struct Fingerprint {
    crc: Crc,
}

impl Fingerprint {
    /// Carries out `script`; a step that the engine does not understand counts by its error.
    pub fn add(&mut self, header: &Header, script: &Script) {
        let mut world: World = header.world(script.start_ms);
        for step in &script.steps {
            let outcome = step.action().map(|action| world.apply(&action));
            self.add_bytes(&outcome);
            self.add_bytes(&world);
        }
    }

    fn add_bytes(&mut self, value: &impl Serialize) {
        // A value that cannot be written would count as nothing; its length keeps it from going unseen.
        let bytes = serde_json::to_vec(value).unwrap_or_default();
        self.crc.update(&u64::try_from(bytes.len()).unwrap_or(u64::MAX).to_le_bytes());
        self.crc.update(&bytes);
    }

    /// The number, with the number of bytes that went into it.
    pub fn finish(&self) -> String {
        format!("{:08x}-{}", self.crc.sum(), self.crc.amount())
    }
}
