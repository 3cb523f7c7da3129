//! Outcome rules: what pods do without a click. Which pods, then how long each part of their life takes, then the end.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::small_sort::SmallSort as _;

/// Which pods a rule is about. A pod has to match everything that is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PodSelection {
    /// First pod in order of creation, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub from: Option<u32>,
    /// Last pod in order of creation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub to: Option<u32>,
    /// Completion indexes. Pods without an index do not match.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub indexes: Option<IndexList>,
    /// First attempt: number among the pods that a Job made for the same index, from 1. Pods without an index do not
    /// fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub from_attempt: Option<u32>,
    /// Last attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub to_attempt: Option<u32>,
    /// The pod's name, with `*` for any text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub name: Option<String>,
}

/// Completion indexes as Kubernetes writes them: `0,2-4`.
///
/// ```
/// use jobscope_core::world::IndexList;
///
/// let list: IndexList = "7, 2-4".parse()?;
/// assert!(list.contains(3) && !list.contains(5));
/// assert_eq!(list.to_string(), "2-4,7");
/// # Ok::<(), jobscope_core::world::IndexListError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "js", tsify(type = "string"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IndexList(Vec<(u32, u32)>);

/// Why a text is no [`IndexList`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("indexes look like 0,2-4, and {piece:?} does not")]
pub struct IndexListError {
    /// The piece that is wrong.
    pub piece: String,
}

impl IndexList {
    /// Whether `index` is in it.
    pub fn contains(&self, index: i64) -> bool {
        self.0.iter().any(|&(first, last)| (i64::from(first)..=i64::from(last)).contains(&index))
    }

    /// The only index in it, if there is only one.
    pub fn only(&self) -> Option<u32> {
        match self.0.as_slice() {
            [(first, last)] if first == last => Some(*first),
            _ => None,
        }
    }
}

impl FromStr for IndexList {
    type Err = IndexListError;

    fn from_str(text: &str) -> Result<Self, IndexListError> {
        let number = |text: &str| {
            let text = text.trim();
            text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u32>().ok()).flatten()
        };
        let mut ranges = Vec::new();
        for piece in text.split(',') {
            let (first, last) = piece.split_once('-').unwrap_or((piece, piece));
            let range = number(first).zip(number(last)).filter(|(first, last)| first <= last);
            ranges.push(range.ok_or_else(|| IndexListError { piece: piece.trim().to_owned() })?);
        }
        ranges.small_sort();
        ranges.dedup();
        Ok(Self(ranges))
    }
}

impl TryFrom<String> for IndexList {
    type Error = IndexListError;

    fn try_from(text: String) -> Result<Self, IndexListError> {
        text.parse()
    }
}

impl From<IndexList> for String {
    fn from(list: IndexList) -> Self {
        list.to_string()
    }
}

impl fmt::Display for IndexList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (first, last)) in self.0.iter().enumerate() {
            let comma = if place > 0 { "," } else { "" };
            write!(f, "{comma}{first}")?;
            if last > first {
                write!(f, "-{last}")?;
            }
        }
        Ok(())
    }
}

/// How a pod ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "end", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Outcome {
    /// With exit code 0.
    Succeed,
    /// Badly.
    Fail(Failure),
    /// Not at all.
    Hang,
}

/// How a pod fails.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Failure {
    /// The exit code of the container.
    pub exit_code: i32,
    /// The container; the pod's first one if absent. The others end with 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub container: Option<String>,
    /// The pod's `status.reason`, such as `Evicted`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub reason: String,
    /// A condition that the pod gets with status `True`, such as `DisruptionTarget`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub condition: Option<String>,
}

impl Outcome {
    /// Fails with that exit code, and nothing else to it.
    pub fn exit(exit_code: i32) -> Self {
        Self::Fail(Failure { exit_code, ..Failure::default() })
    }
}

/// What the matching pods do by themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", try_from = "WrittenRule")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutcomeRule {
    /// Which pods.
    #[serde(default)]
    pub pods: PodSelection,
    /// Milliseconds from creation to being bound to a node; if absent, that comes with running.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule_ms: Option<u32>,
    /// Milliseconds from creation to running.
    pub start_ms: u32,
    /// Milliseconds from running to the end, or to the next restart.
    pub run_ms: u32,
    /// Milliseconds by which a run may take longer. The seed decides how much for each pod.
    #[serde(default, skip_serializing_if = "crate::api::is_zero")]
    pub jitter_ms: u32,
    /// How often the kubelet restarts the first container, each time after a run, before the end comes; only if its restartPolicy or a rule of the container says so.
    #[serde(default, skip_serializing_if = "crate::api::is_zero")]
    pub restarts: u32,
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
    /** Milliseconds from creation to being bound to a node; if absent, that comes with running. */
    scheduleMs?: number;
    /** Milliseconds from creation to running. */
    startMs: number;
    /** Milliseconds from running to the end, or to the next restart. */
    runMs: number;
    /** Milliseconds by which a run may take longer. The seed decides how much for each pod. */
    jitterMs?: number;
    /** How often the kubelet restarts the first container, each time after a run, before the end comes; only if its restartPolicy or a rule of the container says so. */
    restarts?: number;
};
";

/// What the matching pods do by themselves.
// As it is read: all known fields side by side, and no others.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(
        rename = "OutcomeRule",
        extend(
            "if" = { "properties": { "end": { "const": "fail" } } },
            "then" = { "required": ["exitCode"] },
            "else" = { "properties": { "exitCode": false, "container": false, "reason": false, "condition": false } }
        )
    )
)]
struct WrittenRule {
    /// Which pods; all if absent.
    #[serde(default)]
    pods: PodSelection,
    /// Milliseconds from creation to being bound to a node; if absent, that comes with running.
    schedule_ms: Option<u32>,
    /// Milliseconds from creation to running.
    start_ms: u32,
    /// Milliseconds from running to the end, or to the next restart.
    run_ms: u32,
    /// Milliseconds by which a run may take longer. The seed decides how much for each pod.
    #[serde(default)]
    jitter_ms: u32,
    /// How often the kubelet restarts the first container, each time after a run, before the end comes; only if its restartPolicy or a rule of the container says so.
    #[serde(default)]
    restarts: u32,
    /// How it ends.
    end: End,
    /// The exit code of the container that fails.
    exit_code: Option<i32>,
    /// The container that fails; the pod's first one if absent.
    container: Option<String>,
    /// The pod's `status.reason`, such as `Evicted`.
    reason: Option<String>,
    /// A condition that the pod gets with status `True`, such as `DisruptionTarget`.
    condition: Option<String>,
}

/// How a pod ends: it succeeds, fails, or never ends.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
enum End {
    Succeed,
    Fail,
    Hang,
}

impl TryFrom<WrittenRule> for OutcomeRule {
    type Error = &'static str;

    fn try_from(written: WrittenRule) -> Result<Self, &'static str> {
        let WrittenRule { pods, schedule_ms, start_ms, run_ms, jitter_ms, restarts, .. } = written;
        let WrittenRule { end, exit_code, container, reason, condition, .. } = written;
        let fails = exit_code.is_some() || container.is_some() || reason.is_some() || condition.is_some();
        let outcome = match (end, exit_code) {
            (End::Fail, Some(exit_code)) => {
                Outcome::Fail(Failure { exit_code, container, reason: reason.unwrap_or_default(), condition })
            }
            (End::Fail, None) => return Err("missing field `exitCode`"),
            _ if fails => return Err("exitCode, container, reason and condition go with end: fail"),
            (End::Succeed, _) => Outcome::Succeed,
            (End::Hang, _) => Outcome::Hang,
        };
        Ok(Self { pods, schedule_ms, start_ms, run_ms, jitter_ms, restarts, outcome })
    }
}

impl Default for OutcomeRule {
    /// Every pod runs after a second and succeeds ten seconds later.
    fn default() -> Self {
        Self {
            pods: PodSelection::default(),
            schedule_ms: None,
            start_ms: 1_000,
            run_ms: 10_000,
            jitter_ms: 0,
            restarts: 0,
            outcome: Outcome::Succeed,
        }
    }
}

/// A pod, as far as a selection asks.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// Number in order of creation, from 1.
    pub ordinal: u32,
    /// Completion index.
    pub index: Option<i64>,
    /// Number among the pods of its index, from 1.
    pub attempt: Option<u32>,
    /// Its name.
    pub name: &'a str,
}

impl OutcomeRule {
    /// Whether it says the same of all pods of one template, or of one index and attempt.
    pub(super) fn treats_pods_alike(&self) -> bool {
        let PodSelection { from, to, name, indexes: _, from_attempt: _, to_attempt: _ } = &self.pods;
        self.jitter_ms == 0 && from.is_none() && to.is_none() && name.is_none()
    }
}

impl PodSelection {
    /// Whether it is about that pod.
    pub fn contains(&self, pod: &Candidate<'_>) -> bool {
        self.from.is_none_or(|from| pod.ordinal >= from)
            && self.to.is_none_or(|to| pod.ordinal <= to)
            && self.indexes.as_ref().is_none_or(|list| pod.index.is_some_and(|index| list.contains(index)))
            && self.from_attempt.is_none_or(|from| pod.attempt.is_some_and(|attempt| attempt >= from))
            && self.to_attempt.is_none_or(|to| pod.attempt.is_some_and(|attempt| attempt <= to))
            && self.name.as_ref().is_none_or(|pattern| matches_pattern(pattern, pod.name))
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
            ("pi-*", "pi-497r4", true),
            ("*-497*", "pi-497r4", true),
            ("*4", "pi-497r4", true),
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
        let pod = |ordinal, name| Candidate { ordinal, index: Some(3), attempt: Some(2), name };
        let selection = PodSelection { from: Some(2), to: Some(3), name: Some("a*".into()), ..PodSelection::default() };
        assert!(selection.contains(&pod(2, "a-1")));
        assert!(!selection.contains(&pod(1, "a-1")));
        assert!(!selection.contains(&pod(4, "a-1")));
        assert!(!selection.contains(&pod(3, "b-1")));
        let selection = PodSelection {
            indexes: Some("1,3-4".parse().unwrap()),
            from_attempt: Some(2),
            to_attempt: Some(2),
            ..PodSelection::default()
        };
        assert!(selection.contains(&pod(9, "x")));
        assert!(!selection.contains(&Candidate { index: Some(2), ..pod(9, "x") }));
        assert!(!selection.contains(&Candidate { attempt: Some(1), ..pod(9, "x") }));
        assert!(!selection.contains(&Candidate { attempt: Some(3), ..pod(9, "x") }));
        assert!(!selection.contains(&Candidate { index: None, attempt: None, ..pod(9, "x") }));
    }

    #[test]
    fn index_lists_are_read_as_kubernetes_writes_them() {
        let list = |text: &str| text.parse::<IndexList>().map(|list| list.to_string());
        assert_eq!(list("5,0, 2 - 4").as_deref(), Ok("0,2-4,5"));
        for wrong in ["", "a", "3-1", "1,,2", "-1", "1-2-3", "99999999999", "+1"] {
            assert!(list(wrong).is_err(), "{wrong}");
        }
        assert_eq!("7".parse::<IndexList>().unwrap().only(), Some(7));
        assert_eq!("7,8".parse::<IndexList>().unwrap().only(), None);
    }

    #[test]
    fn rules_that_were_written_down_long_ago_are_read() {
        let old = r#"{"pods": {"from": 2, "to": 2}, "startMs": 1000, "runMs": 2000, "end": "fail", "exitCode": 42}"#;
        let rule: OutcomeRule = serde_json::from_str(old).unwrap();
        assert_eq!(rule.outcome, Outcome::exit(42));
        let written = serde_json::to_value(&rule).unwrap();
        assert_eq!(written, serde_json::from_str::<serde_json::Value>(old).unwrap(), "and written as they were");
    }

    #[test]
    fn what_a_rule_does_not_have_is_refused() {
        let base = r#""startMs": 1, "runMs": 2"#;
        for wrong in [
            r#""end": "succeed", "exitCode": 1"#,
            r#""end": "fail", "exitCode": 1, "reasn": "x""#,
            r#""end": "hang", "x": 1"#,
            r#""end": "fail""#,
            r#""end": "succeed", "pods": {"index": 3}"#,
            r#""end": "succeed", "pods": {"indexes": "x"}"#,
        ] {
            let text = format!("{{{base}, {wrong}}}");
            assert!(serde_json::from_str::<OutcomeRule>(&text).is_err(), "{text}");
        }
    }
}
