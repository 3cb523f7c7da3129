//! Commands that are not here: what to use instead, and what may have been meant.

use super::flags::{Flags, Spec, optional, switch, value};
use super::kind::Kind;
use super::resource::Named;
use super::select::Selector;
use super::set::set_flags;
use super::write::DRY_RUN;
use super::{Command, Known, Outcome, about, known};
use crate::api::{Namespace, StatusError};
use crate::kubectl::CommandError;

/// Nothing runs in containers.
const NO_PROCESSES: &str = "containers are not run here; kubectl describe pod NAME shows their states";
/// There are no nodes.
const NO_NODES: &str = "there are no nodes here; kubectl get pods -o wide shows where pods run";
/// There is one cluster.
pub(super) const ONE_CLUSTER: &str = "there is one cluster here; -n NAMESPACE chooses a namespace";

/// Commands that real kubectl has, and what there is instead.
const NOT_HERE: &[(&str, &str)] = &[
    ("attach", NO_PROCESSES),
    ("certificate", "there are no certificates here"),
    ("completion", ""),
    ("plugin", ""),
    ("cordon", NO_NODES),
    ("cp", NO_PROCESSES),
    ("create cronjob", NOT_CREATED),
    ("debug", NO_PROCESSES),
    ("drain", "there are no nodes here; use kubectl delete pod NAME"),
    ("edit", "use kubectl patch TYPE NAME -p PATCH or kubectl apply -f FILENAME"),
    ("exec", NO_PROCESSES),
    ("expose", "there are no Services here"),
    ("kuberc", ONE_CLUSTER),
    ("kustomize", "use kubectl apply -f FILENAME"),
    ("options", ""),
    ("port-forward", NO_PROCESSES),
    ("proxy", "there is no server to connect to here; use kubectl get TYPE NAME -o json"),
    ("run", "use kubectl create job NAME --image=IMAGE"),
    ("uncordon", NO_NODES),
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

const NOT_CREATED: &str = "there is: kubectl create job, kubectl create -f FILENAME";

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
    ("namespace", "ns", ""),
    ("poddisruptionbudget", "pdb", ""),
    ("priorityclass", "pc", ""),
    ("quota", "resourcequota", ""),
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
    let near: Vec<_> = REAL.iter().filter(|known| is_near(known, name)).map(|known| format!("\t{known}\n")).collect();
    let meant = if near.is_empty() { String::new() } else { format!("\n\nDid you mean this?\n{}", near.concat()) };
    CommandError::Client(format!("unknown command {name:?} for \"kubectl\"{meant}"))
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

/// Commands of which only the errors are here.
pub(super) const ERRORS: &[Known] = &[
    known("alpha", &[], |command, _| {
        command.warn("No alpha commands are available in this version of kubectl");
        Ok(())
    }),
    Known {
        parts: CERTIFICATES,
        ..known("certificate", &[], |command, flags| command.only_parts("certificate", flags))
    },
    known("completion", &[], completion),
    Known { parts: PLUGINS, ..known("plugin", &[], |command, flags| command.only_parts("plugin", flags)) },
    known("taint", TAINT_FLAGS, taint),
];
const CERTIFICATES: &[Known] =
    &[known("approve", CERTIFICATE_FLAGS, certificate), known("deny", CERTIFICATE_FLAGS, certificate)];
const CERTIFICATE_FLAGS: &[Spec] =
    &[value("filename", Some('f')), switch("force", None), value("output", Some('o')), switch("recursive", Some('R'))];
const PLUGINS: &[Known] = &[known("list", &[switch("name-only", None)], |_, _| {
    Err(CommandError::Client("unable to find any kubectl plugins in your PATH".to_owned()))
})];
const TAINT_FLAGS: &[Spec] = &[
    switch("all", None),
    DRY_RUN,
    value("field-manager", None),
    value("output", Some('o')),
    switch("overwrite", None),
    value("selector", Some('l')),
    optional("validate", "strict"),
];

fn certificate(_: &mut Command<'_>, flags: &Flags) -> Outcome {
    let missing = |name| StatusError::not_found("certificatesigningrequests.certificates.k8s.io", name);
    Err(match flags.arguments.first() {
        Some(name) => CommandError::Server(String::new(), missing(name)),
        None => CommandError::Client("one or more CSRs must be specified as <name> or -f <filename>".to_owned()),
    })
}

fn completion(_: &mut Command<'_>, flags: &Flags) -> Outcome {
    let why = match flags.arguments.as_slice() {
        [] => "Shell not specified.".to_owned(),
        [shell] if ["bash", "fish", "powershell", "zsh"].contains(&shell.as_str()) => {
            return Err(not_simulated("completion"));
        }
        [shell] => format!("Unsupported shell type {shell:?}."),
        _ => "Too many arguments. Expected only the shell type.".to_owned(),
    };
    Err(CommandError::Client(format!("{why}\nSee 'kubectl completion -h' for help and examples")))
}

fn taint(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: &str| Err(CommandError::Client(message.to_owned()));
    let is_taint = |word: &&String| word.contains(['=', ':']) || word.ends_with('-');
    let names: Vec<_> = flags.arguments.iter().take_while(|word| !is_taint(word)).collect();
    let Some((kind, nodes)) = names.split_first() else {
        return client("one or more resources must be specified as <resource> <name>");
    };
    if names.len() == flags.arguments.len() {
        return client("at least one taint update is required");
    }
    if command.kind(kind)?.plural() != "nodes" {
        return client(&format!("invalid resource type {kind}, only node types are supported"));
    }
    match nodes.iter().find(|node| !command.has_node(node)) {
        Some(node) => Err(CommandError::Server(String::new(), StatusError::not_found("nodes", node))),
        None => client(&format!("kubectl taint is not simulated here; {NO_NODES}")),
    }
}

/// `kubectl set subject`: there are no role bindings here.
pub(super) fn subject(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    if !SUBJECTS.iter().any(|name| flags.value(name).is_some()) {
        let message = "you must specify at least one value of user, group or serviceaccount";
        return Err(CommandError::Client(message.to_owned()));
    }
    for one in command.named(&flags.arguments)? {
        if let (Kind::Empty(_), Some(name)) = (one.kind, one.name) {
            return Err(command.absent(one.kind, &name));
        }
    }
    Err(CommandError::Client("kubectl set subject is not simulated here; there are no role bindings here".to_owned()))
}

const SUBJECTS: [&str; 3] = ["user", "group", "serviceaccount"];

pub(super) const SUBJECT_FLAGS: &[Spec] =
    set_flags![value("user", None), value("group", None), value("serviceaccount", None), value("selector", Some('l')),];

pub(super) const TOP_FLAGS: &[Spec] = &[
    switch("all-namespaces", Some('A')),
    switch("containers", None),
    value("field-selector", None),
    switch("no-headers", None),
    value("selector", Some('l')),
    value("sort-by", None),
    switch("sum", None),
];

/// `kubectl top`: no cluster has metrics unless they are installed.
pub(super) fn top(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: String| Err(CommandError::Client(message));
    if !matches!(flags.arguments.first().map(String::as_str), Some("node" | "nodes" | "no" | "pod" | "pods" | "po")) {
        return command.only_parts("top", flags);
    }
    if !["", "cpu", "memory"].contains(&flags.value("sort-by").unwrap_or_default()) {
        return client("--sort-by accepts only cpu or memory".to_owned());
    }
    let selector = flags.value("selector").unwrap_or_default();
    if flags.arguments.len() > 1 && !selector.is_empty() {
        return client("only one of NAME or selector can be provided".to_owned());
    }
    Selector::of_labels(selector).map_err(CommandError::Client)?;
    client("Metrics API not available".to_owned())
}

impl Command<'_> {
    /// Whether there is that namespace: each cluster has some, and the others are those of objects.
    pub(super) fn has_namespace(&self, name: &str) -> bool {
        let is_in = |namespace: &Option<Namespace>| namespace.as_ref().is_some_and(|known| known.as_str() == name);
        [self.cluster.namespace.as_str(), "default", "kube-node-lease", "kube-public", "kube-system"].contains(&name)
            || self.server.jobs().values().any(|job| is_in(&job.metadata.namespace))
            || self.server.pods().values().any(|pod| is_in(&pod.metadata.namespace))
    }

    /// Whether there are objects as they are asked for, of a kind that is not simulated.
    pub(super) fn has_unprinted(&self, one: &Named) -> bool {
        match (one.kind.plural(), &one.name) {
            ("resourcequotas", _) => self.server.quotas().any(|quota| quota.namespace == self.namespace),
            ("namespaces", Some(name)) => self.has_namespace(name),
            (_, Some(name)) => self.has_node(name),
            (_, None) => true,
        }
    }

    /// Whether pods run on that node.
    pub(super) fn has_node(&self, name: &str) -> bool {
        let mut nodes = self.server.pods().values().filter_map(|pod| pod.spec.node_name.as_ref());
        nodes.any(|known| known.as_str() == name)
    }
}
