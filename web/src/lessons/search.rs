//! Finds lessons by words of their titles, questions and terms, in either language, and by words that people use for what
//! the lessons are about.

use super::index::{CARDS, Card};
use crate::words::Locale;

/// Words that people use, each with the lessons that are about it. Longer forms of a word are found, too: `preempt` stands for
/// preempted and preemption. Chinese is written without spaces, so its words are found anywhere in what is typed.
pub(crate) const ASKED: &[(&str, &[&str])] = &[
    ("spot", &["node-drained", "pod-failure-policy"]),
    ("drain", &["node-drained", "pod-failure-policy", "replacement-policy"]),
    ("evict", &["node-drained", "pod-failure-policy"]),
    ("preempt", &["node-drained", "started-by-others", "pod-failure-policy"]),
    ("autoscal", &["node-drained", "elastic"]),
    ("cluster-autoscal", &["node-drained"]),
    ("karpenter", &["node-drained"]),
    ("interrupt", &["node-drained"]),
    ("maintenance", &["node-drained"]),
    ("taint", &["node-drained"]),
    ("unreachable", &["node-drained"]),
    ("nodelost", &["node-drained"]),
    ("disruption", &["node-drained", "pod-failure-policy"]),
    ("imagepullbackoff", &["image-pull"]),
    ("errimagepull", &["image-pull"]),
    ("createcontainerconfigerror", &["image-pull"]),
    ("configmap", &["image-pull"]),
    ("registry", &["image-pull"]),
    ("unschedulable", &["image-pull"]),
    ("failedscheduling", &["image-pull"]),
    ("secret", &["image-pull"]),
    ("typo", &["image-pull"]),
    ("serviceaccount", &["no-pod-no-error"]),
    ("account", &["no-pod-no-error"]),
    ("podsecurity", &["no-pod-no-error"]),
    ("limitrange", &["no-pod-no-error"]),
    ("admission", &["no-pod-no-error", "webhook-down"]),
    ("finalizer", &["webhook-down", "deletion", "orphan-queue"]),
    ("successcriteriamet", &["webhook-down"]),
    ("rbac", &["no-pod-no-error"]),
    ("sidecar", &["sidecar"]),
    ("istio", &["sidecar"]),
    ("linkerd", &["sidecar"]),
    ("envoy", &["sidecar"]),
    ("proxy", &["sidecar"]),
    ("mesh", &["sidecar"]),
    ("notready", &["sidecar", "node-drained"]),
    ("initcontainer", &["sidecar"]),
    ("helm", &["immutable", "ttl-and-logs", "same-name"]),
    ("argo", &["immutable", "ttl-and-logs", "same-name"]),
    ("gitops", &["immutable", "same-name"]),
    ("flux", &["immutable"]),
    ("upgrade", &["immutable"]),
    ("kustomize", &["immutable"]),
    ("terraform", &["immutable", "wait-in-a-script"]),
    ("generatename", &["immutable", "same-name"]),
    ("hook", &["ttl-and-logs", "immutable"]),
    ("migrat", &["wait-in-a-script", "ttl-and-logs"]),
    ("kueue", &["started-by-others", "suspend"]),
    ("multikueue", &["started-by-others"]),
    ("managedby", &["started-by-others"]),
    ("volcano", &["started-by-others"]),
    ("batch", &["started-by-others", "slow-start"]),
    ("gpu", &["started-by-others"]),
    ("priority", &["started-by-others", "node-drained"]),
    ("webhook", &["webhook-down", "no-pod-no-error", "started-by-others"]),
    ("pause", &["suspend"]),
    ("resume", &["suspend", "started-by-others"]),
    ("logs", &["ttl-and-logs", "restart-policies"]),
    ("disappear", &["ttl-and-logs", "where-did-my-pod-go"]),
    ("vanish", &["ttl-and-logs", "where-did-my-pod-go"]),
    ("cleanup", &["ttl-and-logs", "deletion"]),
    ("cronjob", &["ttl-and-logs"]),
    ("schedule", &["ttl-and-logs", "started-by-others"]),
    ("missing", &["ttl-and-logs", "where-did-my-pod-go"]),
    ("garbage", &["deletion", "ttl-and-logs", "node-drained"]),
    ("zombie", &["crash-between-writes", "orphan-queue", "deletion"]),
    ("orphan", &["orphan-queue", "deletion"]),
    ("leak", &["orphan-queue", "deletion"]),
    (
        "stuck",
        &[
            "image-pull",
            "no-pod-no-error",
            "sidecar",
            "slow-start-and-quota",
            "same-name",
            "expectations",
            "orphan-queue",
            "five-workers",
            "deadline",
        ],
    ),
    ("never", &["image-pull", "same-name", "sidecar", "wait-in-a-script"]),
    ("forever", &["sidecar", "image-pull", "same-name", "deadline"]),
    ("infinite", &["limit-ten", "image-pull"]),
    ("hang", &["sidecar", "deadline", "wait-in-a-script", "same-name"]),
    ("pending", &["image-pull", "slow-start-and-quota", "deadline"]),
    ("terminating", &["deletion", "webhook-down", "replacement-policy", "node-drained", "orphan-queue"]),
    ("delete", &["deletion", "same-name"]),
    ("recreate", &["same-name", "immutable"]),
    ("replace", &["immutable", "replacement-policy"]),
    ("script", &["wait-in-a-script"]),
    ("wait", &["wait-in-a-script"]),
    ("timeout", &["deadline", "wait-in-a-script"]),
    ("timed", &["deadline", "wait-in-a-script"]),
    ("deadlineexceeded", &["deadline", "image-pull"]),
    ("ci", &["wait-in-a-script"]),
    ("pipeline", &["wait-in-a-script", "five-workers"]),
    ("jenkins", &["wait-in-a-script"]),
    ("gitlab", &["wait-in-a-script"]),
    ("bash", &["wait-in-a-script"]),
    ("jsonpath", &["wait-in-a-script"]),
    ("scale", &["elastic"]),
    ("resize", &["elastic"]),
    ("workers", &["elastic", "five-workers"]),
    ("leader", &["one-has-won"]),
    ("pytorch", &["elastic", "one-has-won"]),
    ("mpi", &["one-has-won", "elastic"]),
    ("slow", &["five-workers"]),
    ("late", &["five-workers"]),
    ("throttl", &["five-workers"]),
    ("concurren", &["five-workers", "parallelism-and-completions"]),
    ("performance", &["five-workers", "slow-start"]),
    ("restart", &["restart-policies", "restart-forgets"]),
    ("crashloopbackoff", &["restart-policies"]),
    ("exit", &["restart-policies", "pod-failure-policy"]),
    ("retry", &["backoff-limit", "restart-policies", "limit-ten", "node-drained"]),
    ("retri", &["backoff-limit", "restart-policies", "limit-ten", "node-drained"]),
    ("backofflimitexceeded", &["backoff-limit", "wait-in-a-script"]),
    ("failedcreate", &["no-pod-no-error", "slow-start-and-quota"]),
    ("forbidden", &["no-pod-no-error", "slow-start-and-quota"]),
    ("crash", &["crash-between-writes", "backoff-limit"]),
    ("oom", &["pod-failure-policy", "restart-policies"]),
    ("memory", &["pod-failure-policy"]),
    ("137", &["pod-failure-policy", "node-drained"]),
    ("sigterm", &["sidecar", "deadline"]),
    ("sigkill", &["pod-failure-policy", "deadline"]),
    ("history", &["what-happened", "ttl-and-logs"]),
    ("recorded", &["what-happened"]),
    ("audit", &["what-happened"]),
    ("postmortem", &["what-happened"]),
    ("duplicate", &["replacement-policy", "stale-cache"]),
    ("twice", &["replacement-policy", "stale-cache", "restart-policies"]),
    ("double", &["replacement-policy", "stale-cache"]),
    ("驱逐", &["node-drained", "pod-failure-policy"]),
    ("排空", &["node-drained", "pod-failure-policy", "replacement-policy"]),
    ("抢占", &["node-drained", "started-by-others", "pod-failure-policy"]),
    ("竞价", &["node-drained", "pod-failure-policy"]),
    ("中断", &["node-drained", "pod-failure-policy"]),
    ("维护", &["node-drained"]),
    ("污点", &["node-drained"]),
    ("拉取", &["image-pull"]),
    ("拉不", &["image-pull"]),
    ("仓库", &["image-pull"]),
    ("镜像", &["image-pull", "immutable"]),
    ("账号", &["no-pod-no-error"]),
    ("准入", &["no-pod-no-error", "webhook-down"]),
    ("代理", &["sidecar"]),
    ("网格", &["sidecar"]),
    ("升级", &["immutable"]),
    ("不可变", &["immutable"]),
    ("钩子", &["ttl-and-logs", "immutable"]),
    ("日志", &["ttl-and-logs", "restart-policies"]),
    ("消失", &["ttl-and-logs", "where-did-my-pod-go"]),
    ("不见", &["ttl-and-logs", "where-did-my-pod-go"]),
    ("清理", &["ttl-and-logs", "deletion"]),
    ("定时", &["ttl-and-logs"]),
    (
        "卡住",
        &[
            "image-pull",
            "no-pod-no-error",
            "sidecar",
            "slow-start-and-quota",
            "same-name",
            "expectations",
            "orphan-queue",
            "deadline",
        ],
    ),
    ("不结束", &["sidecar", "image-pull", "deadline"]),
    ("终止", &["deletion", "replacement-policy", "node-drained", "orphan-queue"]),
    ("删除", &["deletion", "same-name", "ttl-and-logs"]),
    ("删不掉", &["deletion", "orphan-queue"]),
    ("重建", &["same-name", "immutable"]),
    ("孤儿", &["orphan-queue", "deletion"]),
    ("僵尸", &["crash-between-writes", "orphan-queue", "deletion"]),
    ("脚本", &["wait-in-a-script"]),
    ("流水线", &["wait-in-a-script", "five-workers"]),
    ("等待", &["wait-in-a-script"]),
    ("超时", &["deadline", "wait-in-a-script"]),
    ("重试", &["backoff-limit", "restart-policies", "limit-ten", "node-drained"]),
    ("重启", &["restart-policies", "restart-forgets"]),
    ("崩溃", &["crash-between-writes", "restart-policies"]),
    ("内存", &["pod-failure-policy", "restart-policies"]),
    ("退出码", &["restart-policies", "pod-failure-policy", "wait-in-a-script"]),
    ("排队", &["started-by-others", "five-workers"]),
    ("暂停", &["suspend", "started-by-others"]),
    ("扩容", &["elastic"]),
    ("缩容", &["elastic", "node-drained"]),
    ("伸缩", &["elastic"]),
    ("并发", &["five-workers", "parallelism-and-completions"]),
    ("延迟", &["five-workers"]),
    ("很慢", &["five-workers", "slow-start"]),
    ("复盘", &["what-happened"]),
    ("审计", &["what-happened"]),
    ("历史", &["what-happened", "ttl-and-logs"]),
    ("重复", &["replacement-policy", "stale-cache"]),
];

/// The lessons in which every word of `typed` occurs; all lessons if it is empty. Only ASCII letters are
/// compared without regard to case, because Unicode's tables are large.
pub(super) fn found(typed: &str) -> Vec<&'static Card> {
    let words: Vec<String> = typed.split_whitespace().map(str::to_ascii_lowercase).collect();
    CARDS.iter().filter(|card| words.iter().all(|word| has(card, word))).collect()
}

fn has(card: &Card, word: &str) -> bool {
    let texts = Locale::ALL.into_iter().flat_map(|locale| [card.title(locale), card.question(locale)]);
    let names = card.releases.iter().map(|release| release.name());
    is_asked_as(card, word)
        || texts.chain(card.terms.iter().copied()).chain([card.name]).chain(names).any(|text| {
            // A term is found however its words are joined.
            let text = text.to_ascii_lowercase();
            text.contains(word) || text.replace('-', "").contains(word)
        })
}

/// Whether people use `word`, or what they have typed of it so far, for what the lesson is about.
fn is_asked_as(card: &Card, word: &str) -> bool {
    const LEAST: usize = 3;
    let is_meant = |asked: &str| {
        let is_in = if asked.is_ascii() { word.starts_with(asked) } else { word.contains(asked) };
        is_in || (word.len() >= LEAST && asked.starts_with(word))
    };
    ASKED.iter().any(|(asked, lessons)| is_meant(asked) && lessons.contains(&card.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(typed: &str) -> Vec<&'static str> {
        found(typed).into_iter().map(|card| card.name).collect()
    }

    #[test]
    fn lessons_are_found_by_words_of_both_languages_and_by_terms() {
        assert_eq!(names("").len(), CARDS.len());
        assert!(names("Quota").contains(&"slow-start-and-quota"));
        assert!(names("backoff").contains(&"back-off"));
        assert!(names("finalizer").len() > 1);
        assert!(names("慢启动").contains(&"slow-start"));
        assert!(names("slow  QUOTA").contains(&"slow-start-and-quota") && names("slow moon").is_empty());
    }

    #[test]
    fn lessons_are_found_by_the_words_that_people_use() {
        for (typed, lesson) in [
            ("spot", "node-drained"),
            ("drained", "node-drained"),
            ("preemption", "node-drained"),
            ("Helm", "immutable"),
            ("Argo", "ttl-and-logs"),
            ("ArgoCD", "immutable"),
            ("Kueue", "started-by-others"),
            ("logs", "ttl-and-logs"),
            ("ImagePullBackOff", "image-pull"),
            ("sidecars", "sidecar"),
            ("istio", "sidecar"),
            ("stuck", "same-name"),
            ("Terminating", "deletion"),
            ("kubectl wait", "wait-in-a-script"),
            ("restartPolicyRules", "restart-policies"),
            ("CrashLoopBackOff", "restart-policies"),
            ("postmortem", "what-happened"),
            ("audit", "what-happened"),
            ("OOMKilled", "pod-failure-policy"),
            ("eviction", "node-drained"),
            ("zombie", "crash-between-writes"),
            ("orphaned", "orphan-queue"),
            ("hooks", "ttl-and-logs"),
            ("CI", "wait-in-a-script"),
            ("GitOps", "immutable"),
            ("cron", "ttl-and-logs"),
            ("retries", "backoff-limit"),
            ("timed", "wait-in-a-script"),
            ("驱逐", "node-drained"),
            ("被抢占", "started-by-others"),
            ("镜像", "image-pull"),
            ("Pod卡住了", "sidecar"),
            ("删不掉", "deletion"),
        ] {
            assert!(names(typed).contains(&lesson), "{typed}: {:?}", names(typed));
        }
        assert!(!names("helm").contains(&"node-drained"));
    }

    #[test]
    fn texts_of_lessons_have_only_capital_letters_of_ascii() {
        for card in CARDS {
            for text in Locale::ALL.into_iter().flat_map(|locale| [card.title(locale), card.question(locale)]) {
                assert_eq!(text.to_lowercase(), text.to_ascii_lowercase());
            }
        }
    }

    #[test]
    fn the_lessons_that_words_lead_to_exist() {
        for (asked, lessons) in ASKED {
            assert_eq!(*asked, asked.to_lowercase());
            for lesson in *lessons {
                assert!(CARDS.iter().any(|card| card.name == *lesson), "{asked}: {lesson}");
            }
        }
    }
}
