//! `kubectl wait`, and the wait after a deletion: checks the objects after every change, until the condition holds or
//! the time is over.

use std::fmt::Write as _;

use super::flags::{Flags, Spec, switch, value};
use super::jsonpath::{Template, text_of};
use super::resource::{Kind, Named, Object, not_found};
use super::{Cluster, Command, Outcome};
use crate::kubectl::{CommandError, CommandOutput};

pub(super) const FLAGS: &[Spec] = &[
    value("for", None),
    value("timeout", None),
    value("selector", Some('l')),
    value("field-selector", None),
    switch("all", None),
    value("filename", Some('f')),
    value("output", Some('o')),
    switch("all-namespaces", Some('A')),
];

/// What a command waits for.
#[derive(Clone, Debug, PartialEq)]
pub struct Wait {
    objects: Vec<(Kind, String)>,
    until: Until,
    /// Whether it prints a line for each object that meets the condition.
    told: bool,
    /// The timeout in milliseconds.
    pub timeout_ms: i64,
    namespace: crate::api::Namespace,
}

#[derive(Clone, Debug, PartialEq)]
enum Until {
    Deleted,
    Created,
    Condition(String, String),
    Path(Template, Option<String>),
}

impl Wait {
    /// Waits until those objects are gone, and prints nothing about it.
    pub(super) fn until_gone(command: &Command<'_>, objects: Vec<(Kind, String)>) -> Self {
        let namespace = command.namespace.clone();
        // Without a timeout kubectl waits for a week.
        Self { objects, until: Until::Deleted, told: false, timeout_ms: 7 * 24 * 3_600_000, namespace }
    }

    /// The output once all objects meet the condition; `None` before that.
    pub fn come(&self, cluster: &Cluster<'_>) -> Option<CommandOutput> {
        let command = self.command(cluster);
        if !self.objects.iter().all(|object| self.holds(&command, object)) {
            return None;
        }
        let line = |(kind, name): &(Kind, String)| format!("{}/{name} condition met\n", kind.prefix());
        let stdout = if self.told { self.objects.iter().map(line).collect() } else { String::new() };
        Some(CommandOutput { stdout, ..CommandOutput::default() })
    }

    /// The output when the time is over.
    pub fn timed_out(&self, cluster: &Cluster<'_>) -> CommandOutput {
        let command = self.command(cluster);
        let mut output = CommandOutput::default();
        for object in &self.objects {
            let (kind, name) = object;
            if self.holds(&command, object) {
                if self.told {
                    let _ = writeln!(output.stdout, "{}/{name} condition met", kind.prefix());
                }
                continue;
            }
            output.code = 1;
            let message = match (&self.until, command.find(*kind, name)) {
                (Until::Condition(..) | Until::Path(..), None) => {
                    output.stderr.push_str(&not_found(*kind, name).to_string());
                    continue;
                }
                _ => format!("error: timed out waiting for the condition on {}/{name}\n", kind.plural()),
            };
            output.stderr.push_str(&message);
        }
        output
    }

    fn command<'c>(&self, cluster: &'c Cluster<'c>) -> Command<'c> {
        let mut command = Command::new(cluster);
        command.namespace = self.namespace.clone();
        command
    }

    fn holds(&self, command: &Command<'_>, (kind, name): &(Kind, String)) -> bool {
        let object = command.find(*kind, name);
        match (&self.until, object) {
            (Until::Deleted, object) => object.is_none(),
            (Until::Created, object) => object.is_some(),
            (_, None) => false,
            (Until::Condition(wanted, status), Some(object)) => {
                let document = object.document(command.release());
                let conditions = document.pointer("/status/conditions").and_then(serde_json::Value::as_array);
                conditions.into_iter().flatten().any(|condition| {
                    let text = |field| condition.get(field).and_then(serde_json::Value::as_str).unwrap_or_default();
                    text("type").eq_ignore_ascii_case(wanted) && text("status").eq_ignore_ascii_case(status)
                })
            }
            (Until::Path(template, wanted), Some(object)) => {
                let document = object.document(command.release());
                let found = template.find(&document);
                match wanted {
                    Some(wanted) => found.len() == 1 && found.iter().any(|value| text_of(value) == *wanted),
                    None => !found.is_empty(),
                }
            }
        }
    }
}

pub(super) fn wait(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: &str| CommandError::Client(message.to_owned());
    let until = match flags.value("for") {
        None => return Err(client("unrecognized condition: \"\"")),
        Some(written) => until(written)?,
    };
    let timeout_ms = match flags.value("timeout") {
        Some(written) => duration(written).ok_or_else(|| {
            CommandError::Client(format!(
                "invalid argument {written:?} for \"--timeout\" flag: time: invalid duration {written:?}\nSee 'kubectl wait --help' for usage."
            ))
        })?,
        None => 30_000,
    };
    let request = match flags.value("filename") {
        Some(file) => command.named_in(file)?,
        None => command.named(&flags.arguments)?,
    };
    if request.named.is_empty() {
        return Err(client("arguments in resource/name form may not have more than one slash"));
    }
    let whole = request.named.iter().any(|one| one.name.is_none());
    if whole && !flags.is_set("all") && flags.value("selector").is_none() && flags.value("field-selector").is_none() {
        return Err(client("resource(s) were provided, but no name was specified"));
    }
    let objects: Vec<(Kind, String)> = if until == Until::Created {
        request.named.iter().filter_map(|Named { kind, name }| Some((*kind, name.clone()?))).collect()
    } else {
        let found = command.objects(&request.named, flags)?;
        if until == Until::Deleted {
            // A missing object is deleted.
            command.failures.clear();
        }
        found.iter().map(|object: &Object| (object.kind(), object.name())).collect()
    };
    if objects.is_empty() && command.failures.is_empty() && until != Until::Deleted {
        return Err(client("no matching resources found"));
    }
    let wait = Wait { objects, until, told: true, timeout_ms: timeout_ms.max(0), namespace: command.namespace.clone() };
    command.ran.wait = Some(wait);
    Ok(())
}

fn until(written: &str) -> Result<Until, CommandError> {
    if written.eq_ignore_ascii_case("delete") {
        return Ok(Until::Deleted);
    }
    if written.eq_ignore_ascii_case("create") {
        return Ok(Until::Created);
    }
    if let Some(condition) = written.strip_prefix("condition=") {
        let (condition, status) = condition.split_once('=').unwrap_or((condition, "true"));
        return Ok(Until::Condition(condition.to_owned(), status.to_owned()));
    }
    if let Some(path) = written.strip_prefix("jsonpath=") {
        let path = path.trim_matches('\'');
        let (path, wanted) = match path.split_once("}=") {
            Some((path, wanted)) => (format!("{path}}}"), Some(wanted.to_owned())),
            None => match path.strip_suffix('}') {
                Some(_) => (path.to_owned(), None),
                None => match path.split_once('=') {
                    Some((path, wanted)) => (path.to_owned(), Some(wanted.to_owned())),
                    None => (path.to_owned(), None),
                },
            },
        };
        if wanted.as_deref() == Some("") {
            return Err(CommandError::Client(
                "jsonpath wait has to have a value after equal sign, like --for=jsonpath='{.status.readyReplicas}'=3"
                    .to_owned(),
            ));
        }
        let template = Template::relaxed(&path).map_err(CommandError::Client)?;
        return Ok(Until::Path(template, wanted));
    }
    Err(CommandError::Client(format!("unrecognized condition: {written:?}")))
}

/// A duration as Go reads it, such as `1m30s`, in milliseconds.
fn duration(written: &str) -> Option<i64> {
    let (sign, text) = written.strip_prefix('-').map_or((1.0, written), |text| (-1.0, text));
    if text == "0" {
        return Some(0);
    }
    let mut total = 0.0;
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, after) = rest.split_at(end);
        let unit_end = after.find(|c: char| c.is_ascii_digit() || c == '.').unwrap_or(after.len());
        let (unit, after) = after.split_at(unit_end);
        let ms = match unit {
            "ns" => 1e-6,
            "us" | "µs" => 1e-3,
            "ms" => 1.0,
            "s" => 1e3,
            "m" => 6e4,
            "h" => 3.6e6,
            _ => return None,
        };
        total += number.parse::<f64>().ok()? * ms;
        rest = after;
    }
    #[expect(clippy::cast_possible_truncation, reason = "the maximum is as good as for ever")]
    (!text.is_empty()).then_some((sign * total) as i64)
}
