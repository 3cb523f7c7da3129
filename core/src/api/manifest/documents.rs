//! The documents of a text, as kubectl reads a file: YAML separated by lines of `---`, or JSON.

use serde_json::Value;

use crate::api::yaml::{Contents, read};

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
    let mut documents = Documents::default();
    match read(text, Contents::Manifest) {
        Ok(root) => documents.objects.push(root.to_json()),
        Err(error) => documents.error = Some(format!("error parsing STDIN: {}", error.message)),
    }
    documents
}
