//! `kubectl run`: a pod from arguments.

use serde_json::{Map, Value, json};

use super::create::{container, metadata, require};
use super::elsewhere::not_simulated;
use super::flags::{Flags, Spec, integer, switch, value};
use super::local::patched_locally;
use super::write::{DRY_RUN, DryRun};
use super::{Command, Outcome};
use crate::api::{Name, ObjectKey, PatchType, env_name};
use crate::kubectl::CommandError;
use crate::trace::FieldValidation;

pub(super) const FLAGS: &[Spec] = &[
    value("annotations", None),
    switch("attach", None),
    switch("command", None),
    DRY_RUN,
    value("env", None),
    switch("expose", None),
    value("field-manager", None),
    integer("grace-period"),
    value("image", None),
    value("image-pull-policy", None),
    value("labels", Some('l')),
    switch("leave-stdin-open", None),
    value("output", Some('o')),
    value("override-type", None),
    value("overrides", None),
    value("pod-running-timeout", None),
    value("port", None),
    switch("privileged", None),
    switch("quiet", Some('q')),
    value("restart", None),
    switch("rm", None),
    switch("save-config", None),
    switch("stdin", Some('i')),
    switch("tty", Some('t')),
];

/// Flags that do more than to create a pod.
const NOT_HERE: &[&str] = &["expose", "save-config", "stdin"];

/// `kubectl run NAME --image=IMAGE`.
pub(super) fn run(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: &str| Err(CommandError::Client(message.to_owned()));
    require(flags, &["image"])?;
    let Some(name) = flags.arguments.first() else {
        return client("NAME is required for run\nSee 'kubectl run -h' for help and examples");
    };
    let dry_run = DryRun::of(command, flags)?;
    let output = command.form_of_object(flags)?.typed();
    let image = flags.value("image").unwrap_or_default();
    if image.is_empty() {
        return client("--image is required");
    }
    if !is_reference(image) {
        return client(&format!("Invalid image name {image:?}: invalid reference format"));
    }
    let usage = |message: &str| client(&format!("{message}\nSee 'kubectl run -h' for help and examples"));
    let set = |name: &&str| flags.value(name).is_some_and(|value| !value.is_empty() && value != "false");
    if set(&"tty") && !set(&"stdin") {
        return usage("-i/--stdin is required for containers with -t/--tty=true");
    }
    if set(&"expose") && !set(&"port") {
        return usage("--port must be set when exposing a service");
    }
    let restart = flags.value("restart").filter(|restart| !restart.is_empty()).unwrap_or("Always");
    if !["Always", "Never", "OnFailure"].contains(&restart) {
        return usage(&format!("invalid restart policy: {restart}"));
    }
    let attaches = if flags.value("attach").is_some() { set(&"attach") } else { set(&"stdin") };
    if set(&"rm") && !attaches {
        return usage("--rm should only be used for attached containers");
    }
    if dry_run != DryRun::None && attaches {
        return usage(
            "--dry-run=[server|client] can't be used with attached containers options (--attach, --stdin, or --tty)",
        );
    }
    let policy = flags.value("image-pull-policy").unwrap_or_default();
    if !["", "Always", "IfNotPresent", "Never"].contains(&policy) {
        return usage(&format!("invalid image pull policy: {policy}"));
    }
    let labels = match flags.value("labels").filter(|labels| !labels.is_empty()) {
        Some(labels) => labels.split(',').map(label).collect::<Result<Map<_, _>, _>>()?,
        None => Map::from_iter([owned(("run", name))]),
    };
    let annotations = flags.values("annotations").map(annotation).collect::<Result<Map<_, _>, _>>()?;
    let env = flags.values("env").map(variable).collect::<Result<Vec<_>, _>>()?;
    let ports = flags.value("port").filter(|port| !port.is_empty()).map(port).transpose()?;
    if attaches || NOT_HERE.iter().any(set) {
        return Err(not_simulated("run"));
    }
    let words: Vec<_> = flags.arguments.iter().skip(1).chain(&flags.after).cloned().collect();
    let privileged = flags.is_set("privileged").then(|| json!({"privileged": true}));
    let fields = [
        (if flags.is_set("command") { "command" } else { "args" }, json!(words)),
        ("env", env.into()),
        ("imagePullPolicy", policy.into()),
        ("ports", ports.into_iter().collect()),
        ("securityContext", privileged.unwrap_or_default()),
    ];
    let mut metadata = metadata(command, name, dry_run);
    if !annotations.is_empty() {
        metadata.insert("annotations".to_owned(), annotations.into());
    }
    metadata.insert("labels".to_owned(), labels.into());
    let mut body = json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": metadata,
        "spec": {"containers": [container(name, image, fields)], "dnsPolicy": "ClusterFirst", "restartPolicy": restart}, "status": {},
    });
    if let Some(overrides) = flags.value("overrides").filter(|overrides| !overrides.is_empty()) {
        let patch: Value = serde_json::from_str(overrides).unwrap_or_default();
        let r#type = match flags.value("override-type").unwrap_or_default() {
            "" | "merge" => PatchType::Merge,
            "strategic" => PatchType::Strategic,
            "json" => PatchType::Json,
            other => return client(&format!("invalid override type: {other}")),
        };
        body = patched_locally(&body, r#type, &patch, command.release())?;
    }
    let done = format!("created{}", dry_run.suffix());
    if dry_run == DryRun::Client {
        return command.report_document(&format!("pod/{name}"), || body, &done, &output);
    }
    command.record(&mut body);
    let key = ObjectKey::new(&command.namespace, &Name::from(name.as_str()));
    let created = command.send_pod(&key, &body, FieldValidation::Ignore, dry_run);
    let created = created.map_err(|error| CommandError::Server(String::new(), error))?;
    command.report_object(&created, &done, &output)
}

/// A label of `--labels`.
fn label(given: &str) -> Result<(String, Value), CommandError> {
    let refused = |why: String| Err(CommandError::Client(why));
    match given.split('=').collect::<Vec<_>>()[..] {
        ["", _] => refused("unexpected empty label key".to_owned()),
        [key, value] => Ok(owned((key, value))),
        _ => refused(format!("unexpected label spec: {given}")),
    }
}

fn annotation(given: &str) -> Result<(String, Value), CommandError> {
    let invalid = || CommandError::Client(format!("invalid annotations format: {given}"));
    given.split_once('=').map(owned).ok_or_else(invalid)
}

/// A variable of `--env`.
fn variable(given: &str) -> Result<Value, CommandError> {
    match given.split_once('=') {
        Some((name, "")) if env_name(name).is_empty() => Ok(json!({"name": name})),
        Some((name, value)) if env_name(name).is_empty() => Ok(json!({"name": name, "value": value})),
        _ => Err(CommandError::Client(format!("invalid env: {given}"))),
    }
}

fn port(given: &str) -> Result<Value, CommandError> {
    let invalid = |_| CommandError::Client(format!("strconv.Atoi: parsing {given:?}: invalid syntax"));
    given.parse::<i64>().map(|port| json!({"containerPort": port})).map_err(invalid)
}

/// Whether that is a name of an image (`distribution/reference`): perhaps a host, a path, perhaps a tag and a digest.
pub(super) fn is_reference(image: &str) -> bool {
    let (image, digest) = image.split_once('@').map_or((image, None), |(image, digest)| (image, Some(digest)));
    let is_hex = |digest: &str| digest.len() >= 32 && digest.chars().all(|c| c.is_ascii_hexdigit());
    if !digest.is_none_or(|digest| digest.split_once(':').is_some_and(|(_, hex)| is_hex(hex))) {
        return false;
    }
    let (name, tag) = match image.rsplit_once(':') {
        Some((name, tag)) if !tag.contains('/') => (name, Some(tag)),
        _ => (image, None),
    };
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_tag =
        |tag: &str| tag.starts_with(is_word) && tag.len() <= 128 && tag.chars().all(|c| is_word(c) || ".-".contains(c));
    let is_host = |host: &str| {
        let host = host.rsplit_once(':').filter(|(_, port)| port.parse::<u32>().is_ok()).map_or(host, |(host, _)| host);
        let is_label = |label: &str| {
            let is_edge = |c: char| c.is_ascii_alphanumeric();
            label.starts_with(is_edge) && label.ends_with(is_edge) && label.chars().all(|c| is_edge(c) || c == '-')
        };
        host.split('.').all(is_label)
    };
    let is_path = |part: &str| {
        let is_edge = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let is_separator = |run: &str| matches!(run, "" | "." | "_" | "__") || run.chars().all(|c| c == '-');
        part.starts_with(is_edge) && part.ends_with(is_edge) && part.split(is_edge).all(is_separator)
    };
    let path = name.split_once('/').filter(|(first, _)| is_host(first)).map_or(name, |(_, path)| path);
    tag.is_none_or(is_tag) && path.split('/').all(is_path)
}

fn owned((key, value): (&str, &str)) -> (String, Value) {
    (key.to_owned(), value.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_images_are_known() {
        for image in ["i", "docker.io/library/busybox:1.36", "localhost:5000/b", "A.io/b", "a_b/c__d", "a--b:B_1.x-"] {
            assert!(is_reference(image), "{image}");
        }
        let digest = format!("i@sha256:{}", "0123456789abcdef".repeat(4));
        assert!(is_reference(&digest));
        for image in ["", "i i", "I", "busybox:", "busybox@sha256:x", "-x", "a//b", "a/B", "a:b:c", "a.-b", "a:-b"] {
            assert!(!is_reference(image), "{image}");
        }
    }
}
