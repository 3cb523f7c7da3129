//! Decodes a small YAML text into a value, with the position of errors.

use serde::de::DeserializeOwned;

use super::{Contents, Position, position, read};
use crate::api::{from_json, prefix};

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct YamlDecodeError {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// What is wrong, with the field that it is in.
    pub message: String,
}

impl YamlDecodeError {
    fn new(at: Position, message: String) -> Self {
        Self { line: at.line, column: at.column, message }
    }
}

/// Reads one document.
///
/// # Errors
///
/// The first thing that is wrong, with its place: text that is no YAML, or fields that `T` does not have.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use jobscope_core::api::decode_yaml;
///
/// let ages: BTreeMap<String, u32> = decode_yaml("anna: 31\nben: 29\n")?;
/// assert_eq!(ages["ben"], 29);
/// let error = decode_yaml::<BTreeMap<String, u32>>("anna: 31\nben: old\n").unwrap_err();
/// assert_eq!((error.line, error.column), (2, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decode_yaml<T: DeserializeOwned>(text: &str) -> Result<T, YamlDecodeError> {
    let root = read(text, Contents::Text).map_err(|error| YamlDecodeError::new(error.at, error.message()))?;
    let document = root
        .to_finite_json()
        .map_err(|error| YamlDecodeError::new(error.at, format!("{}{}", prefix(&error.path), error.problem())))?;
    from_json(&document).map_err(|error| YamlDecodeError::new(position(&root, &error.path), error.with_path()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_number_that_is_none_is_not_taken_for_nothing() {
        type Ages = BTreeMap<String, Option<i64>>;
        for (text, expected) in [
            (
                "anna: 31\nben: .nan\n",
                "line 2, column 6: ben: NaN is not possible here: write a number, or leave the field out",
            ),
            (".inf\n", "line 1, column 1: inf is not possible here: write a number, or leave the field out"),
        ] {
            assert_eq!(decode_yaml::<Ages>(text).unwrap_err().to_string(), expected);
        }
        assert_eq!(decode_yaml::<Ages>("anna: ~\n").unwrap(), Ages::from([("anna".to_owned(), None)]));
    }
}
