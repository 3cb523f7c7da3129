//! `open`: the page in the browser, with a session.
//!
//! The page is served on this machine only ([`server`]) and fetches the session that its address names, as it does from any
//! other host.

mod live;
mod page;
mod server;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use jobscope_core::history::History;
use jobscope_core::timeline::OpenedText;

use crate::arguments::Open;
use crate::failure::{Failure, Outcome};
use crate::kubectl::Kubectl;
use crate::record::{End, Recorder, Subject};
use crate::{output, releases, replay, source};
use live::{Log, LogWriter};
use page::Page;
use server::{Served, Server};

pub(crate) fn run(options: &Open) -> Outcome<ExitCode> {
    let page = Page::find()?;
    if options.live {
        return follow(options, page);
    }
    let session = session(options)?;
    let server = Server::start(page, session.map_or(Served::Page, Served::Session))?;
    show(&server, options.no_browser)?;
    server.serve();
    Ok(ExitCode::SUCCESS)
}

/// Records a Job, and sends what is recorded to the page.
fn follow(options: &Open, page: Page) -> Outcome<ExitCode> {
    let job = match options.what.as_slice() {
        [job] if is_name(job) => job.to_string_lossy(),
        _ => return Err(Failure::new("--live follows a Job of the cluster: name one")),
    };
    let subject = Subject::find(Kubectl::new(&options.cluster), &job)?;
    let version = releases::named(options.release.as_deref().unwrap_or(&subject.version))?;
    let release = version.release;
    if options.release.is_some() && version.gates() != release.into() {
        let why = format!("--live cannot simulate the fixes of {version}: --release {release} leaves them out");
        return Err(Failure::new(why));
    }
    let log = Arc::new(Log::default());
    let server = Server::start(page, Served::Live(Arc::clone(&log), release))?;
    let mut recorder = Recorder::begin(subject, Box::new(LogWriter::to(&log)))?;
    show(&server, options.no_browser)?;
    thread::spawn(move || server.serve());
    let end = recorder.record();
    log.end();
    if end? == End::Job {
        output::note("The Job has ended. The page is there until Ctrl+C.");
        recorder.wait_for_interrupt();
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the address, and opens the browser with it.
fn show(server: &Server, no_browser: bool) -> Outcome {
    let address = server.address();
    output::print(&format!("{address}\n"))?;
    let opened = no_browser || open::that_detached(&address).is_ok();
    let what = if opened { "" } else { "open this address in a browser: none could be started. " };
    output::note(&format!("{what}The page is there until Ctrl+C."));
    Ok(())
}

/// The text that the page opens; `None` if it opens nothing.
fn session(options: &Open) -> Outcome<Option<String>> {
    let release = options.release.as_deref();
    match options.what.as_slice() {
        [] => Ok(None),
        [job] if is_name(job) => {
            let opened = source::of_kubectl(&Kubectl::new(&options.cluster), job.to_str(), release, source::present())?;
            Ok(Some(opened.saved().to_file()))
        }
        files => text_of(files, release).map(Some),
    }
}

/// Whether a word is a Job's name and not a file's.
fn is_name(word: &Path) -> bool {
    let is_path = word.components().count() != 1 || word == Path::new("-");
    !is_path && !replay::is_of_history(word) && !word.exists()
}

/// What files have, as one text.
fn text_of(files: &[PathBuf], release: Option<&str>) -> Outcome<String> {
    let (name, texts) = match files {
        [file] if !file.is_dir() => (source::named(file), vec![source::read_text(file)?]),
        files => {
            let mut histories = replay::histories(files)?.into_iter();
            let Some(history) = histories.next().filter(|_| histories.len() == 0) else {
                return Err(Failure::new("the page opens one history: name the files of one Job, or one folder"));
            };
            (history.name, history.files.iter().map(|file| source::read_text(file)).collect::<Outcome<Vec<_>>>()?)
        }
    };
    let text = texts.join("\n");
    let wrong = |error: &dyn std::fmt::Display| Failure::new(format!("{name}: {error}"));
    let opened = OpenedText::read(&text).map_err(|error| wrong(&error))?;
    match (opened, release) {
        (OpenedText::Session(saved), None) if saved.history().is_some() => {
            Ok(source::with_files(*saved, &name)?.to_file())
        }
        // The page chooses a release for what names none.
        (_, None) => Ok(text),
        (OpenedText::History, Some(release)) => {
            let history = History::parse(&texts).map_err(|error| wrong(&error))?;
            Ok(history.explain(releases::named(release)?.gates()).session.to_file())
        }
        (_, release) => Ok(source::open(&text, &name, release, None)?.saved().to_file()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_a_job_unless_it_is_a_file() {
        for word in ["report", "report.v2", "pi-28"] {
            assert!(is_name(Path::new(word)), "{word}");
        }
        for word in ["-", "./report", "sessions/report", "report.yaml", "report.jsonl.gz", "Cargo.toml"] {
            assert!(!is_name(Path::new(word)), "{word}");
        }
    }

    #[test]
    fn a_release_is_put_into_the_session() {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests");
        let stuck = [tests.join("cluster/stuck.yaml")];
        assert!(text_of(&stuck, None).unwrap().starts_with("apiVersion"));
        assert!(text_of(&stuck, Some("v1.28")).unwrap().contains("v1.28"));
        let history = [tests.join("histories/pi")];
        let session = text_of(&history, Some("v1.36")).unwrap();
        assert!(matches!(OpenedText::read(&session), Ok(OpenedText::Session(_))), "{session}");
        assert!(matches!(OpenedText::read(&text_of(&history, None).unwrap()), Ok(OpenedText::History)));
        let two = [tests.join("histories/pi"), tests.join("histories/quota")];
        assert!(text_of(&two, None).is_err_and(|failure| failure.to_string().contains("one history")));
    }
}
