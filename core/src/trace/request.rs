//! Requests of a user, as `kubectl` sends them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::api::{ObjectKey, PatchType};

/// What a request does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Method {
    /// POST: the Job is created.
    Post,
    /// PUT: it is replaced.
    Put,
    /// PATCH: part of it is changed.
    Patch(PatchType),
}

impl Method {
    /// The HTTP method.
    pub fn name(self) -> &'static str {
        match self {
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch(_) => "PATCH",
        }
    }
}

/// A request about a Job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Request {
    /// What it does.
    pub method: Method,
    /// To which Job.
    pub key: ObjectKey,
    /// What it carries.
    #[cfg_attr(feature = "js", tsify(type = "unknown"))]
    pub body: Value,
}
