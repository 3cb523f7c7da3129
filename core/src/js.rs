//! The JavaScript surface.
