//! The session: one recorded timeline, what may be done with it, and the moment that is shown.
//!
//! All state of the engine is in here, behind one reducer. Regions get a [`Moment`] and send [`Do`].

mod console;
mod history;
mod play;
mod reduce;
mod refused;
mod turns;

use std::cell::RefCell;
use std::rc::Rc;

use jobscope_core::api::{FeatureGates, Release, Time};
use jobscope_core::timeline::{Breakpoint, Cursor, SavedSession, Timeline, View};
use jobscope_core::world::{Action, ActionError, World};
use jobscope_explain::{Followed, Moment, Movement, Preset, Scenes, Track};
use yew::prelude::*;

pub(crate) use console::{Console, Entry, Shell};
pub(crate) use history::{Edit, Texts};
pub(crate) use play::use_play;
pub(crate) use reduce::{Do, Start};
pub(crate) use refused::Refused;
pub(crate) use turns::use_turns;

use crate::arrival::{Explain, Opened, Recorded, kept_run};
use crate::keep::{Keep, kept_release};
use history::{History, Restored, State};

/// Where on the page something was asked for, so that a refusal shows there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The manifest and its buttons.
    Manifest,
    /// The rules of what pods do.
    Outcomes,
    /// The faults.
    Faults,
    /// The control plane.
    Plane,
    /// The menu of a pod.
    Pods,
}

impl Origin {
    /// The id of the region that it lies in.
    pub(crate) fn region(self) -> &'static str {
        match self {
            Self::Manifest | Self::Outcomes | Self::Faults => "spec",
            Self::Plane => "plane",
            Self::Pods => "pods",
        }
    }
}

/// An action that was refused. Nothing changed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refusal {
    pub(crate) origin: Origin,
    pub(crate) error: ActionError,
}

/// Which way a run goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Forwards,
    Backwards,
}

/// How the last run ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stopped {
    /// This struck.
    At(Breakpoint),
    /// Nothing that was asked for happens that way; the cursor stayed.
    Nowhere(Direction),
    /// Play came to where the session is as long as it can be written down. So what a page takes has a bound, however
    /// long it is left alone.
    Full,
}

/// The state. Timeline and track are shared by all versions of it, of which only the newest is ever used; what is shown
/// is in `now`.
pub(crate) struct Session {
    timeline: Rc<RefCell<Timeline>>,
    track: Rc<RefCell<Track>>,
    scenes: Rc<RefCell<Scenes>>,
    history: Rc<RefCell<History>>,
    /// Whether the browser keeps what the person chooses: in a lesson it is nothing to keep.
    keeps: bool,
    /// What is shown.
    pub(crate) now: Rc<Moment>,
    /// The last action, if it was refused.
    pub(crate) refusal: Option<Rc<Refusal>>,
    /// Whether Play is on.
    pub(crate) playing: bool,
    /// What Play and runs stop at.
    pub(crate) breakpoints: Rc<Vec<Breakpoint>>,
    /// How the last run ended, until something else moves.
    pub(crate) stopped: Option<Rc<Stopped>>,
    /// What was typed into the terminal. It stays, whatever is undone.
    pub(crate) console: Rc<Console>,
    /// What was seen of the session from elsewhere that was opened last.
    pub(crate) view: Option<Rc<View>>,
    /// What the session explains, if it is of a recorded history that was read here.
    pub(crate) recorded: Option<Rc<Recorded>>,
    /// How many edits there were when the session got the history of the Job that it follows.
    followed: Option<u64>,
    /// How the history is to be explained otherwise. The page does it piece by piece.
    pub(crate) wanted: Option<Rc<Explain>>,
    /// The manifests of what Undo or Redo has just left and brought back, where they have their own.
    pub(crate) texts: Option<Texts>,
}

impl PartialEq for Session {
    fn eq(&self, other: &Self) -> bool {
        self.now == other.now
            && self.refusal == other.refusal
            && self.playing == other.playing
            && self.breakpoints == other.breakpoints
            && self.stopped == other.stopped
            && Rc::ptr_eq(&self.console, &other.console)
            && self.wanted.as_ref().map(Rc::as_ptr) == other.wanted.as_ref().map(Rc::as_ptr)
    }
}

impl Session {
    /// The session that the tab had before the page was loaded, or else a new one.
    pub(crate) fn restore() -> Self {
        let restored = kept_run().map_or_else(Self::begin, |kept| Self {
            keeps: true,
            view: Some(Rc::clone(&kept.view)),
            ..Self::guest(&kept)
        });
        let console = Console::with_sent(Keep::Commands.read().unwrap_or_default());
        Self { console: Rc::new(console), ..restored }
    }

    /// A new session that begins with the release and the outcome rules that were kept, and with the faults of the
    /// scenario in the editor.
    fn begin() -> Self {
        let scenario = Keep::Manifest.read::<String>().and_then(|text| Preset::of_manifest(&text));
        let setup = scenario.into_iter().flat_map(Preset::setup);
        let mut actions = Self::kept_outcomes();
        actions.extend(setup.filter(|action| matches!(action, Action::Fault(_))));
        let fresh = Self::start(kept_release().into(), Time::START, actions, 0);
        Self { breakpoints: Rc::new(Keep::Breakpoints.read().unwrap_or_default()), ..fresh }
    }

    /// The same with a session from elsewhere in its place. Nothing of it is kept in the browser, and Undo leads back.
    /// `before` is the manifest that its own takes the place of.
    pub(crate) fn opened(&self, opened: &Opened, before: AttrValue) -> Self {
        let texts = Texts { before, after: opened.manifest.clone() };
        self.history.borrow_mut().note(Edit::Opened(texts), self.state());
        self.replaced(opened, opened.timeline.cursor())
    }

    /// The same with a timeline from elsewhere, at that place.
    fn replaced(&self, opened: &Opened, cursor: Cursor) -> Self {
        let mut timeline = (*opened.timeline).clone();
        if cursor != timeline.cursor() {
            timeline.seek(cursor);
        }
        self.timeline.replace(timeline);
        if let Some(Followed { track, scenes }) = opened.followed.take() {
            let track = track.instead_of(&self.track.borrow());
            self.track.replace(track);
            self.scenes.replace(scenes);
        }
        let view = self.keeps.then(|| Rc::clone(&opened.view));
        let (breakpoints, recorded) = (Rc::clone(&opened.breakpoints), opened.recorded.clone());
        Self { breakpoints, view, recorded, ..self.after(Movement::Jump, false) }
    }

    /// The history of a Job that is followed, as far as it is known. What the user looks at stays, unless that was the end.
    fn followed(&self, opened: &Opened, before: AttrValue) -> Self {
        let end = Cursor { step: opened.timeline.steps().len(), entries: 0 };
        if self.followed != Some(self.edited()) {
            let first = self.opened(opened, before).replaced(opened, end);
            return Self { followed: Some(self.edited()), ..first };
        }
        let cursor =
            if self.now.is_last_recorded() { end } else { same_place(&self.timeline.borrow(), &opened.timeline) };
        let (view, playing) = (self.view.clone(), self.playing);
        Self { playing, view, ..self.replaced(opened, cursor) }
    }

    /// Whether it has had the history of a Job that is followed.
    pub(crate) fn is_followed(&self) -> bool {
        self.followed.is_some()
    }

    /// Whether the user has changed it since.
    pub(crate) fn is_followed_no_more(&self) -> bool {
        self.followed.is_some_and(|edited| edited != self.edited())
    }

    /// A session that is not the person's own: nothing of it is kept, and there is nothing before it.
    pub(crate) fn guest(opened: &Opened) -> Self {
        let blank = Self::blank();
        blank.timeline.replace((*opened.timeline).clone());
        Self { keeps: false, breakpoints: Rc::clone(&opened.breakpoints), ..blank.after(Movement::Jump, false) }
    }

    /// A session in which nothing has been done, under the newest release that was recorded.
    pub(crate) fn blank() -> Self {
        Self::start(Release::default().into(), Time::START, Vec::new(), 0)
    }

    fn kept_outcomes() -> Vec<Action> {
        Keep::Outcomes.read().map(|rules| Action::SetOutcomes { rules }).into_iter().collect()
    }

    fn start(gates: FeatureGates, start: Time, setup: Vec<Action>, revision: u64) -> Self {
        let mut timeline = Timeline::new(World::with_gates(gates, start));
        for action in setup {
            // What a page of another age has kept may no longer be possible; then it is left out.
            let _ = timeline.apply(&action);
        }
        let (mut track, mut scenes) = (Track::default(), Scenes::default());
        track.follow(&timeline, &mut scenes);
        let now = Rc::new(Moment::at(&timeline, &mut scenes, revision, Movement::Jump, 0));
        Self {
            timeline: Rc::new(RefCell::new(timeline)),
            track: Rc::new(RefCell::new(track)),
            scenes: Rc::new(RefCell::new(scenes)),
            history: Rc::default(),
            keeps: true,
            now,
            refusal: None,
            playing: false,
            breakpoints: Rc::default(),
            stopped: None,
            console: Rc::default(),
            view: None,
            recorded: None,
            followed: None,
            wanted: None,
            texts: None,
        }
    }

    /// The session as it is now. A caller keeps it while its handles move on to later states.
    pub(crate) fn still(&self) -> Rc<Self> {
        Rc::new(Self { stopped: self.stopped.clone(), ..self.shared(self.playing, self.refusal.clone()) })
    }

    /// The session after the timeline moved.
    fn moved(&self, movement: Movement, playing: bool) -> Rc<Self> {
        Rc::new(self.after(movement, playing))
    }

    fn after(&self, movement: Movement, playing: bool) -> Self {
        let timeline = self.timeline.borrow();
        let fresh = match movement {
            Movement::Forward => self.now.fresh_start(&timeline),
            Movement::Back | Movement::Jump => 0,
        };
        let mut scenes = self.scenes.borrow_mut();
        self.track.borrow_mut().follow(&timeline, &mut scenes);
        let now = Rc::new(Moment::at(&timeline, &mut scenes, self.now.revision + 1, movement, fresh));
        let is_forward = now.cursor > self.now.cursor;
        let console = self.console.followed(&timeline, is_forward).map_or_else(|| Rc::clone(&self.console), Rc::new);
        Self { now, console, ..self.shared(playing, None) }
    }

    /// The same moment with other flags.
    fn shared(&self, playing: bool, refusal: Option<Rc<Refusal>>) -> Self {
        Self {
            timeline: Rc::clone(&self.timeline),
            track: Rc::clone(&self.track),
            scenes: Rc::clone(&self.scenes),
            history: Rc::clone(&self.history),
            keeps: self.keeps,
            now: Rc::clone(&self.now),
            refusal,
            playing,
            breakpoints: Rc::clone(&self.breakpoints),
            stopped: None,
            console: Rc::clone(&self.console),
            view: self.view.clone(),
            recorded: self.recorded.clone(),
            followed: self.followed,
            wanted: None,
            texts: None,
        }
    }

    /// The same moment, after a run that ended so.
    fn stopped(&self, stopped: Stopped) -> Rc<Self> {
        Rc::new(Self { stopped: Some(Rc::new(stopped)), ..self.shared(false, None) })
    }

    /// After a run: to `hit` of `breakpoints`, or nowhere.
    fn ran(&self, direction: Direction, breakpoints: &[Breakpoint]) -> Rc<Self> {
        let hit = match direction {
            Direction::Forwards => self.timeline.borrow_mut().run_to(breakpoints),
            Direction::Backwards => self.timeline.borrow_mut().run_back(breakpoints),
        };
        match hit.and_then(|hit| breakpoints.get(hit.breakpoint)) {
            Some(struck) => self.moved(Movement::Jump, false).stopped(Stopped::At(struck.clone())),
            None => self.stopped(Stopped::Nowhere(direction)),
        }
    }

    /// Keeps the release and what pods do for the next visit.
    fn kept(self: Rc<Self>) -> Rc<Self> {
        if self.keeps {
            Keep::Outcomes.write(&self.now.snapshot.outcomes);
            Keep::Release.write(&self.now.snapshot.release);
        }
        self
    }

    /// Restarts everything, as an edit that can be undone.
    fn restarted(&self, edit: Edit, gates: FeatureGates, start: Time, setup: Vec<Action>) -> Rc<Self> {
        let fresh = Self::start(gates, start, setup, self.now.revision + 1);
        self.history.borrow_mut().note(edit, self.state());
        let (history, breakpoints) = (Rc::clone(&self.history), Rc::clone(&self.breakpoints));
        let console = Rc::new(self.console.stopped());
        let (keeps, view, followed) = (self.keeps, self.view.clone(), self.followed);
        Rc::new(Self { history, keeps, breakpoints, console, view, followed, ..fresh })
    }

    /// How things are that `step` brings back from the history.
    fn restored(self: Rc<Self>, step: fn(&mut History, State) -> Option<Restored>) -> Rc<Self> {
        let restored = step(&mut self.history.borrow_mut(), self.state());
        let Some((State { timeline, breakpoints, recorded }, texts)) = restored else { return self };
        *self.timeline.borrow_mut() = timeline.unfold();
        Rc::new(Self { breakpoints, recorded, texts, ..self.after(Movement::Jump, false) }).kept()
    }

    /// What an edit changes, as it is now.
    fn state(&self) -> State {
        State {
            timeline: self.timeline.borrow().folded(),
            breakpoints: Rc::clone(&self.breakpoints),
            recorded: self.recorded.clone(),
        }
    }

    /// An edit of the branches, which may be refused and then changes nothing.
    fn rebranched<E>(&self, edit: Edit, change: impl FnOnce(&mut Timeline) -> Result<(), E>) -> Rc<Self> {
        let before = self.state();
        let changed = change(&mut self.timeline.borrow_mut());
        match changed {
            Ok(()) => {
                self.history.borrow_mut().note(edit, before);
                self.moved(Movement::Jump, false)
            }
            // A key or a button was faster: the branch no longer exists.
            Err(_) => Rc::new(self.shared(self.playing, self.refusal.clone())),
        }
    }

    /// Whether it is the person's own, and not that of a lesson.
    pub(crate) fn is_own(&self) -> bool {
        self.keeps
    }

    /// The session written down, with the text in the editor, the breakpoints, and what is seen of it.
    pub(crate) fn saved(&self, manifest: &str, view: View) -> SavedSession {
        let mut saved = SavedSession::seen(&self.timeline.borrow(), manifest, view);
        saved.breakpoints = self.breakpoints.to_vec();
        saved
    }

    /// What Undo would take back, and what Redo would bring back.
    pub(crate) fn edits(&self) -> (Option<Edit>, Option<Edit>) {
        self.history.borrow().edits()
    }

    /// How many more steps the session had before the last edit, if that restarted it.
    pub(crate) fn restarted_steps(&self) -> usize {
        self.history.borrow().restarted_steps().saturating_sub(self.now.recorded)
    }

    /// A number that changes with each edit, undone ones included.
    pub(crate) fn edited(&self) -> u64 {
        self.history.borrow().changes()
    }

    /// Reads the track.
    pub(crate) fn read_track<T>(&self, read: impl FnOnce(&Track) -> T) -> T {
        read(&self.track.borrow())
    }

    /// Reads the timeline, for what a [`Moment`] does not hold.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&Timeline) -> T) -> T {
        read(&self.timeline.borrow())
    }
}

/// Where `new` is what `old` is at its cursor. Its last steps may be explained otherwise; then the time decides.
fn same_place(old: &Timeline, new: &Timeline) -> Cursor {
    let cursor = old.cursor();
    let (before, after) = (old.steps().heads(), new.steps().heads());
    let seen = cursor.step + usize::from(cursor.entries > 0);
    let is_same = seen <= after.len() && before.iter().zip(after.iter()).take(seen).all(|(a, b)| a.action == b.action);
    if is_same {
        return cursor;
    }
    let now = cursor.step.checked_sub(1).and_then(|last| before.get(last)).map(|head| head.now);
    Cursor { step: after.iter().take_while(|head| Some(head.now) <= now).count(), entries: 0 }
}

/// How regions send [`Do`], as a context.
pub(crate) type Dispatch = UseReducerDispatcher<Session>;

/// Sends to the session.
#[hook]
pub(crate) fn use_dispatch() -> Dispatch {
    #[expect(clippy::expect_used, reason = "the app provides it around everything")]
    use_context::<Dispatch>().expect("the session is provided")
}
