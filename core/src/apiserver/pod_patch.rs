//! PATCH of a pod by a user (`registry/core/pod`).

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::ApiServer;
use super::patch::{apply, before_update, check_name, check_version, undecodable_patch};
use crate::api::{ObjectKey, PatchType, Pod, StatusError, admit_tolerations, from_json, validate_pod_update};
use crate::small_collect::SmallCollect as _;
use crate::trace::Kind;

/// The minor whose pods count changes of their spec.
const GENERATIONS: u8 = 33;

impl ApiServer {
    /// PATCH of a pod by a user: labels, annotations, finalizers, owners, and what may change of a spec. The status stays
    /// as it is. The answer is the pod as stored.
    ///
    /// # Errors
    ///
    /// 400, 422 or 500 for an invalid patch; 409 if the patch names another resourceVersion than the one stored; what
    /// validation says.
    pub(crate) fn patch_pod_of_user(
        &mut self,
        key: &ObjectKey,
        r#type: PatchType,
        patch: &Value,
    ) -> Result<Arc<Pod>, StatusError> {
        let old = Arc::clone(self.pod(key)?);
        let release = self.release();
        let (document, shown) = apply(r#type, as_read(&old), patch, release)?;
        let mut new: Pod = from_json(&document).map_err(|error| undecodable_patch(&shown, &error.with_path()))?;
        let sent = document.get("metadata");
        let text = |field: &str| sent?.get(field)?.as_str().filter(|text| !text.is_empty());
        check_name(key, text("name").unwrap_or_default(), text("namespace"))?;
        check_version(Kind::Pod, &old.metadata, text("resourceVersion").unwrap_or_default())?;
        new.metadata = before_update(new.metadata, &old.metadata, &document);
        new.metadata.generation = old.metadata.generation;
        new.status = old.status.clone();
        let mut compared = Pod::clone(&old);
        for pod in [&mut compared, &mut new] {
            admit_tolerations(pod.spec.other.map_mut());
        }
        let errors = validate_pod_update(&new, &compared, release);
        if !errors.is_empty() {
            return Err(StatusError::invalid("Pod", old.metadata.name(), &errors));
        }
        if new.spec == compared.spec {
            new.spec = old.spec.clone();
        } else if release.since(GENERATIONS) {
            let counted = old.metadata.generation.max(1 + i64::from(old.metadata.is_deleting()));
            new.metadata.generation = counted + 1;
        }
        self.update_pod(key, |pod| *pod = new)
    }
}

/// The pod as a request reads it.
fn as_read(pod: &Pod) -> Value {
    let kind = [("apiVersion".to_owned(), json!("v1")), ("kind".to_owned(), json!("Pod"))];
    let mut document: Map<_, _> = kind.into_iter().small_collect();
    if let Ok(Value::Object(fields)) = serde_json::to_value(pod) {
        document.extend(fields);
    }
    if let Some(spec) = document.get_mut("spec").and_then(Value::as_object_mut) {
        admit_tolerations(spec);
    }
    document.into()
}
