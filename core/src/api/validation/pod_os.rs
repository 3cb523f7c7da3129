//! Validation of what a pod's operating system does not have (`validateOS`, `validateLinux`, `validateWindows`), and
//! of containers that are processes of a Windows host.

use super::context::{PodContext, supported, visit_containers};
use crate::api::json::{Object, flag, is_set, object, objects, optional_flag};
use crate::api::{FieldError, FieldPath};

/// What is set in a pod's security context, or beside it, that Windows does not have; in upstream's order. Most
/// fields of a pod about its host are no pointers: they are set if they are true.
const OF_LINUX_PODS: [(&str, Set); 15] = [
    ("securityContext.appArmorProfile", Set::There),
    ("securityContext.seLinuxOptions", Set::There),
    ("hostUsers", Set::There),
    ("hostPID", Set::True),
    ("hostIPC", Set::True),
    ("securityContext.seccompProfile", Set::There),
    ("securityContext.fsGroup", Set::There),
    ("securityContext.fsGroupChangePolicy", Set::There),
    ("securityContext.sysctls", Set::Filled),
    ("shareProcessNamespace", Set::There),
    ("securityContext.runAsUser", Set::There),
    ("securityContext.runAsGroup", Set::There),
    ("securityContext.supplementalGroups", Set::There),
    ("securityContext.supplementalGroupsPolicy", Set::There),
    ("securityContext.seLinuxChangePolicy", Set::There),
];

/// The same of the security context of a container.
const OF_LINUX_CONTAINERS: [&str; 10] = [
    "appArmorProfile",
    "seLinuxOptions",
    "seccompProfile",
    "capabilities",
    "readOnlyRootFilesystem",
    "privileged",
    "allowPrivilegeEscalation",
    "procMount",
    "runAsUser",
    "runAsGroup",
];

/// When a field counts as set.
#[derive(Clone, Copy)]
enum Set {
    There,
    True,
    Filled,
}

impl Set {
    fn holds(self, fields: &Object, field: &str) -> bool {
        match self {
            Self::There => is_set(fields, field),
            Self::True => flag(fields, field),
            Self::Filled => objects(fields, field).next().is_some(),
        }
    }
}

/// `validateOS` and what follows from it. The gate of the field is on since v1.24.
pub(super) fn os(errors: &mut Vec<FieldError>, pod: &PodContext<'_>, path: &FieldPath) {
    let Some(name) = pod.os() else { return };
    let os_path = path.child("os");
    match name {
        "" => {
            let detail = if pod.release.since(34) { "" } else { "cannot be empty" };
            errors.push(FieldError::required(&os_path.child("name"), detail));
        }
        "linux" => linux(errors, pod, path),
        "windows" => windows(errors, pod, path),
        name => {
            let before = errors.len();
            supported(errors, &os_path, name, &["linux", "windows"]);
            for error in errors.iter_mut().skip(before) {
                error.place = os_path.child("name");
            }
        }
    }
}

/// The security contexts of all containers with their paths.
fn contexts<'a>(pod: &PodContext<'a>, path: &FieldPath) -> Vec<(Option<&'a Object>, FieldPath)> {
    let containers = visit_containers(pod.spec, path).into_iter();
    let context = |fields| object(fields, "securityContext");
    containers.map(|one| (context(one.fields), one.path.child("securityContext"))).collect()
}

/// `validateLinux`.
fn linux(errors: &mut Vec<FieldError>, pod: &PodContext<'_>, path: &FieldPath) {
    let of_pod = (object(pod.other(), "securityContext"), path.child("securityContext"));
    for (context, path) in std::iter::once(of_pod).chain(contexts(pod, path)) {
        if context.is_some_and(|context| is_set(context, "windowsOptions")) {
            let detail = "windows options cannot be set for a linux pod";
            errors.push(FieldError::forbidden(&path.child("windowsOptions"), detail));
        }
    }
}

/// `validateWindows`.
fn windows(errors: &mut Vec<FieldError>, pod: &PodContext<'_>, path: &FieldPath) {
    let detail = "cannot be set for a windows pod";
    let context = object(pod.other(), "securityContext");
    for (field, set) in OF_LINUX_PODS {
        let is_there = match field.strip_prefix("securityContext.") {
            Some(field) => context.is_some_and(|context| set.holds(context, field)),
            None => set.holds(pod.other(), field),
        };
        if is_there {
            errors.push(FieldError::forbidden(&path.child(field), detail));
        }
    }
    for (context, path) in contexts(pod, path) {
        let Some(context) = context else { continue };
        for field in OF_LINUX_CONTAINERS.into_iter().filter(|field| is_set(context, field)) {
            errors.push(FieldError::forbidden(&path.child(field), detail));
        }
    }
}

/// `validateWindowsHostProcessPod`: all of its containers are processes of the host, or none.
pub(super) fn windows_host_process(errors: &mut Vec<FieldError>, pod: &PodContext<'_>, path: &FieldPath) {
    let of = |context: Option<&Object>| {
        let options = context.and_then(|context| object(context, "windowsOptions"));
        options.and_then(|options| optional_flag(options, "hostProcess"))
    };
    let of_pod = of(object(pod.other(), "securityContext"));
    let all = contexts(pod, path);
    let mut of_host = 0;
    for (context, path) in &all {
        let of_container = of(*context);
        if let Some((of_pod, of_container)) = of_pod.zip(of_container).filter(|(pod, container)| pod != container) {
            let detail = format!("pod hostProcess value must be identical if both are specified, was {of_pod}");
            let path = path.child("windowsOptions").child("hostProcess");
            errors.push(FieldError::invalid(&path, of_container, detail));
        }
        of_host += usize::from(of_container.or(of_pod) == Some(true));
    }
    if of_host == 0 {
        return;
    }
    if of_host != all.len() {
        let detail = "If pod contains any hostProcess containers then all containers must be HostProcess containers";
        errors.push(FieldError::invalid_text(path, "", detail));
    }
    if !flag(pod.other(), "hostNetwork") {
        let detail = "hostNetwork must be true if pod contains any hostProcess containers";
        errors.push(FieldError::invalid(&path.child("hostNetwork"), false, detail));
    }
    if !pod.server.allow_privileged {
        errors.push(FieldError::forbidden(path, "hostProcess containers are disallowed by cluster policy"));
    }
}
