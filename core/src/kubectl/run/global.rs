//! Flags that all commands have, and the command among the words of a line, before which flags may stand
//! (`spf13/cobra`).

use serde_json::{Value, json};

use super::Command;
use super::config::{CLUSTER, CONTEXT, USER};
use super::flags::{Flags, Spec, Takes, duration, switch, value};
use crate::kubectl::CommandError;

/// What kubectl is called by: its name, and the alias that its documentation suggests.
pub(super) const KUBECTL: [&str; 2] = ["kubectl", "k"];

/// Flags of all commands that change something here.
pub(super) const COMMON: &[Spec] = &[value("namespace", Some('n')), switch("help", Some('h'))];

/// The flag of commands that write what changed an object into one of its annotations.
pub(super) const RECORD: Spec = switch("record", None);

/// Flags of all commands about the connection to a server, and about logs. Most change nothing here.
pub(super) const FLAGS: &[Spec] = &[
    value("as", None),
    value("as-group", None),
    value("as-uid", None),
    value("as-user-extra", None),
    value("cache-dir", None),
    value("certificate-authority", None),
    value("client-certificate", None),
    value("client-key", None),
    value("cluster", None),
    value("context", None),
    switch("disable-compression", None),
    switch("insecure-skip-tls-verify", None),
    value("kubeconfig", None),
    value("kuberc", None),
    duration("log-flush-frequency"),
    switch("match-server-version", None),
    value("password", None),
    value("profile", None),
    value("profile-output", None),
    value("request-timeout", None),
    value("server", Some('s')),
    value("tls-server-name", None),
    value("token", None),
    value("user", None),
    value("username", None),
    Spec { long: "v", short: Some('v'), takes: Takes::Integer },
    value("vmodule", None),
    switch("warnings-as-errors", None),
];

/// Commands that make a client before they ask for the namespace, as those under `auth` and `create` do.
const CLIENT_FIRST: &[&str] = &[
    "api-resources",
    "api-versions",
    "apply",
    "autoscale",
    "diff",
    "explain",
    "expose",
    "replace",
    "run",
    "set env",
    "version",
    "wait",
];

/// Refuses contexts, clusters and users that the kubeconfig of `kubeadm` does not have.
fn check_config(command: &str, flags: &Flags) -> Result<(), CommandError> {
    let first = command.split(' ').next().unwrap_or_default();
    // Nor does a command ask for the namespace that is given.
    let client_first = CLIENT_FIRST.contains(&command)
        || ["auth", "create"].contains(&first)
        || flags.value("namespace").is_some_and(|namespace| !namespace.is_empty());
    let other = |flag: &str, usual: &str| flags.value(flag).filter(|value| !value.is_empty() && *value != usual);
    let client = |message: String| Err(CommandError::Client(message));
    match (other("context", CONTEXT), other("cluster", CLUSTER), other("user", USER)) {
        (Some(context), ..) if client_first => client(format!("context {context:?} does not exist")),
        (Some(context), ..) => Err(CommandError::Listed(format!(
            "Error in configuration: context was not found for specified context: {context}"
        ))),
        (_, Some(cluster), _) if client_first => client(format!("cluster {cluster:?} does not exist")),
        (_, Some(cluster), _) => client(format!("no server found for cluster {cluster:?}")),
        (_, _, Some(user)) if command != "set subject" => client(format!("auth info {user:?} does not exist")),
        _ => Ok(()),
    }
}

/// Refuses what no client can be made of.
pub(super) fn check(command: &Command<'_>, name: &str, flags: &Flags) -> Result<(), CommandError> {
    let is_missing = |name: &&str| command.read(name).is_err();
    if let Some(file) = flags.value("kubeconfig").filter(|file| !file.is_empty()).filter(is_missing) {
        return Err(CommandError::Client(format!("stat {file}: no such file or directory")));
    }
    check_config(name, flags)?;
    let client = |message: &str| Err(CommandError::Client(message.to_owned()));
    let given = |flag: &&str| flags.value(flag).is_some_and(|value| !value.is_empty());
    if !given(&"as") && ["as-uid", "as-group", "as-user-extra"].iter().any(given) {
        return client("requesting uid, groups or user-extra for kubernetes-admin without impersonating a user");
    }
    let timeout = flags.value("request-timeout").filter(|given| !given.is_empty());
    if timeout.is_some_and(|given| given.parse::<i64>().is_err() && flags.milliseconds("request-timeout").is_none()) {
        return client(
            "Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)",
        );
    }
    Ok(())
}

/// A line that calls a command.
pub(super) struct Call<'l> {
    /// The name of the command.
    pub(super) name: Option<&'l str>,
    /// The flag that the line begins with, before the name.
    pub(super) flag_before: Option<&'l str>,
    /// All words but the name and `kubectl`.
    pub(super) words: Vec<&'l str>,
}

impl<'l> Call<'l> {
    pub(super) fn read(words: &'l [String]) -> Self {
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        if words.first().is_some_and(|word| KUBECTL.contains(word)) {
            words.remove(0);
        }
        let flag_before = words.first().copied().filter(|word| word.starts_with('-'));
        let at = first_argument(&words, &[]);
        Self { name: at.map(|at| words.remove(at)), flag_before, words }
    }
}

impl Command<'_> {
    /// Writes into a document what changes it, for `--record`.
    pub(super) fn record(&self, document: &mut Value) {
        let Some(cause) = &self.change_cause else { return };
        let mut at = document;
        for field in ["metadata", "annotations"] {
            let Some(fields) = at.as_object_mut() else { return };
            let inner = fields.entry(field).or_insert_with(|| json!({}));
            if inner.is_null() {
                *inner = json!({});
            }
            at = inner;
        }
        if let Some(annotations) = at.as_object_mut() {
            annotations.insert("kubernetes.io/change-cause".to_owned(), json!(cause));
        }
    }
}

/// The first word that is neither a flag nor its value (`stripFlags`). A flag that is unknown takes the next word.
pub(super) fn first_argument(words: &[&str], known: &[Spec]) -> Option<usize> {
    let takes_next = |word: &str| {
        let mut specs = known.iter().chain(COMMON).chain(FLAGS);
        let spec = match word.strip_prefix("--") {
            Some(long) => specs.find(|spec| spec.long == long),
            None => specs.find(|spec| spec.short.is_some_and(|short| word == format!("-{short}"))),
        };
        spec.map_or(word.starts_with("--") || word.chars().count() == 2, Spec::takes_next)
    };
    let mut at = 0;
    while let Some(word) = words.get(at) {
        match *word {
            "--" => return None,
            word if !word.starts_with('-') => return Some(at),
            word if !word.contains('=') && takes_next(word) => {
                // The last word stays the value of the flag before it.
                if at + 2 >= words.len() {
                    return None;
                }
                at += 2;
            }
            _ => at += 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(line: &str) -> (Option<String>, String) {
        let words: Vec<_> = line.split(' ').map(str::to_owned).collect();
        let Call { name, words, .. } = Call::read(&words);
        (name.map(str::to_owned), words.join(" "))
    }

    #[test]
    fn flags_before_the_command_belong_to_it() {
        for (line, name, rest) in [
            ("kubectl get jobs", "get", "jobs"),
            ("-n a get -v", "get", "-n a -v"),
            ("-na get", "get", "-na"),
            ("--namespace=a get", "get", "--namespace=a"),
            ("--context c get", "get", "--context c"),
            ("--insecure-skip-tls-verify get", "get", "--insecure-skip-tls-verify"),
            ("-o name get jobs", "get", "-o name jobs"),
            ("-A get jobs", "jobs", "-A get"),
        ] {
            assert_eq!(named(line), (Some(name.to_owned()), rest.to_owned()), "{line}");
        }
        for line in ["--help", "-n", "-n a", "--bogus", "-- get"] {
            assert_eq!(named(line).0, None, "{line}");
        }
    }
}
