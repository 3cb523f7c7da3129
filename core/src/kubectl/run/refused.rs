//! Commands that are not simulated, as far as the real ones refuse a line before they do anything.

use std::sync::Arc;

use super::documents::no_kustomization;
use super::elsewhere::not_simulated;
use super::flags::{Flags, Spec, duration, integer, optional, switch, value};
use super::global::RECORD;
use super::kind::Kind;
use super::logs::{one_container, pods_of_job};
use super::object::Object;
use super::resource::{Named, check_names, no_resources};
use super::set::{objects, set_flags};
use super::write::DRY_RUN;
use super::{Command, Known, Outcome, known, nodes, run_pod};
use crate::api::{Pod, PodPhase, StatusError};
use crate::kubectl::CommandError;

pub(super) const COMMANDS: &[Known] = &[
    known("alpha", &[], |command, _| {
        command.warn("No alpha commands are available in this version of kubectl");
        Ok(())
    }),
    known("attach", PROCESS_FLAGS, attach),
    Known {
        parts: CERTIFICATES,
        ..known("certificate", &[], |command, flags| command.only_parts_as_output("certificate", flags))
    },
    known("completion", &[], completion),
    known("cordon", nodes::FLAGS, |command, flags| nodes::on_node(command, flags, "cordon")),
    known("cp", COPY_FLAGS, copy),
    known("debug", DEBUG_FLAGS, debug),
    known("drain", nodes::FLAGS, |command, flags| nodes::on_node(command, flags, "drain")),
    known("edit", EDIT_FLAGS, edit),
    known("exec", PROCESS_FLAGS, exec),
    known("expose", EXPOSE_FLAGS, expose),
    known("kustomize", KUSTOMIZE_FLAGS, kustomize),
    Known { parts: PLUGINS, ..known("plugin", &[], |command, flags| command.only_parts("plugin", flags)) },
    known("port-forward", FORWARD_FLAGS, port_forward),
    known("taint", nodes::TAINT_FLAGS, nodes::taint),
    known("uncordon", nodes::FLAGS, |command, flags| nodes::on_node(command, flags, "uncordon")),
];

const CERTIFICATES: &[Known] =
    &[known("approve", CERTIFICATE_FLAGS, certificate), known("deny", CERTIFICATE_FLAGS, certificate)];
const CERTIFICATE_FLAGS: &[Spec] =
    &[value("filename", Some('f')), switch("force", None), value("output", Some('o')), switch("recursive", Some('R'))];
const PLUGINS: &[Known] = &[known("list", &[switch("name-only", None)], |_, _| {
    Err(CommandError::Client("unable to find any kubectl plugins in your PATH".to_owned()))
})];

const KUSTOMIZE_FLAGS: &[Spec] = &[
    switch("as-current-user", None),
    switch("enable-alpha-plugins", None),
    switch("enable-helm", None),
    value("env", Some('e')),
    value("helm-api-versions", None),
    value("helm-command", None),
    switch("helm-debug", None),
    value("helm-kube-version", None),
    value("load-restrictor", None),
    value("mount", None),
    switch("network", None),
    value("network-name", None),
    value("output", Some('o')),
];

const PROCESS_FLAGS: &[Spec] = &[
    value("container", Some('c')),
    value("filename", Some('f')),
    duration("pod-running-timeout"),
    switch("quiet", Some('q')),
    switch("stdin", Some('i')),
    switch("tty", Some('t')),
];
pub(super) const EDIT_FLAGS: &[Spec] = &[
    RECORD,
    value("filename", Some('f')),
    value("output", Some('o')),
    switch("output-patch", None),
    switch("save-config", None),
    value("subresource", None),
    optional("validate", "strict"),
    switch("windows-line-endings", None),
    value("field-manager", None),
    switch("recursive", Some('R')),
];
const EXPOSE_FLAGS: &[Spec] = &[
    RECORD,
    value("cluster-ip", None),
    value("external-ip", None),
    value("filename", Some('f')),
    value("labels", Some('l')),
    value("name", None),
    value("overrides", None),
    value("port", None),
    value("protocol", None),
    value("selector", None),
    value("target-port", None),
    value("type", None),
    DRY_RUN,
    value("output", Some('o')),
    value("field-manager", None),
];
const FORWARD_FLAGS: &[Spec] = &[value("address", None), duration("pod-running-timeout")];

/// Those of `drain`; `cordon` has the last two.
const COPY_FLAGS: &[Spec] = &[value("container", Some('c')), switch("no-preserve", None), integer("retries")];
const DEBUG_FLAGS: &[Spec] = &[
    switch("arguments-only", None),
    switch("attach", None),
    value("container", Some('c')),
    value("copy-to", None),
    value("custom", None),
    value("env", None),
    value("filename", Some('f')),
    value("image", None),
    value("image-pull-policy", None),
    switch("keep-annotations", None),
    switch("keep-init-containers", None),
    switch("keep-labels", None),
    switch("keep-liveness", None),
    switch("keep-readiness", None),
    switch("keep-startup", None),
    value("profile", None),
    switch("quiet", Some('q')),
    switch("replace", None),
    switch("same-node", None),
    value("set-image", None),
    switch("share-processes", None),
    switch("stdin", Some('i')),
    value("target", None),
    switch("tty", Some('t')),
];

fn certificate(_: &mut Command<'_>, flags: &Flags) -> Outcome {
    let missing = |name| StatusError::not_found("certificatesigningrequests.certificates.k8s.io", name);
    Err(match flags.arguments.first() {
        Some(name) => CommandError::Server(String::new(), missing(name)),
        None => CommandError::Client("one or more CSRs must be specified as <name> or -f <filename>".to_owned()),
    })
}

/// `kubectl kustomize`: builds the kustomization of a folder.
fn kustomize(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let folder = match flags.arguments.as_slice() {
        [] => ".",
        [folder] => folder,
        _ => return Err(CommandError::Client("specify one path to kustomization.yaml".to_owned())),
    };
    Err(CommandError::Client(no_kustomization(folder, command.cluster.files)))
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

/// `kubectl cp`: one of two files is in a pod.
fn copy(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: &str| Err(CommandError::Client(message.to_owned()));
    let [from, to] = flags.arguments.as_slice() else { return client("source and destination are required") };
    let (from_pod, to_pod) = (from.split_once(':'), to.split_once(':'));
    let pod = match (from_pod, to_pod) {
        (Some(_), Some(_)) => return client("one of src or dest must be a local file specification"),
        (None, None) => return client("one of src or dest must be a remote file specification"),
        (None, Some(_)) if command.read(from).is_err() => {
            return client(&format!("{from} doesn't exist in local filesystem"));
        }
        (Some((pod, _)), None) | (None, Some((pod, _))) => pod,
    };
    let name = pod.rsplit('/').next().unwrap_or_default();
    let Some(Object::Pod(pod)) = command.find(Kind::Pod, name) else { return Err(command.absent(Kind::Pod, name)) };
    refuse_completed(&pod, "exec into")?;
    one_container(command, &pod, flags.value("container"), false)?;
    let said = std::mem::take(&mut command.ran.output.stderr);
    command.print(&said);
    refuse_unscheduled(&pod)?;
    Err(not_simulated("cp"))
}

fn debug(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: &str| Err(CommandError::Client(message.to_owned()));
    let given = |flag: &str| flags.value(flag).filter(|value| !value.is_empty());
    let profile = given("profile").unwrap_or("general");
    if !["general", "baseline", "restricted", "netadmin", "sysadmin", "legacy"].contains(&profile) {
        return client(&format!("unknown profile: {profile}"));
    }
    match (given("image"), given("copy-to")) {
        (None, None) => return client("you must specify --image when not using --copy-to."),
        (None, Some(_)) if given("set-image").is_none() && flags.after.is_empty() => {
            return client("you must specify --image, --set-image or command arguments.");
        }
        (Some(image), _) if !run_pod::is_reference(image) => {
            return client(&format!("invalid image name {image:?}: invalid reference format"));
        }
        _ => {}
    }
    if flags.arguments.is_empty() && Command::files(flags).is_empty() {
        return client("NAME or filename is required for debug");
    }
    if flags.is_set("tty") && !flags.is_set("stdin") {
        return client("-i/--stdin is required for containers with -t/--tty=true");
    }
    match command.pod_or_owner(flags)? {
        Some(Object::Job(_)) => client("\"batch/v1, Kind=Job\" not supported by debug"),
        _ => Err(not_simulated("debug")),
    }
}

fn edit(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let named = command.required(flags, &flags.arguments)?;
    match command.objects(&named, flags)?.as_slice() {
        [] => Err(CommandError::Client("edit cancelled, no objects found".to_owned())),
        [only] => {
            // The hint names the object.
            let name = format!("{} {}", only.kind().plural().trim_end_matches('s'), only.name());
            Err(CommandError::Client(not_simulated("edit").line().replace("TYPE NAME", &name)))
        }
        _ => Err(not_simulated("edit")),
    }
}

/// `kubectl apply edit-last-applied`.
pub(super) fn edit_last_applied(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    command.required(flags, &flags.arguments)?;
    let message = "kubectl apply edit-last-applied is not simulated here; use kubectl apply -f FILENAME";
    Err(CommandError::Client(message.to_owned()))
}

fn expose(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let named = command.required(flags, &flags.arguments)?;
    check_names(&named, false)?;
    let is_job = |one: &&Named| one.kind == Kind::Job;
    let refused = named.iter().take_while(is_job).map(|_| CommandError::Client("cannot expose a Job.batch".to_owned()));
    command.failures.extend(refused);
    if named.iter().all(|one| is_job(&one)) { Ok(()) } else { Err(not_simulated("expose")) }
}

fn exec(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: &str| Err(CommandError::Client(message.to_owned()));
    if flags.arguments.is_empty() && Command::files(flags).is_empty() {
        return client("pod, type/name or --filename must be specified");
    }
    if flags.arguments.len() > 1 {
        return client(
            "exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead\nSee 'kubectl exec -h' for help and examples",
        );
    }
    if flags.after.is_empty() {
        return client("you must specify at least one command for the container");
    }
    if let Some(pod) = command.attachable_pod(flags)? {
        refuse_completed(&pod, "exec into")?;
        one_container(command, &pod, flags.value("container"), false)?;
        refuse_unscheduled(&pod)?;
    }
    Err(not_simulated("exec"))
}

fn attach(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    if flags.arguments.is_empty() && Command::files(flags).is_empty() {
        return Err(CommandError::Client("at least 1 argument is required for attach".to_owned()));
    }
    if let Some(pod) = command.attachable_pod(flags)? {
        refuse_completed(&pod, "attach")?;
        let container = one_container(command, &pod, flags.value("container"), false);
        container.map_err(|why| CommandError::Client(format!("cannot attach to the container: {}", why.line())))?;
        if !flags.is_set("quiet") {
            command.warn("All commands and output from this session will be recorded in container logs, including credentials and sensitive information passed through the command prompt.\nIf you don't see a command prompt, try pressing enter.");
        }
        refuse_unscheduled(&pod)?;
    }
    Err(not_simulated("attach"))
}

/// The server's refusal to connect to a pod without a node.
fn refuse_unscheduled(pod: &Pod) -> Outcome {
    if pod.spec.node_name.is_some() {
        return Ok(());
    }
    let name = pod.metadata.name();
    Err(CommandError::Client(format!("unable to upgrade connection: pod {name} does not have a host assigned")))
}

/// Refuses a pod whose containers do not run any more.
fn refuse_completed(pod: &Pod, what: &str) -> Outcome {
    let phase = pod.status.phase;
    if !matches!(phase, PodPhase::Succeeded | PodPhase::Failed) {
        return Ok(());
    }
    let message = format!("cannot {what} a container in a completed pod; current phase is {}", phase.as_str());
    Err(CommandError::Client(message))
}

fn port_forward(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    if flags.arguments.len() < 2 {
        let message = "TYPE/NAME and list of ports are required for port-forward\nSee 'kubectl port-forward -h' for help and examples";
        return Err(CommandError::Client(message.to_owned()));
    }
    if let Some(phase) = command.attachable_pod(flags)?.map(|pod| pod.status.phase)
        && phase != PodPhase::Running
    {
        let message = format!("unable to forward port because pod is not running. Current status={}", phase.as_str());
        return Err(CommandError::Client(message));
    }
    Err(not_simulated("port-forward"))
}

/// `kubectl set selector`: there are no Services here.
pub(super) fn selector(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let Some((_, resources)) = flags.arguments.split_last() else {
        return Err(CommandError::Client("one selector is required".to_owned()));
    };
    for _ in objects(command, flags, resources)? {
        command.failures.push(CommandError::Client("setting a selector is only supported for Services".to_owned()));
    }
    Ok(())
}

/// `kubectl set subject`: there are no role bindings here.
pub(super) fn subject(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let objects = objects(command, flags, &flags.arguments)?;
    if !command.failures.is_empty() {
        return Ok(());
    }
    if !SUBJECTS.iter().any(|name| flags.value(name).is_some()) {
        let message = "you must specify at least one value of user, group or serviceaccount";
        return Err(CommandError::Client(message.to_owned()));
    }
    for object in objects {
        let (kind, name) = (object.kind().plural(), object.name());
        let message =
            format!("error: {kind}/{name} setting subjects is only supported for RoleBinding/ClusterRoleBinding\n");
        command.failures.push(CommandError::Client(message));
    }
    Ok(())
}

const SUBJECTS: [&str; 3] = ["user", "group", "serviceaccount"];

pub(super) const SUBJECT_FLAGS: &[Spec] =
    set_flags![value("user", None), value("group", None), value("serviceaccount", None), value("selector", Some('l')),];

impl Command<'_> {
    /// What is named, of which all has to be there.
    fn required(&mut self, flags: &Flags, arguments: &[String]) -> Result<Vec<Named>, CommandError> {
        let named = self.requested(flags, arguments)?;
        if named.is_empty() {
            return Err(no_resources());
        }
        self.objects(&named, flags)?;
        match self.failures.pop() {
            Some(missing) => Err(missing),
            None => Ok(named),
        }
    }

    /// The pod or Job that the first argument names.
    fn pod_or_owner(&mut self, flags: &Flags) -> Result<Option<Object>, CommandError> {
        let Some(first) = flags.arguments.first() else { return Ok(None) };
        let one = match first.split_once('/') {
            Some(_) => self.named(std::slice::from_ref(first))?.into_iter().next(),
            None => Some(Named { kind: Kind::Pod, name: Some(first.clone()) }),
        };
        let Some(Named { kind, name: Some(name) }) = one else { return Ok(None) };
        self.find(kind, &name).map_or_else(|| Err(self.absent(kind, &name)), |found| Ok(Some(found)))
    }

    /// The pod that the first argument names, or the first one of the Job that it names (`AttachablePodForObject`).
    fn attachable_pod(&mut self, flags: &Flags) -> Result<Option<Arc<Pod>>, CommandError> {
        match self.pod_or_owner(flags)? {
            Some(Object::Pod(pod)) => Ok(Some(pod)),
            Some(Object::Job(job)) => match pods_of_job(self, &job).into_iter().next() {
                None => Err(CommandError::Client("timed out waiting for the condition".to_owned())),
                pod => Ok(pod),
            },
            Some(Object::Event(_) | Object::Other(_)) | None => Ok(None),
        }
    }
}
