//! Any text from elsewhere: a session, a link, manifests or what kubectl prints of a cluster, and what comes of it.
#![no_main]

use jobscope_core::api::Release;
use jobscope_core::history::History;
use jobscope_core::timeline::{OpenError, OpenedText};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match OpenedText::read(text) {
    Ok(OpenedText::Session(read) | OpenedText::Link(read)) => jobscope_fuzz::saved(&read),
    Ok(OpenedText::Manifests(_)) => {}
    Ok(OpenedText::History) => {
        if let Ok(history) = History::parse(&[text]) {
            let _ = history.explain(Release::default());
        }
    }
    Ok(OpenedText::Cluster(state)) => {
        for release in [Release::V1_11, Release::V1_36] {
            let Ok(read) = state.session(release) else { continue };
            jobscope_fuzz::saved(&read);
            if let Ok(timeline) = read.replay() {
                jobscope_fuzz::go_on(&mut timeline.world().clone());
            }
        }
    }
    Err(error) => {
        assert!(!error.to_string().is_empty(), "nothing is said");
        assert!(error.place().is_none_or(|(line, column)| line > 0 && column > 0), "no such place: {error}");
        let _ = matches!(error, OpenError::Printed(_)).then(|| error.command());
    }
});
