//! `validateSuccessPolicy`, and the syntax of lists of indexes.

use std::sync::Arc;

use super::bad_value;
use super::context::Server;
use super::meta::{self, nonnegative};
use crate::api::field::go_quote;
use crate::api::{CompletionMode, FieldError, FieldPath, JobSpec, Release, SuccessPolicy, SuccessPolicyRule};

/// `maxSuccessPolicyRule`.
const MAX_RULES: usize = 20;
/// `maxJobSuccessPolicySucceededIndexesLimit`.
const MAX_SUCCEEDED_INDEXES_LENGTH: usize = 64 * 1024;

/// The part of `validateJobSpec` that is about the policy.
pub(super) fn spec(errors: &mut Vec<FieldError>, spec: &JobSpec, server: Server<'_>, path: &FieldPath) {
    let release = server.release;
    let Some(policy) = &spec.success_policy else { return };
    let path = path.child("successPolicy");
    if spec.completion_mode != Some(CompletionMode::Indexed) {
        let shown = bad_value::success_policy(Some(policy), server, &path);
        errors.push(FieldError::invalid(&path, shown, "requires indexed completion mode"));
        return;
    }
    let path = path.child("rules");
    if policy.rules.is_empty() {
        let detail = "at least one rules must be specified when the successPolicy is specified";
        errors.push(FieldError::required(&path, detail));
    }
    if policy.rules.len() > MAX_RULES {
        errors.push(FieldError::too_many(&path, policy.rules.len(), MAX_RULES));
    }
    // Completions that are missing are reported with the mode.
    let completions = spec.completions.unwrap_or(0);
    for (index, rule) in policy.rules.iter().enumerate() {
        validate_rule(errors, rule, completions, release, &path.index(index));
    }
}

fn validate_rule(
    errors: &mut Vec<FieldError>,
    rule: &SuccessPolicyRule,
    completions: i32,
    release: Release,
    path: &FieldPath,
) {
    if rule.succeeded_count.is_none() && rule.succeeded_indexes.is_none() {
        let detail = "at least one of succeededCount or succeededIndexes must be specified";
        errors.push(FieldError::required(path, detail));
    }
    let mut listed = None;
    if let Some(indexes) = &rule.succeeded_indexes {
        let path = path.child("succeededIndexes");
        if indexes.len() > MAX_SUCCEEDED_INDEXES_LENGTH {
            errors.push(FieldError::too_long(&path, MAX_SUCCEEDED_INDEXES_LENGTH, release));
        }
        listed = Some(count_indexes(indexes, completions).unwrap_or_else(|why| {
            let detail = format!("error parsing succeededIndexes: {why}");
            errors.push(FieldError::invalid_text(&path, indexes, detail));
            0
        }));
    }
    let Some(count) = rule.succeeded_count else { return };
    let path = path.child("succeededCount");
    nonnegative(errors, count, &path);
    if count > completions {
        let detail = format!("must be less than or equal to {completions} (the number of specified completions)");
        errors.push(FieldError::invalid(&path, count, detail));
    }
    if let Some(listed) = listed.filter(|listed| count > *listed) {
        let detail = format!(
            "must be less than or equal to {listed} (the number of indexes in the specified succeededIndexes field)"
        );
        errors.push(FieldError::invalid(&path, count, detail));
    }
}

/// The policy stays as it was created.
pub(super) fn immutable(
    errors: &mut Vec<FieldError>,
    new: &JobSpec,
    old: &JobSpec,
    server: Server<'_>,
    path: &FieldPath,
) {
    let path = path.child("successPolicy");
    let show = |policy: &Option<Arc<SuccessPolicy>>| bad_value::success_policy(policy.as_deref(), server, &path);
    meta::immutable(errors, &new.success_policy, &old.success_policy, &path, show);
}

/// `validateIndexesFormat`: how many indexes the list names, or what is wrong with it.
pub(super) fn count_indexes(indexes: &str, completions: i32) -> Result<i32, String> {
    if indexes.is_empty() {
        return Ok(0);
    }
    let (mut total, mut last) = (0i32, None);
    for interval in indexes.split(',') {
        let (from, to) = parse_index_interval(interval, completions)?;
        if let Some(last) = last.filter(|last| *last >= from) {
            return Err(format!("non-increasing order, previous: {last}, current: {from}"));
        }
        total = total.saturating_add(to - from + 1);
        last = Some(to);
    }
    Ok(total)
}

/// `parseIndexInterval`: the first and the last index of a piece such as `3` or `3-5`.
pub(super) fn parse_index_interval(interval: &str, completions: i32) -> Result<(i32, i32), String> {
    let parse = |limit: &str| {
        let index: i64 =
            limit.parse().map_err(|_| format!("cannot convert string to integer for index: {}", go_quote(limit)))?;
        i32::try_from(index)
            .ok()
            .filter(|index| *index < completions)
            .ok_or_else(|| format!("too large index: {}", go_quote(limit)))
    };
    match *interval.split('-').collect::<Vec<_>>().as_slice() {
        [index] => parse(index).map(|index| (index, index)),
        [from, to] => {
            let (from, to) = (parse(from)?, parse(to)?);
            if from < to {
                Ok((from, to))
            } else {
                Err(format!("non-increasing order, previous: {from}, current: {to}"))
            }
        }
        _ => Err(format!(
            "the fragment {} violates the requirement that an index interval can have at most two parts separated by '-'",
            go_quote(interval)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_indexes_are_counted_or_refused() {
        assert_eq!(count_indexes("", 3), Ok(0));
        assert_eq!(count_indexes("0,2-4", 5), Ok(4));
        let refused = |text: &str| count_indexes(text, 5).unwrap_err();
        assert_eq!(refused("0,5"), r#"too large index: "5""#);
        assert_eq!(refused("3-7"), r#"too large index: "7""#);
        assert_eq!(refused("3,1"), "non-increasing order, previous: 3, current: 1");
        assert_eq!(refused("1,1"), "non-increasing order, previous: 1, current: 1");
        assert_eq!(refused("3-3"), "non-increasing order, previous: 3, current: 3");
        assert_eq!(refused("a"), r#"cannot convert string to integer for index: "a""#);
        assert!(refused("1-2-3").starts_with(r#"the fragment "1-2-3" violates"#));
    }
}
