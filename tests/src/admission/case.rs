//! Recorded cases: what was sent, and what the real API server answered.

use serde::Deserialize;
use serde_json::Value;

use super::JsonText;

/// A line of a recording.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// A unique name, such as `create/parallelism/-1`.
    pub id: String,
    /// The release that answered, such as `v1.36`.
    pub edition: String,
    /// The stored object after the steps that have no recorded answer.
    pub before: Option<Value>,
    /// The steps in order.
    pub steps: Vec<Step>,
}

/// A step of a case.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Step {
    /// What is done.
    pub op: Operation,
    /// The Job that the step is about, where no manifest names it.
    pub name: Option<String>,
    /// The object to create or apply.
    pub manifest: Option<JsonText>,
    /// The text to create objects from.
    pub text: Option<String>,
    /// The type of a patch.
    pub r#type: Option<String>,
    /// The patch.
    #[serde(default)]
    pub patch: Value,
    /// What a PUT changes in the stored object.
    pub merged_into_stored: Option<Value>,
    /// The number to scale to.
    pub replicas: Option<i32>,
    /// The status to write.
    pub status: Option<Value>,
    /// A remark of the recorder.
    pub note: Option<String>,
    /// The recorded answer; without one the step is part of the preparation.
    pub real: Option<Real>,
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// POST of a manifest, or `kubectl create` of a text.
    Create,
    /// `kubectl apply`.
    Apply,
    /// PATCH.
    Patch,
    /// PUT.
    Put,
    /// `kubectl scale`.
    Scale,
    /// PUT of the status.
    Status,
}

/// A recorded answer. What is absent was not recorded.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Real {
    /// Whether the request was accepted.
    pub accepted: bool,
    /// The texts of the `Warning` headers, some with code and agent.
    pub warnings: Option<Vec<String>>,
    /// The object as stored.
    pub object: Option<Value>,
    /// All objects that a text created.
    pub objects: Option<Vec<Value>>,
    /// The error.
    pub status: Option<Status>,
    /// What kubectl printed.
    pub kubectl: Option<CommandText>,
    /// The patch that kubectl sent.
    pub request: Option<Value>,
    /// The answer to the same request without field validation, where it differs.
    pub without_field_validation: Option<Box<Self>>,
}

/// An error of the server.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Status {
    /// The HTTP status code.
    pub code: Option<u16>,
    /// The machine-readable reason.
    pub reason: Option<String>,
    /// The message.
    pub message: String,
    /// The field errors; null in a recording if there are none.
    #[serde(default, deserialize_with = "recorded")]
    pub causes: Option<Vec<Cause>>,
}

/// A recorded list; null stands for an empty one.
fn recorded<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<Cause>>, D::Error> {
    Option::<Vec<Cause>>::deserialize(deserializer).map(|causes| Some(causes.unwrap_or_default()))
}

/// A field error.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cause {
    /// The type of the error.
    pub reason: String,
    /// The text without the path.
    pub message: String,
    /// The path of the field.
    #[serde(default)]
    pub field: String,
}

/// What kubectl printed: all of it as one text, or by stream.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum CommandText {
    /// Standard output followed by standard error.
    Both(String),
    /// Each stream by itself.
    Streams {
        /// The exit code.
        rc: u8,
        /// Standard output.
        out: Option<String>,
        /// Standard error.
        err: String,
    },
}
