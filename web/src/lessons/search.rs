//! Finds lessons by words of their titles, questions and terms, in either language, and by words that people use for what
//! the lessons are about.

use super::index::{CARDS, Card};
use crate::words::Locale;

/// Words that people use, each with the lessons that are about it. Longer forms of a word are found, too: `preempt` stands for
/// preempted and preemption.
const ASKED: &[(&str, &[&str])] = &[
    ("spot", &["node-drained", "pod-failure-policy"]),
    ("drain", &["node-drained", "pod-failure-policy", "replacement-policy"]),
    ("evict", &["node-drained", "pod-failure-policy"]),
    ("preempt", &["node-drained", "started-by-others", "pod-failure-policy"]),
    ("autoscal", &["node-drained", "elastic"]),
    ("disruption", &["node-drained", "pod-failure-policy"]),
    ("imagepullbackoff", &["image-pull"]),
    ("errimagepull", &["image-pull"]),
    ("createcontainerconfigerror", &["image-pull"]),
    ("configmap", &["image-pull"]),
    ("registry", &["image-pull"]),
    ("unschedulable", &["image-pull"]),
    ("sidecar", &["sidecar"]),
    ("istio", &["sidecar"]),
    ("linkerd", &["sidecar"]),
    ("envoy", &["sidecar"]),
    ("proxy", &["sidecar"]),
    ("mesh", &["sidecar"]),
    ("notready", &["sidecar"]),
    ("helm", &["immutable", "ttl-and-logs", "same-name"]),
    ("argo", &["immutable", "ttl-and-logs", "same-name"]),
    ("gitops", &["immutable", "same-name"]),
    ("flux", &["immutable"]),
    ("upgrade", &["immutable"]),
    ("hook", &["ttl-and-logs", "immutable"]),
    ("kueue", &["started-by-others", "suspend"]),
    ("multikueue", &["started-by-others"]),
    ("managedby", &["started-by-others"]),
    ("volcano", &["started-by-others"]),
    ("logs", &["ttl-and-logs", "restart-policies"]),
    ("disappear", &["ttl-and-logs", "where-did-my-pod-go"]),
    ("vanish", &["ttl-and-logs", "where-did-my-pod-go"]),
    ("cleanup", &["ttl-and-logs", "deletion"]),
    ("cronjob", &["ttl-and-logs"]),
    (
        "stuck",
        &[
            "image-pull",
            "sidecar",
            "slow-start-and-quota",
            "same-name",
            "expectations",
            "orphan-queue",
            "five-workers",
            "deadline",
        ],
    ),
    ("hang", &["sidecar", "deadline", "wait-in-a-script", "same-name"]),
    ("pending", &["image-pull", "slow-start-and-quota", "deadline"]),
    ("terminating", &["deletion", "replacement-policy", "node-drained", "orphan-queue"]),
    ("delete", &["deletion", "same-name"]),
    ("recreate", &["same-name", "immutable"]),
    ("replace", &["immutable", "replacement-policy"]),
    ("script", &["wait-in-a-script"]),
    ("wait", &["wait-in-a-script"]),
    ("timeout", &["deadline", "wait-in-a-script"]),
    ("ci", &["wait-in-a-script"]),
    ("scale", &["elastic"]),
    ("leader", &["one-has-won"]),
    ("slow", &["five-workers"]),
    ("late", &["five-workers"]),
    ("restart", &["restart-policies", "restart-forgets"]),
    ("crashloopbackoff", &["restart-policies"]),
    ("exit", &["restart-policies", "pod-failure-policy"]),
    ("retry", &["backoff-limit", "restart-policies", "limit-ten", "node-drained"]),
    ("crash", &["crash-between-writes", "backoff-limit"]),
    ("oom", &["pod-failure-policy"]),
    ("history", &["what-happened", "ttl-and-logs"]),
    ("recorded", &["what-happened"]),
    ("audit", &["what-happened"]),
    ("postmortem", &["what-happened"]),
    ("duplicate", &["replacement-policy", "stale-cache"]),
    ("twice", &["replacement-policy", "stale-cache", "restart-policies"]),
];

/// The lessons in which every word of `typed` occurs; all of them for none.
pub(super) fn found(typed: &str) -> Vec<&'static Card> {
    let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    CARDS.iter().filter(|card| words.iter().all(|word| has(card, word))).collect()
}

fn has(card: &Card, word: &str) -> bool {
    let texts = Locale::ALL.into_iter().flat_map(|locale| [card.title(locale), card.question(locale)]);
    let names = card.releases.iter().map(|release| release.name());
    is_asked_as(card, word)
        || texts.chain(card.terms.iter().copied()).chain([card.name]).chain(names).any(|text| {
            // A term is found however its words are joined.
            let text = text.to_lowercase();
            text.contains(word) || text.replace('-', "").contains(word)
        })
}

/// Whether people use `word`, or what they have typed of it so far, for what the lesson is about.
fn is_asked_as(card: &Card, word: &str) -> bool {
    const LEAST: usize = 3;
    let is_meant = |asked: &str| word.starts_with(asked) || (word.len() >= LEAST && asked.starts_with(word));
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
        ] {
            assert!(names(typed).contains(&lesson), "{typed}: {:?}", names(typed));
        }
        assert!(!names("helm").contains(&"node-drained"));
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
