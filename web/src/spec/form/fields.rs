//! The fields of the form: their types, and the ranges of their sliders. Their help texts are in the locale files under
//! their names.

/// A field that holds a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NumberField {
    /// Its name in `spec`.
    pub(super) name: &'static str,
    /// The end of its slider, unless the number is greater.
    pub(super) most: i64,
    /// The key of what its help says.
    pub(super) help: &'static str,
}

const fn number(name: &'static str, most: i64, help: &'static str) -> NumberField {
    NumberField { name, most, help }
}

/// How much of it.
pub(super) const COUNTS: [NumberField; 3] = [
    number("parallelism", 20, "help-parallelism"),
    number("completions", 30, "help-completions"),
    number("backoffLimit", 12, "help-backoff-limit"),
];

/// When it is too much.
pub(super) const LIMITS: [NumberField; 4] = [
    number("activeDeadlineSeconds", 600, "help-active-deadline"),
    number("ttlSecondsAfterFinished", 600, "help-ttl"),
    number("backoffLimitPerIndex", 12, "help-backoff-limit-per-index"),
    number("maxFailedIndexes", 20, "help-max-failed-indexes"),
];

/// A field that holds one of a few texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChoiceField {
    pub(super) name: &'static str,
    /// Its path.
    pub(super) path: &'static str,
    pub(super) texts: &'static [&'static str],
    pub(super) help: &'static str,
    /// How it is laid out.
    pub(super) class: &'static str,
}

pub(super) const COMPLETION_MODE: ChoiceField = ChoiceField {
    name: "completionMode",
    path: "spec.completionMode",
    texts: &["NonIndexed", "Indexed"],
    help: "help-completion-mode",
    class: "stacked",
};

pub(super) const RESTART_POLICY: ChoiceField = ChoiceField {
    name: "restartPolicy",
    path: "spec.template.spec.restartPolicy",
    texts: &["Never", "OnFailure"],
    help: "help-restart-policy",
    class: "",
};

pub(super) const REPLACEMENT_POLICY: ChoiceField = ChoiceField {
    name: "podReplacementPolicy",
    path: "spec.podReplacementPolicy",
    texts: &["TerminatingOrFailed", "Failed"],
    help: "help-pod-replacement-policy",
    class: "stacked",
};

/// All fields of `spec` that the form has.
pub(super) const ALL: [&str; 13] = [
    "parallelism",
    "completions",
    "backoffLimit",
    "completionMode",
    "suspend",
    "activeDeadlineSeconds",
    "ttlSecondsAfterFinished",
    "backoffLimitPerIndex",
    "maxFailedIndexes",
    "podReplacementPolicy",
    "managedBy",
    "podFailurePolicy",
    "successPolicy",
];

/// Whether what is said of the field at `path` shows in the form.
pub(in crate::spec) fn is_shown(path: &str) -> bool {
    if path == RESTART_POLICY.path {
        return true;
    }
    let field = path.strip_prefix("spec.").unwrap_or_default();
    ALL.iter().any(|name| field.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '['])))
}
