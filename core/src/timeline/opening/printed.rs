//! Output of kubectl for people: tables and descriptions. They lack what a session needs, so the error suggests a
//! command that prints it.

use std::fmt;

use crate::api::yaml::is_command;

/// A text that kubectl printed for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedText {
    /// How it was printed.
    pub form: PrintedForm,
    /// The namespace of what it shows, if it says one.
    pub namespace: Option<String>,
}

/// How kubectl printed something for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintedForm {
    /// `kubectl get`: a table.
    Table,
    /// `kubectl get events`, or the events of `kubectl describe`: a table, too.
    Events,
    /// `kubectl describe`.
    Description,
    /// A line that begins with `kubectl`: the command, not what it prints.
    Command,
    /// That there is nothing, or an error.
    Nothing,
}

/// Columns of tables of Jobs, pods and CronJobs. `NAME` comes first, or second after `NAMESPACE`.
const COLUMNS: [&str; 8] = ["READY", "STATUS", "RESTARTS", "AGE", "COMPLETIONS", "DURATION", "SCHEDULE", "SUSPEND"];

/// What prints the Jobs of a namespace and their pods.
pub(super) fn command(namespace: Option<&str>) -> String {
    let of_namespace = namespace.map(|namespace| format!(" -n {namespace}")).unwrap_or_default();
    format!("kubectl get job,pods{of_namespace} -o yaml")
}

impl PrintedText {
    /// The command that prints what a session can begin with.
    pub fn command(&self) -> String {
        command(self.namespace.as_deref())
    }

    /// What was printed, if it was.
    pub(super) fn recognize(text: &str) -> Option<Self> {
        let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim_end).filter(|line| !line.is_empty());
        let first = lines.next()?;
        let said = |form| Some(Self { form, namespace: None });
        if is_command(first) {
            // What it printed may follow.
            let rest = text.split_once(first).map_or("", |(_, rest)| rest);
            return if rest.trim().is_empty() { said(PrintedForm::Command) } else { Self::recognize(rest) };
        }
        if first.starts_with("No resources found") || first.starts_with("Error from server") {
            return said(PrintedForm::Nothing);
        }
        let columns: Vec<&str> = first.split_whitespace().collect();
        let has = |name: &&str| columns.contains(name);
        if first.starts_with("LAST SEEN ") || (has(&"REASON") && has(&"OBJECT") && has(&"MESSAGE")) {
            return said(PrintedForm::Events);
        }
        let is_named = matches!(columns.as_slice(), ["NAME", ..] | ["NAMESPACE", "NAME", ..]);
        if is_named && COLUMNS.iter().any(has) {
            return Some(Self { form: PrintedForm::Table, namespace: namespace_of_rows(&columns, lines) });
        }
        let field = |name: &str| {
            let mut values = text.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            values.find(|value| value.starts_with("  ")).map(|value| value.trim().to_owned())
        };
        if first.starts_with("Name:  ") && text.lines().any(|line| line.starts_with("Namespace:  ")) {
            let namespace = field("Namespace").filter(|namespace| is_namespace(namespace));
            return Some(Self { form: PrintedForm::Description, namespace });
        }
        None
    }
}

/// The namespace that all rows of a table have in their first column.
fn namespace_of_rows<'a>(columns: &[&str], rows: impl Iterator<Item = &'a str>) -> Option<String> {
    columns.first().filter(|column| **column == "NAMESPACE")?;
    let mut namespaces = rows.filter_map(|row| row.split_whitespace().next()).filter(|first| *first != "NAMESPACE");
    let first = namespaces.next().filter(|namespace| is_namespace(namespace))?;
    namespaces.all(|namespace| namespace == first).then(|| first.to_owned())
}

/// Whether a word can be put into a command as a namespace.
pub(super) fn is_namespace(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=63).contains(&text.len()) && text.bytes().all(fits) && !text.starts_with('-')
}

impl fmt::Display for PrintedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let command = self.command();
        match self.form {
            PrintedForm::Table => {
                write!(f, "this is a table, which leaves out most of each object: paste what `{command}` prints")
            }
            PrintedForm::Events => {
                write!(f, "these are Events, which say only what happened to objects: paste what `{command}` prints")
            }
            PrintedForm::Description => {
                write!(f, "this is a description for people, without UIDs and owners: paste what `{command}` prints")
            }
            PrintedForm::Command => write!(f, "this is a command: run it, and paste what `{command}` prints"),
            PrintedForm::Nothing => {
                write!(f, "kubectl found nothing to print: name the namespace of the Job (-n) in `{command}`")
            }
        }
    }
}
