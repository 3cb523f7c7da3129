//! Sentences and phrases in words.

use fluent_bundle::{FluentArgs, FluentValue};
use jobscope_explain::sentence::{Phrase, Sentence, Value, Which};

use crate::{Words, args, operands, ordinal};

/// All values of a phrase in one language.
pub fn phrase_args(words: &Words, phrase: &Phrase) -> FluentArgs<'static> {
    let value = |value: &Value| match value {
        Value::Number(number) => FluentValue::from(*number),
        Value::Ordinal(number) => ordinal(*number),
        Value::Text(text) => FluentValue::from(text.clone()),
    };
    let mut args: FluentArgs<'static> = phrase.values.iter().map(|(name, given)| (*name, value(given))).collect();
    if let Some(question) = &phrase.about {
        args.set("ask", words.t(&format!("decision-{}", question.id().name())));
        args.set("operands", stated(&operands(words, question)));
    }
    if let Some(which) = &phrase.which {
        let which = match which {
            Which::Named(name) => words.f("pod-of-number", &args!(n = name.as_str())),
            Which::OfIndex(index, attempt) => words.f("pod-of-index", &args!(index = *index, attempt = *attempt)),
        };
        args.set("which", which);
    }
    if let Some((name, list)) = &phrase.list {
        args.set(*name, list.join(&words.t("list-comma")));
    }
    args
}

/// Operands with a space before the answer. If the only value is missing, the answer alone is enough.
fn stated(operands: &str) -> String {
    if operands.ends_with('–') && !operands.contains('·') { String::new() } else { format!("{operands} ") }
}

/// A phrase as plain text.
pub fn plain_phrase(words: &Words, phrase: &Phrase) -> String {
    words.f(phrase.key, &phrase_args(words, phrase))
}

/// The Job that a sentence is about, before it, if there are others.
pub fn job_of(words: &Words, sentence: &Sentence) -> Option<String> {
    sentence.job.as_ref().map(|job| words.f("said-of-job", &args!(job = job.as_str())))
}

/// A sentence with everything that goes along with it, as plain text.
pub fn plain_sentence(words: &Words, sentence: &Sentence) -> String {
    let mut said = job_of(words, sentence).unwrap_or_default();
    said.push_str(&plain_phrase(words, &sentence.first));
    for phrase in &sentence.more {
        said.push_str(words.between());
        said.push_str(&plain_phrase(words, phrase));
    }
    said
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;
    use jobscope_core::timeline::{SavedSession, Timeline};
    use jobscope_core::world::Action;
    use jobscope_explain::{Moment, Movement};

    use super::*;
    use crate::Locale;

    /// What is said of the first sync of the Job called `job`, in both languages.
    fn said_of(job: &str) -> [String; 2] {
        let text = match job {
            "train" => include_str!("../../tests/cluster/unscheduled.yaml"),
            _ => include_str!("../../tests/cluster/held-up.yaml"),
        };
        let mut timeline = SavedSession::of_cluster(text, Release::V1_36).unwrap().replay().unwrap();
        let synced = |timeline: &Timeline| {
            let is_sync = timeline.present_step().is_some_and(|step| step.action == Action::Sync);
            is_sync && timeline.syncs().last().is_some_and(|sync| sync.key.split().1 == job)
        };
        while !synced(&timeline) {
            assert!(timeline.step_over(), "there is no sync of {job}");
        }
        let sentence = Sentence::at(&Moment::of(&timeline, 0, Movement::Forward, 0));
        [Locale::En, Locale::ZhCn].map(|locale| {
            let said = plain_sentence(&Words::new(locale), &sentence);
            said.replace([crate::OPEN, crate::CLOSE], "").replace('\u{a0}', " ")
        })
    }

    fn check(job: &str, expected: [&str; 2]) {
        for (said, expected) in said_of(job).iter().zip(expected) {
            assert!(said.contains(expected), "{said}");
        }
    }

    #[test]
    fn pods_that_do_not_start_or_end_are_explained() {
        check(
            "proxy",
            [
                "In 1 pod main has ended with exit code 0, and proxy still runs. A pod ends with its last container: ",
                "1 个 Pod 中的 main 已结束（退出码 0），而 proxy 仍在运行。",
            ],
        );
        check("volume", ["Pod volume-aaaaa has been starting for 49 min: ", "Pod volume-aaaaa 启动已有 49 min："]);
        check("setup", ["starting for 49 min: its init container setup still runs.", "Init 容器 setup 仍在运行。"]);
        check(
            "crash",
            [
                "(CrashLoopBackOff). To the controller, such a pod is active. 3 restarts of containers so far: ",
                "容器至今重启了 3 次：达到 6 次（backoffLimit）时 Job 失败。",
            ],
        );
    }

    #[test]
    fn what_the_scheduler_and_the_kubelet_say_is_quoted() {
        check(
            "train",
            [
                "The scheduler says: “0/3 nodes are available: 1 node(s) had untolerated taint {gpu: reserved}, 2 \
                 Insufficient cpu. preemption: 0/3 nodes are available: 3 No preemption victims found for incoming pod.”. \
                 The kubelet says about container train: “secret \"train-token\" not found”. The kubelet says about \
                 container train: “<b>no signature</b> [31m of registry.example/train:7”.",
                "（Unschedulable ×2，CreateContainerConfigError，SignatureValidationFailed）。",
            ],
        );
        check(
            "train",
            ["cannot start (Unschedulable ×2, Create", "kubelet 对容器 train 给出的原因：“secret \"train-token\""],
        );
    }

    #[test]
    fn of_several_pods_one_is_named() {
        let said = |locale, key| {
            let text = |(name, text): (&'static str, &str)| (name, Value::from(text));
            let texts = [("pod", "p"), ("node", "w"), ("time", "3 h"), ("container", "c"), ("tracked", "")].map(text);
            let phrase = Phrase::new(key, texts.into_iter().chain([("n", Value::from(2))]).collect());
            plain_phrase(&Words::new(locale), &phrase).replace([crate::OPEN, crate::CLOSE], "").replace('\u{a0}', " ")
        };
        for (key, en, zh) in [
            (
                "along-starting",
                "2 pods have been starting, p for 3 h: a volume, ",
                "2 个 Pod 仍在启动，其中 p 已有 3 h：卷、",
            ),
            (
                "along-initializing",
                "2 pods have been starting, p for 3 h: its init container c still runs.",
                "2 个 Pod 仍在启动，其中 p 已有 3 h：它的 Init 容器 c 仍在运行。",
            ),
            (
                "along-overdue",
                "2 pods should have stopped, p on w 3 h ago, and no kubelet has reported their end. If ",
                "2 个 Pod 早该停止，其中 w 上的 p 已超过 3 h，但没有 kubelet 报告它们已结束。如果",
            ),
        ] {
            for (locale, expected) in [(Locale::En, en), (Locale::ZhCn, zh)] {
                let said = said(locale, key);
                assert!(said.starts_with(expected), "{said}");
            }
        }
    }

    #[test]
    fn a_pod_that_should_have_stopped_is_named_with_its_node() {
        let late = "Pod lost-aaaaa on worker-3 should have stopped 20 min ago, and no kubelet has reported its end.";
        check("lost", [late, "worker-3 上的 Pod lost-aaaaa 早在 20 min 前就该停止，"]);
    }

    #[test]
    fn parallelism_of_zero_pauses_a_job() {
        check(
            "paused",
            ["parallelism is 0, and that pauses the Job with 5 completions open.", "还有 5 次完成没有达到。"],
        );
    }

    #[test]
    fn kueue_is_named_where_a_label_names_its_queue() {
        check(
            "queued",
            [
                "Its label kueue.x-k8s.io/queue-name is team: Kueue suspends and resumes it.",
                "kueue.x-k8s.io/queue-name 为 team：由 Kueue 挂起和恢复它。",
            ],
        );
    }

    #[test]
    fn what_holds_a_deleted_job_is_named() {
        check(
            "removed",
            [
                "The Job is being deleted. The finalizer foregroundDeletion holds the Job until its 1 pod is gone. Pod \
                 removed-aaaaa is being deleted, too, and its finalizer example.com/pod holds it. The finalizer \
                 example.com/job holds the Job, and Kubernetes itself does not remove it.",
                "在它的 1 个 Pod 消失之前，finalizer foregroundDeletion 一直保留着 Job。",
            ],
        );
        check(
            "expires",
            ["Its ttlSecondsAfterFinished is over in 2 h; ", "它的 ttlSecondsAfterFinished 将在 2 h 后到期，"],
        );
    }

    #[test]
    fn why_no_rule_matches_is_shown_with_the_values() {
        check(
            "rules",
            [
                "No rule of the pod failure policy matches rules-aaaaa, so its failure counts: rules[0] main 137 ∉ [42], \
                 rules[1] DisruptionTarget –. rules[0] is only about main: 42 is the exit code of proxy.",
                "rules[0] 只针对 main：42 是 proxy 的退出码。",
            ],
        );
    }

    #[test]
    fn a_pod_that_was_listed_with_another_result_is_no_matter_of_time() {
        check("twice", ["(422). No later sync heals this: ", "（422）。以后的同步都无法修复："]);
    }

    #[test]
    fn an_adoption_is_mentioned() {
        check("adopts", ["It adopted 1 pod that matches the selector ", "它收养了 1 个与选择算符匹配"]);
    }
}
