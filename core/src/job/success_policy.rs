//! `success_policy.go`: which rule of a success policy the succeeded indexes meet.

use super::indexed_job_utils::OrderedIntervals;
use crate::api::{SuccessPolicy, SuccessPolicyRule};

/// `matchSuccessPolicy`: the number of the first rule that is met. Nothing is met before a first index
/// succeeded.
pub(crate) fn match_success_policy(
    policy: &SuccessPolicy,
    completions: i32,
    succeeded: &OrderedIntervals,
) -> Option<usize> {
    if succeeded.is_empty() {
        return None;
    }
    policy.rules.iter().position(|rule| is_met(rule, completions, succeeded))
}

fn is_met(rule: &SuccessPolicyRule, completions: i32, succeeded: &OrderedIntervals) -> bool {
    let enough = |count: i32| rule.succeeded_count.is_some_and(|wanted| count >= wanted);
    let Some(indexes) = &rule.succeeded_indexes else { return enough(succeeded.total()) };
    let wanted = OrderedIntervals::parse(indexes, completions);
    if wanted.is_empty() {
        // A list that cannot be read is passed over.
        return false;
    }
    let met = wanted.overlap(succeeded);
    met == wanted.total() || enough(met)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(indexes: Option<&str>, count: Option<i32>) -> SuccessPolicyRule {
        SuccessPolicyRule { succeeded_indexes: indexes.map(str::to_owned), succeeded_count: count }
    }

    #[test]
    fn the_first_rule_that_is_met_counts() {
        let matched = |rules: &[SuccessPolicyRule], succeeded: &str| {
            let policy = SuccessPolicy { rules: rules.to_vec() };
            match_success_policy(&policy, 10, &OrderedIntervals::parse(succeeded, 10))
        };
        let leader = [rule(Some("0"), None)];
        assert_eq!((matched(&leader, "1-9"), matched(&leader, "0")), (None, Some(0)));
        let some = [rule(Some("1-3"), Some(2)), rule(None, Some(4))];
        assert_eq!(matched(&some, "1,5"), None);
        assert_eq!(matched(&some, "1,3"), Some(0));
        assert_eq!(matched(&some, "4-7"), Some(1));
        assert_eq!(matched(&[rule(None, Some(0))], ""), None, "nothing is met before an index succeeded");
        assert_eq!(matched(&[rule(Some("x"), Some(0))], "1"), None, "what cannot be read is not met");
    }
}
