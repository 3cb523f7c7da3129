//! Field paths and field errors: which field is wrong and why (`apimachinery/pkg/util/validation/field`).
//!
//! The `Display` of a [`FieldError`] is Kubernetes' own text. What Go would print of a value is
//! decided here too ([`go_quote`]), because those texts quote what the user wrote.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use serde::{Deserialize, Serialize};

use super::{Release, StatusCause, StatusDetails, StatusError, StatusReason};

/// The path of a field, such as `spec.template.spec.containers[0].image`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "js", tsify(type = "string"))]
pub struct FieldPath(String);

impl FieldPath {
    /// The path of the field `name` of an object.
    pub fn new(name: &str) -> Self {
        Self(name.to_owned())
    }

    /// The path of the field `name` of the object at this path.
    #[must_use]
    pub fn child(&self, name: &str) -> Self {
        if self.0.is_empty() { Self::new(name) } else { Self(format!("{}.{name}", self.0)) }
    }

    /// The path of the item `index` of the list at this path.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        Self(format!("{}[{index}]", self.0))
    }

    /// The path of the entry `key` of the map at this path.
    #[must_use]
    pub fn key(&self, key: &str) -> Self {
        Self(format!("{}[{key}]", self.0))
    }

    /// The path as text; empty for the whole object.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// `field.ErrorType`: in which way a field is wrong, with the offending value as Go prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum FieldErrorKind {
    /// `Required value`: the field is missing or empty.
    Required,
    /// `Invalid value`: the value breaks a rule.
    Invalid {
        /// The value; empty where Kubernetes leaves it out.
        value: String,
    },
    /// `Unsupported value`: the field does not allow this value.
    NotSupported {
        /// The value.
        value: String,
    },
    /// `Duplicate value`: the value has to be unique and is not.
    Duplicate {
        /// The value.
        value: String,
    },
    /// `Not found`: the value names something that does not exist.
    NotFound {
        /// The value.
        value: String,
    },
    /// `Too long`: the value is longer than allowed.
    TooLong,
    /// `Too many`: the list has more items than allowed.
    TooMany {
        /// How many.
        value: usize,
    },
    /// `Forbidden`: the field may not be set here.
    Forbidden,
}

/// `field.Error`: one field that is wrong.
///
/// ```
/// use jobscope_core::api::{FieldError, FieldPath};
///
/// let error = FieldError::invalid(&FieldPath::new("spec").child("parallelism"), -1, "must be greater than or equal to 0");
/// assert_eq!(error.to_string(), "spec.parallelism: Invalid value: -1: must be greater than or equal to 0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct FieldError {
    /// The field as Kubernetes names it in the error.
    pub path: FieldPath,
    /// Where the culprit stands in the manifest. It is [`Self::path`], except where Kubernetes names
    /// only a parent (one bad label of many) or names it wrongly (`spec.template.labels`).
    pub place: FieldPath,
    /// In which way it is wrong.
    pub kind: FieldErrorKind,
    /// What would be right; may be empty.
    pub detail: String,
}

/// Since this minor texts say that a value may not be longer, not what it has to be.
const TOO_LONG_SINCE: u8 = 32;

impl FieldError {
    fn new(path: &FieldPath, kind: FieldErrorKind, detail: impl Into<String>) -> Self {
        Self { path: path.clone(), place: path.clone(), kind, detail: detail.into() }
    }

    /// `field.Required`.
    pub fn required(path: &FieldPath, detail: impl Into<String>) -> Self {
        Self::new(path, FieldErrorKind::Required, detail)
    }

    /// `field.Invalid` of a value that Go prints as it is, such as a number or `null`.
    pub fn invalid(path: &FieldPath, value: impl fmt::Display, detail: impl Into<String>) -> Self {
        Self::new(path, FieldErrorKind::Invalid { value: value.to_string() }, detail)
    }

    /// `field.Invalid` of a text.
    pub(crate) fn invalid_text(path: &FieldPath, value: &str, detail: impl Into<String>) -> Self {
        Self::invalid(path, go_quote(value), detail)
    }

    /// `field.Invalid` of a whole object, which is not printed.
    pub(crate) fn invalid_without_value(path: &FieldPath, detail: impl Into<String>) -> Self {
        Self::invalid(path, "", detail)
    }

    /// `field.NotSupported` of a text; the supported ones are listed in the order given.
    pub(crate) fn not_supported(path: &FieldPath, value: &str, supported: &[&str]) -> Self {
        let supported: Vec<String> = supported.iter().map(|value| go_quote(value)).collect();
        let detail = format!("supported values: {}", supported.join(", "));
        Self::new(path, FieldErrorKind::NotSupported { value: go_quote(value) }, detail)
    }

    /// `field.NotSupported` of a value that Go prints as it is.
    pub(crate) fn not_supported_value(path: &FieldPath, value: String, supported: &[&str]) -> Self {
        Self { kind: FieldErrorKind::NotSupported { value }, ..Self::not_supported(path, "", supported) }
    }

    /// `field.Duplicate` of a text.
    pub fn duplicate(path: &FieldPath, value: &str) -> Self {
        Self::new(path, FieldErrorKind::Duplicate { value: go_quote(value) }, "")
    }

    /// `field.Duplicate` of a value that Go prints as it is.
    pub(crate) fn duplicate_value(path: &FieldPath, value: impl fmt::Display) -> Self {
        Self::new(path, FieldErrorKind::Duplicate { value: value.to_string() }, "")
    }

    /// `field.NotFound` of a text.
    pub fn not_found(path: &FieldPath, value: &str) -> Self {
        Self::new(path, FieldErrorKind::NotFound { value: go_quote(value) }, "")
    }

    /// `field.TooLong`, in the words of the release.
    pub(crate) fn too_long(path: &FieldPath, max: usize, release: Release) -> Self {
        let detail = if release.since(TOO_LONG_SINCE) {
            format!("may not be more than {max} bytes")
        } else if release.since(19) {
            format!("must have at most {max} bytes")
        } else {
            // Bytes were counted from the beginning.
            format!("must have at most {max} characters")
        };
        Self::new(path, FieldErrorKind::TooLong, detail)
    }

    /// `field.TooLongMaxLength`, which has words of its own until v1.31.
    pub(crate) fn too_long_max_length(path: &FieldPath, max: usize, release: Release) -> Self {
        let mut error = Self::too_long(path, max, release);
        if !release.since(TOO_LONG_SINCE) {
            error.detail = format!("may not be longer than {max}");
        }
        error
    }

    /// `field.TooMany`: `value` items, of which `max` are allowed.
    pub(crate) fn too_many(path: &FieldPath, value: usize, max: usize) -> Self {
        Self::new(path, FieldErrorKind::TooMany { value }, format!("must have at most {max} items"))
    }

    /// `field.Forbidden`.
    pub fn forbidden(path: &FieldPath, detail: impl Into<String>) -> Self {
        Self::new(path, FieldErrorKind::Forbidden, detail)
    }

    /// `field.Error.ErrorBody`: the text without the path.
    pub fn body(&self) -> String {
        let mut body = match &self.kind {
            FieldErrorKind::Required => "Required value".to_owned(),
            FieldErrorKind::Invalid { value } if value.is_empty() => "Invalid value".to_owned(),
            FieldErrorKind::Invalid { value } => format!("Invalid value: {value}"),
            FieldErrorKind::NotSupported { value } => format!("Unsupported value: {value}"),
            FieldErrorKind::Duplicate { value } => format!("Duplicate value: {value}"),
            FieldErrorKind::NotFound { value } => format!("Not found: {value}"),
            FieldErrorKind::TooLong => "Too long".to_owned(),
            FieldErrorKind::TooMany { value } => format!("Too many: {value}"),
            FieldErrorKind::Forbidden => "Forbidden".to_owned(),
        };
        if !self.detail.is_empty() {
            body.push_str(": ");
            body.push_str(&self.detail);
        }
        body
    }

    /// The error as one cause in the details of a `metav1.Status`.
    fn cause(&self) -> StatusCause {
        let reason = match self.kind {
            FieldErrorKind::Required => "FieldValueRequired",
            FieldErrorKind::Invalid { .. } => "FieldValueInvalid",
            FieldErrorKind::NotSupported { .. } => "FieldValueNotSupported",
            FieldErrorKind::Duplicate { .. } => "FieldValueDuplicate",
            FieldErrorKind::NotFound { .. } => "FieldValueNotFound",
            FieldErrorKind::TooLong => "FieldValueTooLong",
            FieldErrorKind::TooMany { .. } => "FieldValueTooMany",
            FieldErrorKind::Forbidden => "FieldValueForbidden",
        };
        StatusCause { reason: reason.to_owned(), message: self.body(), field: self.path.to_string() }
    }

    /// The same error with the place in the manifest where the culprit stands.
    #[must_use]
    pub fn at(mut self, place: FieldPath) -> Self {
        self.place = place;
        self
    }
}

/// `field.Error.Error`.
impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.body())
    }
}

/// `field.ErrorList.ToAggregate` as text: equal texts once, several in brackets.
pub(crate) fn aggregate(errors: &[FieldError]) -> String {
    let mut seen = BTreeSet::new();
    let texts: Vec<String> = errors.iter().map(ToString::to_string).filter(|text| seen.insert(text.clone())).collect();
    if texts.len() == 1 { texts.concat() } else { format!("[{}]", texts.join(", ")) }
}

impl StatusError {
    /// `errors.NewInvalid` for a Job: `Job.batch "<name>" is invalid: <errors>`.
    ///
    /// ```
    /// use jobscope_core::api::{FieldError, FieldPath, StatusError};
    ///
    /// let error = FieldError::required(&FieldPath::new("spec").child("selector"), "");
    /// assert_eq!(
    ///     StatusError::invalid_job("pi", &[error]).to_string(),
    ///     r#"Job.batch "pi" is invalid: spec.selector: Required value"#,
    /// );
    /// ```
    pub fn invalid_job(name: &str, errors: &[FieldError]) -> Self {
        Self::invalid("Job.batch", name, errors)
    }

    /// `errors.NewInvalid` for an object of `kind`: `<kind> "<name>" is invalid: <errors>`.
    pub(crate) fn invalid(kind: &str, name: &str, errors: &[FieldError]) -> Self {
        let message = format!("{kind} {} is invalid: {}", go_quote(name), aggregate(errors));
        let details = StatusDetails {
            // The message names the group as well.
            kind: kind.split('.').next().unwrap_or_default().to_owned(),
            name: name.to_owned(),
            causes: errors.iter().map(FieldError::cause).collect(),
        };
        Self { details: Some(Box::new(details)), ..Self::new(StatusReason::Invalid, message) }
    }
}

/// `strconv.Quote`: `text` as a Go string literal.
pub(crate) fn go_quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\u{7}' => quoted.push_str("\\a"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{c}' => quoted.push_str("\\f"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{b}' => quoted.push_str("\\v"),
            c if c < ' ' || c == '\u{7f}' => push_escape(&mut quoted, format_args!("\\x{:02x}", u32::from(c))),
            c if c.is_ascii() || is_printable(c) => quoted.push(c),
            c if u32::from(c) <= 0xffff => push_escape(&mut quoted, format_args!("\\u{:04x}", u32::from(c))),
            c => push_escape(&mut quoted, format_args!("\\U{:08x}", u32::from(c))),
        }
    }
    quoted.push('"');
    quoted
}

/// Whether Rust, whose idea of it is close to Go's, prints `c` as it is within a text.
fn is_printable(c: char) -> bool {
    // At the start of a text Rust escapes combining marks too.
    String::from_iter(['x', c]).escape_debug().count() == 2
}

fn push_escape(quoted: &mut String, escape: fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = quoted.write_fmt(escape);
}

/// A list of texts of the Go type `of` as `%#v` prints it.
pub(crate) fn go_list<'a>(of: &str, values: impl IntoIterator<Item = &'a str>) -> String {
    let values: Vec<String> = values.into_iter().map(go_quote).collect();
    if values.is_empty() { format!("[]{of}(nil)") } else { format!("[]{of}{{{}}}", values.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted_as_go_does() {
        assert_eq!(
            go_quote("it's \"x\"\\\n\t\u{1}\u{7f}é中\u{301}"),
            "\"it's \\\"x\\\"\\\\\\n\\t\\x01\\x7fé中\u{301}\""
        );
        assert_eq!(go_quote("\u{200b}\u{feff}\u{10ffff}"), "\"\\u200b\\ufeff\\U0010ffff\"");
    }

    #[test]
    fn several_errors_stand_in_brackets_and_equal_ones_once() {
        let a = FieldError::required(&FieldPath::new("a"), "");
        let b = FieldError::duplicate(&FieldPath::new("b").index(2).key("c/d"), "x");
        assert_eq!(
            StatusError::invalid_job("pi", &[a.clone(), b, a]).message,
            r#"Job.batch "pi" is invalid: [a: Required value, b[2][c/d]: Duplicate value: "x"]"#
        );
    }

    #[test]
    fn every_kind_has_kubernetes_text() {
        let path = FieldPath::default().child("f");
        let texts = [
            FieldError::not_supported(&path, "Always", &["OnFailure", "Never"]).to_string(),
            FieldError::too_long(&path, 3, Release::V1_11).to_string(),
            FieldError::too_long(&path, 3, Release::V1_22).to_string(),
            FieldError::too_long(&path, 3, Release::V1_28).to_string(),
            FieldError::too_long(&path, 3, Release::V1_31).to_string(),
            FieldError::too_long(&path, 3, Release::V1_32).to_string(),
            FieldError::too_long_max_length(&path, 3, Release::V1_31).to_string(),
            FieldError::too_long_max_length(&path, 3, Release::V1_32).to_string(),
            FieldError::forbidden(&path, "no").to_string(),
            FieldError::not_found(&path, "v").to_string(),
            FieldError::invalid_text(&path, "v", "").to_string(),
        ];
        assert_eq!(
            texts,
            [
                r#"f: Unsupported value: "Always": supported values: "OnFailure", "Never""#,
                "f: Too long: must have at most 3 characters",
                "f: Too long: must have at most 3 bytes",
                "f: Too long: must have at most 3 bytes",
                "f: Too long: must have at most 3 bytes",
                "f: Too long: may not be more than 3 bytes",
                "f: Too long: may not be longer than 3",
                "f: Too long: may not be more than 3 bytes",
                "f: Forbidden: no",
                r#"f: Not found: "v""#,
                r#"f: Invalid value: "v""#,
            ]
        );
    }
}
