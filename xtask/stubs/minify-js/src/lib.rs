//! What Trunk calls of minify-js.

use std::convert::Infallible;

#[derive(Clone, Copy)]
pub enum TopLevelMode {
    Global,
    Module,
}

#[derive(Default)]
pub struct Session;

impl Session {
    pub fn new() -> Self {
        Self
    }
}

pub fn minify(_: &Session, _: TopLevelMode, script: &[u8], output: &mut Vec<u8>) -> Result<(), Infallible> {
    output.extend_from_slice(script);
    Ok(())
}
