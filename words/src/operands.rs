//! The operands of a question. Most are numbers and signs; a few need words: what is new since the last status, what is
//! absent but counts, what fell below zero.

use jobscope_core::api::{ConditionStatus, RestartPolicy};
use jobscope_core::trace::{Change, Decision};

use crate::expected::seen_beyond;
use crate::{Words, args};

/// The operands of a question, in words where figures would read oddly.
pub fn operands(words: &Words, decision: &Decision) -> String {
    match *decision {
        Decision::ExceedsBackoffLimit { failed, .. } | Decision::NewFailuresExceedBackoffLimit { failed, .. } => {
            // What is asked next is a test of figures again.
            let since = since(words, "failed", failed);
            match decision.expression().split_once(" · ") {
                Some((_, rest)) => format!("{since} · {rest}"),
                None => since,
            }
        }
        Decision::NewFailureUnfinished { failed, finished } => {
            let since = since(words, "failed", failed);
            if failed.to > failed.from {
                format!("{since} · {}", words.f("operands-finished", &args!(finished = mark(finished))))
            } else {
                since
            }
        }
        Decision::NewSuccesses { succeeded } => since(words, "succeeded", succeeded),
        Decision::OverUncountedCap { considered: 0, .. } => words.t("operands-none-ended"),
        Decision::OverUncountedCap { indexes, succeeded, failed, cap, .. } => {
            let n = indexes.saturating_add(succeeded).saturating_add(failed);
            words.f("operands-uncounted", &args!(n = n, cap = cap))
        }
        Decision::FinalizersToRemove { pods } => words.f("operands-finalizers", &args!(n = pods)),
        Decision::SuspendConditionChanged { from, to, reworded } => {
            let name = |status| match status {
                ConditionStatus::True => "True",
                ConditionStatus::False => "False",
                ConditionStatus::Unknown => "Unknown",
            };
            if reworded {
                words.f("operands-suspended-reworded", &args!(to = name(to)))
            } else {
                words.f("operands-suspended", &args!(from = from.map_or("none", name), to = name(to)))
            }
        }
        Decision::AllIndexesFinished { failed, succeeded, completions } => {
            let values = args!(failed = failed, succeeded = succeeded, completions = completions);
            words.f("operands-indexes", &values)
        }
        Decision::PastBackoffLimitOnFailure {
            restart_policy: Some(RestartPolicy::OnFailure),
            restarts,
            backoff_limit,
            zero_needs_restart,
        } => {
            if zero_needs_restart && backoff_limit <= 0 {
                words.f("operands-restart-needed", &args!(n = restarts))
            } else {
                format!("restarts {restarts} · backoffLimit {backoff_limit}")
            }
        }
        Decision::CompletionsReached { completions: None, succeeded, active, .. } => {
            if succeeded > 0 {
                format!("succeeded {succeeded} · active {active}")
            } else {
                format!("succeeded {succeeded}")
            }
        }
        Decision::TooManyActivePods { active } => format!("active {active}"),
        Decision::ExpectationsSatisfied { record: Some(record) } => {
            // A number below zero has a minus, which is longer than a hyphen.
            let figures = decision.expression().replace('-', "−");
            match seen_beyond(words, "expects-more", record.adds, record.dels) {
                Some(more) => format!("{figures} · {more}"),
                None => figures,
            }
        }
        Decision::JobInCache { found } | Decision::PodInCache { found } => {
            words.f("operands-cache", &args!(found = mark(found)))
        }
        Decision::NodeDeleted { cached, stored } => {
            words.f("operands-cache-server", &args!(cached = mark(cached), stored = mark(stored)))
        }
        Decision::PodsClaimed { claimed, adopted, released } => {
            let claimed = [words.f("operands-claimed", &args!(claimed = claimed))];
            let more = [("operands-adopted", adopted), ("operands-released", released)];
            let more = more.into_iter().filter(|(_, n)| *n > 0).map(|(name, n)| words.f(name, &args!(n = n)));
            claimed.into_iter().chain(more).collect::<Vec<_>>().join(" · ")
        }
        Decision::SlowStartStops { errors, left, .. } => {
            words.f("operands-slow-start", &args!(errors = errors, left = left))
        }
        Decision::PendingIndexes { wanted, free } => {
            words.f("operands-indexes-found", &args!(wanted = wanted, free = free))
        }
        Decision::PartialProgress { failed: true, progress } => {
            let uncounted = if progress { " · uncountedTerminatedPods" } else { "" };
            format!("{}{uncounted}", words.t("operands-error"))
        }
        Decision::OwnerUnfinished { owned, finished } => {
            let finished = if finished { "yes" } else { "no" };
            words.f("operands-owner", &args!(owned = mark(owned), finished = finished))
        }
        Decision::PodBackoffRemaining { .. } => {
            let figures = decision.expression();
            match figures.strip_prefix("failures ") {
                Some(rest) => words.f("operands-failures", &args!(rest = rest.to_owned())),
                None => figures,
            }
        }
        _ => decision.expression(),
    }
}

/// How figures show what is there, and what is not.
fn mark(there: bool) -> &'static str {
    if there { "✓" } else { "–" }
}

/// A number beside what the status has for it.
fn since(words: &Words, name: &'static str, change: Change) -> String {
    words.f("operands-since", &args!(name = name, now = change.to, before = change.from))
}

#[cfg(test)]
mod tests {
    use jobscope_core::trace::ExpectationRecord;

    use super::*;
    use crate::Locale;

    #[test]
    fn what_reads_oddly_in_figures_is_said_in_words() {
        let failed = Change { from: 0, to: 1 };
        let uncounted =
            |considered| Decision::OverUncountedCap { considered, indexes: 0, succeeded: 2, failed: 1, cap: 500 };
        let expected =
            |adds, dels| Decision::ExpectationsSatisfied { record: Some(ExpectationRecord { adds, dels, age_ms: 0 }) };
        let restarts = |restarts, backoff_limit| Decision::PastBackoffLimitOnFailure {
            restart_policy: Some(RestartPolicy::OnFailure),
            restarts,
            backoff_limit,
            zero_needs_restart: true,
        };
        for (decision, english, chinese) in [
            (uncounted(0), "no newly ended pod", "没有新结束的 Pod"),
            (uncounted(3), "3 to count, at most 500", "要计入 3\u{a0}个，上限 500\u{a0}个"),
            (
                Decision::SuspendConditionChanged { from: None, to: ConditionStatus::False, reworded: false },
                "Suspended: absent, which counts as False; wanted: False",
                "Suspended：没有，视同 False；应为 False",
            ),
            (
                Decision::SuspendConditionChanged {
                    from: Some(ConditionStatus::False),
                    to: ConditionStatus::True,
                    reworded: false,
                },
                "Suspended: False; wanted: True",
                "Suspended：False；应为 True",
            ),
            (
                Decision::SuspendConditionChanged {
                    from: Some(ConditionStatus::True),
                    to: ConditionStatus::True,
                    reworded: true,
                },
                "Suspended: True, with another reason or message",
                "Suspended：True，但 reason 或 message 不同",
            ),
            (
                Decision::ExceedsBackoffLimit {
                    failed,
                    active: 1,
                    parallelism: 2,
                    previous_retry: 2,
                    backoff_limit: 6,
                },
                "failed: 1 now, 0 in the status · active 1 ≠ parallelism 2 · NumRequeues 2 + 1 > 6",
                "failed：现在 1，状态中 0 · active 1 ≠ parallelism 2 · NumRequeues 2 + 1 > 6",
            ),
            (
                Decision::NewSuccesses { succeeded: Change { from: 0, to: 0 } },
                "succeeded: 0 now, 0 in the status",
                "succeeded：现在 0，状态中 0",
            ),
            (Decision::FinalizersToRemove { pods: 0 }, "none", "没有"),
            (
                Decision::AllIndexesFinished { failed: 0, succeeded: 2, completions: 3 },
                "0 failed, 2 succeeded, of 3",
                "0\u{a0}个失败，2\u{a0}个成功，共 3\u{a0}个",
            ),
            (restarts(0, 0), "restarts 0: at backoffLimit 0 it takes one", "restarts 0：backoffLimit 为 0 时需要一次"),
            (restarts(1, 6), "restarts 1 · backoffLimit 6", "restarts 1 · backoffLimit 6"),
            (expected(2, 0), "adds 2 · dels 0 · 0 s > 300 s", "adds 2 · dels 0 · 0 s > 300 s"),
            (
                expected(0, -6),
                "adds 0 · dels −6 · 6 deletion events too many",
                "adds 0 · dels −6 · 删除事件比期望的多 6\u{a0}个",
            ),
            (
                Decision::PodBackoffRemaining { failures: 2, since_ms: Some(2_000), cap_ms: 600_000 },
                "failures 2: 20 s − 2 s",
                "失败次数 2: 20 s − 2 s",
            ),
            (Decision::JobInCache { found: true }, "cache ✓", "缓存 ✓"),
            (Decision::NodeDeleted { cached: false, stored: true }, "cache – · server ✓", "缓存 – · 服务器 ✓"),
            (
                Decision::PodsClaimed { claimed: 3, adopted: 0, released: 1 },
                "claimed 3 · released 1",
                "认领 3 · 释放 1",
            ),
            (
                Decision::NewFailureUnfinished { failed, finished: true },
                "failed: 1 now, 0 in the status · finished ✓",
                "failed：现在 1，状态中 0 · 已结束 ✓",
            ),
            (
                Decision::OwnerUnfinished { owned: true, finished: true },
                "cached Job ✓ · finished",
                "缓存中的 Job ✓ · 已结束",
            ),
            (
                Decision::PartialProgress { failed: true, progress: true },
                "error · uncountedTerminatedPods",
                "出错 · uncountedTerminatedPods",
            ),
            (Decision::TooManyActive { active: 3, parallelism: 2 }, "3 > 2", "3 > 2"),
        ] {
            assert_eq!(operands(&Words::new(Locale::En), &decision), english);
            assert_eq!(operands(&Words::new(Locale::ZhCn), &decision), chinese);
        }
    }
}
