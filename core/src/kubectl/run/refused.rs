//! Commands that are not simulated, as far as the real ones refuse a line before they do anything.

use std::sync::Arc;

use super::elsewhere::not_simulated;
use super::flags::{Flags, Spec, duration, optional, switch, value};
use super::global::RECORD;
use super::kind::Kind;
use super::logs::one_container;
use super::resource::{Named, Object, check_names, no_resources};
use super::set::objects;
use super::write::DRY_RUN;
use super::{Command, Known, Outcome, known, run_pod};
use crate::api::{Pod, PodPhase, StatusError, StatusReason};
use crate::kubectl::CommandError;

pub(super) const COMMANDS: &[Known] = &[
    known("attach", PROCESS_FLAGS, attach),
    known("edit", EDIT_FLAGS, edit),
    known("exec", PROCESS_FLAGS, exec),
    known("expose", EXPOSE_FLAGS, expose),
    known("port-forward", FORWARD_FLAGS, port_forward),
    known("run", run_pod::FLAGS, run_pod::run),
];

const PROCESS_FLAGS: &[Spec] = &[
    value("container", Some('c')),
    value("filename", Some('f')),
    duration("pod-running-timeout"),
    switch("quiet", Some('q')),
    switch("stdin", Some('i')),
    switch("tty", Some('t')),
];
const EDIT_FLAGS: &[Spec] = &[
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

fn edit(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    command.required(flags, &flags.arguments)?;
    Err(not_simulated("edit"))
}

fn expose(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let named = command.required(flags, &flags.arguments)?;
    check_names(&named, false)?;
    Err(match named.first() {
        Some(Named { kind: Kind::Job, .. }) => CommandError::Client("cannot expose a Job.batch".to_owned()),
        _ => not_simulated("expose"),
    })
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
    if let Some(pod) = command.pod_or_owner(flags)? {
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
    if let Some(pod) = command.pod_or_owner(flags)? {
        refuse_completed(&pod, "attach")?;
        let container = one_container(command, &pod, flags.value("container"), false);
        container.map_err(|why| CommandError::Client(format!("cannot attach to the container: {}", why.line())))?;
        refuse_unscheduled(&pod)?;
    }
    Err(not_simulated("attach"))
}

/// The server's refusal of a pod without a node.
fn refuse_unscheduled(pod: &Pod) -> Outcome {
    if pod.spec.node_name.is_some() {
        return Ok(());
    }
    let message = format!("pod {} does not have a host assigned", pod.metadata.name());
    Err(CommandError::Server(String::new(), StatusError::new(StatusReason::BadRequest, message)))
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
    if let Some(phase) = command.pod_or_owner(flags)?.map(|pod| pod.status.phase)
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

    /// Checks that there is the pod, or the object with pods, that the first argument names: the pod itself.
    fn pod_or_owner(&mut self, flags: &Flags) -> Result<Option<Arc<Pod>>, CommandError> {
        let Some(first) = flags.arguments.first() else { return Ok(None) };
        let one = match first.split_once('/') {
            Some(_) => self.named(std::slice::from_ref(first))?.into_iter().next(),
            None => Some(Named { kind: Kind::Pod, name: Some(first.clone()) }),
        };
        let Some(Named { kind, name: Some(name) }) = one else { return Ok(None) };
        match self.find(kind, &name) {
            Some(Object::Pod(pod)) => Ok(Some(pod)),
            Some(_) => Ok(None),
            None => Err(self.absent(kind, &name)),
        }
    }
}
