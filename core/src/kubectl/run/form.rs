//! Output forms of objects: the value of `-o`, and documents as text.

use serde_json::Value;

use super::jsonpath::{Braced, Path, Template, go_text};
use super::table::Table;
use crate::api::{Release, kubectl_yaml_lines};
use crate::kubectl::CommandError;

/// An output form.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    Table {
        wide: bool,
    },
    Yaml,
    Json,
    Name,
    JsonPath(Template),
    /// Headings and paths. The paths are parsed when a table is printed.
    Columns(Vec<(String, Braced)>),
}

/// What `-o` may be, as an error lists it.
const OF_OBJECTS: &str =
    "go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,template,templatefile,yaml";
const OF_LISTS: &str = "custom-columns,custom-columns-file,go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,template,templatefile,wide,yaml";

impl Form {
    /// Reads `-o` of `kubectl get`.
    pub(super) fn of_list(written: Option<&str>) -> Result<Self, CommandError> {
        let client = |message: &str| CommandError::Client(message.to_owned());
        let written = written.unwrap_or_default();
        match written.split_once('=').unwrap_or((written, "")) {
            ("custom-columns", "") => Err(client("custom-columns format specified but no custom columns given")),
            ("custom-columns", columns) => custom_columns(columns).map(Self::Columns),
            _ if written.eq_ignore_ascii_case("wide") => Ok(Self::Table { wide: true }),
            _ => Self::of(written, OF_LISTS),
        }
    }

    /// Reads `-o` of commands that print single objects. Without it they print a sentence, which is the table here.
    pub(super) fn of_object(written: Option<&str>) -> Result<Self, CommandError> {
        Self::of(written.unwrap_or_default(), OF_OBJECTS)
    }

    /// The text of a document in a form that prints documents; `None` for names, sentences and tables.
    pub(super) fn text(
        &self,
        document: impl FnOnce() -> Value,
        release: Release,
    ) -> Result<Option<String>, CommandError> {
        Ok(match self {
            Self::Yaml => Some(yaml(&document(), release)),
            Self::Json => Some(json_text(&document())),
            Self::JsonPath(template) => Some(jsonpath_text(template, &document())?),
            Self::Table { .. } | Self::Name | Self::Columns(_) => None,
        })
    }

    fn of(written: &str, allowed: &str) -> Result<Self, CommandError> {
        if let ("jsonpath", template) = written.split_once('=').unwrap_or((written, "")) {
            if template.is_empty() {
                return Err(CommandError::Client("template format specified but no template given".to_owned()));
            }
            let template = Template::parse(template)
                .map_err(|why| CommandError::Client(format!("error parsing jsonpath {template}, {why}")))?;
            return Ok(Self::JsonPath(template));
        }
        match written.to_lowercase().as_str() {
            "" => Ok(Self::Table { wide: false }),
            "yaml" => Ok(Self::Yaml),
            "json" => Ok(Self::Json),
            "name" => Ok(Self::Name),
            _ => Err(CommandError::Client(format!(
                "unable to match a printer suitable for the output format {written:?}, allowed formats are: {allowed}"
            ))),
        }
    }
}

/// `NAME:.path,…`.
fn custom_columns(written: &str) -> Result<Vec<(String, Braced)>, CommandError> {
    let column = |column: &str| {
        let unexpected = || format!("unexpected custom-columns spec: {column}, expected <header>:<json-path-expr>");
        let (name, path) = column.split_once(':').ok_or_else(unexpected)?;
        Ok((name.to_owned(), Braced::new(path)?))
    };
    written.split(',').map(column).collect::<Result<_, String>>().map_err(CommandError::Client)
}

/// What a template prints of a document. The error shows the document.
fn jsonpath_text(template: &Template, document: &Value) -> Result<String, CommandError> {
    template.print(document).map_err(|why| {
        let text = template.text();
        CommandError::Client(format!(
            "error executing jsonpath {text:?}: Error executing template: {why}. Printing more information for debugging the template:\n\ttemplate was:\n\t\t{text}\n\tobject given to jsonpath engine was:\n\t\t{}\n\n\n",
            go_map(document)
        ))
    })
}

/// A row for each document.
pub(super) fn fill_columns(table: &mut Table, columns: &[(String, Braced)], documents: &[Value]) -> Result<(), String> {
    let paths = columns.iter().map(|(_, braced)| braced.path()).collect::<Result<Vec<_>, _>>()?;
    let cell = |document: &Value, path: &Path| {
        let found: Vec<_> = path.find(document)?.into_iter().map(go_text).collect();
        Ok(if found.is_empty() { "<none>".to_owned() } else { found.join(",") })
    };
    for document in documents {
        table.rows.push(paths.iter().map(|path| cell(document, path)).collect::<Result<_, String>>()?);
    }
    Ok(())
}

/// A value as Go's `%#v` writes it, as far as an error about a template shows it.
fn go_map(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields: Vec<_> = fields.iter().map(|(key, value)| format!("{key:?}:{}", go_map(value))).collect();
            format!("map[string]interface {{}}{{{}}}", fields.join(", "))
        }
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(go_map).collect();
            format!("[]interface {{}}{{{}}}", items.join(", "))
        }
        Value::Null => "interface {}(nil)".to_owned(),
        other => other.to_string(),
    }
}

pub(super) fn yaml(document: &Value, release: Release) -> String {
    kubectl_yaml_lines(document, release).join("\n") + "\n"
}

/// JSON with four spaces, as kubectl writes it.
fn json_text(document: &Value) -> String {
    let mut bytes = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b"    ");
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
    // Into memory: nothing can fail.
    let _ = serde::Serialize::serialize(document, &mut serializer);
    String::from_utf8_lossy(&bytes).into_owned() + "\n"
}
