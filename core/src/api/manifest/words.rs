//! Types of values as errors name them, and texts that have to be one of a list.

use crate::api::go_quote;
use crate::api::go_types::GoType::{self, Flag, Int32, Int64, IntOrString, List, Quantity, Struct, Text, Time};
use crate::api::{FieldError, FieldPath, PodFailurePolicyAction, Release};

/// The type of a field, as errors name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    Text,
    Flag,
    Number,
    List,
    Object,
    /// A number or a text.
    Either,
}

impl Words {
    pub(super) fn from_type(of: &GoType) -> Self {
        match of {
            Text(_) | Quantity | Time => Self::Text,
            IntOrString => Self::Either,
            Flag => Self::Flag,
            Int32 | Int64 => Self::Number,
            List(_) => Self::List,
            Struct(_) | GoType::Map(..) => Self::Object,
            GoType::Pointer(inner) => Self::from_type(inner),
        }
    }

    /// Whether Go's errors show a number that does not fit.
    pub(super) fn is_number(self) -> bool {
        matches!(self, Self::Number | Self::Either)
    }

    /// The name of the type in the `OpenAPI` document.
    pub(super) fn in_open_api(self) -> &'static str {
        match self {
            Self::Text | Self::Either => "string",
            Self::Flag => "boolean",
            Self::Number => "integer",
            Self::List => "array",
            Self::Object => "map",
        }
    }
}

/// What an empty text means where a text has to be one of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Empty {
    /// The same as no text.
    Absent,
    /// A required text is missing.
    Missing,
    /// A text that is not in the list.
    Wrong,
}

/// A verdict on a text.
pub(super) enum Judgement {
    Right,
    /// The same as no text.
    Absent,
    /// Validation will refuse it.
    Refused(Vec<FieldError>),
}

/// Judges a text whose type here holds only the valid texts.
pub(super) fn judge(go_type: &str, text: &str, release: Release, path: &FieldPath) -> Judgement {
    let one_of = |texts: &[&str], empty: Empty| {
        if texts.contains(&text) {
            Judgement::Right
        } else if text.is_empty() && empty == Empty::Absent {
            Judgement::Absent
        } else if text.is_empty() && empty == Empty::Missing {
            let quoted: Vec<String> = texts.iter().map(|text| go_quote(text)).collect();
            let detail = format!("valid values: [{}]", quoted.join(" "));
            Judgement::Refused(vec![FieldError::required(path, detail)])
        } else {
            Judgement::Refused(vec![FieldError::not_supported(path, text, texts)])
        }
    };
    match go_type {
        "batch.CompletionMode" => one_of(&["NonIndexed", "Indexed"], Empty::Wrong),
        "batch.PodReplacementPolicy" => one_of(&["Failed", "TerminatingOrFailed"], Empty::Wrong),
        // The type holds it under each release: validation refuses it where it is unknown.
        "batch.PodFailurePolicyAction" if text == PodFailurePolicyAction::FailIndex.as_str() => Judgement::Right,
        "batch.PodFailurePolicyAction" => one_of(PodFailurePolicyAction::names(release), Empty::Missing),
        "batch.PodFailurePolicyOnExitCodesOperator" => one_of(&["In", "NotIn"], Empty::Missing),
        "core.ConditionStatus" if path.as_str().starts_with("spec.podFailurePolicy") => {
            one_of(&["False", "True", "Unknown"], Empty::Absent)
        }
        "core.ContainerRestartPolicy" => one_of(&["Always", "OnFailure", "Never"], Empty::Wrong),
        "core.RestartPolicy" => match one_of(&["Always", "OnFailure", "Never"], Empty::Absent) {
            Judgement::Refused(mut errors) => {
                errors.push(FieldError::not_supported(path, text, &["OnFailure", "Never"]));
                Judgement::Refused(errors)
            }
            other => other,
        },
        // Selectors elsewhere are validated as they are written.
        "v1.LabelSelectorOperator"
            if path.as_str().starts_with("spec.selector.")
                && !matches!(text, "In" | "NotIn" | "Exists" | "DoesNotExist") =>
        {
            Judgement::Refused(vec![FieldError::invalid_text(path, text, "not a valid selector operator")])
        }
        _ => Judgement::Right,
    }
}
