//! The form that is open, kept for when a person comes back who left it for another page, or reloaded it.

use jobscope_core::world::OutcomeRule;
use serde::{Deserialize, Serialize};

use super::fields::Fields;
use crate::keep::Keep;

/// A rule whose form is open, with what the fields of the form hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Unfinished {
    /// The number of rules before it.
    pub(super) place: usize,
    /// The rule as it is, or the default of a new one.
    pub(super) rule: OutcomeRule,
    pub(super) fields: Fields,
}

impl Unfinished {
    /// The form of a rule that is opened.
    pub(super) fn for_rule(place: usize, rule: &OutcomeRule) -> Self {
        Self { place, rule: rule.clone(), fields: Fields::of(rule) }
    }

    /// The form that was left open, if these rules still have its rule in its place; a new rule's place is behind all of them.
    pub(super) fn among(rules: &[OutcomeRule]) -> Option<Self> {
        let left: Self = Keep::RuleForm.read()?;
        let is_there = match rules.get(left.place) {
            Some(rule) => *rule == left.rule,
            None => left.place == rules.len() && left.rule == OutcomeRule::default(),
        };
        is_there.then_some(left)
    }

    pub(super) fn keep(&self) {
        Keep::RuleForm.write(self);
    }

    /// No form is open.
    pub(super) fn forget() {
        Keep::RuleForm.forget();
    }
}
