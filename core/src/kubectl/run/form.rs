//! Output forms of objects: the value of `-o`, and documents as text.

use serde::Serialize;
use serde_json::{Map, Value};

use super::Command;
use super::flags::Flags;
use super::go_json::InGoOrder;
use super::gotemplate::GoTemplate;
use super::jsonpath::{Braced, Path, Template, go_text};
use super::kyaml;
use super::table::Table;
use crate::api::{Release, go_escaped, kubectl_yaml_lines};
use crate::budget::Budget;
use crate::kubectl::CommandError;

/// An output form.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    Table {
        wide: bool,
    },
    Yaml,
    Kyaml {
        /// Whether its fields are in the order of Go's.
        typed: bool,
    },
    Json,
    /// JSON in the order of Go's fields.
    GoJson,
    Name,
    JsonPath(Template),
    /// What a template finds, as JSON.
    JsonPathAsJson(Template),
    GoTemplate(GoTemplate),
    /// Headings and paths. The paths are parsed when a table is printed.
    Columns(Vec<(String, Braced)>),
}

/// The minor whose kubectl prints KYAML.
const KYAML: u8 = 35;

/// What `-o` may be, as an error lists it.
const OF_OBJECTS: &str =
    "go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,template,templatefile,yaml";
const OF_LISTS: &str = "custom-columns,custom-columns-file,go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,template,templatefile,wide,yaml";

impl Command<'_> {
    /// Reads `-o` of `kubectl get`.
    pub(super) fn form_of_list(&self, flags: &Flags) -> Result<Form, CommandError> {
        let written = self.output_form(flags)?;
        match written.split_once('=').unwrap_or((&written, "")) {
            ("custom-columns", "") => {
                Err(CommandError::Client("custom-columns format specified but no custom columns given".to_owned()))
            }
            ("custom-columns", columns) => custom_columns(columns).map(Form::Columns),
            _ if written == "wide" => Ok(Form::Table { wide: true }),
            _ => Form::of(&written, OF_LISTS, self.release()),
        }
    }

    /// Reads `-o` of commands that print single objects. Without it they print a sentence, which is the table here.
    pub(super) fn form_of_object(&self, flags: &Flags) -> Result<Form, CommandError> {
        Form::of(&self.output_form(flags)?, OF_OBJECTS, self.release())
    }

    /// The value of `-o`, with the template that `--template` or a file has.
    fn output_form(&self, flags: &Flags) -> Result<String, CommandError> {
        let client = |message: String| CommandError::Client(message);
        let template = flags.value("template").filter(|template| !template.is_empty());
        if flags.is_off("allow-missing-template-keys") {
            return Err(client("--allow-missing-template-keys=false is not simulated here".to_owned()));
        }
        let written = flags.value("output").unwrap_or_default();
        let (form, given) = written.split_once('=').unwrap_or((written, ""));
        let given = if given.is_empty() { template.unwrap_or_default() } else { given };
        let read = |form: &str, what: &str| match self.read(given) {
            Ok(text) => Ok(text),
            Err(_) if given.is_empty() => Err(client(format!("{form} format specified but no template file given"))),
            Err(_) => Err(client(format!("error reading {what} {given}, open {given}: no such file or directory"))),
        };
        match form {
            "" if template.is_some() => Ok(format!("go-template={given}")),
            "go-template" | "template" | "jsonpath" | "jsonpath-as-json" if !given.is_empty() => {
                Ok(format!("{form}={given}"))
            }
            "go-template-file" | "templatefile" if given.is_empty() => Ok("go-template".to_owned()),
            "go-template-file" | "templatefile" => Ok(format!("go-template={}", read("template", "--template")?)),
            "jsonpath-file" => Ok(format!("jsonpath={}", read("template", "--template")?)),
            "custom-columns-file" => {
                let mut lines = read(form, "template")?.lines().map(str::split_whitespace);
                let (headings, paths) = (lines.next(), lines.next());
                let columns = headings.into_iter().flatten().zip(paths.into_iter().flatten());
                let columns: Vec<_> = columns.map(|(heading, path)| format!("{heading}:{path}")).collect();
                Ok(format!("custom-columns={}", columns.join(",")))
            }
            _ => Ok(written.to_owned()),
        }
    }
}

impl Form {
    /// The form in which a command prints objects that it decoded into Go's types.
    pub(super) fn typed(self) -> Self {
        match self {
            Self::Json => Self::GoJson,
            Self::Kyaml { .. } => Self::Kyaml { typed: true },
            other => other,
        }
    }

    /// The text of a document in a form that prints documents; `None` for names, sentences and tables.
    pub(super) fn text(
        &self,
        document: impl FnOnce() -> Value,
        release: Release,
        work: &Budget,
    ) -> Result<Option<String>, CommandError> {
        Ok(match self {
            Self::Yaml => Some(yaml(&document(), release)),
            Self::Kyaml { typed } => Some(kyaml::text(&document(), *typed)),
            Self::GoTemplate(template) => {
                let printed = template.print(&document(), work);
                Some(printed.map_err(|(printed, why)| CommandError::Template(printed, why))?)
            }
            Self::Json => Some(json_text(&document())),
            Self::GoJson => Some(json_document(&InGoOrder::new(&document()), b"    ")),
            Self::JsonPath(template) => Some(jsonpath_text(template, &document(), work)?),
            Self::JsonPathAsJson(template) => {
                let found = template.found(&document(), work).map_err(CommandError::Client)?;
                Some(found.iter().map(json_text).collect())
            }
            Self::Table { .. } | Self::Name | Self::Columns(_) => None,
        })
    }

    fn of(written: &str, allowed: &str, release: Release) -> Result<Self, CommandError> {
        let (form, template) = written.split_once('=').unwrap_or((written, ""));
        match form {
            "jsonpath" | "jsonpath-as-json" | "go-template" | "template" if template.is_empty() => {
                return Err(CommandError::Client("template format specified but no template given".to_owned()));
            }
            "jsonpath" | "jsonpath-as-json" => {
                let template = Template::parse(template)
                    .map_err(|why| CommandError::Client(format!("error parsing jsonpath {template}, {why}")))?;
                return Ok(if form == "jsonpath" { Self::JsonPath(template) } else { Self::JsonPathAsJson(template) });
            }
            "go-template" | "template" => {
                return GoTemplate::parse(template).map(Self::GoTemplate).map_err(CommandError::Client);
            }
            _ => {}
        }
        match written.to_lowercase().as_str() {
            "" => Ok(Self::Table { wide: false }),
            "yaml" => Ok(Self::Yaml),
            "kyaml" if release.since(KYAML) => Ok(Self::Kyaml { typed: false }),
            "json" => Ok(Self::Json),
            "name" => Ok(Self::Name),
            _ => {
                let allowed = if release.since(KYAML) { allowed.to_owned() } else { allowed.replace("kyaml,", "") };
                Err(CommandError::Client(format!(
                    "unable to match a printer suitable for the output format {written:?}, allowed formats are: {allowed}"
                )))
            }
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
fn jsonpath_text(template: &Template, document: &Value, work: &Budget) -> Result<String, CommandError> {
    template.print(document, work).map_err(|why| {
        let text = template.text();
        CommandError::Client(format!(
            "error executing jsonpath {text:?}: Error executing template: {why}. Printing more information for debugging the template:\n\ttemplate was:\n\t\t{text}\n\tobject given to jsonpath engine was:\n\t\t{}\n\n\n",
            go_map(document)
        ))
    })
}

/// A row for each document.
pub(super) fn fill_columns(
    table: &mut Table,
    columns: &[(String, Braced)],
    documents: &[Value],
    work: &Budget,
) -> Result<(), String> {
    let paths = columns.iter().map(|(_, braced)| braced.path()).collect::<Result<Vec<_>, _>>()?;
    let cell = |document: &Value, path: &Path| {
        let found: Vec<_> = path.find(document, work)?.into_iter().map(go_text).collect();
        let text = if found.is_empty() { "<none>".to_owned() } else { found.join(",") };
        work.spend(text.len())?;
        Ok(text)
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

/// JSON with four spaces, as kubectl's printers write it.
fn json_text(document: &Value) -> String {
    json_document(document, b"    ")
}

/// A List that kubectl built. Its own fields keep the order of the Go struct, unlike those of its items.
pub(super) fn json_list(items: &[Value]) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct List<'i> {
        kind: &'static str,
        api_version: &'static str,
        metadata: Map<String, Value>,
        items: &'i [Value],
    }
    json_document(&List { kind: "List", api_version: "v1", metadata: Map::new(), items }, b"    ")
}

/// JSON with this indentation, as `json.MarshalIndent` writes it.
pub(super) fn json_document(document: &impl Serialize, indent: &[u8]) -> String {
    let mut bytes = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(indent);
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
    // Into memory: nothing can fail.
    let _ = document.serialize(&mut serializer);
    go_escaped(String::from_utf8_lossy(&bytes).into_owned()) + "\n"
}
