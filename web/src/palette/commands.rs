//! All commands, by name.

use jobscope_core::api::Release;
use jobscope_core::timeline::Cursor;
use jobscope_core::trace::Kind;
use jobscope_core::world::{Action, Streams};
use jobscope_explain::Preset;
use yew::prelude::*;

use crate::keys::Key;
use crate::lessons::CARDS;
use crate::plane::machinery;
use crate::route::Route;
use crate::session::{Direction, Do, Origin, Session};
use crate::settings::{Choose, OutputTab, PodsAs, Speed, Theme, WhyAs};

use crate::spec::Plan;
use crate::words::{Locale, Words, args};

/// What a command does.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Run {
    /// An action on the session.
    Do(Do),
    /// A setting of the page.
    Choose(Choose),
    /// Loads a scenario into the editor.
    Scenario(Preset),
    /// Shows the region, by its place among the page's tabs.
    Go(usize),
    /// Opens another page.
    Show(Route),
    /// Another action that has a key.
    Key(Key),
    /// Shares the session, as the button does.
    Share,
    /// Asks for a Job of the user's own cluster.
    Cluster,
    /// Shows or hides the frame meter.
    Meter,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Command {
    /// Its name in the page's language.
    pub(super) name: AttrValue,
    /// Its name in the other language, which the search matches, too.
    pub(super) other: AttrValue,
    /// The keys that do the same.
    pub(super) keys: &'static [&'static str],
    pub(super) run: Run,
}

/// The regions in the order of the page's tabs, by their text keys.
const REGIONS: [&str; 6] = ["why", "plane", "pods", "output-region", "timeline", "spec"];

/// All commands for this moment and this text in the editor, without those that could do nothing.
pub(super) fn all(words: &Words, other: &Words, session: &Session, text: &str) -> Vec<Command> {
    let mut commands = Vec::new();
    let mut add = |keys, run, name: &dyn Fn(&Words) -> AttrValue| {
        commands.push(Command { name: name(words), other: name(other), keys, run });
    };
    for (keys, word, key) in crate::keys::MAP {
        // A lesson asks its own question.
        let fits = |key: &Key| *key != Key::Explore || session.is_own();
        if let Some(run) = key.filter(fits).map(|key| run_of(key, session)) {
            add(keys, run, &|words| words.t(word));
        }
    }
    let gates = session.read(|timeline| timeline.world().gates());
    let apply = Plan::of_text(text, gates, &session.now).actions();
    if !apply.is_empty() {
        add(&["Ctrl", "Enter"], Run::Do(Do::Apply(apply)), &|words| words.t("key-apply"));
    }
    add(&[], Run::Share, &|words| words.t("share-title"));
    add(&[], Run::Cluster, &|words| words.t("cluster-title"));
    let now = &session.now.snapshot;
    let act = |action| Run::Do(Do::Act(Origin::Plane, action));
    let deliver = |kind, n| act(Action::Deliver { kind, n });
    if !now.job_stream.pending.is_empty() {
        add(&[], deliver(Streams::Job, Some(1)), &|words| words.t("deliver-one-job"));
        add(&[], deliver(Streams::Job, None), &|words| words.t("deliver-all-jobs"));
    }
    if !now.pod_stream.pending.is_empty() {
        add(&[], deliver(Streams::Pod, Some(1)), &|words| words.t("deliver-one-pod"));
        add(&[], deliver(Streams::Pod, None), &|words| words.t("deliver-all-pods"));
    }
    for (kind, held, hold, release) in [
        (Kind::Job, now.job_stream.held, "hold-jobs", "release-jobs"),
        (Kind::Pod, now.pod_stream.held, "hold-pods", "release-pods"),
    ] {
        let (action, word) =
            if held { (Action::ReleaseStream { kind }, release) } else { (Action::HoldStream { kind }, hold) };
        add(&[], act(action), &|words| words.t(word));
    }
    if !now.queue.ready.is_empty() {
        add(&[], act(Action::Sync), &|words| words.t("palette-sync"));
        add(&[], act(Action::CrashAfter { writes: 1 }), &|words| words.t("palette-crash-after"));
    }
    add(&[], act(Action::Restart), &|words| words.t("crash"));
    let others = machinery::choices(other, session);
    for ((name, action), (other, _)) in machinery::choices(words, session).into_iter().zip(others) {
        commands.push(Command { name, other, keys: &[], run: act(action) });
    }
    let mut add = |run, name: &dyn Fn(&Words) -> AttrValue| {
        commands.push(Command { name: name(words), other: name(other), keys: &[], run });
    };
    for (place, region) in REGIONS.into_iter().enumerate() {
        add(Run::Go(place), &|words| words.f("palette-go", &args!(region = words.t(region).to_string())));
    }
    for tab in OutputTab::ALL {
        let name = |words: &Words| words.f("palette-output", &args!(tab = words.t(tab.id()).to_string()));
        add(Run::Choose(Choose::Output(tab)), &name);
    }
    for (view, word) in [(WhyAs::Path, "why-path"), (WhyAs::Flow, "why-flow")] {
        let name = |words: &Words| words.f("palette-why", &args!(view = words.t(word).to_string()));
        add(Run::Choose(Choose::WhyAs(view)), &name);
    }
    for (view, word) in [(PodsAs::Tiles, "pods-tiles"), (PodsAs::Table, "pods-table")] {
        let name = |words: &Words| words.f("palette-pods", &args!(view = words.t(word).to_string()));
        add(Run::Choose(Choose::PodsAs(view)), &name);
    }
    for speed in Speed::ALL {
        add(Run::Choose(Choose::Speed(speed)), &|words| words.f("palette-speed", &args!(speed = speed.name())));
    }
    for theme in Theme::ALL {
        let name = |words: &Words| words.f("theme", &args!(name = words.t(theme.word()).to_string()));
        add(Run::Choose(Choose::Theme(theme)), &name);
    }
    for locale in Locale::ALL {
        add(Run::Choose(Choose::Locale(locale)), &|words| words.f("language", &args!(name = locale.name())));
    }
    for scenario in Preset::ALL {
        let name = |words: &Words| words.f("palette-scenario", &args!(name = words.t(scenario.word()).to_string()));
        add(Run::Scenario(scenario), &name);
    }
    for release in Release::ALL {
        let name = |words: &Words| words.f("palette-release", &args!(release = release.name()));
        add(Run::Do(Do::Choose(release)), &name);
    }
    add(Run::Show(Route::Start), &|words| words.t("palette-start"));
    add(Run::Show(Route::Glossary(None)), &|words| words.t("glossary"));
    add(Run::Show(Route::Releases(None)), &|words| words.t("releases"));
    for card in CARDS {
        let name = |words: &Words| words.f("palette-lesson", &args!(title = card.title(words.locale())));
        add(Run::Show(Route::Lesson(card.name.to_owned())), &name);
    }
    add(Run::Meter, &|words| words.t("meter"));
    commands
}

/// The action of a key on the session; the page handles the other keys itself.
pub(crate) fn session_key(key: Key, session: &Session) -> Option<Do> {
    let run = |direction| Do::Run(direction, session.breakpoints.to_vec());
    Some(match key {
        Key::StepOver => Do::StepOver,
        Key::StepInto => Do::StepInto,
        Key::StepOut => Do::StepOut,
        Key::StepBack => Do::StepBack,
        Key::Start => Do::Seek(Cursor::default()),
        Key::End => Do::Seek(Cursor { step: session.now.recorded, entries: 0 }),
        Key::RunOn => run(Direction::Forwards),
        Key::RunBack => run(Direction::Backwards),
        Key::Undo => Do::Undo,
        Key::Redo => Do::Redo,
        Key::PlayPause => {
            if session.playing {
                Do::Pause
            } else {
                Do::Play
            }
        }
        Key::Apply | Key::Help | Key::Palette | Key::Blank | Key::Explore => return None,
    })
}

fn run_of(key: Key, session: &Session) -> Run {
    session_key(key, session).map_or(Run::Key(key), Run::Do)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_command_has_a_name_of_its_own_in_both_languages() {
        let [en, zh] = Locale::ALL.map(Words::new);
        let session = Session::blank();
        for (words, other) in [(&en, &zh), (&zh, &en)] {
            let commands = all(words, other, &session, Preset::Pi.manifest());
            assert!(commands.len() > 50, "{}", commands.len());
            let names: BTreeSet<_> = commands.iter().map(|command| command.name.to_string()).collect();
            assert_eq!(names.len(), commands.len(), "{names:?}");
            assert!(commands.iter().all(|command| !command.name.contains("palette-") && !command.other.is_empty()));
        }
    }
}
