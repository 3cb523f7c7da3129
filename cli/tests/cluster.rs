//! The program against a cluster: a stub API server, asked by a real kubectl. Tests that start it are ignored unless asked for:
//! `cargo xtask test native` installs one, names it and runs them.
#![cfg(test)]

mod opened;
#[expect(dead_code, reason = "another test uses the rest")]
mod stub;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use opened::Opened;
use stub::{Behaviour, Stub};

/// The variable that names kubectl.
const KUBECTL: &str = "JOBSCOPE_KUBECTL";

/// A folder with a configuration for kubectl.
struct Home {
    folder: PathBuf,
    kubectl: OsString,
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Home {
    fn at(address: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let kubectl = env::var_os(KUBECTL).expect("JOBSCOPE_KUBECTL names no kubectl: run cargo xtask test native");
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("jobscope-cli-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let config = format!(
            "apiVersion: v1\nkind: Config\ncurrent-context: stub\n\
             clusters: [{{name: stub, cluster: {{server: {address}}}}}]\n\
             contexts: [{{name: stub, context: {{cluster: stub, namespace: u-pi, user: eve}}}}]\n\
             users: [{{name: eve, user: {{}}}}]\n"
        );
        fs::write(folder.join("config"), config).unwrap();
        Self { folder, kubectl }
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jobscope"));
        command.args(words).current_dir(&self.folder).env(KUBECTL, &self.kubectl);
        command.env("KUBECONFIG", self.folder.join("config")).env("HOME", &self.folder);
        command
    }

    fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }

    /// Opens the page with that, which is no more than a document here.
    fn open(&self, words: &[&str]) -> Opened {
        fs::write(self.folder.join("index.html"), "<title>the page</title>").unwrap();
        let words: Vec<&str> = ["open", "--no-browser"].iter().chain(words).copied().collect();
        Opened::start(self.command(&words).env("JOBSCOPE_PAGE", &self.folder))
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What is said on standard error by a command that fails.
fn failure(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(text(&output.stdout), "");
    text(&output.stderr)
}

#[test]
#[ignore = "starts a kubectl"]
fn a_job_of_the_cluster_is_explained_and_only_read() {
    let stub = Stub::of("pi", Behaviour { at_the_end: true, ..Behaviour::default() });
    let home = Home::at(&stub.address);
    let output = home.run(&["explain", "pi", "-o", "json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["release"], "v1.36");
    assert_eq!(report["releaseFrom"], "server");
    assert_eq!((&report["jobs"][0]["namespace"], &report["jobs"][0]["name"]), (&"u-pi".into(), &"pi".into()));
    let path = report["jobs"][0]["sync"]["path"].as_array().unwrap();
    let finished = path.iter().find(|row| row["id"] == "job-finished").unwrap();
    assert_eq!(finished["answer"], "yes", "the history ends with a complete Job");
    assert_eq!(report["unknown"].as_array().unwrap().len(), 1);

    let all = home.run(&["explain"]);
    assert!(text(&all.stdout).starts_with("Job u-pi/pi · v1.36 (the release of the server)\n"), "{all:?}");
    let requests = stub.requests();
    for part in ["/resourcequotas", "fieldSelector=involvedObject.uid", "fieldSelector=involvedObject.kind%3DJob"] {
        assert!(requests.iter().any(|request| request.contains(part)), "{part}: {requests:?}");
    }
    assert!(requests.iter().all(|request| request.starts_with("GET ")), "{requests:?}");
}

#[test]
#[ignore = "starts a kubectl"]
fn what_the_cluster_refuses_is_one_sentence_that_says_what_to_do() {
    let stub = Stub::of("pi", Behaviour { at_the_end: true, ..Behaviour::default() });
    let home = Home::at(&stub.address);
    let said = failure(&home.run(&["explain", "po"]));
    assert!(said.starts_with("jobscope: there is no Job po in this namespace: `kubectl get jobs` lists"), "{said}");
    let said = failure(&home.run(&["explain", "pi", "--context", "moon"]));
    assert!(said.contains("`kubectl config get-contexts`"), "{said}");
    let said = failure(&home.run(&["explain", "--", "--kubeconfig=x"]));
    assert!(said.contains("is no name of a Job"), "{said}");

    let stub = Stub::of("pi", Behaviour { at_the_end: true, forbidden: Some("pods"), ..Behaviour::default() });
    let said = failure(&Home::at(&stub.address).run(&["explain", "pi"]));
    assert!(said.contains("(Forbidden)") && said.contains("ask for the right to get, list and watch"), "{said}");

    let stub = Stub::of("pi", Behaviour { version: "v1.24.17-eks", ..Behaviour::default() });
    let said = failure(&Home::at(&stub.address).run(&["explain", "pi"]));
    assert!(said.contains("v1.24 is not simulated: the nearest release is v1.25"), "{said}");

    // Nobody listens there.
    let said = failure(&Home::at("http://127.0.0.1:1").run(&["explain", "pi"]));
    assert!(said.contains("kubectl reaches no cluster") && said.lines().count() == 1, "{said}");
}

#[test]
fn without_kubectl_the_user_learns_what_to_install() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jobscope"));
    let output = command.args(["explain", "pi"]).env(KUBECTL, "/there/is/none").output().unwrap();
    assert_eq!(
        failure(&output),
        "jobscope: there is no program /there/is/none: install kubectl, or explain a file with -f FILE\n"
    );
}

#[test]
#[ignore = "starts a kubectl"]
fn a_job_of_the_cluster_is_opened_on_the_page() {
    let stub = Stub::of("quota", Behaviour { at_the_end: true, ..Behaviour::default() });
    let home = Home::at(&stub.address);
    let opened = home.open(&["ten", "-n", "u-quota"]);
    let session = opened.file("session");
    assert!(session.contains("release: v1.36") && session.contains("name: ten"), "{session}");
    assert!(stub.requests().iter().all(|request| request.starts_with("GET ")));
}

/// What a page that follows a Job gets, until nothing more comes.
fn follow(opened: &Opened, more: &str) -> String {
    let mut stream = TcpStream::connect(opened.host()).unwrap();
    write!(stream, "GET {} HTTP/1.1\r\nHost: {}\r\n{more}\r\n", opened.path("live"), opened.host()).unwrap();
    let mut got = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let count = stream.read(&mut piece).unwrap();
        got.extend_from_slice(&piece[..count]);
        let text = String::from_utf8_lossy(&got).into_owned();
        if count == 0 || text.contains("event: end") {
            return text;
        }
    }
}

#[test]
#[ignore = "starts a kubectl"]
fn a_page_follows_a_job_and_continues_where_it_was() {
    let stub = Stub::of("pi", Behaviour::default());
    let home = Home::at(&stub.address);
    let opened = home.open(&["pi", "--live"]);
    assert!(opened.address.ends_with("/?live=v1.36"), "{}", opened.address);
    let all = follow(&opened, "");
    assert!(all.contains("text/event-stream") && all.contains("JobscopeRecording"), "{all}");
    assert!(all.contains("\"type\":\"Complete\"") && all.contains("event: end"));
    let rest = follow(&opened, "Last-Event-ID: 3\r\n");
    assert!(!rest.contains("id: 3\n") && rest.contains("id: 4\n"), "{rest}");
    let stranger = opened.ask(&opened.path("live"), opened.host(), "Origin: http://elsewhere.test\r\n");
    assert_eq!(stranger.code, 403);
    assert!(stub.requests().iter().all(|request| request.starts_with("GET ")));

    let output =
        home.command(&["open", "--no-browser", "--live", "job.yaml"]).env("JOBSCOPE_PAGE", &home.folder).output();
    assert!(failure(&output.unwrap()).contains("--live follows a Job of the cluster"));
}

/// Records a history, and replays what was recorded; the recorder's notes, and the text of the replay.
fn recorded(history: &str, job: &str, behaviour: Behaviour) -> (String, String) {
    let stub = Stub::of(history, behaviour);
    let home = Home::at(&stub.address);
    let namespace = format!("u-{history}");
    let recorded = home.run(&["record", job, "-n", &namespace, "-o", "job.jsonl"]);
    assert!(recorded.status.success(), "{}", text(&recorded.stderr));
    assert!(stub.requests().iter().all(|request| request.starts_with("GET ")));
    let replayed = home.run(&["replay", "--strict", "job.jsonl"]);
    assert!(replayed.status.success(), "{}", text(&replayed.stdout));
    assert_eq!(text(&replayed.stderr), "");
    (text(&recorded.stderr), text(&replayed.stdout))
}

#[test]
#[ignore = "starts a kubectl"]
fn what_is_recorded_is_explained() {
    let (notes, replayed) = recorded("pi", "pi", Behaviour::default());
    assert!(notes.ends_with("to explain them: jobscope replay job.jsonl\n"), "{notes}");
    let first = replayed.lines().next().unwrap();
    assert_eq!(first, "Job u-pi/pi · v1.36 · 5 of 5 writes of the Job controller are explained");
    assert!(replayed.contains("marked the Job Complete"), "{replayed}");
    assert!(!replayed.contains("left out"), "{replayed}");
}

#[test]
#[ignore = "starts a kubectl"]
fn a_watch_that_the_server_does_not_continue_is_started_again() {
    let behaviour = Behaviour { expires: Some("jobs"), ..Behaviour::default() };
    let (notes, replayed) = recorded("quota", "ten", behaviour);
    assert!(notes.contains("the watch of the Job failed (too old resource version"), "{notes}");
    assert!(notes.contains("started again with a list"), "{notes}");
    assert!(replayed.contains("marked the Job Complete"), "{replayed}");
}

/// The watch of pods ends after the pod's first version, and everything else happens before it is back.
#[test]
#[ignore = "starts a kubectl"]
fn a_watch_that_ends_continues_where_it_was() {
    let stub = Stub::of("stuck-finalizer", Behaviour { breaks: Some("pods"), gap: true, ..Behaviour::default() });
    let home = Home::at(&stub.address);
    let recorded = home.run(&["record", "sf", "-n", "b-stuck-finalizer", "-o", "job.jsonl"]);
    assert!(recorded.status.success(), "{recorded:?}");
    assert!(!text(&recorded.stderr).contains("missing"), "{recorded:?}");
    let file = fs::read_to_string(home.folder.join("job.jsonl")).unwrap();
    let lines: Vec<Value> = file.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let versions = |kind: &str| lines.iter().filter(|line| line["object"]["kind"] == kind).count();
    assert_eq!((versions("Pod"), versions("Job")), (stub.count("pods"), stub.count("jobs")));
    assert!(!file.contains("noticed") && !file.contains("JobscopeNote"), "{file}");
}

/// The watch of pods ends after the pod's first version; before it is back, the pod and the Job are gone, and the server has
/// forgotten how.
#[test]
#[ignore = "starts a kubectl"]
fn a_pod_that_goes_while_its_watch_is_away_is_missed_in_the_list() {
    let stub = Stub::of(
        "stuck-finalizer",
        Behaviour { breaks: Some("pods"), gap: true, forgets: true, ..Behaviour::default() },
    );
    let home = Home::at(&stub.address);
    let recorded = home.run(&["record", "sf", "-n", "b-stuck-finalizer", "-o", "job.jsonl"]);
    let notes = text(&recorded.stderr);
    assert!(recorded.status.success(), "{notes}");
    assert!(notes.contains("1 object was deleted while the watch of its pods was down"), "{notes}");
    let file = fs::read_to_string(home.folder.join("job.jsonl")).unwrap();
    let lines: Vec<Value> = file.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let note = lines.iter().find(|line| line["kind"] == "JobscopeNote").unwrap();
    assert!(note["message"].as_str().unwrap().contains("versions in between may be missing"), "{note}");
    let pod: Vec<(&str, &Value)> = lines
        .iter()
        .filter(|line| line["object"]["kind"] == "Pod")
        .map(|line| (line["type"].as_str().unwrap(), &line["noticed"]))
        .collect();
    assert_eq!(pod, [("ADDED", &Value::Null), ("DELETED", &"absent from a list".into())]);
    let replayed = text(&home.run(&["replay", "job.jsonl"]).stdout);
    assert!(replayed.contains("versions in between may be missing"), "{replayed}");
    assert!(stub.requests().iter().all(|request| request.starts_with("GET ")));
}

#[test]
#[ignore = "starts a kubectl"]
fn events_that_may_not_be_read_are_left_out() {
    let behaviour = Behaviour { forbidden: Some("events"), ..Behaviour::default() };
    let (notes, replayed) = recorded("pi", "pi", behaviour);
    assert!(notes.contains("Events may not be read"), "{notes}");
    assert!(replayed.contains("5 of 5 writes"), "{replayed}");
}
