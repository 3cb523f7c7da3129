//! `kubectl wait`, and the wait after a deletion: checks the objects after every change, until the condition holds or
//! the time is over.

use super::flags::{Flags, Spec, duration, switch, value};
use super::form::Form;
use super::jsonpath::{Braced, Path, text_of};
use super::kind::Kind;
use super::object::Object;
use super::resource::{Named, check_names, no_resources, not_found, selects};
use super::{Cluster, Command, Outcome};
use crate::api::Namespace;
use crate::budget::Budget;
use crate::kubectl::output::errors;
use crate::kubectl::{CommandError, CommandOutput};

pub(super) const FLAGS: &[Spec] = &[
    value("for", None),
    duration("timeout"),
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
    /// What the arguments name, if it has to exist first.
    created: Option<(Vec<Named>, Flags)>,
    /// The objects that existed when the command started.
    objects: Vec<Awaited>,
    /// What each of them has to meet, in order.
    untils: Vec<Until>,
    /// How to print each object that meets a condition; `None` prints nothing.
    output: Option<Form>,
    /// The timeout in milliseconds.
    pub timeout_ms: i64,
    /// Whether Go's own words for a timeout are printed.
    polls: bool,
    namespace: Namespace,
    everywhere: bool,
}

/// An object that a command waits for.
#[derive(Clone, Debug, PartialEq)]
struct Awaited {
    kind: Kind,
    name: String,
    /// Whether it did not exist when the command started. kubectl reports that and does not wait for it.
    missing: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Until {
    Created,
    Deleted,
    Condition(String, String),
    Path(Path, Option<String>),
}

/// kubectl waits for a week if there is no timeout.
const WEEK_MS: i64 = 7 * 24 * 3_600_000;
/// `kubectl replace --force` waits for five minutes.
const FIVE_MINUTES_MS: i64 = 5 * 60_000;

impl Wait {
    /// Waits until those objects are gone, and prints nothing about it.
    pub(super) fn until_gone(command: &Command<'_>, objects: Vec<(Kind, String)>, flags: &Flags) -> Self {
        let timeout_ms = flags.milliseconds("timeout").filter(|ms| *ms > 0).unwrap_or(WEEK_MS);
        let objects = objects.into_iter().map(|(kind, name)| Awaited { kind, name, missing: false }).collect();
        Self { objects, ..Self::new(command, vec![Until::Deleted], timeout_ms, None) }
    }

    /// Waits until those Jobs are gone that are then created again.
    pub(super) fn until_replaceable(command: &Command<'_>, objects: Vec<(Kind, String)>, flags: &Flags) -> Self {
        let wait = Self::until_gone(command, objects, flags);
        // With `--wait` it is the deletion that waits, as it does with a grace period of 0.
        if flags.is_set("wait") || flags.integer("grace-period") == Some(0) {
            return wait;
        }
        let timeout_ms = if wait.timeout_ms == WEEK_MS { FIVE_MINUTES_MS } else { wait.timeout_ms };
        Self { polls: true, timeout_ms, ..wait }
    }

    fn new(command: &Command<'_>, untils: Vec<Until>, timeout_ms: i64, output: Option<Form>) -> Self {
        let (namespace, everywhere) = (command.namespace.clone(), command.everywhere);
        Self { created: None, objects: Vec::new(), untils, output, timeout_ms, polls: false, namespace, everywhere }
    }

    /// The output once all objects meet all conditions; `None` before that.
    pub fn come(&self, cluster: &Cluster<'_>) -> Option<CommandOutput> {
        let mut command = self.command(cluster);
        let objects = self.objects(&mut command)?;
        let holds = |object| self.untils.iter().all(|until| until.holds(&command, object));
        objects.iter().all(|object| object.missing || holds(object)).then(|| self.end(&command, &objects))
    }

    /// The output when the time is over.
    pub fn timed_out(&self, cluster: &Cluster<'_>) -> CommandOutput {
        if self.polls {
            return CommandOutput::failure(&CommandError::Client("context deadline exceeded".to_owned()));
        }
        let mut command = self.command(cluster);
        match self.objects(&mut command) {
            Some(objects) => self.end(&command, &objects),
            None => CommandOutput::failure(&CommandError::Client("timed out waiting for the condition".to_owned())),
        }
    }

    /// The objects, or `None` while those do not exist that have to exist first.
    fn objects(&self, command: &mut Command<'_>) -> Option<Vec<Awaited>> {
        let Some((named, flags)) = &self.created else { return Some(self.objects.clone()) };
        let found = command.objects(named, flags).ok()?;
        (!found.is_empty() && command.failures.is_empty()).then(|| found.iter().map(Awaited::from).collect())
    }

    /// A line for each condition that an object meets, up to the first that it does not, and the errors of the others.
    fn end(&self, command: &Command<'_>, objects: &[Awaited]) -> CommandOutput {
        let mut output = CommandOutput::default();
        let mut failures = Vec::new();
        // The timeout is one for all objects: those after the first that used it up are not looked at.
        let mut is_over = false;
        for object in objects {
            let Awaited { kind, name, missing } = object;
            if *missing {
                failures.push(command.absent(*kind, name));
                continue;
            }
            for until in &self.untils {
                if !is_over && until.holds(command, object) {
                    self.print(command, *kind, name, &mut output.stdout);
                    continue;
                }
                is_over = self.timeout_ms > 0 && *until != Until::Deleted;
                let what = if self.timeout_ms == 0 {
                    "condition not met for"
                } else {
                    "timed out waiting for the condition on"
                };
                failures.push(if *until != Until::Deleted && command.find(*kind, name).is_none() {
                    not_found(*kind, name)
                } else {
                    CommandError::Client(format!("{what} {}/{name}", kind.plural()))
                });
                break;
            }
        }
        output.stderr = errors(&failures);
        output.code = u8::from(!failures.is_empty());
        output
    }

    /// Prints an object that meets the condition.
    fn print(&self, command: &Command<'_>, kind: Kind, name: &str, out: &mut String) {
        let Some(output) = &self.output else { return };
        let release = command.release();
        let object = || command.find(kind, name).map(|object| object.document(release)).unwrap_or_default();
        let text = match output {
            Form::Table { .. } => format!("{}/{name} condition met\n", kind.prefix()),
            Form::Name => format!("{}/{name}\n", kind.prefix()),
            _ => output.text(object, release, &command.work).ok().flatten().unwrap_or_default(),
        };
        if *output == Form::Yaml && !out.is_empty() {
            out.push_str("---\n");
        }
        out.push_str(&text);
    }

    fn command<'c>(&self, cluster: &'c Cluster<'c>) -> Command<'c> {
        let mut command = Command::new(cluster);
        command.namespace = self.namespace.clone();
        command.everywhere = self.everywhere;
        command
    }
}

impl From<&Object> for Awaited {
    fn from(object: &Object) -> Self {
        Self { kind: object.kind(), name: object.name(), missing: false }
    }
}

/// What a look at an object may cost: there is one after each step.
fn looked() -> Budget {
    Budget::new(100_000, "steps and bytes")
}

impl Until {
    /// Refuses a JSONPath that matches several values, or one that is compared and is no scalar.
    fn check(&self, document: &serde_json::Value) -> Outcome {
        let Self::Path(path, wanted) = self else { return Ok(()) };
        let message = match path.find(document, &looked()).unwrap_or_default().as_slice() {
            [_, _, ..] => "given jsonpath expression matches more than one value",
            [one] if wanted.is_some() && (one.is_object() || one.is_array()) => {
                "jsonpath leads to a nested object or list which is not supported"
            }
            _ => return Ok(()),
        };
        Err(CommandError::Client(message.to_owned()))
    }

    fn holds(&self, command: &Command<'_>, awaited: &Awaited) -> bool {
        let object = command.find(awaited.kind, &awaited.name);
        match (self, object) {
            (Self::Deleted, object) => object.is_none(),
            (Self::Created, object) => object.is_some(),
            (_, None) => false,
            (Self::Condition(wanted, status), Some(object)) => {
                let document = object.document(command.release());
                let conditions = document.pointer("/status/conditions").and_then(serde_json::Value::as_array);
                conditions.into_iter().flatten().any(|condition| {
                    let text = |field| condition.get(field).and_then(serde_json::Value::as_str).unwrap_or_default();
                    text("type").eq_ignore_ascii_case(wanted) && text("status").eq_ignore_ascii_case(status)
                })
            }
            (Self::Path(path, wanted), Some(object)) => {
                let document = object.document(command.release());
                let work = looked();
                let found = path.find(&document, &work).unwrap_or_default();
                match wanted {
                    Some(wanted) => found.len() == 1 && found.iter().any(|value| text_of(value) == *wanted),
                    None => !found.is_empty(),
                }
            }
        }
    }
}

/// The minor whose kubectl waits for several conditions.
const SEVERAL: u8 = 36;

pub(super) fn wait(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: &str| CommandError::Client(message.to_owned());
    let output = Some(command.form_of_object(flags)?);
    let written: Vec<_> = flags.values("for").collect();
    let untils = match written.as_slice() {
        [] if command.release().since(SEVERAL) => return Err(client("unrecognized condition: []")),
        [] => return Err(client("unrecognized condition: \"\"")),
        all if command.release().since(SEVERAL) => all.iter().map(|one| condition(one)).collect::<Result<_, _>>()?,
        [.., last] => vec![condition(last)?],
    };
    let timeout_ms = flags.milliseconds("timeout").unwrap_or(30_000);
    let timeout_ms = if timeout_ms < 0 { WEEK_MS } else { timeout_ms };
    let named = command.requested(flags, &flags.arguments)?;
    if named.is_empty() {
        return Err(no_resources());
    }
    check_names(&named, selects(flags))?;
    let found = command.objects(&named, flags)?;
    let mut wait = Wait::new(command, untils, timeout_ms, output);
    if wait.untils.contains(&Until::Created) {
        // kubectl waits for one missing object. Several are an error.
        if command.failures.len() < 2 {
            command.failures.clear();
            wait.created = Some((named, flags.clone()));
            command.ran.wait = Some(wait);
        }
        return Ok(());
    }
    for until in &wait.untils {
        found.iter().try_for_each(|object| until.check(&object.document(command.release())))?;
    }
    if wait.untils.contains(&Until::Deleted) {
        // A missing object is deleted.
        command.failures.clear();
    } else if found.is_empty() {
        return if command.failures.is_empty() { Err(client("no matching resources found")) } else { Ok(()) };
    }
    wait.objects = if command.failures.is_empty() {
        found.iter().map(Awaited::from).collect()
    } else {
        command.failures.clear();
        let named = named.into_iter().filter_map(|Named { kind, name }| Some((kind, name?)));
        named.map(|(kind, name)| Awaited { missing: command.find(kind, &name).is_none(), kind, name }).collect()
    };
    command.ran.wait = Some(wait);
    Ok(())
}

fn condition(written: &str) -> Result<Until, CommandError> {
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
        if path.is_empty() {
            return Err(CommandError::Client("jsonpath expression cannot be empty".to_owned()));
        }
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
        if wanted.as_deref().is_some_and(|wanted| wanted.contains('=')) {
            return Err(CommandError::Client(
                "jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3 or --for=jsonpath='{.status.readyReplicas}'"
                    .to_owned(),
            ));
        }
        if wanted.as_deref() == Some("") {
            return Err(CommandError::Client(
                "jsonpath wait has to have a value after equal sign, like --for=jsonpath='{.status.readyReplicas}'=3"
                    .to_owned(),
            ));
        }
        let path = Braced::new(&path).and_then(|braced| braced.path()).map_err(CommandError::Client)?;
        return Ok(Until::Path(path, wanted));
    }
    Err(CommandError::Client(format!("unrecognized condition: {written:?}")))
}
