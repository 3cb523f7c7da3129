//! The sharer's view settings: what the session was compared with, and which of their views the page's regions showed.
//! A saved session carries them, and they change nothing about its steps.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::api::Release;

/// The view of a session: comparison, row and panels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// What the branch that is shown is compared with, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compare: Option<Compared>,
    /// The row of that comparison that is shown; where the session stands if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<usize>,
    /// The view of each region of the page, by the page's names. An absent or unknown entry means the default.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub panels: BTreeMap<String, String>,
}

/// The other run of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Compared {
    /// The same actions under another release.
    #[serde(alias = "edition")]
    Release(Release),
    /// Another branch, numbered from 1 in the order in which branches began.
    Branch(usize),
}

impl View {
    /// Whether everything is as it usually is.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}
