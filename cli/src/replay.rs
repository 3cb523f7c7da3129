//! `replay`: recorded histories, explained by the syncs that must have been.

use std::fmt::{Display, Write as _};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use jobscope_core::api::{FeatureGates, ObjectKey, Time};
use jobscope_core::history::{Explanation, History, InferredSync, JobSeen, Mark, Report};
use jobscope_words::{Locale, Words};

use crate::arguments::Replay;
use crate::failure::{Failure, Outcome};
use crate::output::{self, BAD, GOOD, MUTED, STRONG, WARNING, styled};
use crate::releases::{self, Version};
use crate::{report, source};

/// What files of a history end in, before `.gz`.
const ENDINGS: [&str; 6] = ["json", "jsonl", "ndjson", "yaml", "yml", "log"];

pub(crate) fn run(options: &Replay) -> Outcome<ExitCode> {
    let gates = options.release.as_deref().map(releases::named).transpose()?.map(Version::gates);
    let words = Words::new(Locale::En);
    let mut unexplained = 0;
    for (number, history) in histories(&options.files)?.iter().enumerate() {
        let mut texts = Vec::new();
        for path in &history.files {
            texts.push(source::read_text(path)?);
        }
        let wrong = |error: &dyn Display| Failure::new(format!("{}: {error}", history.name));
        let mut read = History::parse(&texts).map_err(|error| wrong(&error))?;
        if let Some(named) = &options.job {
            let job = named_job(&read.jobs(), named).map_err(|failure| wrong(&failure))?;
            read = read.of_job(&job).map_err(|error| wrong(&error))?;
        }
        let explanation = match gates.or_else(|| recorded_gates(&texts)) {
            Some(gates) => read.explain(gates),
            None => best(&read)?,
        };
        unexplained += explanation.report.unexplained();
        let lead = if number > 0 { "\n" } else { "" };
        output::print(&format!("{lead}{}", described(&read, &explanation, options.all, &words)?))?;
        for note in recorded_notes(&texts) {
            output::print(&format!("  {}\n", styled(MUTED, &note)))?;
        }
    }
    let failed = options.strict && unexplained > 0;
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The Job of that key, or of that name if only one namespace has such a Job.
fn named_job(jobs: &[JobSeen], named: &str) -> Outcome<ObjectKey> {
    let key = ObjectKey::from(named);
    let is_named = |job: &&JobSeen| job.key == key || (!named.contains('/') && job.key.name() == key.name());
    let mut found = jobs.iter().filter(is_named);
    match (found.next(), found.next()) {
        (Some(job), None) => Ok(job.key.clone()),
        (Some(_), Some(_)) => {
            let keys = keys(&mut jobs.iter().filter(is_named));
            Err(Failure::new(format!("several namespaces have a Job {named}: name one of {keys}")))
        }
        (None, _) => Err(Failure::new(format!("there is no Job {named}: name one of {}", keys(&mut jobs.iter())))),
    }
}

/// The keys of Jobs, as they are named on the command line.
fn keys(jobs: &mut dyn Iterator<Item = &JobSeen>) -> String {
    jobs.map(|job| job.key.to_string()).collect::<Vec<_>>().join(", ")
}

/// Files that belong together.
pub(crate) struct Files {
    pub(crate) name: String,
    pub(crate) files: Vec<PathBuf>,
}

/// Each folder is a history; the other files are one together.
pub(crate) fn histories(paths: &[PathBuf]) -> Outcome<Vec<Files>> {
    let (folders, files): (Vec<&PathBuf>, Vec<&PathBuf>) = paths.iter().partition(|path| path.is_dir());
    // A pattern of a shell finds what lies beside the folders, too.
    let files: Vec<&PathBuf> = files.into_iter().filter(|path| folders.is_empty() || is_of_history(path)).collect();
    let mut histories = Vec::new();
    if let Some(first) = files.first() {
        let files: Vec<PathBuf> = files.iter().map(|path| (*path).clone()).collect();
        histories.push(Files { name: first.display().to_string(), files });
    }
    for folder in folders {
        let entries = fs::read_dir(folder).map_err(|error| Failure::of_file("list", folder, &error))?;
        let mut files: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.is_file() && is_of_history(path))
            .collect();
        files.sort();
        if !files.is_empty() {
            histories.push(Files { name: folder.display().to_string(), files });
        }
    }
    if histories.is_empty() {
        return Err(Failure::new("there is no history in these folders: name the recorded files"));
    }
    Ok(histories)
}

pub(crate) fn is_of_history(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    name.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

/// What is simulated of the version of the server, where `record` noted it.
fn recorded_gates(texts: &[String]) -> Option<FeatureGates> {
    let noted = |text: &String| {
        let line = text.lines().next().filter(|line| line.contains("\"jobscope\""))?;
        let header: serde_json::Value = serde_json::from_str(line).ok()?;
        releases::named(header.get("server")?.as_str()?).ok().map(Version::gates)
    };
    texts.iter().find_map(noted)
}

/// What `record` noted about the recording.
fn recorded_notes(texts: &[String]) -> Vec<String> {
    let lines = texts.iter().flat_map(|text| text.lines()).filter(|line| line.contains("\"JobscopeNote\""));
    let noted = |line: &str| {
        let note: serde_json::Value = serde_json::from_str(line).ok()?;
        let at = |field: &str| note.get(field).and_then(serde_json::Value::as_str);
        at("kind").filter(|kind| *kind == "JobscopeNote")?;
        Some(format!("{}: {}.", at("received").unwrap_or("At some time"), at("message")?))
    };
    lines.filter_map(noted).collect()
}

/// By the release that explains most.
fn best(history: &History) -> Outcome<Explanation> {
    let most = history.explain_by_any().into_iter().next();
    most.ok_or_else(|| Failure::new("no release is simulated"))
}

/// All that there is to say about a history.
fn described(history: &History, explanation: &Explanation, all: bool, words: &Words) -> Outcome<String> {
    let report = &explanation.report;
    let mut timeline = explanation
        .replay()
        .map_err(|error| Failure::new(format!("the inferred syncs cannot be carried out again: {error}")))?;
    let mut text = String::new();
    let title = styled(STRONG, &format!("Job {}", history.job()));
    let (writes, explained) = (report.writes.len(), report.explained());
    let style = if report.unexplained() > 0 { BAD } else { GOOD };
    let explained = match writes {
        0 => "no write of the Job controller was recorded".to_owned(),
        _ => format!("{explained} of {writes} writes of the Job controller are explained"),
    };
    let explained = styled(style, &explained);
    let _ = writeln!(text, "{title} · {} · {explained}", explanation.gates.release());
    for sync in report.syncs.iter().filter(|sync| all || !sync.writes.is_empty()) {
        let sentence = report::sentence(&mut timeline, sync.step + 1, words);
        let _ = writeln!(text, "  {}  {sentence}{}", clock(sync.at), styled(MUTED, &aside(sync)));
    }
    for write in &report.writes {
        let (style, why, nearest) = match &write.mark {
            Mark::Explained { .. } => continue,
            Mark::Unexplained { nearest } => (BAD, "is not explained", nearest),
            Mark::UnknownMemory { nearest } => (WARNING, "depends on what the controller remembered", nearest),
            Mark::UnknownWriter { nearest } => (WARNING, "may be of another writer", nearest),
        };
        let nearest = nearest.as_ref().map(|nearest| format!(" ({nearest})")).unwrap_or_default();
        let (version, resource, name) = (write.version, write.resource.resource(), &write.name);
        let _ =
            writeln!(text, "  {}{nearest}", styled(style, &format!("version {version} of {resource} {name} {why}")));
    }
    let others = history.jobs();
    let others = keys(&mut others.iter().filter(|job| job.key != *history.job()));
    let others = (!others.is_empty()).then(|| format!("The recording has other Jobs, which --job names: {others}."));
    for note in notes(report).into_iter().chain(others) {
        let _ = writeln!(text, "  {}", styled(MUTED, &note));
    }
    Ok(text)
}

/// The time of day with milliseconds.
fn clock(at: Time) -> String {
    let text = at.to_string();
    let time = text.split_once('T').map_or(text.as_str(), |(_, time)| time.trim_end_matches('Z'));
    let time = time.split_once('.').map_or(time, |(seconds, _)| seconds);
    format!("{time}.{:03}", at.0.rem_euclid(1_000))
}

/// What is unusual about a sync.
fn aside(sync: &InferredSync) -> String {
    let mut parts = Vec::new();
    let mut behind = |count: usize, kind: &str| {
        if count > 0 {
            let changes = if count == 1 { "change" } else { "changes" };
            parts.push(format!("its cache lacked {count} {changes} of {kind}"));
        }
    };
    behind(sync.jobs_behind, "Jobs");
    behind(sync.pods_behind, "pods");
    if sync.restarted {
        parts.push("the controller had been restarted".to_owned());
    }
    if sync.crashed {
        parts.push("the controller ended with it".to_owned());
    }
    if sync.cut_off {
        parts.push("the history ends before it".to_owned());
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join("; ")) }
}

/// What limits the explanation.
fn notes(report: &Report) -> Vec<String> {
    let mut notes = Vec::new();
    if report.late {
        notes.push("The history begins after the Job did, so what the controller remembered is not known.".to_owned());
    }
    if report.partial {
        notes.push("Changes are missing: of one kind there is only the audit log.".to_owned());
    }
    let counted = |count: usize, one: &str, several: &str| match count {
        0 => None,
        1 => Some(format!("1 version {one}.")),
        _ => Some(format!("{count} versions {several}.")),
    };
    let missing = counted(report.summary.missing, "is missing", "are missing");
    notes.extend(missing.map(|missing| format!("At least {missing} Other syncs may have written the same.")));
    let beyond = "later than the end of a truncated file";
    let left_out = format!("is left out: it is {beyond}");
    notes.extend(counted(report.summary.beyond, &left_out, &format!("are left out: they are {beyond}")));
    if report.bounded > 0 {
        let searches = if report.bounded == 1 { "search" } else { "searches" };
        notes.push(format!("{} {searches} for the sync behind a write ended at their bound.", report.bounded));
    }
    if report.summary.unread > 0 {
        notes.push(if report.summary.unread == 1 {
            "1 value in the files is left out: it is not a complete object of Kubernetes.".to_owned()
        } else {
            let count = report.summary.unread;
            format!("{count} values in the files are left out: they are not complete objects of Kubernetes.")
        });
    }
    notes
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;

    use super::*;

    #[test]
    fn a_folders_files_are_known_by_their_endings() {
        for name in ["jobs.json.gz", "audit.jsonl", "pods.YAML", "a.log.gz"] {
            assert!(is_of_history(Path::new(name)), "{name}");
        }
        for name in ["story.txt", "README.md", "gz", "pods.json.zip"] {
            assert!(!is_of_history(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn a_job_is_named_by_its_key_or_by_a_name_that_no_other_has() {
        let jobs = ["a/pi", "b/pi", "b/e"].map(|key| JobSeen { key: ObjectKey::from(key), versions: 1 });
        let named =
            |name: &str| named_job(&jobs, name).map(|key| key.to_string()).map_err(|failure| failure.to_string());
        assert_eq!(named("b/pi"), Ok("b/pi".to_owned()));
        assert_eq!(named("e"), Ok("b/e".to_owned()));
        assert_eq!(named("pi"), Err("several namespaces have a Job pi: name one of a/pi, b/pi".to_owned()));
        assert_eq!(named("a/e"), Err("there is no Job a/e: name one of a/pi, b/pi, b/e".to_owned()));
    }

    #[test]
    fn what_a_history_lacks_is_noted() {
        let version = |number: u64, active: i32| {
            let metadata = format!(r#"{{"name": "pi", "namespace": "a", "uid": "u", "resourceVersion": "{number}"}}"#);
            let status = format!(r#"{{"active": {active}}}"#);
            format!(
                r#"{{"type": "MODIFIED", "object": {{"kind": "Job", "metadata": {metadata}, "status": {status}}}}}"#
            )
        };
        let noted = |texts: &[String]| notes(&History::parse(texts).unwrap().explain(Release::V1_36).report);
        let added = version(1, 0).replace("MODIFIED", "ADDED");
        let whole = [added.clone(), version(2, 1)].concat();
        assert_eq!(noted(&[whole])[0], "At least 1 version is missing. Other syncs may have written the same.");
        let cut = version(3, 1) + r#"{"type":"#;
        let truncated = "2 versions are left out: they are later than the end of a truncated file.";
        assert!(noted(&[added, cut, version(4, 1), version(5, 2)]).contains(&truncated.to_owned()));
    }

    #[test]
    fn notes_of_the_recorder_are_repeated() {
        let note = r#"{"kind":"JobscopeNote","message":"the watch ended","received":"2026-01-02T03:04:05.678Z"}"#;
        let texts = [format!("{{\"kind\":\"Job\"}}\n{note}\n\"JobscopeNote\"\n")];
        assert_eq!(recorded_notes(&texts), ["2026-01-02T03:04:05.678Z: the watch ended."]);
    }

    #[test]
    fn a_recording_names_its_version() {
        let recorded = |server: &str| {
            let header = format!("{{\"jobscope\":1,\"server\":\"{server}\"}}\n{{}}\n");
            recorded_gates(&["{}".to_owned(), header]).unwrap()
        };
        assert_eq!(recorded("v1.35.2"), Release::V1_35.into());
        assert_eq!(recorded("v1.36.4"), releases::named("v1.36.4").unwrap().gates());
        assert_eq!(recorded_gates(&["{\"type\":\"ADDED\"}".to_owned()]), None);
    }
}
