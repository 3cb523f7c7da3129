//! Why rules of a pod failure policy do not match, in signs.

use jobscope_core::api::PodFailurePolicyOnExitCodesOperator as Operator;
use jobscope_core::trace::{ConditionMiss, RuleMiss};

/// How many exit codes of a rule are listed.
const MOST_VALUES: usize = 8;

/// What each rule compared, in signs that are the same in all languages: `rules[0] main 137 ∉ [42]`,
/// `rules[1] DisruptionTarget False ≠ True`. A dash stands for what the pod does not have.
pub fn rule_misses(misses: &[RuleMiss]) -> Vec<String> {
    misses.iter().enumerate().map(|(rule, miss)| format!("rules[{rule}]\u{a0}{}", compared(miss))).collect()
}

fn compared(miss: &RuleMiss) -> String {
    match miss {
        RuleMiss::ExitCodes { container, ended, operator, values, .. } => {
            if ended.is_empty() {
                return format!("{}\u{a0}–", container.as_deref().unwrap_or("exitCode"));
            }
            let ended: Vec<_> =
                ended.iter().map(|exit| format!("{}\u{a0}{}", exit.container, exit.exit_code)).collect();
            let sign = match operator {
                Operator::In => '∉',
                Operator::NotIn => '∈',
            };
            let mut listed: Vec<_> = values.iter().take(MOST_VALUES).map(ToString::to_string).collect();
            if values.len() > MOST_VALUES {
                listed.push("…".to_owned());
            }
            format!("{}\u{a0}{sign}\u{a0}[{}]", ended.join(","), listed.join(","))
        }
        RuleMiss::Conditions { conditions } => {
            let compared = conditions.iter().map(|ConditionMiss { r#type, status, found }| match found {
                Some(found) => format!("{type}\u{a0}{found:?}\u{a0}≠\u{a0}{status:?}"),
                None => format!("{type}\u{a0}–"),
            });
            compared.collect::<Vec<_>>().join(" ∧ ")
        }
        RuleMiss::FailIndexOff => "JobBackoffLimitPerIndex=false".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_miss_is_written_in_signs() {
        let exits = |ended: Value, operator: &str, values: &[i32]| json!({"kind": "exitCodes", "ended": ended, "operator": operator, "values": values});
        let ended = json!([{"container": "main", "exitCode": 3}, {"container": "init", "exitCode": 4}]);
        let mut of_main = exits(json!([]), "In", &[1]);
        of_main["container"] = "main".into();
        let conditions = json!([
            {"type": "ConfigIssue", "status": "False"},
            {"type": "DisruptionTarget", "status": "True", "found": "False"},
        ]);
        let many: Vec<i32> = (10..20).collect();
        let misses = json!([
            exits(ended.clone(), "In", &[1, 2]),
            exits(ended, "NotIn", &many),
            exits(json!([]), "In", &[1]),
            of_main,
            {"kind": "conditions", "conditions": conditions},
            {"kind": "failIndexOff"},
        ]);
        let written = rule_misses(&serde_json::from_value::<Vec<RuleMiss>>(misses).unwrap());
        let expected = [
            "rules[0] main 3,init 4 ∉ [1,2]",
            "rules[1] main 3,init 4 ∈ [10,11,12,13,14,15,16,17,…]",
            "rules[2] exitCode –",
            "rules[3] main –",
            "rules[4] ConfigIssue – ∧ DisruptionTarget False ≠ True",
            "rules[5] JobBackoffLimitPerIndex=false",
        ];
        assert_eq!(written, expected.map(|rule| rule.replace(' ', "\u{a0}").replace("\u{a0}∧\u{a0}", " ∧ ")));
    }
}
