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

/// Its TypeScript type by hand: what is derived is an interface, which cannot extend a choice such as [`Outcome`].
#[cfg(feature = "js")]
#[wasm_bindgen::prelude::wasm_bindgen(typescript_custom_section)]
const OUTCOME_RULE: &str = r"
/** What the matching pods do by themselves. */
export type OutcomeRule = Outcome & {
    /** Which pods. */
    pods?: PodSelection;
    /** Milliseconds from creation to running. */
    startMs: number;
    /** Milliseconds from running to the end. */
    runMs: number;
};
";

impl Default for OutcomeRule {
    /// Every pod runs after a second and succeeds ten seconds later.
    fn default() -> Self {
        Self { pods: PodSelection::default(), start_ms: 1_000, run_ms: 10_000, outcome: Outcome::Succeed }
    }
}

impl PodSelection {
    /// Whether it is about the pod `name`, the `ordinal`-th that was created.
    pub fn contains(&self, ordinal: u32, name: &str) -> bool {
        self.from.is_none_or(|from| ordinal >= from)
            && self.to.is_none_or(|to| ordinal <= to)
            && self.name.as_ref().is_none_or(|pattern| matches_pattern(pattern, name))
    }
}

/// Whether `text` is `pattern`, in which `*` stands for any text.
fn matches_pattern(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part).and_then(|at| rest.get(at + part.len()..)) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        for (pattern, text, holds) in [
            ("pi", "pi", true),
            ("pi", "pie", false),
            ("pi-*", "pi-00000", true),
            ("*-0000*", "pi-00003", true),
            ("*3", "pi-00003", true),
            ("a*b*c", "axxbyyc", true),
            ("a*b*c", "axxc", false),
            ("aa*aa", "aaa", false),
            ("*", "", true),
        ] {
            assert_eq!(matches_pattern(pattern, text), holds, "{pattern} ~ {text}");
        }
    }

    #[test]
    fn all_that_is_given_has_to_fit() {
        let selection = PodSelection { from: Some(2), to: Some(3), name: Some("a*".into()) };
        assert!(selection.contains(2, "a-1"));
        assert!(!selection.contains(1, "a-1"));
        assert!(!selection.contains(4, "a-1"));
        assert!(!selection.contains(3, "b-1"));
    }
}
