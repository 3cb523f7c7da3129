//! `metav1.Status` as an error: refusals of the API server (`apimachinery/pkg/api/errors`).

use serde::{Deserialize, Serialize};

use super::{ObjectKey, ObjectMeta};

/// `metav1.StatusReason`: the machine-readable part of an API error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum StatusReason {
    /// 400 `BadRequest`.
    BadRequest,
    /// 404 `NotFound`.
    NotFound,
    /// 409 `Conflict`.
    Conflict,
    /// 409 `AlreadyExists`.
    AlreadyExists,
    /// 413 `RequestEntityTooLarge`.
    RequestEntityTooLarge,
    /// 422 `Invalid`.
    Invalid,
    /// 403 `Forbidden`.
    Forbidden,
    /// 403 `Forbidden` with the cause `NamespaceTerminating`.
    NamespaceTerminating,
    /// 504 `Timeout`.
    Timeout,
    /// 500 `InternalError`.
    InternalError,
    /// 500 `StatusReasonUnknown`, whose name is empty: an error that the API server did not expect.
    Unknown,
}

impl StatusReason {
    /// The reason's name in `metav1.Status`; a namespace that terminates has the reason `Forbidden` with a cause.
    pub fn name(self) -> &'static str {
        match self {
            Self::BadRequest => "BadRequest",
            Self::NotFound => "NotFound",
            Self::Conflict => "Conflict",
            Self::AlreadyExists => "AlreadyExists",
            Self::RequestEntityTooLarge => "RequestEntityTooLarge",
            Self::Invalid => "Invalid",
            Self::Forbidden | Self::NamespaceTerminating => "Forbidden",
            Self::Timeout => "Timeout",
            Self::InternalError => "InternalError",
            Self::Unknown => "",
        }
    }

    /// The HTTP status code.
    pub fn code(self) -> u16 {
        match self {
            Self::BadRequest => 400,
            Self::NotFound => 404,
            Self::Conflict | Self::AlreadyExists => 409,
            Self::RequestEntityTooLarge => 413,
            Self::Invalid => 422,
            Self::Forbidden | Self::NamespaceTerminating => 403,
            Self::Timeout => 504,
            Self::InternalError | Self::Unknown => 500,
        }
    }
}

/// An error answer of the API server, with the message that Kubernetes gives.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{message}")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct StatusError {
    /// What kind of refusal it is.
    pub reason: StatusReason,
    /// Kubernetes' own text.
    pub message: String,
    /// The object that is invalid, and what is wrong with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub details: Option<Box<StatusDetails>>,
}

/// `metav1.StatusDetails` of an invalid object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct StatusDetails {
    /// The object's kind, such as `Job`; may be empty.
    pub kind: String,
    /// The object's name; may be empty.
    pub name: String,
    /// One entry for each field error.
    pub causes: Vec<StatusCause>,
}

/// `metav1.StatusCause`: one field error of an invalid object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct StatusCause {
    /// The type of the error, such as `FieldValueInvalid`.
    pub reason: String,
    /// What is wrong, without the path.
    pub message: String,
    /// The path of the field.
    pub field: String,
}

impl StatusError {
    /// An error of `reason` with `message`.
    pub fn new(reason: StatusReason, message: impl Into<String>) -> Self {
        Self { reason, message: message.into(), details: None }
    }

    /// What is wrong with each field of an invalid object; empty for other errors.
    pub fn causes(&self) -> &[StatusCause] {
        self.details.as_ref().map_or(&[], |details| &details.causes)
    }

    /// `errors.NewNotFound`: `<resource> "<name>" not found`.
    pub fn not_found(resource: &str, name: &str) -> Self {
        Self::new(StatusReason::NotFound, format!("{resource} {name:?} not found"))
    }

    /// `errors.NewGenericServerResponse` of 422: a patch that does not fit what it is for.
    pub(crate) fn unprocessable() -> Self {
        Self::new(StatusReason::Invalid, "the server rejected our request due to an error in our request")
    }

    /// `errors.NewAlreadyExists`.
    pub(crate) fn already_exists(resource: &str, name: &str) -> Self {
        Self::new(StatusReason::AlreadyExists, format!("{resource} {name:?} already exists"))
    }

    /// [`already_exists`](Self::already_exists) as `Store.Create` words it: an object that is being deleted has its name still.
    pub(crate) fn already_stored(resource: &str, stored: &ObjectMeta) -> Self {
        let mut error = Self::already_exists(resource, stored.name());
        if stored.is_deleting() {
            error.message.insert_str(0, "object is being deleted: ");
        }
        error
    }

    /// `errors.NewConflict`.
    pub(crate) fn conflict(resource: &str, name: &str, why: &str) -> Self {
        let message = format!("Operation cannot be fulfilled on {resource} {name:?}: {why}");
        Self::new(StatusReason::Conflict, message)
    }

    /// The conflict of a write that names an older resourceVersion.
    pub fn modified(resource: &str, name: &str) -> Self {
        let why = "the object has been modified; please apply your changes to the latest version and try again";
        Self::conflict(resource, name, why)
    }

    /// The conflict of a write whose UID precondition does not hold.
    pub(crate) fn uid_precondition(resource: &str, name: &str, wanted: &str, stored: &str) -> Self {
        let why = format!("Precondition failed: UID in precondition: {wanted}, UID in object meta: {stored}");
        Self::conflict(resource, name, &why)
    }

    /// The conflict of an update whose UID is not that of the object in the store, which says so itself.
    pub(crate) fn stored_uid_precondition(resource: &str, key: &ObjectKey, wanted: &str, stored: &str) -> Self {
        let why = format!(
            "StorageError: invalid object, Code: 4, Key: /registry/{resource}/{key}, ResourceVersion: 0, \
             AdditionalErrorMsg: Precondition failed: UID in precondition: {wanted}, UID in object meta: {stored}"
        );
        Self::conflict(&format!("{resource}.batch"), key.split().1, &why)
    }
}
