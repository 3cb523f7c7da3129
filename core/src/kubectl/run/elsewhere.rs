//! Commands that are not here: what to use instead, and what may have been meant.

use super::about;
use crate::kubectl::CommandError;

/// Nothing runs in containers.
const NO_PROCESSES: &str = "containers are not run here; kubectl describe pod NAME shows their states";
/// A node is only a name.
const NODES: &str = "every node takes every pod here; kubectl delete node NAME takes one away";
/// There is one cluster.
pub(super) const ONE_CLUSTER: &str = "there is one cluster here; -n NAMESPACE chooses a namespace";

/// Commands that real kubectl has, and what there is instead.
const NOT_HERE: &[(&str, &str)] = &[
    ("attach", NO_PROCESSES),
    ("certificate", "there are no certificates here"),
    ("completion", ""),
    ("cordon", NODES),
    ("cp", NO_PROCESSES),
    ("create cronjob", NOT_CREATED),
    ("debug", NO_PROCESSES),
    ("drain", "use kubectl delete pod NAME or kubectl delete node NAME"),
    ("edit", "there is no editor; use kubectl patch TYPE NAME -p PATCH or kubectl apply -f FILENAME"),
    ("exec", NO_PROCESSES),
    ("expose", "there are no Services here"),
    ("kuberc", ONE_CLUSTER),
    ("plugin", ""),
    ("port-forward", NO_PROCESSES),
    ("proxy", "there is no server to connect to here; use kubectl get TYPE NAME -o json"),
    ("run", "containers are not run here; leave out --attach, --stdin, --tty, --expose and --save-config"),
    ("taint", NODES),
    ("uncordon", NODES),
];

/// The commands of real kubectl, in the order in which it suggests them.
#[rustfmt::skip]
const REAL: &[&str] = &[
    "create", "expose", "run", "set", "explain", "get", "edit", "delete", "rollout", "scale", "autoscale",
    "certificate", "cluster-info", "top", "cordon", "uncordon", "drain", "taint", "describe", "logs", "attach", "exec",
    "port-forward", "proxy", "cp", "auth", "debug", "events", "diff", "apply", "patch", "replace", "wait", "kustomize",
    "label", "annotate", "completion", "config", "plugin", "version", "api-versions", "api-resources", "options",
    "kuberc",
];

/// Words that no command is called by, and the command that kubectl suggests for them.
const SUGGESTED: &[(&str, &str)] = &[
    ("inspect", "describe"),
    ("list", "get"),
    ("ls", "get"),
    ("remove", "delete"),
    ("rm", "delete"),
    ("stats", "top"),
];

const NOT_CREATED: &str =
    "there is: kubectl create job, kubectl create namespace, kubectl create quota, kubectl create -f FILENAME";

/// Commands under others that real kubectl has, and what there is instead.
const PARTS_NOT_HERE: &[(&str, &[&str], &str)] = &[
    ("auth", &["reconcile"], "the user of a simulated cluster may do everything"),
    ("cluster-info", &["dump"], "use kubectl get all -o json"),
    (
        "config",
        &[
            "delete-cluster",
            "delete-context",
            "delete-user",
            "rename-context",
            "set",
            "set-cluster",
            "set-credentials",
            "unset",
        ],
        ONE_CLUSTER,
    ),
];

/// Kinds that `create` has a command for, with their other names, and the flag that they require.
const CREATED: &[(&str, &str, &str)] = &[
    ("clusterrole", "", ""),
    ("clusterrolebinding", "", "clusterrole"),
    ("configmap", "cm", ""),
    ("deployment", "deploy", "image"),
    ("ingress", "ing", ""),
    ("poddisruptionbudget", "pdb", ""),
    ("priorityclass", "pc", ""),
    ("role", "", ""),
    ("rolebinding", "", ""),
    ("secret", "", ""),
    ("service", "svc", ""),
    ("serviceaccount", "sa", ""),
    ("token", "", ""),
];

/// Why a command under another one is not here; `words` are those behind it. kubectl first asks for what it requires.
pub(super) fn unknown_part(command: &str, part: Option<&str>, words: &[&str]) -> Option<CommandError> {
    let part = part.filter(|part| !part.is_empty())?;
    let client = |message: String| Some(CommandError::Client(message));
    let created = CREATED.iter().find(|(name, short, _)| part == *name || part == *short);
    if let Some((name, _, flag)) = created.filter(|_| command == "create") {
        let is_flag = |word: &&str| word.strip_prefix("--").is_some_and(|word| word.split('=').next() == Some(flag));
        let asks_for_help = words.iter().any(|word| ["-h", "--help"].contains(word));
        if !flag.is_empty() && !asks_for_help && !words.iter().any(is_flag) {
            return client(format!("required flag(s) {flag:?} not set"));
        }
        if words == [part] && !["secret", "service"].contains(name) {
            return client(format!(
                "exactly one NAME is required, got 0\nSee 'kubectl create {name} -h' for help and examples"
            ));
        }
        return client(format!("kubectl create {part} is not simulated here; {NOT_CREATED}"));
    }
    let (.., instead) = PARTS_NOT_HERE.iter().find(|(name, parts, _)| *name == command && parts.contains(&part))?;
    client(format!("kubectl {command} {part} is not simulated here; {instead}"))
}

/// The error of a command that is not simulated.
pub(super) fn not_simulated(name: &str) -> CommandError {
    let instead = NOT_HERE.iter().find(|(known, _)| *known == name).map_or("", |(_, instead)| instead);
    let instead = if instead.is_empty() { format!("there is: {}", about::commands()) } else { instead.to_owned() };
    CommandError::Client(format!("kubectl {name} is not simulated here; {instead}"))
}

/// Why there is no command of that name; `first` is the first of the other words if it stands before the name.
pub(super) fn unknown_command(name: &str, first: Option<&str>) -> CommandError {
    if NOT_HERE.iter().any(|(known, _)| *known == name) {
        return not_simulated(name);
    }
    if let Some(flag) = first {
        return CommandError::Client(format!("Error: flags cannot be placed before plugin name: {flag}"));
    }
    let meant = suggestions(near(name), "");
    CommandError::Client(format!("unknown command {name:?} for \"kubectl\"{meant}"))
}

/// Whether real kubectl has a command of that name.
pub(super) fn is_command(name: &str) -> bool {
    REAL.contains(&name) || ["alpha", "help"].contains(&name)
}

/// The commands that may have been meant by a name.
pub(super) fn near(name: &str) -> impl Iterator<Item = &'static str> {
    REAL.iter().copied().filter(move |known| is_near(known, name))
}

/// What may have been meant, one a line; empty if there is nothing.
pub(super) fn suggestions(near: impl Iterator<Item = &'static str>, before: &'static str) -> String {
    let near: String = near.flat_map(|known| ["\t", before, known, "\n"]).collect();
    if near.is_empty() { near } else { format!("\n\nDid you mean this?\n{near}") }
}

/// Whether that may have been meant: two letters differ at most, it begins so, or the command lists that word (cobra's
/// `SuggestionsFor`).
fn is_near(known: &str, typed: &str) -> bool {
    let typed = typed.to_lowercase();
    !typed.is_empty()
        && (strsim::levenshtein(known, &typed) <= 2
            || known.starts_with(&typed)
            || SUGGESTED.contains(&(typed.as_str(), known)))
}
