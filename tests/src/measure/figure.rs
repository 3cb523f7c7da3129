//! A figure: a measured value with its target. Programs print figures as lines, each a word and a JSON object, among
//! whatever else they print.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a line begins with that holds a figure.
pub const MARK: &str = "figure ";

/// Where something was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    /// The engine as a native program.
    Native,
    /// The engine as WebAssembly, in a headless Chromium.
    Wasm,
    /// The whole page, in a headless Chromium.
    Page,
}

impl Platform {
    /// Where this program runs.
    pub const HERE: Self = if cfg!(target_arch = "wasm32") { Self::Wasm } else { Self::Native };
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Native => "native",
            Self::Wasm => "wasm",
            Self::Page => "page",
        })
    }
}

/// What a value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Milliseconds.
    Ms,
    /// Bytes.
    Bytes,
    /// How many times as much as something else.
    Times,
    /// How many there are.
    Count,
}

/// One measured value with its unit, aim and machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Figure {
    /// What was measured, in the same words each time.
    pub what: String,
    /// Where.
    pub place: Platform,
    /// How much it was.
    pub value: f64,
    /// Of what.
    pub unit: Unit,
    /// It should be at most so much.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<f64>,
    /// Whether more than that is a failure. Never so of a time: that depends on the machine.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub budget: bool,
}

impl Figure {
    /// A figure that was measured here, of which nothing is wanted.
    pub fn new(what: impl Into<String>, value: f64, unit: Unit) -> Self {
        Self { what: what.into(), place: Platform::HERE, value, unit, aim: None, budget: false }
    }

    /// The same with what it should be at most.
    #[must_use]
    pub fn at_most(self, aim: f64) -> Self {
        Self { aim: Some(aim), ..self }
    }

    /// Whether it is more than it should be.
    pub fn is_over(&self) -> bool {
        self.aim.is_some_and(|aim| self.value > aim)
    }

    /// The figure that a line holds; `None` if it is any other line.
    ///
    /// # Errors
    ///
    /// The line is marked as a figure but cannot be read as one.
    pub fn read(line: &str) -> Option<Result<Self, serde_json::Error>> {
        // A browser's console may put words of its own before it.
        let (_, figure) = line.split_once(MARK)?;
        figure.starts_with('{').then(|| serde_json::from_str(figure))
    }
}

/// The line for it.
impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = serde_json::to_string(self).map_err(|_| fmt::Error)?;
        write!(f, "{MARK}{json}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_figure() {
        let figure = Figure::new("a seek", 3.5, Unit::Ms).at_most(16.0);
        let read = Figure::read(&format!("    console.log: {figure}")).unwrap().unwrap();
        assert_eq!(read, figure);
        assert!(!figure.is_over() && figure.clone().at_most(3.0).is_over());
        assert!(Figure::read("the figure is good").is_none());
        assert!(Figure::read("figure {}").unwrap().is_err());
    }
}
