//! Outcome rules: what pods do without a click.

use serde::{Deserialize, Serialize};

/// Which pods a rule is about. Everything that is given has to fit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct PodSelection {
    /// First pod in order of creation, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub from: Option<u32>,
    /// Last pod in order of creation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub to: Option<u32>,
    /// The pod's name, with `*` for any text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub name: Option<String>,
}

/// How a pod ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "end", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Outcome {
    /// With exit code 0.
    Succeed,
    /// With another exit code.
    Fail {
        /// The exit code of the first container.
        exit_code: i32,
    },
    /// Not at all.
    Hang,
}

/// What the matching pods do by themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct OutcomeRule {
    /// Which pods.
    #[serde(default)]
    pub pods: PodSelection,
    /// Milliseconds from creation to running.
    pub start_ms: u32,
    /// Milliseconds from running to the end.
    pub run_ms: u32,
    /// The end.
    #[serde(flatten)]
    pub outcome: Outcome,
}

impl Default for OutcomeRule {
    /// Every pod runs after a second and succeeds ten seconds later.
    fn default() -> Self {
        Self { pods: PodSelection::default(), start_ms: 1_000, run_ms: 10_000, outcome: Outcome::Succeed }
    }
}
