//! Help about kubectl and its commands.

use super::COMMANDS;

/// What there is.
pub(super) fn commands() -> String {
    COMMANDS.iter().map(|known| known.name).collect::<Vec<_>>().join(", ")
}

pub(super) fn overview() -> String {
    format!(
        "kubectl controls the Kubernetes cluster manager.\n\n Find more information at: https://kubernetes.io/docs/reference/kubectl/\n\nHere it controls a simulated cluster, of which it knows Jobs, pods and events.\nThere is: {}.\n\nUse \"kubectl <command> --help\" for more information about a given command.\n",
        commands()
    )
}

/// What a command does, and how it is called.
pub(super) fn help(command: Option<&str>) -> String {
    let Some(name) = command else { return overview() };
    let (does, usage) = match name {
        "annotate" => ("Update the annotations on a resource.", "annotate TYPE/NAME KEY=VALUE KEY- [--overwrite]"),
        "api-resources" => ("Print the supported API resources on the server.", "api-resources [--api-group=GROUP]"),
        "apply" => (
            "Apply a configuration to a resource by file name or stdin.",
            "apply -f FILENAME [--dry-run=server|client] [--validate=strict|warn|ignore]",
        ),
        "create" => (
            "Create a resource from a file or from stdin.",
            "create -f FILENAME\n  kubectl create job NAME --image=IMAGE [--dry-run=client -o yaml] [-- COMMAND ARGS]",
        ),
        "delete" => (
            "Delete resources by file names, stdin, resources and names, or by resources and label selector.",
            "delete TYPE NAME [-l SELECTOR] [--all] [--cascade=background|foreground|orphan] [--now] [--wait=false]",
        ),
        "describe" => ("Show details of a specific resource or group of resources.", "describe TYPE NAME"),
        "diff" => (
            "Diff configurations between the current online configuration and the configuration as it would be if applied.",
            "diff -f FILENAME",
        ),
        "events" => ("Display events.", "events [--for TYPE/NAME] [--types=Normal,Warning]"),
        "explain" => ("Describe fields of Jobs.", "explain job.spec.FIELD"),
        "get" => (
            "Display one or many resources.",
            "get TYPE [NAME] [-o wide|yaml|json|name|jsonpath=…|custom-columns=…] [-l SELECTOR] [--field-selector=…] [-L LABEL] [--show-labels] [--sort-by=…] [--no-headers]",
        ),
        "label" => ("Update the labels on a resource.", "label TYPE/NAME KEY=VALUE KEY- [--overwrite]"),
        "logs" => ("Print the logs for a container in a pod; containers are not run here.", "logs POD"),
        "patch" => (
            "Update fields of a resource using strategic merge patch, a JSON merge patch, or a JSON patch.",
            "patch TYPE NAME [--type=strategic|merge|json] -p PATCH",
        ),
        "replace" => ("Replace a resource by file name or stdin.", "replace [--force] -f FILENAME"),
        "scale" => ("Set a new size for a resource.", "scale TYPE/NAME --replicas=COUNT"),
        "set" => (
            "Configure application resources.",
            "set image TYPE/NAME CONTAINER=IMAGE\n  kubectl set env TYPE/NAME [--list] [KEY=VALUE] [KEY-]\n  kubectl set resources TYPE/NAME [--limits=cpu=1] [--requests=memory=1Gi]\n  kubectl set serviceaccount TYPE/NAME ACCOUNT",
        ),
        "version" => ("Print the client and server version information.", "version"),
        "wait" => (
            "Wait for a specific condition on one or many resources.",
            "wait TYPE/NAME --for=condition=NAME|delete|create|jsonpath='{PATH}'=VALUE [--timeout=30s]",
        ),
        other => return format!("Usage:\n  kubectl {other}\n"),
    };
    format!("{does}\n\nUsage:\n  kubectl {usage}\n")
}
