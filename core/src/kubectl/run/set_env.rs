//! `kubectl set env`: variables of containers, changed or listed.

use serde_json::{Map, Value, json};

use super::flags::{Flags, Spec, switch, value};
use super::kind::Kind;
use super::resource::not_found;
use super::set::{Target, Update, patch_of_containers, selected, set_flags, targets};
use super::write::DryRun;
use super::{Command, Outcome};
use crate::api::{Container, PodSpec, env_name};
use crate::kubectl::CommandError;

pub(super) const FLAGS: &[Spec] = set_flags![
    value("containers", Some('c')),
    value("env", Some('e')),
    value("from", None),
    value("keys", None),
    switch("list", None),
    switch("overwrite", None),
    value("prefix", None),
    switch("resolve", None),
    value("selector", Some('l')),
];

/// Variables that are set, and those that are removed.
struct Changes {
    set: Vec<(String, String)>,
    remove: Vec<String>,
}

pub(super) fn env(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: &str| Err(CommandError::Client(message.to_owned()));
    let given = |flag: &str| flags.value(flag).filter(|value| !value.is_empty());
    if flags.is_set("all") && given("selector").is_some() {
        return client("cannot set --all and --selector at the same time");
    }
    let is_change = |word: &String| word.find('=').is_some_and(|at| at > 0) || word.ends_with('-');
    let first = flags.arguments.iter().position(is_change).unwrap_or(flags.arguments.len());
    let (resources, words) = flags.arguments.split_at(first);
    if !words.iter().all(is_change) {
        let words = flags.arguments.join(" ");
        return client(&format!("all resources must be specified before environment changes: {words}"));
    }
    let (dry_run, output) = (DryRun::of(command, flags)?, command.form_of_object(flags)?.typed());
    if Command::files(flags).is_empty() && resources.is_empty() {
        return client("one or more resources must be specified as <resource> <name> or <resource>/<name>");
    }
    if flags.is_set("list") && given("output").is_some() {
        return client("--list and --output may not be specified together");
    }
    if given("keys").is_some() && given("from").is_none() {
        return client("when specifying --keys, a configmap or secret must be provided with --from");
    }
    let written = flags.values("env").chain(words.iter().map(String::as_str));
    let changes = Changes::read(command, written, given("prefix").unwrap_or_default())?;
    if let Some(from) = given("from") {
        check_source(command, from)?;
    }
    let wanted = flags.value("containers").unwrap_or("*");
    let update =
        Update { done: "env updated", refused: "failed to patch env update to pod template:", dry_run, output };
    // With `--local` the arguments are ignored.
    let resources = if flags.is_set("local") { &[] } else { resources };
    let targets = targets(command, flags, resources)?;
    update.each(command, &targets, |command, Target { kind, name, spec, .. }| {
        let containers: Vec<_> = selected(spec, wanted).collect();
        if containers.is_empty() {
            command.warn(&format!("Warning: {kind}/{name} does not have any containers matching {wanted:?}"));
            return Ok(None);
        }
        if flags.is_off("overwrite")
            && let Some((variable, old)) = containers.iter().find_map(|container| changes.overwritten(container))
        {
            let object = format!("{}s/{name}", kind.to_lowercase());
            let message =
                format!("error: {object} '{variable}' already has a value ({old}), and --overwrite is false\n");
            return Err(CommandError::Client(message));
        }
        if !flags.is_set("list") {
            return Ok(changes.patch(spec, wanted));
        }
        for container in containers {
            command.print_line(&format!("# {kind} {name}, container {}", container.name));
            for variable in changes.applied(container) {
                command.print_line(&shown(&variable));
            }
        }
        Ok(None)
    });
    Ok(())
}

/// `--from`: there is no `ConfigMap` and no Secret here.
fn check_source(command: &mut Command<'_>, from: &str) -> Outcome {
    for one in command.named(&[from.to_owned()])? {
        let name = one.name.unwrap_or_default();
        if matches!(one.kind, Kind::Other(_)) || command.find(one.kind, &name).is_none() {
            return Err(not_found(one.kind, &name));
        }
    }
    Err(CommandError::Client("unsupported resource specified in --from".to_owned()))
}

/// A variable as `--list` shows it.
fn shown(variable: &Value) -> String {
    let text = |path: &str| variable.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned();
    let name = text("/name");
    let Some(from) = variable.get("valueFrom").filter(|from| !from.is_null()) else {
        return format!("{name}={}", text("/value"));
    };
    let has = |field: &str| from.get(field).is_some();
    let keyed = |kind: &str, field: &str| {
        format!(
            "{kind} {}, key {}",
            text(&format!("/valueFrom/{field}/name")),
            text(&format!("/valueFrom/{field}/key"))
        )
    };
    let source = if has("configMapKeyRef") {
        keyed("configmap", "configMapKeyRef")
    } else if has("secretKeyRef") {
        keyed("secret", "secretKeyRef")
    } else if has("fieldRef") {
        format!("field path {}", text("/valueFrom/fieldRef/fieldPath"))
    } else if has("resourceFieldRef") {
        let container = text("/valueFrom/resourceFieldRef/containerName");
        let of = if container.is_empty() { String::new() } else { format!("{container}/") };
        format!("resource field {of}{}", text("/valueFrom/resourceFieldRef/resource"))
    } else {
        "invalid valueFrom".to_owned()
    };
    format!("# {name} from {source}")
}

fn variables(container: &Container) -> &[Value] {
    container.other.map().get("env").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn name_of(variable: &Value) -> &str {
    variable.get("name").and_then(Value::as_str).unwrap_or_default()
}

impl Changes {
    /// Reads `KEY=VALUE`, `KEY-`, and `-` for lines of the standard input.
    fn read<'w>(
        command: &Command<'_>,
        written: impl Iterator<Item = &'w str>,
        prefix: &str,
    ) -> Result<Self, CommandError> {
        let client = |message: String| Err(CommandError::Client(message));
        let (mut set, mut remove) = (Vec::new(), Vec::new());
        for word in written {
            if word == "-" {
                let lines =
                    command.cluster.stdin.lines().map(|line| line.split_once('#').map_or(line, |(line, _)| line));
                set.extend(lines.filter_map(|line| line.split_once('=')));
            } else if let Some((name, value)) = word.split_once('=') {
                let errors = env_name(name);
                if !errors.is_empty() {
                    return client(format!("{name:?} is not a valid key name: {}", errors.join(";")));
                }
                set.push((name, value));
            } else if let Some(name) = word.strip_suffix('-') {
                remove.push(name.to_owned());
            } else {
                return client(format!("unknown environment variable: {word}"));
            }
        }
        if remove.iter().any(|name| set.iter().any(|(set, _)| set == name)) {
            return client(
                "can not both modify and remove the same environment variable in the same command".to_owned(),
            );
        }
        let set = set.into_iter().map(|(name, value)| (format!("{prefix}{name}"), value.to_owned())).collect();
        Ok(Self { set, remove })
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.set.iter().find(|(set, _)| set == name).map(|(_, value)| value.as_str())
    }

    /// A variable that has another value, with that.
    fn overwritten(&self, container: &Container) -> Option<(String, String)> {
        let old = |variable: &Value| variable.get("value").and_then(Value::as_str).unwrap_or_default().to_owned();
        self.set.iter().find_map(|(name, value)| {
            let variable = variables(container).iter().find(|variable| name_of(variable) == name)?;
            (old(variable) != *value).then(|| (name.clone(), old(variable)))
        })
    }

    /// The variables of a container after the changes (`updateEnv`).
    fn applied(&self, container: &Container) -> Vec<Value> {
        let new = |name: &str, value: &str| json!({"name": name, "value": value});
        let mut applied: Vec<Value> = Vec::new();
        for variable in variables(container) {
            let name = name_of(variable);
            if !self.remove.iter().any(|removed| removed == name) {
                applied.push(self.value(name).map_or_else(|| variable.clone(), |value| new(name, value)));
            }
        }
        for (name, _) in &self.set {
            if !applied.iter().any(|variable| name_of(variable) == name) {
                applied.push(new(name, self.value(name).unwrap_or_default()));
            }
        }
        applied
    }

    /// The patch of one container's variables; `None` if they stay.
    fn of_container(&self, container: &Container) -> Option<Value> {
        let old = |name: &str| variables(container).iter().find(|variable| name_of(variable) == name);
        let removed = self.remove.iter().filter(|name| old(name).is_some());
        let mut env: Vec<Value> = removed.map(|name| json!({"$patch": "delete", "name": name})).collect();
        for variable in self.applied(container) {
            let name = name_of(&variable);
            let before = old(name);
            let Some(value) = self.value(name) else { continue };
            let has = |field: &str| before.is_some_and(|before| before.get(field).is_some());
            let was = before.and_then(|before| before.get("value")).and_then(Value::as_str).unwrap_or_default();
            if before.is_some() && !has("valueFrom") && was == value {
                continue;
            }
            let mut fields = Map::from_iter([("name".to_owned(), json!(name))]);
            if !value.is_empty() {
                fields.insert("value".to_owned(), json!(value));
            } else if has("value") {
                fields.insert("value".to_owned(), Value::Null);
            }
            if has("valueFrom") {
                fields.insert("valueFrom".to_owned(), Value::Null);
            }
            env.push(fields.into());
        }
        if !env.is_empty() && self.applied(container).is_empty() {
            return Some(json!({"name": container.name, "env": null}));
        }
        let order: Vec<_> = self.applied(container).iter().map(|variable| json!({"name": name_of(variable)})).collect();
        (!env.is_empty()).then(|| json!({"name": container.name, "env": env, "$setElementOrder/env": order}))
    }

    /// The patch of a pod's spec; `None` if nothing changes.
    fn patch(&self, spec: &PodSpec, wanted: &str) -> Option<Value> {
        patch_of_containers(spec, wanted, |container| self.of_container(container))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_listed_with_their_sources() {
        let source = |from: Value| shown(&json!({"name": "X", "valueFrom": from}));
        assert_eq!(shown(&json!({"name": "X", "value": "1"})), "X=1");
        assert_eq!(source(json!({"secretKeyRef": {"name": "s", "key": "k"}})), "# X from secret s, key k");
        assert_eq!(source(json!({"fieldRef": {"fieldPath": "metadata.name"}})), "# X from field path metadata.name");
        let resource = json!({"resourceFieldRef": {"containerName": "c", "resource": "limits.cpu"}});
        assert_eq!(source(resource), "# X from resource field c/limits.cpu");
    }
}
