//! What is printed beside questions, and which are quiet.

use super::*;

#[test]
fn signs_tell_what_is_asked() {
    let too_many = |active| Decision::TooManyActive { active, parallelism: 2 }.expression();
    assert_eq!((too_many(3), too_many(2)), ("3 > 2".to_owned(), "2 > 2".to_owned()));
    let deadline = |elapsed_ms| {
        Decision::PastActiveDeadline {
            active_deadline_seconds: Some(5),
            elapsed_ms: Some(elapsed_ms),
            suspended: false,
        }
        .expression()
    };
    assert_eq!((deadline(4_100), deadline(5_000)), ("4.1 s ≥ 5 s".to_owned(), "5 s ≥ 5 s".to_owned()));
}

#[test]
fn of_tests_in_a_row_those_show_that_were_asked() {
    let exceeds = |failed, active, previous_retry| {
        let failed = Change { from: 0, to: failed };
        let asked = Decision::ExceedsBackoffLimit { failed, active, parallelism: 2, previous_retry, backoff_limit: 6 };
        asked.expression()
    };
    assert_eq!(exceeds(0, 1, 6), "failed 0 > 0");
    assert_eq!(exceeds(1, 2, 6), "failed 1 > 0 · active 2 ≠ parallelism 2");
    assert_eq!(exceeds(1, 1, 2), "failed 1 > 0 · active 1 ≠ parallelism 2 · NumRequeues 2 + 1 > 6");
}

#[test]
fn a_wait_is_not_multiplied_by_the_number_of_failures() {
    let waits = |since_ms| Decision::PodBackoffRemaining { failures: 2, since_ms, cap_ms: 600_000 }.expression();
    assert_eq!(waits(Some(2_000)), "failures 2: 20 s − 2 s");
    assert_eq!(waits(Some(25_500)), "failures 2: max(0, 20 s − 25.5 s)");
    assert_eq!(waits(None), "failures 2: –");
}

#[test]
fn no_expression_leaks_rust() {
    let absent = Decision::ExpectationsSatisfied { record: None }.expression();
    let retry = Decision::StatusRetryLeft { attempts: 1, limit: 4 }.expression();
    assert_eq!((absent.as_str(), retry.as_str()), ("–", "1 < 4"));
}

#[test]
fn what_is_still_expected_is_not_quiet() {
    let expected =
        |adds, dels| Decision::ExpectationsSatisfied { record: Some(ExpectationRecord { adds, dels, age_ms: 0 }) };
    assert!(expected(0, 0).is_quiet() && Decision::ExpectationsSatisfied { record: None }.is_quiet());
    assert!(!expected(1, 0).is_quiet() && !expected(0, 1).is_quiet());
}
