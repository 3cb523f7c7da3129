//! Requests of a user, as `kubectl` sends them, and the answers.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::api::{Job, ObjectKey, PatchType, StatusError};

/// What a request does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Method {
    /// POST: the Job is created.
    Post,
    /// PUT: it is replaced.
    Put,
    /// PUT of the subresource `status`: its status is replaced.
    PutStatus,
    /// PATCH: part of it is changed.
    Patch(PatchType),
    /// PATCH of the subresource `status`: part of its status is changed.
    PatchStatus(PatchType),
}

impl Method {
    /// The HTTP method.
    pub fn name(self) -> &'static str {
        match self {
            Self::Post => "POST",
            Self::Put | Self::PutStatus => "PUT",
            Self::Patch(_) | Self::PatchStatus(_) => "PATCH",
        }
    }

    /// How a patch is meant.
    pub fn patch_type(self) -> Option<PatchType> {
        match self {
            Self::Patch(r#type) | Self::PatchStatus(r#type) => Some(r#type),
            Self::Post | Self::Put | Self::PutStatus => None,
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

/// `fieldValidation`: what a request wants to be done about fields that the release does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldValidation {
    /// Drop them (`kubectl --validate=false`).
    Ignore,
    /// Drop them with a warning: the server's default since v1.25.
    Warn,
    /// Refuse the request: what `kubectl` asks for since v1.25.
    Strict,
}

/// The answer to a request about a Job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The Job as stored, or why nothing was stored.
    pub outcome: Result<Arc<Job>, StatusError>,
    /// Texts of the `Warning` headers, in order.
    pub warnings: Vec<String>,
}
