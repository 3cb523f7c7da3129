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

#[test]
fn a_further_deletion_exchanges_the_finalizer() {
    let delete = |server: &mut ApiServer, policy, seconds: i64| {
        let at = Time::START.plus(seconds * 1000);
        server.delete_job(&key(), &DeleteOptions::with_policy(policy), at).unwrap();
    };
    let mut server = server_with(&json!({}), Release::V1_36).unwrap();
    delete(&mut server, Some(DeletionPropagation::Foreground), 1);
    let first = server.job(&key()).unwrap().metadata.clone();
    for same in [None, Some(DeletionPropagation::Foreground)] {
        delete(&mut server, same, 2);
        assert_eq!(server.job(&key()).unwrap().metadata, first, "{same:?}");
    }
    delete(&mut server, Some(DeletionPropagation::Orphan), 3);
    let second = server.job(&key()).unwrap().metadata.clone();
    assert_eq!(second.finalizers, ["orphan"]);
    assert_eq!((second.deletion_timestamp, second.generation), (first.deletion_timestamp, first.generation));
    delete(&mut server, Some(DeletionPropagation::Background), 4);
    assert!(server.job(&key()).is_err());
}

#[test]
fn the_name_of_a_job_that_is_being_deleted_is_taken() {
    let mut server = server_with(&json!({}), Release::V1_36).unwrap();
    let create = |server: &mut ApiServer| {
        let body = DecodedJob::from_json(&pi(&json!({})), Release::V1_36).unwrap();
        server.create_job(body, Time::START).unwrap_err().message
    };
    let name = key().split().1.to_string();
    assert_eq!(create(&mut server), format!("jobs.batch {name:?} already exists"));
    server.delete_job(&key(), &DeleteOptions::with_policy(Some(DeletionPropagation::Foreground)), Time::START).unwrap();
    assert_eq!(create(&mut server), format!("object is being deleted: jobs.batch {name:?} already exists"));
}
