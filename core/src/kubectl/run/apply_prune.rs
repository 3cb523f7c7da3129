//! `kubectl apply --prune`: deletes what was applied before and is in no file any more.

use std::collections::BTreeSet;

use super::delete::send_deletion;
use super::flags::Flags;
use super::form::Form;
use super::kind::{Kind, is_served};
use super::object::Object;
use super::select::Selector;
use super::write::DryRun;
use super::{Command, Outcome, Write};
use crate::api::{DeleteOptions, DeletionPropagation, Namespace, ObjectKey};
use crate::kubectl::{CommandError, LAST_APPLIED_ANNOTATION};

/// The kinds that are pruned, of those that there are objects of.
#[derive(Clone, Debug)]
pub(super) struct Prune {
    kinds: Vec<Kind>,
    /// Whether they are those that kubectl takes if none are named.
    usual: bool,
}

impl Prune {
    /// What `--prune` and `--prune-allowlist` say; `None` if nothing is pruned.
    pub(super) fn of_flags(flags: &Flags) -> Result<Option<Self>, CommandError> {
        if !flags.is_set("prune") {
            return Ok(None);
        }
        let mut kinds = Vec::new();
        for named in flags.values("prune-allowlist") {
            let [group, version, kind] = named.split('/').collect::<Vec<_>>()[..] else {
                let message = format!("invalid GroupVersionKind format: {named}, please follow <group/version/kind>");
                return Err(CommandError::Client(message));
            };
            let version = match group {
                "" | "core" => version.to_owned(),
                group => format!("{group}/{version}"),
            };
            if !is_served(&version, kind) {
                return Err(CommandError::Client(format!("no matches for kind {kind:?} in version {version:?}")));
            }
            kinds.extend(Kind::named(kind));
        }
        let usual = flags.value("prune-allowlist").is_none();
        Ok(Some(Self { kinds: if usual { vec![Kind::Pod, Kind::Job] } else { kinds }, usual }))
    }

    /// Prunes the namespaces of what was applied.
    pub(super) fn run(
        &self,
        command: &mut Command<'_>,
        selector: &Selector,
        applied: &BTreeSet<ObjectKey>,
        policy: DeletionPropagation,
        dry_run: DryRun,
        output: &Form,
    ) -> Outcome {
        if self.usual {
            let warning = "Deprecated: kubectl apply will no longer prune non-namespaced resources by default when used with the --namespace flag in a future release. To preserve the current behaviour, list the resources you want to target explicitly in the --prune-allowlist flag.";
            command.warn(&command.log_line('W', "prune.go:71", warning));
        }
        let mut namespaces: BTreeSet<String> = applied.iter().map(|key| key.split().0.to_owned()).collect();
        namespaces.extend(command.names_namespace.then(|| command.namespace.as_str().to_owned()));
        for namespace in namespaces {
            command.namespace = Namespace::from(namespace);
            for kind in &self.kinds {
                for object in command.of_kind(*kind) {
                    let was_applied =
                        object.annotations().is_some_and(|marks| marks.get(LAST_APPLIED_ANNOTATION).is_some());
                    let is_chosen = selector.matches(|key| object.label(key).map(str::to_owned));
                    if was_applied && is_chosen && !is_among(&object, applied) {
                        prune(command, &object, policy, dry_run)?;
                        command.report_object(&object, &format!("pruned{}", dry_run.suffix()), output)?;
                    }
                }
            }
        }
        Ok(())
    }
}

fn is_among(object: &Object, applied: &BTreeSet<ObjectKey>) -> bool {
    matches!(object, Object::Job(job) if applied.contains(&job.metadata.key()))
}

fn prune(command: &mut Command<'_>, object: &Object, policy: DeletionPropagation, dry_run: DryRun) -> Outcome {
    match object {
        Object::Job(job) => send_deletion(command, &job.metadata.key(), policy, dry_run),
        Object::Pod(pod) if dry_run == DryRun::None => {
            let (key, now) = (pod.metadata.key(), command.cluster.now);
            let deleted = command.server.delete_pod(&key, &DeleteOptions::default(), now);
            deleted.map_err(|error| CommandError::Server(String::new(), error))?;
            command.ran.writes.push(Write::DeletePod { key, grace: None });
            Ok(())
        }
        Object::Pod(_) | Object::Event(_) | Object::Other(_) => Ok(()),
    }
}
