//! Help about kubectl and its commands.

use std::fmt::Write as _;

use super::commands::Known;
use super::flags::Flags;
use super::{COMMANDS, Command, Outcome};
use crate::kubectl::CommandError;

/// What a command does, and how it is called.
#[rustfmt::skip]
const HELP: &[(&str, &str, &str)] = &[
    ("annotate", "Update the annotations on one or more resources.", "[--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version]"),
    ("api-resources", "Print the supported API resources on the server.", "[flags]"),
    ("api-versions", "Print the supported API versions on the server, in the form of \"group/version\".", ""),
    ("apply", "Apply a configuration to a resource by file name or stdin.", "(-f FILENAME | -k DIRECTORY)"),
    ("apply set-last-applied", "Set the latest last-applied-configuration annotations by setting it to match the contents of a file.", "-f FILENAME"),
    ("apply view-last-applied", "View the latest last-applied-configuration annotations by type/name or file.", "(TYPE [NAME | -l label] | TYPE/NAME | -f FILENAME)"),
    ("auth", "Inspect authorization.", "[flags]"),
    ("auth can-i", "Check whether an action is allowed.", "VERB [TYPE | TYPE/NAME | NONRESOURCEURL]"),
    ("auth whoami", "Experimental: Check who you are and your attributes (groups, extra).", ""),
    ("autoscale", "Creates an autoscaler that automatically chooses and sets the number of pods that run in a Kubernetes cluster.", "(-f FILENAME | TYPE NAME | TYPE/NAME) [--min=MINPODS] --max=MAXPODS [--cpu=CPU] [--memory=MEMORY]"),
    ("certificate", "Modify certificate resources.", "SUBCOMMAND"),
    ("config", "Modify kubeconfig files using subcommands like \"kubectl config set current-context my-context\".", "SUBCOMMAND"),
    ("config current-context", "Display the current-context.", "[flags]"),
    ("config get-clusters", "Display clusters defined in the kubeconfig.", "[flags]"),
    ("config get-contexts", "Display one or many contexts from the kubeconfig file.", "[(-o|--output=)name)]"),
    ("config get-users", "Display users defined in the kubeconfig.", "[flags]"),
    ("config set-context", "Set a context entry in kubeconfig.", "[NAME | --current] [--cluster=cluster_nickname] [--user=user_nickname] [--namespace=namespace]"),
    ("config use-context", "Set the current-context in a kubeconfig file.", "CONTEXT_NAME"),
    ("config view", "Display merged kubeconfig settings or a specified kubeconfig file.", "[flags]"),
    ("cordon", "Mark node as unschedulable. Every node takes every pod here.", "NODE"),
    ("cp", "Copy files and directories to and from containers. Containers are not run here.", "<file-spec-src> <file-spec-dest>"),
    ("create", "Create a resource from a file or from stdin.", "-f FILENAME"),
    ("create cronjob", "Create a cron job with the specified name.", "NAME --image=image --schedule='0/5 * * * ?' -- [COMMAND] [args...] [flags]"),
    ("create job", "Create a job with the specified name.", "NAME --image=image [--from=cronjob/name] -- [COMMAND] [args...]"),
    ("create namespace", "Create a namespace with the specified name.", "NAME [--dry-run=server|client|none]"),
    ("create quota", "Create a resource quota with the specified name, hard limits, and optional scopes. Only limits on pods are simulated.", "NAME [--hard=key1=value1,key2=value2] [--scopes=Scope1,Scope2] [--dry-run=server|client|none]"),
    ("debug", "Debug cluster resources using interactive debugging containers. Containers are not run here.", "(POD | TYPE[[.VERSION].GROUP]/NAME) [ -- COMMAND [args...] ]"),
    ("delete", "Delete resources by file names, stdin, resources and names, or by resources and label selector.", "([-f FILENAME] | [-k DIRECTORY] | TYPE [(NAME | -l label | --all)])"),
    ("describe", "Show details of a specific resource or group of resources.", "(-f FILENAME | TYPE [NAME_PREFIX | -l label] | TYPE/NAME)"),
    ("diff", "Diff configurations specified by file name or stdin between the current online configuration, and the configuration as it would be if applied.", "-f FILENAME"),
    ("events", "Display events.", "[(-o|--output=)json|yaml|kyaml|name|go-template|go-template-file|template|templatefile|jsonpath|jsonpath-as-json|jsonpath-file] [--for TYPE/NAME] [--watch] [--types=Normal,Warning]"),
    ("attach", "Attach to a process that is already running inside an existing container. Containers are not run here.", "(POD | TYPE/NAME) -c CONTAINER"),
    ("drain", "Drain node in preparation for maintenance. Here kubectl delete takes pods and nodes away.", "NODE"),
    ("edit", "Edit a resource from the default editor. Here kubectl patch and kubectl apply change objects.", "(RESOURCE/NAME | -f FILENAME)"),
    ("exec", "Execute a command in a container. Containers are not run here.", "(POD | TYPE/NAME) [-c CONTAINER] [flags] -- COMMAND [args...]"),
    ("port-forward", "Forward one or more local ports to a pod. Containers are not run here.", "TYPE/NAME [options] [LOCAL_PORT:]REMOTE_PORT [...[LOCAL_PORT_N:]REMOTE_PORT_N]"),
    ("expose", "Expose a resource as a new Kubernetes service. There are no Services here.", "(-f FILENAME | TYPE NAME) [--port=port] [--protocol=TCP|UDP|SCTP] [--target-port=number-or-name] [--name=name] [--external-ip=external-ip-of-service] [--type=type]"),
    ("explain", "Describe fields and structure of various resources.", "TYPE [--recursive=FALSE|TRUE] [--api-version=api-version-group] [-o|--output=plaintext|plaintext-openapiv2]"),
    ("get", "Display one or many resources.", "[(-o|--output=)json|yaml|kyaml|name|go-template|go-template-file|template|templatefile|jsonpath|jsonpath-as-json|jsonpath-file|custom-columns|custom-columns-file|wide] (TYPE[.VERSION][.GROUP] [NAME | -l label] | TYPE[.VERSION][.GROUP]/NAME ...) [flags]"),
    ("label", "Update the labels on a resource.", "[--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version]"),
    ("logs", "Print the logs for a container in a pod or specified resource. Containers are not run here.", "[-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]"),
    ("patch", "Update fields of a resource using strategic merge patch, a JSON merge patch, or a JSON patch.", "(-f FILENAME | TYPE NAME) [-p PATCH|--patch-file FILE]"),
    ("plugin", "Provides utilities for interacting with plugins.", "[flags]"),
    ("replace", "Replace a resource by file name or stdin.", "-f FILENAME"),
    ("rollout", "Manage the rollout of one or many resources.", "SUBCOMMAND"),
    ("rollout history", "View previous rollout revisions and configurations.", "(TYPE NAME | TYPE/NAME) [flags]"),
    ("rollout pause", "Mark the provided resource as paused.", "RESOURCE"),
    ("rollout restart", "Restart a resource.", "RESOURCE"),
    ("rollout resume", "Resume a paused resource.", "RESOURCE"),
    ("rollout status", "Show the status of the rollout.", "(TYPE NAME | TYPE/NAME) [flags]"),
    ("rollout undo", "Roll back to a previous rollout.", "(TYPE NAME | TYPE/NAME) [flags]"),
    ("run", "Create and run a particular image in a pod.", "NAME --image=image [--env=\"key=value\"] [--port=port] [--dry-run=server|client] [--overrides=inline-json] [--command] -- [COMMAND] [args...]"),
    ("scale", "Set a new size for a deployment, replica set, replication controller, or stateful set.", "[--resource-version=version] [--current-replicas=count] --replicas=COUNT (-f FILENAME | TYPE NAME)"),
    ("set", "Configure application resources.\n\n These commands help you make changes to existing application resources.", "SUBCOMMAND"),
    ("set env", "Update environment variables on a pod template.", "RESOURCE/NAME KEY_1=VAL_1 ... KEY_N=VAL_N"),
    ("set image", "Update existing container image(s) of resources.", "(-f FILENAME | TYPE NAME) CONTAINER_NAME_1=CONTAINER_IMAGE_1 ... CONTAINER_NAME_N=CONTAINER_IMAGE_N"),
    ("set resources", "Specify compute resource requirements (CPU, memory) for any resource that defines a pod template.", "(-f FILENAME | TYPE NAME)  ([--limits=LIMITS & --requests=REQUESTS]"),
    ("set serviceaccount", "Update the service account of pod template resources.", "(-f FILENAME | TYPE NAME) SERVICE_ACCOUNT"),
    ("top", "Display resource (CPU/memory) usage.", "[flags]"),
    ("uncordon", "Mark node as schedulable. Every node takes every pod here.", "NODE"),
    ("version", "Print the client and server version information for the current context.", "[flags]"),
    ("wait", "Wait for a specific condition on one or many resources.", "([-f FILENAME] | resource.group/resource.name | resource.group [(-l label | --all)]) [--for=create|--for=delete|--for condition=available|--for=jsonpath='{}'[=value]]"),
];

/// The commands under others, as a list of them shows.
#[rustfmt::skip]
const PARTS: &[(&str, &[(&str, &str)])] = &[
    ("auth", &[
        ("can-i", "Check whether an action is allowed"),
        ("reconcile", "Reconciles rules for RBAC role, role binding, cluster role, and cluster role binding objects"),
        ("whoami", "Experimental: Check self subject attributes"),
    ]),
    ("certificate", &[
        ("approve", "Approve a certificate signing request"),
        ("deny", "Deny a certificate signing request"),
    ]),
    ("config", &[
        ("current-context", "Display the current-context"),
        ("delete-cluster", "Delete the specified cluster from the kubeconfig"),
        ("delete-context", "Delete the specified context from the kubeconfig"),
        ("delete-user", "Delete the specified user from the kubeconfig"),
        ("get-clusters", "Display clusters defined in the kubeconfig"),
        ("get-contexts", "Describe one or many contexts"),
        ("get-users", "Display users defined in the kubeconfig"),
        ("rename-context", "Rename a context from the kubeconfig file"),
        ("set", "Set an individual value in a kubeconfig file"),
        ("set-cluster", "Set a cluster entry in kubeconfig"),
        ("set-context", "Set a context entry in kubeconfig"),
        ("set-credentials", "Set a user entry in kubeconfig"),
        ("unset", "Unset an individual value in a kubeconfig file"),
        ("use-context", "Set the current-context in a kubeconfig file"),
        ("view", "Display merged kubeconfig settings or a specified kubeconfig file"),
    ]),
    ("plugin", &[
        ("list", "List all visible plugin executables on a user's PATH"),
    ]),
    ("rollout", &[
        ("history", "View rollout history"),
        ("pause", "Mark the provided resource as paused"),
        ("restart", "Restart a resource"),
        ("resume", "Resume a paused resource"),
        ("status", "Show the status of the rollout"),
        ("undo", "Undo a previous rollout"),
    ]),
    ("set", &[
        ("env", "Update environment variables on a pod template"),
        ("image", "Update the image of a pod template"),
        ("resources", "Update resource requests/limits on objects with pod templates"),
        ("selector", "Set the selector on a resource"),
        ("serviceaccount", "Update the service account of a resource"),
        ("subject", "Update the user, group, or service account in a role binding or cluster role binding"),
    ]),
    ("top", &[
        ("node", "Display resource (CPU/memory) usage of nodes"),
        ("pod", "Display resource (CPU/memory) usage of pods"),
    ]),
];

/// What there is.
pub(super) fn commands() -> String {
    COMMANDS.iter().map(|known| known.name).collect::<Vec<_>>().join(", ")
}

pub(super) fn overview() -> String {
    format!(
        "kubectl controls the Kubernetes cluster manager.\n\n Find more information at: https://kubernetes.io/docs/reference/kubectl/\n\nHere it controls a simulated cluster, of which it knows Jobs, pods, events, namespaces, nodes and quotas on pods.\nThere is: {}.\n\nUse \"kubectl <command> --help\" for more information about a given command.\n",
        commands()
    )
}

/// What the command of that full name does, and how it is called: its usage, and the commands under it or its flags.
pub(super) fn help(name: &str, known: &Known) -> String {
    let found = HELP.iter().find(|(known, ..)| *known == name);
    let (does, usage) = found.map_or(("", ""), |(_, does, usage)| (*does, *usage));
    let usage = [name, usage, "[options]"].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let mut text = if does.is_empty() { String::new() } else { format!("{does}\n\n") };
    let parts = PARTS.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, parts)| parts);
    if !parts.is_empty() {
        text.push_str("Available Commands:\n");
        // cobra's least width of a name.
        let width = parts.iter().map(|(part, _)| part.len()).fold(11, usize::max);
        for (part, does) in parts {
            let _ = writeln!(text, "  {part:width$}   {does}");
        }
        text.push('\n');
    } else if !known.flags.is_empty() {
        let mut flags: Vec<_> = known.flags.iter().map(|flag| (flag.long, flag.short)).collect();
        flags.sort_unstable();
        text.push_str("Options:\n");
        for (long, short) in flags {
            let short = short.map_or(String::new(), |short| format!("-{short}, "));
            let _ = writeln!(text, "    {short}--{long}");
        }
        text.push('\n');
    }
    let _ = writeln!(text, "Usage:\n  kubectl {usage}");
    if !parts.is_empty() {
        let _ = write!(
            text,
            "\nUse \"kubectl {name} <command> --help\" for more information about a given command.\nUse \"kubectl options\" for a list of global command-line options (applies to all commands).\n"
        );
    }
    text
}

impl Command<'_> {
    /// `kubectl help COMMAND`.
    pub(super) fn help(&mut self, words: &[&str]) {
        let Some((name, rest)) = words.split_first() else { return self.print(&overview()) };
        if let Some(known) = Known::named(name) {
            let (known, name, _) = known.part(rest);
            return self.print(&help(&name, known));
        }
        self.warn(&format!("Unknown help topic [`{}`]\n", words.join(" ")));
        self.warn(&overview());
    }

    /// [`Self::only_parts`] of a command that prints them on standard output.
    pub(super) fn only_parts_as_output(&mut self, name: &str, flags: &Flags) -> Outcome {
        self.only_parts(name, flags)?;
        self.ran.output.stdout = std::mem::take(&mut self.ran.output.stderr);
        Ok(())
    }

    /// Prints the subcommands of a command that was called without one of them, which is an error.
    pub(super) fn only_parts(&mut self, name: &str, flags: &Flags) -> Outcome {
        if !flags.arguments.is_empty() {
            let words = flags.arguments.join(" ");
            let message = format!("unknown command {words:?}\nSee 'kubectl {name} -h' for help and examples");
            return Err(CommandError::Client(message));
        }
        let text = Known::named(name).map(|known| help(name, known));
        self.ran.output.stderr.push_str(&text.unwrap_or_default());
        self.ran.output.code = 1;
        Ok(())
    }
}
