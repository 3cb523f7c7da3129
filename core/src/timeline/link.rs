//! A saved session as text for the fragment of a link: JSON, compressed, in URL-safe characters, after the version of this
//! form. A fragment is never sent to a server.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use super::SavedSession;
use crate::api::from_json;
use crate::api::yaml::UniqueFields;

/// The version of the form, and what separates it from the rest.
const VERSION: &str = "1.";

/// Longest link that is read, in bytes; browsers stop well before.
pub const MAX_LINK_BYTES: usize = 512 * 1024;

/// Most bytes that a link is inflated to: a recorded history has each version of an object.
const MAX_INFLATED_BYTES: usize = 4 * 1024 * 1024;

/// Smallest rather than fastest.
const COMPRESSION_LEVEL: u8 = 9;

/// Why a link cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// It is of a version that this release does not know.
    #[error("the link has a format that this version does not know")]
    UnknownVersion,
    /// It is not all there, or something in it changed.
    #[error("the link is damaged: part of it is missing or was changed")]
    Damaged,
    /// It stands for more than is read.
    #[error("the link is too long")]
    TooLong,
    /// It holds something else than a saved session.
    #[error("the link does not hold a session: {0}")]
    NotASession(String),
}

fn packed(json: &[u8]) -> String {
    format!("{VERSION}{}", URL_SAFE_NO_PAD.encode(compress_to_vec(json, COMPRESSION_LEVEL)))
}

impl SavedSession {
    /// The saved session as text for the fragment of a link.
    pub fn to_link(&self) -> String {
        // Maps and strings only: there is nothing in a saved session that JSON cannot hold.
        packed(&serde_json::to_vec(self).unwrap_or_default())
    }

    /// The same, if it can be read again.
    ///
    /// # Errors
    ///
    /// [`LinkError::TooLong`] if there is more in the saved session than a link holds.
    ///
    /// ```
    /// use jobscope_core::api::Release;
    /// use jobscope_core::timeline::{SavedSession, Timeline};
    /// use jobscope_core::world::World;
    ///
    /// let saved = SavedSession::of(&Timeline::new(World::new(Release::V1_36)), "");
    /// assert_eq!(saved.to_readable_link(), Ok(saved.to_link()));
    /// ```
    pub fn to_readable_link(&self) -> Result<String, LinkError> {
        let json = serde_json::to_vec(self).unwrap_or_default();
        if json.len() > MAX_INFLATED_BYTES {
            return Err(LinkError::TooLong);
        }
        let link = packed(&json);
        if link.len() > MAX_LINK_BYTES { Err(LinkError::TooLong) } else { Ok(link) }
    }

    /// Reads such text.
    ///
    /// # Errors
    ///
    /// [`LinkError`]. That a link can be read does not say yet that it can be [replayed](Self::replay).
    ///
    /// ```
    /// use jobscope_core::timeline::{LinkError, SavedSession};
    ///
    /// assert_eq!(SavedSession::from_link("9.abc"), Err(LinkError::UnknownVersion));
    /// assert_eq!(SavedSession::from_link("1.abc"), Err(LinkError::Damaged));
    /// ```
    pub fn from_link(link: &str) -> Result<Self, LinkError> {
        if link.len() > MAX_LINK_BYTES {
            return Err(LinkError::TooLong);
        }
        let packed = link.strip_prefix(VERSION).ok_or(LinkError::UnknownVersion)?;
        let packed = URL_SAFE_NO_PAD.decode(packed).map_err(|_| LinkError::Damaged)?;
        let json = decompress_to_vec_with_limit(&packed, MAX_INFLATED_BYTES).map_err(|error| match error.status {
            TINFLStatus::HasMoreOutput => LinkError::TooLong,
            _ => LinkError::Damaged,
        })?;
        let UniqueFields(json) =
            serde_json::from_slice(&json).map_err(|error| LinkError::NotASession(error.to_string()))?;
        from_json(&json).map_err(|error| LinkError::NotASession(error.with_path()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::testing::session;
    use crate::world::Action;

    fn link_of(json: &str) -> String {
        format!("{VERSION}{}", URL_SAFE_NO_PAD.encode(compress_to_vec(json.as_bytes(), 1)))
    }

    #[test]
    fn a_long_session_makes_a_short_link() {
        let lines: Vec<_> = (0..30).map(|line| format!("      someField{line}: value {line}")).collect();
        let mut timeline = session(20);
        while timeline.steps().len() < 200 && timeline.step_over() {
            if timeline.steps().len().is_multiple_of(10) {
                timeline.apply(&Action::Advance { ms: 1_000 }).unwrap();
            }
        }
        let saved = SavedSession::of(&timeline, &lines.join("\n"));
        let link = saved.to_link();
        assert!(link.len() < 2_500, "{} characters", link.len());
        assert_eq!(SavedSession::from_link(&link), Ok(saved));
    }

    #[test]
    fn a_bomb_is_not_inflated() {
        let bomb = link_of(&" ".repeat(MAX_INFLATED_BYTES + 1));
        assert_eq!(SavedSession::from_link(&bomb), Err(LinkError::TooLong));
        assert_eq!(SavedSession::from_link(&"1".repeat(MAX_LINK_BYTES + 1)), Err(LinkError::TooLong));
    }

    #[test]
    fn what_is_no_session_is_said_to_be_none() {
        for json in ["", "[]", "{}", r#"{"gates":{"release":"v0.1","enabled":[]}}"#, &"[".repeat(10_000)] {
            let read = SavedSession::from_link(&link_of(json));
            assert!(matches!(read, Err(LinkError::NotASession(_))), "{json}: {read:?}");
        }
    }

    #[test]
    fn no_change_of_a_link_panics() {
        let link = SavedSession::of(&session(3), "kind: Job").to_link();
        for place in 0..link.len() {
            for other in ['A', '_', '.', 'é'] {
                let mut changed: String = link.chars().take(place).collect();
                changed.push(other);
                changed.extend(link.chars().skip(place + 1));
                // Read or refused; what is read is carried out or refused.
                let _ = SavedSession::from_link(&changed).map(|saved| saved.replay().map(|_| ()));
            }
            assert!(SavedSession::from_link(&link[..place]).is_err(), "cut at {place}");
        }
    }
}
