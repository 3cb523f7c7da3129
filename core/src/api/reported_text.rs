//! Texts that the components of a cluster report, such as the scheduler's message about a pod.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize};

/// Most characters of a text that are kept.
const MOST: usize = 600;

/// A text from a cluster, in one line: without control characters and marks that change the direction of a line, and cut
/// where it is long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ReportedText(Arc<str>);

impl From<&str> for ReportedText {
    fn from(text: &str) -> Self {
        let mut clean = text.chars().filter(|c| !turns(*c)).map(|c| if c.is_control() { ' ' } else { c });
        let mut kept: String = clean.by_ref().skip_while(|c| c.is_whitespace()).take(MOST).collect();
        if clean.any(|c| !c.is_whitespace()) {
            kept.push('…');
        }
        Self(kept.trim_end().into())
    }
}

/// Whether the character changes the direction in which a line is read.
fn turns(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

impl<'de> Deserialize<'de> for ReportedText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self::from(text.as_str()))
    }
}

impl Deref for ReportedText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_one_line_of_bounded_length() {
        let read = |text: &str| serde_json::from_value::<ReportedText>(text.into()).unwrap().to_string();
        assert_eq!(read(" 0/3 nodes\n\tare\u{1b}[31m available \u{2069}\u{202e}\n"), "0/3 nodes  are [31m available");
        let long = read(&"ä".repeat(MOST + 1));
        assert_eq!((long.chars().count(), long.ends_with("ä…")), (MOST + 1, true));
        assert_eq!(read(&long), long, "what was cut is not cut again");
        assert_eq!(read(&"ä".repeat(MOST)).chars().count(), MOST);
    }
}
