//! What becomes of a Job's pods when it is deleted, by client and propagation policy.

use serde_json::json;

use super::*;
use crate::api::{DeleteOptions, DeletionPropagation};

#[test]
fn whoever_does_not_say_otherwise_leaves_the_pods_behind() {
    for release in Release::ALL {
        let mut server = server_with(&json!({}), release).unwrap();
        server.delete_job(&key(), &DeleteOptions::default(), Time::START).unwrap();
        assert_eq!(server.job(&key()).unwrap().metadata.finalizers, ["orphan"], "batch/v1 in {release}");
    }
}

#[test]
fn a_policy_that_is_said_is_followed() {
    for (policy, finalizers) in [
        (DeletionPropagation::Foreground, Some("foregroundDeletion")),
        (DeletionPropagation::Orphan, Some("orphan")),
        (DeletionPropagation::Background, None),
    ] {
        let mut server = server_with(&json!({}), Release::V1_28).unwrap();
        server.delete_job(&key(), &DeleteOptions::with_policy(Some(policy)), Time::START).unwrap();
        let left = server.job(&key()).ok().map(|job| job.metadata.finalizers.concat());
        assert_eq!(left.as_deref(), finalizers, "{policy:?}");
    }
}
