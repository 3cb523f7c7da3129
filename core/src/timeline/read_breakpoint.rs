//! How breakpoints are read. Derived code would take four times as much room in WebAssembly.

use serde::de::{Deserialize, Deserializer, Error};
use serde_json::Value;

use super::Breakpoint;
use crate::api::{JsonError, JsonObject};

/// The field that says which breakpoint it is.
const TAG: &str = "at";

const NAMES: &[&str] = &["decision", "condition", "event", "podPhase", "write"];

fn read(value: &Value) -> Result<Breakpoint, JsonError> {
    let object = JsonObject::of(value, "a breakpoint with its at")?;
    let only = |fields| object.has_only(fields, TAG);
    let name: String = object.required(TAG)?;
    Ok(match name.as_str() {
        "decision" => {
            only(&["decision", "answer"])?;
            Breakpoint::Decision { decision: object.required("decision")?, answer: object.or_default("answer")? }
        }
        "condition" => {
            only(&["condition"])?;
            Breakpoint::Condition { condition: object.or_default("condition")? }
        }
        "event" => {
            only(&["reason", "type"])?;
            Breakpoint::Event { reason: object.or_default("reason")?, r#type: object.or_default("type")? }
        }
        "podPhase" => {
            only(&["phase"])?;
            Breakpoint::PodPhase { phase: object.required("phase")? }
        }
        "write" => {
            only(&["verb", "refused"])?;
            Breakpoint::Write { verb: object.or_default("verb")?, refused: object.or_default("refused")? }
        }
        _ => return Err(JsonError::unknown_variant(&name, NAMES)),
    })
}

impl<'de> Deserialize<'de> for Breakpoint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        read(&value).map_err(|error| D::Error::custom(error.with_path()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::*;
    use crate::trace::{Answer, Verb};

    #[test]
    fn breakpoints_are_read_as_they_are_written() {
        for value in [
            json!({"at": "decision", "decision": "expectations-satisfied"}),
            json!({"at": "decision", "decision": "expectations-satisfied", "answer": Answer::Yes}),
            json!({"at": "condition", "condition": "Complete"}),
            json!({"at": "event", "reason": "FailedCreate", "type": "Warning"}),
            json!({"at": "podPhase", "phase": "Succeeded"}),
            json!({"at": "write", "verb": Verb::UpdateStatus, "refused": false}),
            json!({"at": "write"}),
        ] {
            let read: Breakpoint = from_value(value.clone()).unwrap();
            assert_eq!(to_value(&read).unwrap(), value);
        }
    }

    #[test]
    fn an_error_says_what_is_wrong() {
        for (value, error) in [
            (json!("write"), "invalid type: string \"write\", expected a breakpoint with its at"),
            (json!({"at": "podPhase"}), "missing field `phase`"),
            (json!({"at": "write", "refused": 1}), "refused: invalid type: integer `1`, expected a boolean"),
            (json!({"at": "write", "reason": "a"}), "unknown field `reason`, expected `verb` or `refused`"),
            (
                json!({"at": "read"}),
                "unknown variant `read`, expected one of `decision`, `condition`, `event`, `podPhase`, `write`",
            ),
        ] {
            assert_eq!(from_value::<Breakpoint>(value).unwrap_err().to_string(), error);
        }
    }
}
