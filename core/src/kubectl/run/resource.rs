//! Objects as arguments name them.

use serde_json::Value;

use super::flags::Flags;
use super::kind::{Kind, unknown};
use super::object::Object;
use super::select::{Selector, field};
use super::selector_errors::{check_fields, unselectable};
use super::{Command, MOST_NAMED, Outcome};
use crate::api::json::weight;
use crate::api::{Name, Namespace, ObjectKey, StatusError};
use crate::client::StoredEvent;
use crate::kubectl::CommandError;
use crate::small_sort::SmallSort as _;

const NOT_A_PAIR: &str = "arguments in resource/name form must have a single resource and name";

/// What arguments name: whole kinds, or objects of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) kind: Kind,
    /// None for all of a kind.
    pub(super) name: Option<String>,
}

impl Command<'_> {
    /// What `-f` or arguments name.
    pub(super) fn requested(&mut self, flags: &Flags, arguments: &[String]) -> Result<Vec<Named>, CommandError> {
        let files = Self::files(flags);
        if files.is_empty() {
            return self.named(arguments);
        }
        if !arguments.is_empty() {
            return Err(arguments_beside_files(arguments));
        }
        let mut named = Vec::new();
        for file in files {
            named.extend(self.named_in(file, flags)?);
        }
        match self.failures.pop_if(|_| named.is_empty()) {
            Some(error) => Err(error),
            None => limited(named),
        }
    }

    /// The objects that a file names. A selector chooses among them by the labels in the file.
    pub(super) fn named_in(&mut self, file: &str, flags: &Flags) -> Result<Vec<Named>, CommandError> {
        let known = self.known_documents(file, false)?;
        let mut documents = self.readable(known);
        let selector = Selector::of_flags(flags)?;
        documents.retain(|document| selector.chooses(document));
        let mut namespaces = documents.iter().map(|one| one.pointer("/metadata/namespace").and_then(Value::as_str));
        if let Some(Some(namespace)) = namespaces.next().filter(|first| namespaces.all(|other| other == *first)) {
            self.namespace = Namespace::from(namespace);
        }
        let named = documents.iter().filter_map(|document| {
            let kind = Kind::named(document.get("kind")?.as_str()?)?;
            let name = document.pointer("/metadata/name")?.as_str()?.to_owned();
            Some(Named { kind, name: Some(name) })
        });
        Ok(named.collect())
    }

    /// Reads arguments such as `job pi`, `job/pi pod/x`, `jobs,pods` and `all`.
    pub(super) fn named(&mut self, arguments: &[String]) -> Result<Vec<Named>, CommandError> {
        let slashed = arguments.iter().filter(|argument| argument.contains('/')).count();
        if slashed > 0 {
            if slashed < arguments.len() {
                let message = "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'";
                return Err(CommandError::Client(message.to_owned()));
            }
            let named = arguments.iter().map(|argument| self.type_and_name(argument));
            return limited(named.collect::<Result<_, _>>()?);
        }
        let Some((kinds, objects)) = arguments.split_first() else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        if !objects.is_empty() && kinds.split(',').any(|kind| kind == "all") {
            return Err(CommandError::Client("you must specify only one resource".to_owned()));
        }
        if objects.iter().any(String::is_empty) {
            return Err(CommandError::Client("resource name may not be empty".to_owned()));
        }
        if !objects.is_empty() && kinds.len() > 1 && kinds.split(',').any(str::is_empty) {
            return Err(CommandError::Client(NOT_A_PAIR.to_owned()));
        }
        for kind in kinds.split(',') {
            let kinds = if kind == "all" { vec![Kind::Pod, Kind::Job] } else { vec![self.kind(kind)?] };
            for kind in kinds {
                if !all.contains(&kind) {
                    all.push(kind);
                }
            }
        }
        let mut named = Vec::new();
        for kind in all {
            if objects.is_empty() {
                named.push(Named { kind, name: None });
            }
            named.extend(objects.iter().map(|name| Named { kind, name: Some(name.clone()) }));
        }
        limited(named)
    }

    /// Reads `job/pi`.
    fn type_and_name(&mut self, argument: &str) -> Result<Named, CommandError> {
        let client = |message: &str| CommandError::Client(message.to_owned());
        match argument.split('/').collect::<Vec<_>>().as_slice() {
            [kind, name] if !kind.is_empty() && !name.is_empty() && !kind.contains(',') => {
                Ok(Named { kind: self.kind(kind)?, name: Some((*name).to_owned()) })
            }
            [_, _] => Err(client(NOT_A_PAIR)),
            _ => Err(client("arguments in resource/name form may not have more than one slash")),
        }
    }

    pub(super) fn kind(&mut self, name: &str) -> Result<Kind, CommandError> {
        if name.eq_ignore_ascii_case("ev") {
            self.warn("Warning: short name \"ev\" could also match lower priority resource events.events.k8s.io");
        }
        Kind::named(name).ok_or_else(|| CommandError::Client(unknown(name)))
    }

    /// The objects that are named and fit the selectors. Missing ones are errors, after which the command continues.
    pub(super) fn objects(&mut self, named: &[Named], flags: &Flags) -> Result<Vec<Object>, CommandError> {
        let labels = match flags.value("selector") {
            Some(text) => Some(Selector::of_labels(text).map_err(|why| self.unselectable(named, flags, &why))?),
            None => None,
        };
        let fields = match flags.value("field-selector") {
            Some(text) => Some(Selector::of_fields(text).map_err(|why| self.unselectable(named, flags, &why))?),
            None => None,
        };
        let is_named = named.iter().any(|one| one.name.is_some()) && Self::files(flags).is_empty();
        if (labels.is_some() || fields.is_some()) && is_named {
            return Err(selector_beside_names(&flags.arguments));
        }
        if self.everywhere && named.iter().any(|one| one.name.is_some() && one.kind.is_namespaced()) {
            let message = "a resource cannot be retrieved by name across all namespaces";
            return Err(CommandError::Client(message.to_owned()));
        }
        let mut all = Vec::new();
        for one in named {
            match &one.name {
                Some(name) => match self.find(one.kind, name) {
                    Some(object) => all.push(object),
                    None if flags.is_set("ignore-not-found") => {}
                    None => self.failures.push(self.absent(one.kind, name)),
                },
                None => all.extend(self.of_kind(one.kind)),
            }
        }
        if let Some(selector) = labels.filter(|_| Self::files(flags).is_empty()) {
            all.retain(|object| selector.matches(|key| object.label(key).map(str::to_owned)));
        }
        if let Some(selector) = fields {
            check_fields(&selector, flags, named)?;
            let release = self.release();
            all.retain(|object| {
                let document = object.document(release);
                selector.matches(|path| {
                    let (path, absent) = match path {
                        "source" => ("source.component", ""),
                        "status.successful" => ("status.succeeded", "0"),
                        "spec.unschedulable" => (path, "false"),
                        path => (path, ""),
                    };
                    Some(field(&document, path).unwrap_or_else(|| absent.to_owned()))
                })
            });
        }
        Ok(all)
    }

    /// The errors of a selector that cannot be read: one for each kind, of which it returns the last.
    fn unselectable(&mut self, named: &[Named], flags: &Flags, why: &str) -> CommandError {
        let mut errors: Vec<_> = named.iter().map(|one| unselectable(std::slice::from_ref(one), flags, why)).collect();
        let last = errors.pop().unwrap_or_else(|| unselectable(named, flags, why));
        self.failures.extend(errors);
        last
    }

    /// The error of an object that is not there. kubectl then asks for its namespace, except where it deletes.
    pub(super) fn absent(&self, kind: Kind, name: &str) -> CommandError {
        let wanted = self.namespace.as_str();
        if self.deletes || !kind.is_namespaced() || self.has_namespace(wanted) {
            return not_found(kind, name);
        }
        CommandError::Server(String::new(), StatusError::not_found("namespaces", wanted))
    }

    /// An object by its name.
    pub(super) fn find(&self, kind: Kind, name: &str) -> Option<Object> {
        let key = ObjectKey::new(&self.namespace, &Name::from(name));
        match kind {
            Kind::Job if !self.everywhere => self.server.job(&key).ok().cloned().map(Object::Job),
            Kind::Pod if !self.everywhere => self.server.pod(&key).ok().cloned().map(Object::Pod),
            _ => self.of_kind(kind).into_iter().find(|object| object.name() == name),
        }
    }

    /// The documents of objects, as far as they may be printed together.
    pub(super) fn documents_of(&self, objects: &[Object]) -> Result<Vec<Value>, CommandError> {
        let document = |object: &Object| {
            let document = object.document(self.release());
            self.documents.spend(weight(&document)).map_err(|error| CommandError::Client(error.to_string()))?;
            Ok(document)
        };
        objects.iter().map(document).collect()
    }

    /// [`Self::find`] in the namespace of a key.
    pub(super) fn find_in(&mut self, kind: Kind, key: &ObjectKey) -> Option<Object> {
        let (namespace, name) = key.split();
        let own = std::mem::replace(&mut self.namespace, Namespace::from(namespace));
        let found = self.find(kind, name);
        self.namespace = own;
        found
    }

    /// All objects of a kind in the namespace, by name.
    pub(super) fn of_kind(&self, kind: Kind) -> Vec<Object> {
        let here = |namespace: Option<&Namespace>| {
            self.everywhere || namespace.unwrap_or(Namespace::the_default()) == &self.namespace
        };
        match kind {
            Kind::Job => {
                let jobs = self.server.jobs().values();
                jobs.filter(|job| here(job.metadata.namespace.as_ref())).cloned().map(Object::Job).collect()
            }
            Kind::Pod => {
                let pods = self.server.pods().values();
                pods.filter(|pod| here(pod.metadata.namespace.as_ref())).cloned().map(Object::Pod).collect()
            }
            Kind::Event => {
                let events = self.cluster.events.iter();
                let mut events: Vec<_> = events
                    .filter(|event| here(Some(&Namespace::from(event.event.object.split().0))))
                    .cloned()
                    .collect();
                events.small_sort_by_cached_key(StoredEvent::name);
                events.into_iter().map(|event| Object::Event(Box::new(event))).collect()
            }
            Kind::Other(other) => {
                let others = match other.plural {
                    "namespaces" => self.namespaces(),
                    "nodes" => self.nodes(),
                    "resourcequotas" => self.quotas(|namespace| here(Some(namespace))),
                    _ => Vec::new(),
                };
                others.into_iter().map(|other| Object::Other(Box::new(other))).collect()
            }
        }
    }
}

/// Refuses what names too many objects.
fn limited(named: Vec<Named>) -> Result<Vec<Named>, CommandError> {
    if named.len() > MOST_NAMED {
        return Err(CommandError::Client(format!("a command may name {MOST_NAMED} objects")));
    }
    Ok(named)
}

/// Whether flags choose objects of a kind.
pub(super) fn selects(flags: &Flags) -> bool {
    flags.is_set("all") || flags.value("selector").is_some() || flags.value("field-selector").is_some()
}

/// Refuses a kind without a name, unless all of the kind may be `chosen`.
pub(super) fn check_names(named: &[Named], chosen: bool) -> Outcome {
    if chosen || named.iter().all(|one| one.name.is_some()) {
        return Ok(());
    }
    Err(CommandError::Client("resource(s) were provided, but no name was specified".to_owned()))
}

/// The error of a command that has both names and a selector.
pub(super) fn selector_beside_names(arguments: &[String]) -> CommandError {
    let message = if arguments.iter().any(|argument| argument.contains('/') && !argument.contains('=')) {
        "selectors and the all flag cannot be used when passing resource/name arguments"
    } else {
        "name cannot be provided when a selector is specified"
    };
    CommandError::Client(message.to_owned())
}

/// Both arguments and files name objects.
pub(super) fn arguments_beside_files(arguments: &[String]) -> CommandError {
    let message = if arguments.iter().any(|argument| argument.contains('/')) {
        "resource/name arguments cannot be provided when a path is specified"
    } else {
        "when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well"
    };
    CommandError::Client(message.to_owned())
}

/// Neither arguments nor files name an object.
pub(super) fn no_resources() -> CommandError {
    let message = "You must provide one or more resources by argument or filename.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'\n   '<resource> <name>'\n   '<resource>'";
    CommandError::Client(message.to_owned())
}

/// There is no such object.
pub(super) fn not_found(kind: Kind, name: &str) -> CommandError {
    CommandError::Server(String::new(), StatusError::not_found(&kind.resource(), name))
}
