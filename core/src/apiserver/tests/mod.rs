//! What the API server of each release accepts and refuses, with its exact words: tables with a row for each rule. A
//! row has an object that breaks the rule, the server's answer, and a similar object that passes. In a release without
//! the rule, both pass.

mod deletion;
mod job_create;
mod job_patch;
mod job_sent;
mod job_status;
mod job_update;

use serde_json::{Value, json};

use super::{ApiServer, Naming};
use crate::api::{DecodedJob, Manifest, ObjectKey, Release, Time};

/// The releases that the rows speak of. Between two of them a rule may come with any minor.
const RELEASES: [Release; 4] = [Release::V1_11, Release::V1_22, Release::V1_28, Release::V1_36];

/// Releases, from the first to the last that is meant.
type Releases = std::ops::RangeInclusive<Release>;

/// All releases.
const ALL: Releases = Release::V1_11..=Release::V1_36;
/// Until finalizers came to stay.
const UNTIL_1_22: Releases = Release::V1_11..=Release::V1_22;
/// Since Indexed Jobs and suspension.
const SINCE_1_22: Releases = Release::V1_22..=Release::V1_36;
/// Since pod failure policies.
const SINCE_1_28: Releases = Release::V1_28..=Release::V1_36;
/// Since success policies, `managedBy` and strict statuses.
const SINCE_1_36: Releases = Release::V1_36..=Release::V1_36;

fn merged(mut document: Value, patch: &Value) -> Value {
    json_patch::merge(&mut document, patch);
    document
}

/// A row: a rule of the server, in the words of its users.
struct Rule {
    /// What the rule is about.
    about: &'static str,
    /// Which releases have it.
    releases: Releases,
    /// What breaks it.
    fails: Value,
    /// What the server says, without the name of the Job in front.
    says: String,
    /// The same in releases that show values as JSON (v1.34 and later), if that makes a difference.
    says_in_json: Option<String>,
    /// What does not break it.
    passes: Value,
    /// What becomes of what breaks the rule in the releases that do not have it.
    elsewhere: Elsewhere,
}

/// See [`Rule::elsewhere`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Elsewhere {
    /// It passes.
    Passes,
    /// It is refused too, for another reason or in other words; another row has them.
    RefusedOtherwise,
}

/// A rule of a table.
fn rule(about: &'static str, releases: Releases, fails: Value, says: impl Into<String>, passes: Value) -> Rule {
    Rule { about, releases, fails, says: says.into(), says_in_json: None, passes, elsewhere: Elsewhere::Passes }
}

impl Rule {
    /// What the server says where it shows values as JSON.
    fn in_json(mut self, says: impl Into<String>) -> Self {
        self.says_in_json = Some(says.into());
        self
    }

    /// What breaks the rule is refused elsewhere too, but otherwise.
    fn in_other_words_elsewhere(mut self) -> Self {
        self.elsewhere = Elsewhere::RefusedOtherwise;
        self
    }
}

/// Goes through the table. `attempt` tries what a row has in a release: nothing, or the server's words.
fn check(table: &[Rule], attempt: impl Fn(&Value, Release) -> Result<(), String>) {
    let mut wrong = Vec::new();
    for rule in table {
        for release in RELEASES {
            let mut expect = |what: &str, given: &Value, expected: Result<(), String>| {
                let got = attempt(given, release);
                if got != expected {
                    wrong.push(format!(
                        "{} in {release}, {what}:\n  expected {expected:?}\n  got      {got:?}",
                        rule.about
                    ));
                }
            };
            if rule.releases.contains(&release) {
                let in_json = rule.says_in_json.as_ref().filter(|_| release >= Release::V1_36);
                let says = format!("Job.batch \"pi\" is invalid: {}", in_json.unwrap_or(&rule.says));
                expect("what breaks it", &rule.fails, Err(says));
                expect("what passes", &rule.passes, Ok(()));
            } else if rule.elsewhere == Elsewhere::Passes {
                expect("without the rule", &rule.fails, Ok(()));
            } else {
                let refusal = attempt(&rule.fails, release).expect_err(rule.about);
                assert!(!refusal.ends_with(&rule.says), "{} is a rule of {release} too", rule.about);
            }
        }
    }
    assert!(wrong.is_empty(), "{} surprises\n{}", wrong.len(), wrong.join("\n"));
}

/// The Job `pi`, its spec with `spec` merged into it. Null takes something away.
fn pi(spec: &Value) -> Value {
    let mut job = json!({
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": "pi"},
        "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "perl"}]}}},
    });
    json_patch::merge(&mut job["spec"], spec);
    job
}

/// The key of that Job.
fn key() -> ObjectKey {
    "default/pi".into()
}

/// A server with that Job.
fn server_with(spec: &Value, release: Release) -> Result<ApiServer, String> {
    let mut server = ApiServer::new(release.into()).with_naming(Naming::Counted);
    let body = DecodedJob::from_json(&pi(spec), release).map_err(|error| error.message)?;
    server.create_job(body, Time::START).map_err(|error| error.message)?;
    Ok(server)
}

/// A manifest is refused before it is sent with what the server would say.
fn manifest_says(spec: &Value, release: Release) -> Vec<String> {
    let errors = Manifest::parse(&pi(spec).to_string(), release).err().unwrap_or_default();
    errors.iter().map(|error| format!("{}: {}", error.path, error.problem)).collect()
}
