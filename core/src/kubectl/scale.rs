//! `kubectl scale job`: deprecated in v1.10, removed in v1.15.

use serde_json::{Value, json};

use crate::api::{Job, Release, StatusError, StatusReason};
use crate::trace::{Method, Request};

/// What `kubectl scale job/<name> --replicas=<replicas>` does with the Job as stored: until v1.14 it reads the
/// Job, sets its `spec.parallelism` and puts it back; later clients ask for the subresource `scale`, which Jobs
/// have not got.
///
/// # Errors
///
/// 404 where there is no way to scale a Job; kubectl's own words for a number below 0.
pub fn scale(job: &Job, replicas: i32, release: Release) -> Result<Request, StatusError> {
    if replicas < 0 {
        let message = "The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0";
        return Err(StatusError::new(StatusReason::BadRequest, message));
    }
    if release.since(15) {
        let message = "the server could not find the requested resource";
        return Err(StatusError::new(StatusReason::NotFound, message));
    }
    let mut document = job.to_document();
    if let Some(spec) = document.get_mut("spec").and_then(Value::as_object_mut) {
        spec.insert("parallelism".to_owned(), json!(replicas));
    }
    Ok(Request { method: Method::Put, key: job.metadata.key(), body: document })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_oldest_client_scales_jobs() {
        let mut job = Job::default();
        job.spec.parallelism = Some(1);
        let request = scale(&job, 3, Release::V1_11).unwrap();
        assert_eq!((request.method, &request.body["spec"]["parallelism"]), (Method::Put, &json!(3)));
        for release in [Release::V1_22, Release::V1_28, Release::V1_36] {
            assert_eq!(scale(&job, 3, release).unwrap_err().reason, StatusReason::NotFound);
        }
        assert_eq!(scale(&job, -1, Release::V1_11).unwrap_err().reason, StatusReason::BadRequest);
    }
}
