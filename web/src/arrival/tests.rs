//! Links, files and pasted texts, and what each of them opens or is refused for.

use jobscope_core::api::Release;
use jobscope_core::timeline::{Cursor, MAX_FILE_BYTES};
use jobscope_core::world::{Action, World};

use super::*;
use crate::words::{Locale, Words};

fn session() -> Timeline {
    let mut timeline = Timeline::new(World::new(Release::V1_28));
    for ms in [1, 2, 3] {
        timeline.apply(&Action::Advance { ms }).unwrap();
    }
    timeline.seek(Cursor { step: 2, entries: 0 });
    timeline
}

fn from_file(text: String) -> Arrival {
    Arrival::of_text(Source::File, text)
}

/// Loads the openers.
fn with_openers() {
    lazy::set_loaded(lazy::Table::default().with_functions(Openers::new()));
}

#[test]
fn a_link_brings_back_what_was_seen() {
    let sent = session();
    let arrival = Arrival::of_link(Source::Link, &SavedSession::of(&sent, "kind: Job # mine").to_link());
    let Arrival::Opened(opened) = arrival else { panic!("{arrival:?}") };
    assert_eq!(opened.manifest, "kind: Job # mine");
    assert_eq!(opened.timeline.cursor(), sent.cursor());
    assert_eq!(opened.timeline.steps(), sent.steps());
    assert_eq!(opened.timeline.world(), sent.world());
}

#[test]
fn every_broken_link_is_shown_in_both_languages() {
    let link = SavedSession::of(&session(), "").to_link();
    let (cut, newer, long) =
        (&link[..link.len() - 4], link.replacen('1', "7", 1), "1.".to_owned() + &"A".repeat(1 << 20));
    for (broken, key) in [
        (cut, "link-damaged"),
        ("", "link-unknown-version"),
        (&newer, "link-unknown-version"),
        (&long, "link-too-long"),
    ] {
        let Arrival::Broken(problem) = Arrival::of_link(Source::Link, broken) else { panic!("{key} was opened") };
        for words in Locale::ALL.map(Words::new) {
            assert_eq!(problem.message(&words), words.t(key));
            assert_ne!(problem.message(&words), key, "there are no words");
        }
    }
}

#[test]
fn a_file_is_a_session_or_a_manifest() {
    let sent = session();
    let file = SavedSession::of(&sent, "kind: Job # mine").to_file();
    let Arrival::Opened(opened) = from_file(format!("# saved\n{file}")) else { panic!("{file}") };
    assert_eq!((opened.manifest.as_str(), opened.timeline.world()), ("kind: Job # mine", sent.world()));

    assert_eq!(from_file("kind: Job\n".to_owned()), Arrival::Manifest("kind: Job\n".into()));
    // JSON is YAML, too.
    let json = r#"{"jobscope": 1, "release": "v1.28", "actions": []}"#;
    assert!(matches!(from_file(json.to_owned()), Arrival::Opened(_)));
    let job = r#"{"kind": "Job", "metadata": {"labels": {"jobscope": "1"}}}"#;
    assert!(matches!(from_file(job.to_owned()), Arrival::Manifest(_)));

    let words = Words::new(Locale::En);
    let Arrival::Broken(problem) = from_file(file.replace("op: advance", "op: wait")) else { panic!("{file}") };
    assert_eq!(problem.message(&words), "Line 5, column 3 is wrong:");
    let detail = problem.detail(&words).unwrap_or_default().to_string();
    assert!(detail.starts_with("actions[0]: unknown variant `wait`"), "{detail}");
}

#[test]
fn commands_of_kubectl_wait_for_what_runs_them() {
    const TYPED: &str = "jobscope: 6\nrelease: v1.36\nactions:\n- kubectl: create job a --image=b\n";
    let waits = from_file(TYPED.to_owned());
    assert!(matches!(&waits, Arrival::Unread(Source::File, _)) && waits.go_a_piece().is_none());
    with_openers();
    let Some(Arrival::Opened(opened)) = waits.go_a_piece() else { panic!("it waits on") };
    assert_eq!(opened.timeline.world().stored_jobs().count(), 1);
    assert!(matches!(from_file(TYPED.to_owned()), Arrival::Opened(_)));
}

#[test]
fn what_is_pasted_is_known_by_its_looks() {
    let sent = SavedSession::of(&session(), "kind: Job # mine");
    let link = format!("https://example.org/jobscope/#s={}", sent.to_link());
    for text in [
        sent.to_file(),
        link.clone(),
        format!("  {link}\n"),
        format!("See [this]({link})."),
        format!("<a href=\"{link}\">this</a>"),
    ] {
        let Some(Arrival::Opened(opened)) = Arrival::of_pasted(text.clone()) else { panic!("{text}") };
        assert_eq!((opened.source, opened.timeline.steps().len()), (Source::Pasted, 3));
    }
    for text in
        ["apiVersion: batch/v1\nkind: Job\n", "# mine\nkind: Job\n", "{\n  \"kind\": \"Job\"\n}", "{\"kind\": \"Job\"}"]
    {
        assert_eq!(Arrival::of_pasted(text.to_owned()), Some(Arrival::Manifest(text.to_owned().into())));
    }
    for text in ["", "Hello", "https://example.org/#spec", "a kind: of thing", "1.abc"] {
        assert_eq!(Arrival::of_pasted(text.to_owned()), None, "{text}");
    }
    let broken = [
        link[..link.len() - 4].to_owned(),
        "jobscope: 1\n".to_owned(),
        format!("jobscope: 1\n{}", "#".repeat(MAX_FILE_BYTES)),
    ];
    for text in broken {
        let Some(Arrival::Broken(problem)) = Arrival::of_pasted(text) else { panic!("was opened") };
        assert_eq!(problem.source, Source::Pasted);
    }
}

#[test]
fn what_a_cluster_has_opens_under_the_release_that_is_chosen_or_says_which_can_have_stored_it() {
    const STUCK: &str = include_str!("../../../tests/cluster/stuck.yaml");
    const FINISHED: &str = include_str!("../../../tests/cluster/finished-v1.25.yaml");
    crate::keep::keep_nothing();
    for arrival in [from_file(STUCK.to_owned()), Arrival::of_pasted(STUCK.to_owned()).unwrap()] {
        let Arrival::Opened(opened) = arrival else { panic!("{arrival:?}") };
        assert_eq!((&opened.source, opened.timeline.world().stored_pods().len()), (&Source::Cluster, 2));
        assert_eq!(opened.timeline.world().release(), Release::default());
    }
    let words = Words::new(Locale::En);
    let problem = |text: &str, release| match Arrival::of_text_under(Source::Cluster, text.to_owned(), release) {
        Arrival::Broken(problem) => problem,
        arrival => panic!("{arrival:?}"),
    };
    // Under a later release than the one that wrote it, a click leads to that one.
    let Arrival::Opened(opened) = from_file(FINISHED.to_owned()) else { panic!("it was not opened") };
    assert_eq!(opened.timeline.world().release(), Release::default());
    let objects = opened.objects.unwrap();
    let earlier = objects.earlier().unwrap();
    for words in Locale::ALL.map(Words::new) {
        let hint = earlier_message(&earlier, &words);
        assert!(hint.contains("matchLabels[controller-uid]") && hint.contains("v1.26"), "{hint}");
    }
    let Arrival::Opened(again) = Arrival::of_cluster(&objects.state, earlier.suggested.unwrap(), None) else {
        panic!("it was not opened")
    };
    assert_eq!((again.timeline.world().release(), again.objects.unwrap().earlier()), (Release::V1_26, None));

    let older = problem(STUCK, Some(Release::V1_11));
    assert!(older.message(&words).starts_with("v1.11 cannot have stored this: "), "{}", older.message(&words));
    let (state, release) = older.under_another_release().unwrap();
    assert!(matches!(Arrival::of_cluster(state, release, None), Arrival::Opened(_)));
    let broken = problem(&STUCK.replace("failed: 1", "failed: many"), None);
    let why = broken.detail(&words).unwrap_or_default().to_string();
    assert!(broken.message(&words).contains("Line") && why.starts_with("items[0].status.failed: "), "{why}");
}

#[test]
fn fresh_objects_begin_at_the_present_and_say_what_is_overdue() {
    const NO_PODS: &str = include_str!("../../../tests/cluster/no-pods.yaml");
    crate::keep::keep_nothing();
    let opened = |arrival| match arrival {
        Arrival::Opened(opened) => (opened.timeline.world().now(), opened),
        arrival => panic!("{arrival:?}"),
    };
    let overdue = |opened: &Opened| opened.objects.as_ref().unwrap().overdue(&opened.timeline);
    let before = present();
    let created = before.plus(-10_800_000);
    let text = NO_PODS.replace("2026-11-20T09:12:40Z", &created.to_string());
    let (start, fresh) = opened(from_file(text));
    assert!((before..=present()).contains(&start), "{start}");
    let objects = fresh.objects.clone().unwrap();
    assert_eq!(objects.earlier_start(), Some(created));
    let late = overdue(&fresh).unwrap();
    assert_eq!((late.job.name().as_str(), late.phrase().key), ("report", "overdue-creates"));
    // The time is in the session, and so the same wherever it is opened again.
    let again = SavedSession::of(&fresh.timeline, "").to_file();
    assert_eq!(opened(from_file(again)).0, start);
    // The other choice.
    let (start, later) = opened(Arrival::of_cluster(&objects.state, objects.release, Some(created)));
    assert_eq!((start, later.objects.as_ref().unwrap().earlier_start(), overdue(&later)), (created, None, None));

    let (start, old) = opened(from_file(NO_PODS.replace("2026-11-20", "2020-11-20")));
    assert_eq!((start.to_string().as_str(), overdue(&old)), ("2020-11-20T09:12:40Z", None));
    let state = &old.objects.unwrap().state;
    let (start, moved) =
        opened(Arrival::of_cluster(state, Release::V1_36, Some(state.latest().unwrap().plus(7_200_000))));
    assert_eq!((start.to_string().as_str(), overdue(&moved).unwrap().ms), ("2020-11-20T11:12:40Z", 7_200_000));
}

#[test]
fn what_of_a_cluster_is_not_simulated_is_named() {
    crate::keep::keep_nothing();
    let quota = "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: team, uid: u1}\nspec: {hard: {limits.cpu: 4}}\n";
    let map = |uid: &str| format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {uid}, uid: {uid}}}\n");
    let text = [include_str!("../../../tests/cluster/stuck.yaml"), quota, &map("a"), &map("b")].join("---\n");
    let Arrival::Opened(opened) = from_file(text) else { panic!("it was not opened") };
    assert_eq!(opened.objects.unwrap().left_out(), "ResourceQuota team (limits.cpu), ConfigMap × 2");
}

#[test]
fn what_says_too_little_names_the_command_that_prints_enough() {
    let described = "Name:             pi\nNamespace:        team\nSelector:         a=b\n";
    for words in Locale::ALL.map(Words::new) {
        for (text, command) in [
            (described, "kubectl get job,pods -n team -o yaml"),
            (
                "NAME   READY   STATUS    RESTARTS   AGE\npi-x   1/1     Running   0          7s\n",
                "kubectl get job,pods -o yaml",
            ),
            ("kubectl get pods", "kubectl get job,pods -o yaml"),
        ] {
            let Some(Arrival::Broken(problem)) = Arrival::of_pasted(text.to_owned()) else { panic!("{text}") };
            assert_eq!(problem.command().as_deref(), Some(command));
            let message = problem.message(&words);
            assert!(message.ends_with([':', '：']) && problem.detail(&words).is_none(), "{message}");
        }
    }
}

/// A Job, and a status that no controller writes.
const HISTORY: [&str; 2] = [
    r#"{"type": "ADDED", "object": {"kind": "Job", "apiVersion": "batch/v1", "metadata": {"name": "pi", "uid": "u", "resourceVersion": "5"}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"restartPolicy": "Never"}}}}}"#,
    r#"{"type": "MODIFIED", "object": {"kind": "Job", "apiVersion": "batch/v1", "metadata": {"name": "pi", "uid": "u", "resourceVersion": "9", "managedFields": [{"manager": "kube-controller-manager", "subresource": "status"}]}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"restartPolicy": "Never"}}}, "status": {"failed": 7}}}"#,
];

#[test]
fn the_files_of_a_history_open_together_and_each_release_is_tried() {
    with_openers();
    crate::keep::keep_nothing();
    let texts = HISTORY.map(str::to_owned).to_vec();
    let arrival = Arrival::of_texts(Source::File, texts);
    assert!(matches!(arrival, Arrival::Recounting(_)), "{arrival:?}");
    let Arrival::Opened(opened) = arrival.whole() else { panic!("it was not opened") };
    let recorded = opened.recorded.unwrap();
    assert_eq!(recorded.releases.len(), Release::ALL.len());
    assert!(recorded.releases.iter().all(|verdict| verdict.writes == 1 && !verdict.is_whole()));
    assert_eq!(recorded.raw(9, "u").unwrap()["status"]["failed"], 7);
    assert_eq!(recorded.raw(9, "other"), None);
}

#[test]
fn a_session_file_names_a_history_that_is_explained_by_its_release() {
    with_openers();
    crate::keep::keep_nothing();
    let file = "jobscope: 7\ntitle: What happened\nrelease: v1.34\nhistory:\n  texts:\n  - file: a/jobs.json\n  - file: later.json\n";
    let files = |names: &[&str]| {
        let texts = HISTORY.iter().zip(names).map(|(text, name)| ((*name).to_owned(), (*text).to_owned()));
        texts.chain([("what.jobscope.yaml".to_owned(), file.to_owned())]).collect::<Vec<_>>()
    };
    for names in [["jobs.json", "later.json"], ["a/jobs.json", "later.json"]] {
        let arrival = Arrival::of_files(Source::File, files(&names));
        assert!(matches!(arrival, Arrival::Recounting(_)), "{arrival:?}");
        let Arrival::Opened(opened) = arrival.whole() else { panic!("it was not opened") };
        assert_eq!(opened.timeline.world().release(), Release::V1_34);
        assert_eq!(opened.recorded.unwrap().raw(9, "u").unwrap()["status"]["failed"], 7);
    }
    for names in [&[][..], &["jobs.json"], &["jobs.json", "Later.json"]] {
        let Arrival::Broken(problem) = Arrival::of_files(Source::File, files(names)) else { panic!("{names:?}") };
        for words in Locale::ALL.map(Words::new) {
            assert!(problem.message(&words).contains("later.json"), "{}", problem.message(&words));
        }
    }
    assert_eq!(files_named_in(file), ["a/jobs.json", "later.json"]);
    assert_eq!(files_named_in("history: [a]\nkind: Job\n"), Vec::<String>::new());
    let carried =
        format!("jobscope: 7\nrelease: v1.36\nhistory: {{job: default/pi, texts: [{{text: '{}'}}]}}\n", HISTORY[0]);
    let Arrival::Opened(opened) = from_file(carried).whole() else { panic!("it was not opened") };
    assert_eq!(opened.recorded.unwrap().job().to_string(), "default/pi");
}

#[test]
fn a_history_of_two_clusters_says_so() {
    with_openers();
    crate::keep::keep_nothing();
    let other = HISTORY[0].replace("\"u\"", "\"v\"");
    let arrival = Arrival::of_texts(Source::File, vec![HISTORY[0].to_owned(), other]).whole();
    let Arrival::Broken(problem) = arrival else { panic!("{arrival:?}") };
    for words in Locale::ALL.map(Words::new) {
        assert!(problem.message(&words).contains('5'), "{}", problem.message(&words));
    }
}

#[test]
fn a_page_of_a_host_is_no_session() {
    let host = || Source::Host("example.org".into());
    let page = Arrival::of_text(host(), "<!doctype html>\n<title>Not found</title>\n".to_owned());
    let Arrival::Broken(problem) = page else { panic!("{page:?}") };
    assert_eq!(problem.wrong, Wrong::Text(OpenError::Unknown));
    assert!(matches!(Arrival::of_text(host(), "kind: Job\n".to_owned()), Arrival::Manifest(_)));
}
