//! `kubectl logs`: which containers it asks, and why one has no logs. Containers print nothing here.

use std::cmp::Reverse;
use std::sync::Arc;

use super::flags::{Flags, Spec, duration, integer, switch, value};
use super::kind::Kind;
use super::object::Object;
use super::resource::Named;
use super::select::Selector;
use super::selector_errors::unselectable;
use super::{Command, Outcome};
use crate::api::{
    Container, ContainerState, ContainerStatus, Job, MetaTime, Pod, PodPhase, ReportedReason, StatusError,
    StatusReason, WaitingReason, from_json,
};
use crate::kubectl::CommandError;
use crate::kubectl::print::go_sort_by;

pub(super) const FLAGS: &[Spec] = &[
    switch("follow", Some('f')),
    switch("previous", Some('p')),
    value("container", Some('c')),
    switch("all-containers", None),
    switch("all-pods", None),
    switch("ignore-errors", None),
    switch("insecure-skip-tls-verify-backend", None),
    integer("limit-bytes"),
    integer("max-log-requests"),
    duration("pod-running-timeout"),
    integer("tail"),
    duration("since"),
    value("since-time", None),
    switch("timestamps", None),
    value("selector", Some('l')),
    switch("prefix", None),
];

/// The annotation that names the container whose logs are wanted most.
const DEFAULT_CONTAINER: &str = "kubectl.kubernetes.io/default-container";
/// Log streams that are followed at most, unless more are asked for.
const MOST_FOLLOWED: i64 = 5;

/// Whose logs are asked for.
enum Source {
    /// Of pods.
    Pods(Vec<Arc<Pod>>),
    /// Of pods of a Job, the one that is asked first at the beginning.
    OfJob(Vec<Arc<Pod>>),
}

pub(super) fn logs(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: &str| CommandError::Client(message.to_owned());
    let usage = |message: &str| client(&format!("{message}\nSee 'kubectl logs -h' for help and examples"));
    let expected = || {
        usage(
            "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command",
        )
    };
    let selector = flags.value("selector").filter(|selector| !selector.is_empty());
    let (named, inline) = match (flags.arguments.as_slice(), selector) {
        ([], Some(_)) => (None, None),
        ([_], Some(_)) => return Err(usage("only a selector (-l) or a POD name is allowed")),
        ([named], None) => (Some(named), None),
        ([named, container], None) => (Some(named), Some(container.as_str())),
        _ => return Err(expected()),
    };
    let is_time = |written: &str| from_json::<MetaTime>(&written.into()).is_ok();
    if let Some(written) = flags.value("since-time").filter(|written| !is_time(written)) {
        return Err(client(&format!(
            "parsing time {written:?} as \"2006-01-02T15:04:05Z07:00\": cannot parse {written:?} as \"2006\""
        )));
    }
    let source = match (named, selector) {
        (Some(named), _) => source(command, named)?,
        (None, selector) => {
            let refused = |why: String| unselectable(&[Named { kind: Kind::Pod, name: None }], flags, &why);
            let selector = Selector::of_labels(selector.unwrap_or_default()).map_err(refused)?;
            let mut pods = all_pods(command);
            pods.retain(|pod| selector.matches(|key| pod.metadata.labels.get(key).map(str::to_owned)));
            if pods.is_empty() {
                command.warn_of_nothing();
            }
            Source::Pods(pods)
        }
    };
    let container = flags.value("container").filter(|name| !name.is_empty()).or(inline);
    check(flags, container, inline.is_some())?;
    let all_of_job = flags.is_set("all-pods");
    let pods = match source {
        Source::Pods(pods) => pods,
        Source::OfJob(pods) if pods.is_empty() => return Err(client("timed out waiting for the condition")),
        Source::OfJob(mut pods) => {
            if !all_of_job && let (count @ 2.., Some(first)) = (pods.len(), pods.first()) {
                command.warn(&format!("Found {count} pods, using pod/{}", first.metadata.name()));
            }
            pods.truncate(if all_of_job { pods.len() } else { 1 });
            pods
        }
    };
    print(command, flags, &pods, container)
}

/// Refuses values that do not fit together.
fn check(flags: &Flags, container: Option<&str>, inline: bool) -> Outcome {
    let client = |message: String| CommandError::Client(message);
    let since = flags.milliseconds("since").unwrap_or(0);
    if flags.value("since-time").is_some() && since != 0 {
        return Err(client("at most one of `sinceTime` or `sinceSeconds` may be specified".to_owned()));
    }
    if let Some(container) = container.filter(|_| flags.is_set("all-containers")) {
        return Err(client(format!("--all-containers=true should not be specified with container name {container}")));
    }
    if inline && flags.value("container").is_some() {
        return Err(client("only one of -c or an inline [CONTAINER] arg is allowed".to_owned()));
    }
    if flags.integer("limit-bytes").is_some_and(|bytes| bytes < 0) {
        return Err(client("--limit-bytes must be greater than 0".to_owned()));
    }
    if since < 0 {
        return Err(client("--since must be greater than 0".to_owned()));
    }
    if flags.integer("tail").is_some_and(|lines| lines < -1) {
        return Err(client("--tail must be greater than or equal to -1".to_owned()));
    }
    Ok(())
}

fn all_pods(command: &Command<'_>) -> Vec<Arc<Pod>> {
    let pod = |object| match object {
        Object::Pod(pod) => Some(pod),
        Object::Job(_) | Object::Event(_) | Object::Other(_) => None,
    };
    command.of_kind(Kind::Pod).into_iter().filter_map(pod).collect()
}

/// What `POD` or `TYPE/NAME` names.
fn source(command: &mut Command<'_>, named: &str) -> Result<Source, CommandError> {
    let client = |message: &str| CommandError::Client(message.to_owned());
    let (kind, name) = match named.split('/').collect::<Vec<_>>().as_slice() {
        [name] => (Kind::Pod, *name),
        [kind, name] if !kind.is_empty() && !name.is_empty() => (command.kind(kind)?, *name),
        [_, _] => return Err(client("arguments in resource/name form must have a single resource and name")),
        _ => return Err(client("arguments in resource/name form may not have more than one slash")),
    };
    match command.find(kind, name) {
        Some(Object::Pod(pod)) => Ok(Source::Pods(vec![pod])),
        Some(Object::Job(job)) => Ok(Source::OfJob(pods_of_job(command, &job))),
        Some(object @ (Object::Event(_) | Object::Other(_))) => {
            let kind = object.kind().with_group();
            let kind = kind.trim_end_matches('.');
            Err(client(&format!("cannot get the logs from *v1.{kind}: selector for *v1.{kind} not implemented")))
        }
        None => {
            let absent = command.absent(kind, name);
            let CommandError::Server(_, error) = absent else { return Err(absent) };
            let namespace = command.namespace.as_str();
            Err(client(&format!("error from server (NotFound): {} in namespace {namespace:?}", error.message)))
        }
    }
}

/// The pods of a Job, those with the logs that are wanted most first.
pub(super) fn pods_of_job(command: &Command<'_>, job: &Job) -> Vec<Arc<Pod>> {
    let mut pods = all_pods(command);
    pods.retain(|pod| job.spec.selector.as_ref().is_some_and(|selector| selector.matches(&pod.metadata.labels)));
    go_sort_by(command.release(), &mut pods, |one, other| order(one) < order(other));
    pods
}

/// `ByLogging`: which of several pods has the logs that are wanted most.
fn order(pod: &Pod) -> impl Ord + use<> {
    let is_pending = pod.status.phase == PodPhase::Pending;
    let ready_since = pod.status.condition("Ready").filter(|_| pod.is_ready());
    let ready_since = ready_since.and_then(|condition| condition.last_transition_time).map(MetaTime::time);
    let restarts = pod.status.container_statuses.iter().map(|status| status.restart_count).max().unwrap_or(0);
    let created = pod.metadata.creation_timestamp.map(MetaTime::time);
    (
        pod.spec.node_name.is_none(),
        is_pending,
        !pod.is_ready(),
        ready_since,
        Reverse(restarts),
        created.is_none(),
        created,
    )
}

/// Asks each container of the pods, or one of each.
fn print(command: &mut Command<'_>, flags: &Flags, pods: &[Arc<Pod>], container: Option<&str>) -> Outcome {
    let mut asked: Vec<(&Pod, &Container)> = Vec::new();
    for pod in pods {
        if flags.is_set("all-containers") {
            let containers = pod.spec.init_containers.iter().chain(pod.spec.containers.iter());
            asked.extend(containers.map(|container| (&**pod, container)));
            continue;
        }
        let is_one_of_many = flags.is_set("all-pods");
        asked.push((pod, one_container(command, pod, container, is_one_of_many)?));
    }
    let follows = flags.is_set("follow");
    let most = flags.integer("max-log-requests").unwrap_or(MOST_FOLLOWED);
    if follows && asked.len() > 1 && i64::try_from(asked.len()).is_ok_and(|count| count > most) {
        let count = asked.len();
        let message = format!(
            "you are attempting to follow {count} log streams, but maximum allowed concurrency is {most}, use --max-log-requests to increase the limit"
        );
        return Err(CommandError::Client(message));
    }
    for (pod, container) in &asked {
        if let Some(why) = no_logs(pod, container, flags.is_set("previous")) {
            let error = StatusError::new(StatusReason::BadRequest, why);
            if !flags.is_set("ignore-errors") {
                return Err(CommandError::Server(String::new(), error));
            }
            command.print_line(&format!("error: {}", error.message));
        }
    }
    // The log of a pod without a node is empty.
    if asked.iter().any(|(pod, _)| pod.spec.node_name.is_some()) {
        command.warn("Containers are not run here, so they print nothing.");
    }
    Ok(())
}

/// The container that is named, or the pod's first one.
pub(super) fn one_container<'p>(
    command: &mut Command<'_>,
    pod: &'p Pod,
    named: Option<&str>,
    quiet: bool,
) -> Result<&'p Container, CommandError> {
    let find = |name: &str| {
        let mut containers = pod.spec.containers.iter().chain(pod.spec.init_containers.iter());
        containers.find(|container| container.name == name)
    };
    let all_names = || {
        let init = pod.spec.init_containers.iter().map(|container| format!("{} (init)", container.name));
        let main = pod.spec.containers.iter().map(|container| container.name.clone());
        main.chain(init).collect::<Vec<_>>().join(", ")
    };
    let marked = pod.metadata.annotations.get(DEFAULT_CONTAINER).filter(|name| named.is_none() && !name.is_empty());
    if let Some(marked) = marked {
        match find(marked) {
            Some(container) => return Ok(container),
            None => {
                command.warn(&format!("Default container name {marked:?} not found in pod {}", pod.metadata.name()));
            }
        }
    }
    let found = if let Some(name) = named {
        find(name)
    } else {
        let first = pod.spec.containers.first();
        let is_one_of_several = pod.spec.containers.len() + pod.spec.init_containers.len() > 1;
        if let Some(first) = first.filter(|_| is_one_of_several && !quiet) {
            command.warn(&format!("Defaulted container {:?} out of: {}", first.name, all_names()));
        }
        first
    };
    found.ok_or_else(|| {
        let (name, pod) = (named.unwrap_or_default(), pod.metadata.name());
        CommandError::Client(format!("container {name} is not valid for pod {pod} out of: {}", all_names()))
    })
}

/// Why the kubelet has no logs of a container (`validateContainerLogStatus`). A pod without a node has empty ones.
fn no_logs(pod: &Pod, container: &Container, previous: bool) -> Option<String> {
    pod.spec.node_name.as_ref()?;
    let (name, pod_name) = (&container.name, pod.metadata.name());
    let statuses = || pod.status.container_statuses.iter().chain(&pod.status.init_container_statuses);
    let status: Option<&ContainerStatus> = statuses().find(|status| status.name == *name);
    let Some(status) = status else {
        return Some(format!("container {name:?} in pod {pod_name:?} is not available"));
    };
    if previous {
        let missing = status.last_termination.is_none();
        return missing.then(|| format!("previous terminated container {name:?} in pod {pod_name:?} not found"));
    }
    match &status.state {
        ContainerState::Waiting { reason, .. } if status.last_termination.is_none() => {
            let why = match reason {
                Some(ReportedReason::Known(WaitingReason::ErrImagePull)) => "image can't be pulled",
                Some(ReportedReason::Known(WaitingReason::ImagePullBackOff)) => "trying and failing to pull image",
                Some(reason) => reason.as_str(),
                None => "ContainerCreating",
            };
            Some(format!("container {name:?} in pod {pod_name:?} is waiting to start: {why}"))
        }
        ContainerState::Waiting { .. } | ContainerState::Running | ContainerState::Terminated { .. } => None,
    }
}
