//! What becomes of a Job's pods when it is deleted, by who deletes it and how.

use serde_json::json;

use super::*;
use crate::api::{DeleteOptions, DeletionPropagation};

#[test]
fn whoever_does_not_say_otherwise_leaves_the_pods_behind() {
    for edition in Edition::ALL {
        let mut server = server_with(&json!({}), edition).unwrap();
        server.delete_job(&key(), &DeleteOptions::default(), Time::START).unwrap();
        assert_eq!(server.job(&key()).unwrap().metadata.finalizers, ["orphan"], "batch/v1 in {edition}");
    }
}

#[test]
fn a_policy_that_is_said_is_followed() {
    for (policy, finalizers) in [
        (DeletionPropagation::Foreground, Some("foregroundDeletion")),
        (DeletionPropagation::Orphan, Some("orphan")),
        (DeletionPropagation::Background, None),
    ] {
        let mut server = server_with(&json!({}), Edition::V1_28).unwrap();
        server.delete_job(&key(), &DeleteOptions::with_policy(Some(policy)), Time::START).unwrap();
        let left = server.job(&key()).ok().map(|job| job.metadata.finalizers.concat());
        assert_eq!(left.as_deref(), finalizers, "{policy:?}");
    }
}

/// A server with a Job that is deleted by `policies`, one after the other, a second apart.
fn deleted(finalizers: &[&str], policies: &[Option<DeletionPropagation>]) -> ApiServer {
    let mut server = server_with(&json!({}), Edition::V1_28).unwrap();
    let held: Vec<String> = finalizers.iter().map(|&finalizer| finalizer.to_owned()).collect();
    server.update_job_metadata(&key(), |metadata| metadata.finalizers = held.into()).unwrap();
    for (seconds, policy) in (0..).zip(policies) {
        server.delete_job(&key(), &DeleteOptions::with_policy(*policy), Time::START.plus(seconds * 1_000)).unwrap();
    }
    server
}

#[test]
fn a_second_deletion_decides_anew_what_becomes_of_the_pods() {
    use DeletionPropagation::{Background, Foreground, Orphan};
    let left = |finalizers: &[&str], policies: &[Option<DeletionPropagation>]| {
        let server = deleted(finalizers, policies);
        server.job(&key()).ok().map(|job| (job.metadata.finalizers.to_vec(), job.metadata.generation))
    };
    let held = |finalizers: &[&str]| Some((finalizers.iter().map(|&held| held.to_owned()).collect::<Vec<_>>(), 2));
    assert_eq!(left(&[], &[Some(Foreground), Some(Orphan)]), held(&["orphan"]));
    assert_eq!(left(&[], &[Some(Orphan), Some(Foreground)]), held(&["foregroundDeletion"]));
    assert_eq!(left(&[], &[Some(Foreground), Some(Background)]), None, "nothing is left to hold it");
    assert_eq!(left(&["acme.io/mine"], &[Some(Foreground), Some(Background)]), held(&["acme.io/mine"]));
    assert_eq!(left(&[], &[Some(Foreground), None]), held(&["foregroundDeletion"]), "it says itself what it wants");
}

#[test]
fn a_second_deletion_that_changes_nothing_is_no_event() {
    let once = deleted(&["acme.io/mine"], &[Some(DeletionPropagation::Foreground)]);
    let twice = deleted(&["acme.io/mine"], &[Some(DeletionPropagation::Foreground); 2]);
    assert_eq!(once, twice);
    let metadata = &deleted(&[], &[Some(DeletionPropagation::Foreground), Some(DeletionPropagation::Orphan)])
        .job(&key())
        .unwrap()
        .metadata
        .clone();
    assert_eq!(metadata.deletion_timestamp, Some(Time::START.into()), "the first one counts");
}
