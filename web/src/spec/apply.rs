//! The plan of Apply: the requests that `kubectl apply` would send.

use jobscope_core::api::{FeatureGates, Job, Manifest, ManifestObject, Manifests, ObjectKey, Pod, ResourceQuota};
use jobscope_core::kubectl::{self, LAST_APPLIED_ANNOTATION};
use jobscope_core::trace::Method;
use jobscope_core::world::{Action, CacheState};
use jobscope_explain::Moment;
use serde_json::Value;

/// What Apply would do.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Plan {
    /// The manifest has errors; how many.
    Broken(usize),
    /// Create the Job.
    Create {
        /// Its name; empty if the server makes one.
        name: String,
        /// What does it.
        action: Action,
    },
    /// Patch it.
    Patch {
        /// What the patch changes.
        changes: Vec<FieldChange>,
        /// What does it.
        action: Action,
    },
    /// Several objects, in the order of the text.
    Several {
        /// How many are created.
        created: usize,
        /// How many are changed.
        changed: usize,
        /// What does it.
        actions: Vec<Action>,
    },
    /// Nothing: everything is as the manifest says.
    Nothing,
}

/// A field that a patch changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FieldChange {
    /// The field, such as `spec.parallelism`.
    pub(crate) path: String,
    /// Its own name.
    pub(crate) name: String,
    /// Whether the server has a value for it.
    pub(crate) is_set: bool,
    /// Its value on the server, if that is short.
    pub(crate) from: Option<String>,
    /// Its value in the manifest, if that is short; absent fields show as nothing.
    pub(crate) to: Option<String>,
}

impl Plan {
    /// What it takes to bring about what a text says.
    pub(crate) fn of(manifests: &Manifests, now: &Moment) -> Self {
        let plans: Vec<_> = manifests.objects.iter().map(|object| Self::of_object(object, now)).collect();
        if let [plan] = plans.as_slice() {
            return plan.clone();
        }
        let count = |is: fn(&Self) -> bool| plans.iter().filter(|plan| is(plan)).count();
        let actions: Vec<_> = plans.iter().flat_map(Self::actions).collect();
        if actions.is_empty() {
            return Self::Nothing;
        }
        let created = count(|plan| matches!(plan, Self::Create { .. }));
        Self::Several { created, changed: actions.len() - created, actions }
    }

    fn of_object(object: &ManifestObject, now: &Moment) -> Self {
        match object {
            ManifestObject::Job(manifest) => Self::of_job(manifest, now),
            ManifestObject::Quota(quota) => Self::of_quota(quota, now),
            ManifestObject::Pod(pod) => Self::of_pod(pod, now),
        }
    }

    fn of_pod(pod: &Pod, now: &Moment) -> Self {
        let name = pod.metadata.name();
        let action = Action::ApplyPod { pod: Box::new(pod.clone()) };
        if now.snapshot.pods.iter().any(|stored| stored.name.as_str() == name) {
            Self::Nothing
        } else {
            Self::Create { name: name.to_owned(), action }
        }
    }

    fn of_quota(quota: &ResourceQuota, now: &Moment) -> Self {
        let key = |quota: &ResourceQuota| (quota.namespace.clone(), quota.name.clone());
        let stored = now.snapshot.quotas.iter().map(|view| &view.quota).find(|stored| key(stored) == key(quota));
        let action = Action::ApplyQuota { quota: quota.clone() };
        match stored {
            None => Self::Create { name: quota.name.to_string(), action },
            Some(stored) if stored == quota => Self::Nothing,
            Some(_) => Self::Patch { changes: Vec::new(), action },
        }
    }

    fn of_job(manifest: &Manifest, now: &Moment) -> Self {
        let action = Action::of_manifest(manifest);
        let name = manifest.job.metadata.name().to_owned();
        let jobs = || now.snapshot.jobs.iter().filter(|view| view.cache != CacheState::GoneFromStore);
        let stored = |key: &ObjectKey| jobs().find(|view| view.job.metadata.key() == *key).map(|view| &*view.job);
        if name.is_empty() {
            return Self::Create { name, action };
        }
        match kubectl::apply(&manifest.document, now.snapshot.release, stored) {
            Ok(None) => Self::Nothing,
            Ok(Some(request)) if request.method == Method::Post => Self::Create { name, action },
            Ok(Some(request)) => {
                let before = stored(&request.key).map(Job::to_document);
                let mut changes = Vec::new();
                list_changes(&mut String::new(), &request.body, before.as_ref(), &mut changes);
                // The annotation changes with anything else; it is worth a word if there is nothing else.
                if changes.len() > 1 {
                    changes.retain(|change| change.name != LAST_APPLIED_ANNOTATION);
                }
                Self::Patch { changes, action }
            }
            // The engine says the same and why.
            Err(_) => Self::Patch { changes: Vec::new(), action },
        }
    }

    /// What it takes to bring about what the text says; what is wrong with it shows beside it.
    pub(crate) fn of_text(text: &str, gates: FeatureGates, now: &Moment) -> Self {
        Manifests::parse(text, gates)
            .map_or_else(|errors| Self::Broken(errors.len()), |manifests| Self::of(&manifests, now))
    }

    /// What does it, in order.
    pub(crate) fn actions(&self) -> Vec<Action> {
        match self {
            Self::Broken(_) | Self::Nothing => Vec::new(),
            Self::Create { action, .. } | Self::Patch { action, .. } => vec![action.clone()],
            Self::Several { actions, .. } => actions.clone(),
        }
    }
}

fn list_changes(field: &mut String, patch: &Value, before: Option<&Value>, changes: &mut Vec<FieldChange>) {
    let Value::Object(fields) = patch else { return };
    let length = field.len();
    // Directives say how a list is patched, not what changes.
    for (name, value) in fields.iter().filter(|(name, _)| !name.starts_with('$')) {
        if !field.is_empty() {
            field.push('.');
        }
        field.push_str(name);
        let before = before.and_then(|before| before.get(name));
        if value.is_object() {
            list_changes(field, value, before, changes);
        } else {
            let shown = |value: &Value| if name == LAST_APPLIED_ANNOTATION { None } else { short(value) };
            let (is_set, from, to) = (before.is_some(), before.and_then(shown), shown(value));
            changes.push(FieldChange { path: field.clone(), name: name.clone(), is_set, from, to });
        }
        field.truncate(length);
    }
}

/// A number, text or truth value as it shows in a line.
fn short(value: &Value) -> Option<String> {
    match value {
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::String(text) => Some(text.clone()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;
    use jobscope_core::timeline::Timeline;
    use jobscope_core::world::World;
    use serde_json::json;

    use super::*;
    use jobscope_explain::{Movement, Preset};

    fn manifest(spec: &str) -> Manifest {
        let text = Preset::Pi.manifest().replace("spec:\n  template", &format!("spec:\n{spec}  template"));
        Manifest::parse(&text, Release::V1_28).unwrap()
    }

    #[test]
    fn a_plan_is_what_kubectl_apply_would_do() {
        let mut timeline = Timeline::new(World::new(Release::V1_28));
        let plan = |timeline: &Timeline, manifest: &Manifest| {
            Plan::of_job(manifest, &Moment::of(timeline, 0, Movement::Jump, 0))
        };
        let first = manifest("");
        let create = plan(&timeline, &first);
        assert!(matches!(&create, Plan::Create { name, .. } if name == "pi"), "{create:?}");
        timeline.apply(&create.actions()[0]).unwrap();
        assert_eq!(plan(&timeline, &first), Plan::Nothing);
        let patch = plan(&timeline, &manifest("  parallelism: 3\n"));
        let Plan::Patch { changes, .. } = &patch else { panic!("{patch:?}") };
        let (from, to) = (Some("1".to_owned()), Some("3".to_owned()));
        assert_eq!(
            *changes,
            [FieldChange {
                path: "spec.parallelism".to_owned(),
                name: "parallelism".to_owned(),
                is_set: true,
                from,
                to
            }]
        );
        timeline.apply(&patch.actions()[0]).unwrap();
        // What the manifest no longer says goes back to what the server says by default.
        let Plan::Patch { changes, .. } = plan(&timeline, &first) else { panic!("no patch") };
        assert_eq!((changes[0].from.as_deref(), changes[0].to.as_deref()), (Some("3"), None));
    }

    #[test]
    fn a_text_with_errors_counts_them() {
        let text = Preset::Pi
            .manifest()
            .replace("spec:\n  template", "spec:\n  parallelism: -1\n  completions: -1\n  template");
        let timeline = Timeline::new(World::new(Release::V1_28));
        let now = Moment::of(&timeline, 0, Movement::Jump, 0);
        assert_eq!(Plan::of_text(&text, Release::V1_28.into(), &now), Plan::Broken(2));
    }

    #[test]
    fn several_objects_are_applied_in_order_and_only_what_differs() {
        let mut timeline = Timeline::new(World::new(Release::V1_28));
        let moment = |timeline: &Timeline| Moment::of(timeline, 0, Movement::Jump, 0);
        let pi = Preset::Pi.manifest();
        let quota = "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: few}\nspec: {hard: {pods: 3}}\n";
        let other = pi.replacen("name: pi", "name: other", 1);
        let text = format!("{pi}---\n{quota}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {{name: c}}\n---\n{other}");
        let manifests = Manifests::parse(&text, Release::V1_28).unwrap();
        for (first, expected) in [(true, (3, 0)), (false, (0, 1))] {
            let text = if first { text.clone() } else { text.replace("pods: 3", "pods: 4") };
            let manifests = Manifests::parse(&text, Release::V1_28).unwrap();
            let plan = Plan::of(&manifests, &moment(&timeline));
            let Plan::Several { created, changed, actions } = plan else { panic!("{plan:?}") };
            assert_eq!((created, changed), expected);
            for action in actions {
                timeline.apply(&action).unwrap();
            }
        }
        assert_ne!(Plan::of(&manifests, &moment(&timeline)), Plan::Nothing, "the quota is another one");
        let stored = text.replace("pods: 3", "pods: 4");
        assert_eq!(Plan::of_text(&stored, Release::V1_28.into(), &moment(&timeline)), Plan::Nothing);
    }

    #[test]
    fn what_changes_is_listed_by_its_place() {
        let patch = json!({"spec": {"$setElementOrder/a": [1], "a": [1], "b": null, "c": {"d": true}}});
        let before = json!({"spec": {"b": "x"}});
        let mut changes = Vec::new();
        list_changes(&mut String::new(), &patch, Some(&before), &mut changes);
        let said: Vec<_> =
            changes.iter().map(|change| (change.path.as_str(), change.from.as_deref(), change.to.as_deref())).collect();
        assert_eq!(said, [("spec.a", None, None), ("spec.b", Some("x"), None), ("spec.c.d", None, Some("true"))]);
    }
}
