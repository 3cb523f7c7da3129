//! `kubectl create -f -` (`kubectl/pkg/cmd/create`).

use serde_json::Value;

use super::output::{CommandError, CommandOutput, errors};
use crate::api::{KubectlDocuments, ObjectKey, Release, StatusError, metadata_error};
use crate::trace::FieldValidation;

/// Deepest nesting of lists within lists.
const MAX_LISTS: usize = 16;

/// How `kubectl create` is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CreateOptions {
    /// `--validate`.
    pub validation: FieldValidation,
    /// `--dry-run=server`, as far as it shows in the output: `send` decides whether something is stored.
    pub dry_run: bool,
}

impl Default for CreateOptions {
    fn default() -> Self {
        Self { validation: FieldValidation::Strict, dry_run: false }
    }
}

/// A kind of object that kubectl can create.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CreatedKind {
    /// `batch/v1` Job.
    Job,
    /// `batch/v1` CronJob.
    CronJob,
    /// `v1` Pod.
    Pod,
}

impl CreatedKind {
    /// The kind of that version, if there is one. kubectl takes its name in lower case as well.
    fn find(api_version: &str, kind: &str) -> Option<Self> {
        match (api_version, kind) {
            ("batch/v1", "Job" | "job") => Some(Self::Job),
            ("batch/v1", "CronJob" | "cronjob") => Some(Self::CronJob),
            ("v1", "Pod" | "pod") => Some(Self::Pod),
            _ => None,
        }
    }

    /// The resource in what kubectl prints.
    fn resource(self) -> &'static str {
        match self {
            Self::Job => "job.batch",
            Self::CronJob => "cronjob.batch",
            Self::Pod => "pod",
        }
    }
}

/// The POST of one object.
#[derive(Clone, Debug, PartialEq)]
pub struct CreateRequest {
    /// What it is.
    pub kind: CreatedKind,
    /// Its namespace and name; the name is empty if the server makes one.
    pub key: ObjectKey,
    /// The object.
    pub body: Value,
    /// What is done about unknown fields.
    pub validation: FieldValidation,
}

/// The answer to a [`CreateRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Created {
    /// The name of the object, or why nothing was stored.
    pub outcome: Result<String, StatusError>,
    /// Texts of the `Warning` headers.
    pub warnings: Vec<String>,
}

/// Creates the objects of `text` as `kubectl create -f -` does: `send` carries out a request.
///
/// ```
/// use jobscope_core::api::Release;
/// use jobscope_core::kubectl::{CreateOptions, create};
///
/// let text = "apiVersion: batch/v2\nkind: Job\nmetadata: {name: pi}\n";
/// let output = create(text, Release::V1_36, CreateOptions::default(), |_| unreachable!());
/// assert_eq!(
///     output.stderr,
///     "error: resource mapping not found for name: \"pi\" namespace: \"\" from \"STDIN\": no matches for kind \"Job\" in \
///      version \"batch/v2\"\nensure CRDs are installed first\n",
/// );
/// ```
pub fn create(
    text: &str,
    release: Release,
    options: CreateOptions,
    mut send: impl FnMut(&CreateRequest) -> Created,
) -> CommandOutput {
    let mut output = CommandOutput::default();
    let (mut failures, mut count) = (Vec::new(), 0_usize);
    let KubectlDocuments { documents, error } = KubectlDocuments::read(text);
    for document in &documents {
        let mut objects = Vec::new();
        if let Err(error) = objects_in(document, release, options.validation, &mut objects, 0) {
            failures.push(CommandError::Client(error));
        }
        count += objects.len();
        for request in objects {
            let Created { outcome, warnings } = send(&request);
            output.warn(&warnings);
            match outcome {
                Ok(name) => {
                    let dry_run = if options.dry_run { " (server dry run)" } else { "" };
                    output.report(request.kind.resource(), &name, &format!("created{dry_run}"));
                }
                Err(error) => {
                    failures.push(CommandError::Server("error when creating \"STDIN\": ".to_owned(), error));
                }
            }
        }
    }
    failures.extend(error.map(|error| CommandError::Client(format!("error parsing STDIN: {error}"))));
    if count == 0 && failures.is_empty() {
        failures.push(CommandError::Client("no objects passed to create".to_owned()));
    }
    if !failures.is_empty() {
        output.code = 1;
        output.stderr.push_str(&errors(&failures));
    }
    output
}

/// Adds the requests for a document: for each item, if it is a list.
fn objects_in(
    document: &Value,
    release: Release,
    validation: FieldValidation,
    requests: &mut Vec<CreateRequest>,
    depth: usize,
) -> Result<(), String> {
    let text = |field: &str| document.pointer(field).and_then(Value::as_str).unwrap_or_default();
    check_type(document, validation)?;
    let (api_version, kind) = (text("/apiVersion"), text("/kind"));
    if let (Some(items), Some(of_items)) = (document.get("items").and_then(Value::as_array), kind.strip_suffix("List"))
        && depth < MAX_LISTS
    {
        for item in items {
            let mut item = item.clone();
            if let (false, Some(item)) = (of_items.is_empty(), item.as_object_mut()) {
                item.entry("kind").or_insert_with(|| of_items.into());
                item.entry("apiVersion").or_insert_with(|| api_version.into());
            }
            objects_in(&item, release, validation, requests, depth + 1)?;
        }
        return Ok(());
    }
    if let Some(error) = metadata_error(document, release) {
        return Err(format!("unable to decode \"STDIN\": {error}"));
    }
    let (namespace, name) = (text("/metadata/namespace"), text("/metadata/name"));
    let Some(found) = CreatedKind::find(api_version, kind) else {
        return Err(format!(
            "resource mapping not found for name: {name:?} namespace: {namespace:?} from \"STDIN\": no matches for kind \
             {kind:?} in version {api_version:?}\nensure CRDs are installed first"
        ));
    };
    let namespace = if namespace.is_empty() { "default" } else { namespace };
    let key = ObjectKey::from(format!("{namespace}/{name}"));
    requests.push(CreateRequest { kind: found, key, body: document.clone(), validation });
    Ok(())
}

/// `getObjectKind`: a document has to say what it is.
fn check_type(document: &Value, validation: FieldValidation) -> Result<(), String> {
    let mut wrong = Vec::new();
    if let Some(object) = document.as_object() {
        let has_no_items = !object.get("items").is_some_and(Value::is_array);
        if validation != FieldValidation::Ignore
            && has_no_items
            && object.get("kind").is_some_and(|kind| kind == "List")
        {
            wrong.push("invalid object to validate".to_owned());
        }
        for field in ["apiVersion", "kind"] {
            match object.get(field) {
                None | Some(Value::Null) => wrong.push(format!("{field} not set")),
                Some(Value::String(_)) => {}
                Some(_) => wrong.push(format!("{field} isn't string type")),
            }
        }
    } else {
        wrong.push("invalid object to validate".to_owned());
    }
    let kind_missing = || Err(format!("unable to decode \"STDIN\": Object 'Kind' is missing in '{document}'"));
    let wrong = match wrong.as_slice() {
        [] if document.get("kind").is_some_and(|kind| kind == "") => return kind_missing(),
        [] => return Ok(()),
        [one] => one.clone(),
        more => format!("[{}]", more.join(", ")),
    };
    if validation == FieldValidation::Ignore {
        return kind_missing();
    }
    Err(format!(
        "error validating \"STDIN\": error validating data: {wrong}; if you choose to ignore these errors, turn \
         validation off with --validate=false"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_without_objects_and_empty_kinds_are_refused() {
        let says = |text| create(text, Release::V1_36, CreateOptions::default(), |_| unreachable!()).stderr;
        assert_eq!(says("apiVersion: v1\nkind: List\nitems: []\n"), "error: no objects passed to create\n");
        assert_eq!(
            says("apiVersion: v1\nkind: List\n"),
            "error: error validating \"STDIN\": error validating data: invalid object to validate; if you choose to \
             ignore these errors, turn validation off with --validate=false\n"
        );
        assert_eq!(
            says("apiVersion: batch/v1\nkind: Job\nmetadata: pi\n"),
            "error: unable to decode \"STDIN\": json: cannot unmarshal string into Go struct field \
             metadataOnlyObject.metadata of type v1.ObjectMeta\n"
        );
        assert_eq!(
            says("apiVersion: batch/v1\nkind: \"\"\n"),
            "error: unable to decode \"STDIN\": Object 'Kind' is missing in '{\"apiVersion\":\"batch/v1\",\"kind\":\"\"}'\n"
        );
    }
}
