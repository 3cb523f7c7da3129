//! The objects in files, and errors of what is no object.

use std::collections::BTreeMap;

use serde_json::Value;

use super::flags::Flags;
use super::kind::is_served;
use super::set::fits;
use super::write::shown;
use super::{Command, Outcome};
use crate::api::{KubectlDocuments, Release, metadata_error};
use crate::kubectl::CommandError;

/// What was read, and the errors of what could not be, in order.
pub(super) type Results<T> = Vec<Result<T, CommandError>>;

impl Command<'_> {
    /// The objects in a file, in order.
    pub(super) fn documents(&mut self, file: &str) -> Result<Vec<Value>, CommandError> {
        let text = self.read(file)?;
        let KubectlDocuments { documents, error } = KubectlDocuments::read(text);
        if let Some(error) = error {
            let error = self.listed(format!("error parsing {}: {error}", shown(file)));
            self.failures.push(error);
        }
        Ok(documents.into_iter().flat_map(items).collect())
    }

    /// What there is of all that was read; each other is an error, after which the command continues.
    pub(super) fn readable<T>(&mut self, read: Results<T>) -> Vec<T> {
        let mut all = Vec::new();
        for one in read {
            match one {
                Ok(one) => all.push(one),
                Err(error) => self.failures.push(error),
            }
        }
        all
    }

    /// The objects in a file whose kinds the server serves, and the errors of others. `validates`: whether the client
    /// validates objects.
    pub(super) fn known_documents(&mut self, file: &str, validates: bool) -> Result<Results<Value>, CommandError> {
        let mut known = Vec::new();
        for document in self.documents(file)? {
            let namespace = document.pointer("/metadata/namespace").and_then(Value::as_str).unwrap_or_default();
            let problem = problem(shown(file), &document, validates, self.release());
            let problem = problem.or_else(|| self.problem_of_namespace(namespace));
            known.push(problem.map_or(Ok(document), |problem| Err(self.listed(problem))));
        }
        Ok(known)
    }

    /// The error of an object whose namespace differs from the one that `-n` names.
    fn problem_of_namespace(&self, given: &str) -> Option<String> {
        let named = self.namespace.as_str();
        let differs = self.names_namespace && !given.is_empty() && given != named;
        differs.then(|| format!("the namespace from the provided object {given:?} does not match the namespace {named:?}. You must pass '--namespace={given}' to perform this operation."))
    }

    /// An error about an object, after which the command continues.
    pub(super) fn listed(&self, message: String) -> CommandError {
        if self.lists_failures { CommandError::Listed(message) } else { CommandError::Client(message) }
    }
}

/// What a name begins with that stands for the kustomization of a folder.
const KUSTOMIZATION: &str = "kustomization:";
/// The folder that holds the files.
const HOME: &str = "/root";

/// The folder whose kustomization a name stands for.
pub(super) fn kustomized(file: &str) -> Option<&str> {
    file.strip_prefix(KUSTOMIZATION)
}

/// Why no kustomization is built of a folder: there is none, or it is not simulated.
pub(super) fn no_kustomization(folder: &str, files: &BTreeMap<String, String>) -> String {
    const NAMES: [&str; 3] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];
    let path = folder.trim_start_matches("./").trim_end_matches('/');
    let path = if path == "." { "" } else { path };
    if files.contains_key(path) {
        return format!("must build at directory: '{folder}': file is not directory");
    }
    let inside = if path.is_empty() { String::new() } else { format!("{path}/") };
    if !path.is_empty() && !files.keys().any(|file| file.starts_with(&inside)) {
        let folder_name = path.split('/').next().unwrap_or_default();
        return format!(
            "must build at directory: not a valid directory: evalsymlink failure on '{folder}' : lstat {HOME}/{folder_name}: no such file or directory"
        );
    }
    if NAMES.iter().any(|name| files.contains_key(&format!("{inside}{name}"))) {
        return "kustomizations are not built here; use -f FILENAME".to_owned();
    }
    let directory = format!("{HOME}/{path}");
    let [first, second, third] = NAMES;
    format!(
        "unable to find one of '{first}', '{second}' or '{third}' in directory '{}'",
        directory.trim_end_matches('/')
    )
}

/// What the names of files in a folder end with that kubectl reads.
const EXTENSIONS: [&str; 3] = [".json", ".yaml", ".yml"];

/// Puts the files of a folder, by name, where `-f` names the folder; and those that fit a name with stars.
pub(super) fn expand_folders(flags: &mut Flags, files: &BTreeMap<String, String>) -> Outcome {
    if let Some(folder) = flags.value("kustomize").filter(|folder| !folder.is_empty()) {
        let name = format!("{KUSTOMIZATION}{folder}");
        flags.replace("filename", name);
        return Ok(());
    }
    let mut named = Vec::new();
    let mut has_folder = false;
    for given in flags.list("filename") {
        if given.contains('*') {
            let before = named.len();
            named.extend(files.keys().filter(|file| !file.contains('/') && fits(file, given)).cloned());
            has_folder = true;
            if named.len() == before {
                named.push(given.to_owned());
            }
            continue;
        }
        let folder = match given.trim_start_matches("./").trim_end_matches('/') {
            "" | "." => String::new(),
            folder => format!("{folder}/"),
        };
        if given.is_empty() || !folder.is_empty() && !files.keys().any(|file| file.starts_with(&folder)) {
            named.push(given.to_owned());
            continue;
        }
        has_folder = true;
        let before = named.len();
        named.extend(
            files
                .keys()
                .filter(|file| {
                    let rest =
                        file.strip_prefix(&folder).filter(|rest| flags.is_set("recursive") || !rest.contains('/'));
                    rest.is_some_and(|rest| EXTENSIONS.iter().any(|extension| rest.ends_with(extension)))
                })
                .cloned(),
        );
        if named.len() == before {
            let extensions = EXTENSIONS.join(" ");
            let message = format!("error reading [{given}]: recognized file extensions are [{extensions}]");
            return Err(CommandError::Client(message));
        }
    }
    if has_folder {
        flags.replace("filename", named.join(","));
    }
    Ok(())
}

/// The error of a document that is no object, or whose kind the server does not serve.
fn problem(shown: &str, document: &Value, validates: bool, release: Release) -> Option<String> {
    let text = |field: &str| document.pointer(field).and_then(Value::as_str).unwrap_or_default();
    let (version, kind) = (text("/apiVersion"), text("/kind"));
    let missing = match (document.is_object(), version, kind) {
        (false, ..) => "invalid object to validate",
        (true, "", "") => "[apiVersion not set, kind not set]",
        (true, "", _) => "apiVersion not set",
        (true, _, "") => "kind not set",
        _ => "",
    };
    if validates && !missing.is_empty() {
        return Some(format!(
            "error validating {shown:?}: error validating data: {missing}; if you choose to ignore these errors, turn validation off with --validate=false"
        ));
    }
    if kind.is_empty() {
        let what = match document {
            Value::Object(_) => format!("Object 'Kind' is missing in '{document}'"),
            other => {
                let what = match other {
                    Value::Array(_) => "array",
                    Value::Bool(_) => "bool",
                    Value::Number(_) => "number",
                    _ => "string",
                };
                format!("json: cannot unmarshal {what} into Go value of type unstructured.detector")
            }
        };
        return Some(format!("unable to decode {shown:?}: {what}"));
    }
    if let Some(error) = metadata_error(document, release) {
        return Some(format!("unable to decode {shown:?}: {error}"));
    }
    let (name, namespace) = (text("/metadata/name"), text("/metadata/namespace"));
    (!is_served(version, kind)).then(|| {
        format!(
            "resource mapping not found for name: {name:?} namespace: {namespace:?} from {shown:?}: no matches for kind {kind:?} in version {version:?}\nensure CRDs are installed first"
        )
    })
}

/// The items of a list, or the document itself.
fn items(document: Value) -> Vec<Value> {
    let is_list = document.get("kind").and_then(Value::as_str).is_some_and(|kind| kind.ends_with("List"));
    match document {
        Value::Object(mut fields) if is_list => match fields.remove("items") {
            Some(Value::Array(items)) => items,
            _ => Vec::new(),
        },
        document => vec![document],
    }
}
