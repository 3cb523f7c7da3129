//! All that the engine has to say about a script, in one number.
//!
//! The recordings tell what a controller can be seen to do; the engine tells more: every decision, and
//! every byte of its state. Two builds of the engine that give the same fingerprint agree in all of it,
//! which is how a browser is held to the native build.

use std::fmt;

use flate2::Crc;
use serde::Serialize;

use super::{Header, Script};

/// Carries out scripts and sums up every byte of their steps and of the worlds that they end in.
#[derive(Debug, Default)]
pub struct Fingerprint {
    crc: Crc,
}

impl Fingerprint {
    /// Carries out `script`; a step that the engine does not understand counts by its error.
    pub fn add(&mut self, header: &Header, script: &Script) {
        let mut world = header.world(script.start_ms);
        for step in &script.steps {
            self.add_bytes(&step.action(header.gates()).map(|action| world.apply(&action)));
        }
        self.add_bytes(&world);
    }

    fn add_bytes(&mut self, value: &impl Serialize) {
        match serde_json::to_vec(value) {
            Ok(bytes) => self.crc.update(&bytes),
            Err(error) => self.crc.update(error.to_string().as_bytes()),
        }
    }
}

/// A checksum, and the number of bytes that went into it.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}-{}", self.crc.sum(), self.crc.amount())
    }
}
