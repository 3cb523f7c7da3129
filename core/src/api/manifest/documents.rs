//! The documents of a text, as kubectl reads a file: YAML separated by lines of `---`, or JSON.

use serde_json::Value;

use super::objects::read_objects_until_error;
use crate::api::yaml::Contents;

/// The objects of a text, as far as it can be read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Documents {
    /// The objects in order; those of lists one by one.
    pub objects: Vec<Value>,
    /// The error at which reading ended, in kubectl's words.
    pub error: Option<String>,
}

/// Reads `text` as kubectl reads standard input.
pub fn read_documents(text: &str) -> Documents {
    let (objects, error) = read_objects_until_error(text, Contents::Manifest);
    Documents {
        objects: objects.iter().map(|object| object.node.to_json()).collect(),
        error: error.map(|error| format!("error parsing STDIN: {}", error.message)),
    }
}
