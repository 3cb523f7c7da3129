//! The session: one recorded timeline, what may be done with it, and the moment that is shown.
//!
//! All state of the engine is in here, behind one reducer. Regions get a [`Moment`] and send [`Do`].

mod moment;
mod play;
mod track;

use std::cell::RefCell;
use std::rc::Rc;

use jobscope_core::api::Edition;
use jobscope_core::timeline::{Cursor, Timeline};
use jobscope_core::world::{Action, ActionError, World};
use yew::prelude::*;

pub(crate) use moment::{Moment, Movement};
pub(crate) use play::use_play;
pub(crate) use track::{Marker, Point, Track};

use crate::keep::Keep;
use crate::spec::Scenario;

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

/// An action that was refused. Nothing changed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refusal {
    pub(crate) origin: Origin,
    pub(crate) error: ActionError,
}

/// What can be done with a session.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Do {
    /// An action by the person.
    Act(Origin, Action),
    /// To the next question, call or delivery.
    StepInto,
    /// To the end of the step.
    StepOver,
    /// To the end of the sync.
    StepOut,
    /// To where the last step started.
    StepBack,
    /// To a place on the timeline.
    Seek(Cursor),
    /// Steps go by themselves.
    Play,
    /// They no longer do.
    Pause,
    /// Play's next step.
    Tick,
    /// Everything anew, with these actions done.
    Restart(Vec<Action>),
    /// Everything anew under another release; what pods do stays.
    Choose(Edition),
    /// The person has read the refusal.
    DismissRefusal,
}

/// The state. Timeline and track are shared by all versions of it, of which only the newest is ever used; what is shown
/// is in `now`.
pub(crate) struct Session {
    timeline: Rc<RefCell<Timeline>>,
    track: Rc<RefCell<Track>>,
    /// What is shown.
    pub(crate) now: Rc<Moment>,
    /// The last action, if it was refused.
    pub(crate) refusal: Option<Rc<Refusal>>,
    /// Whether Play is on.
    pub(crate) playing: bool,
}

impl PartialEq for Session {
    fn eq(&self, other: &Self) -> bool {
        self.now == other.now && self.refusal == other.refusal && self.playing == other.playing
    }
}

impl Session {
    /// A new session that begins with the release and the outcome rules that were kept, and with the faults of the
    /// scenario in the editor.
    pub(crate) fn restore() -> Self {
        let scenario = Keep::Manifest.read::<String>().and_then(|text| Scenario::of_manifest(&text));
        let setup = scenario.into_iter().flat_map(Scenario::setup);
        let mut actions = Self::kept_outcomes();
        actions.extend(setup.filter(|action| matches!(action, Action::Fault(_))));
        Self::start(Keep::Edition.read().unwrap_or_default(), actions, 0)
    }

    fn kept_outcomes() -> Vec<Action> {
        Keep::Outcomes.read().map(|rules| Action::SetOutcomes { rules }).into_iter().collect()
    }

    fn start(edition: Edition, setup: Vec<Action>, revision: u64) -> Self {
        let mut timeline = Timeline::new(World::new(edition));
        for action in setup {
            // What a page of another age has kept may no longer be possible; then it is left out.
            let _ = timeline.apply(&action);
        }
        let now = Rc::new(Moment::of(&timeline, revision, Movement::Jump, 0));
        let mut track = Track::default();
        track.follow(&timeline, 0);
        Self {
            timeline: Rc::new(RefCell::new(timeline)),
            track: Rc::new(RefCell::new(track)),
            now,
            refusal: None,
            playing: false,
        }
    }

    /// The session after the timeline moved; its first `kept` steps are as they were.
    fn moved(&self, movement: Movement, kept: usize, playing: bool) -> Rc<Self> {
        let timeline = self.timeline.borrow();
        let fresh = match movement {
            Movement::Forward => self.now.fresh_start(&timeline),
            Movement::Back | Movement::Jump => 0,
        };
        self.track.borrow_mut().follow(&timeline, kept);
        let now = Rc::new(Moment::of(&timeline, self.now.revision + 1, movement, fresh));
        Rc::new(Self { now, ..self.shared(playing, None) })
    }

    /// The same moment with other flags.
    fn shared(&self, playing: bool, refusal: Option<Rc<Refusal>>) -> Self {
        Self {
            timeline: Rc::clone(&self.timeline),
            track: Rc::clone(&self.track),
            now: Rc::clone(&self.now),
            refusal,
            playing,
        }
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

impl Reducible for Session {
    type Action = Do;

    fn reduce(self: Rc<Self>, what: Do) -> Rc<Self> {
        let timeline = Rc::clone(&self.timeline);
        let flags = |playing, refusal| Rc::new(self.shared(playing, refusal));
        let step = |go: fn(&mut Timeline) -> bool, movement, playing| {
            let recorded = self.now.recorded;
            let went = go(&mut timeline.borrow_mut());
            if went { self.moved(movement, recorded, playing) } else { flags(false, None) }
        };
        match what {
            Do::Act(origin, action) => {
                let done = timeline.borrow_mut().apply(&action).map(|_| ());
                match done {
                    Ok(()) => {
                        Keep::Outcomes.write(&timeline.borrow().world().snapshot().outcomes);
                        let kept = timeline.borrow().steps().len().saturating_sub(1);
                        self.moved(Movement::Forward, kept, self.playing)
                    }
                    Err(error) => flags(self.playing, Some(Rc::new(Refusal { origin, error }))),
                }
            }
            Do::StepInto => step(Timeline::step_into, Movement::Forward, false),
            Do::StepOver => step(Timeline::step_over, Movement::Forward, false),
            Do::StepOut => step(Timeline::step_out, Movement::Forward, false),
            Do::StepBack => step(Timeline::step_back, Movement::Back, false),
            Do::Tick if !self.playing => self,
            Do::Tick => step(Timeline::step_over, Movement::Forward, true),
            Do::Seek(cursor) => {
                timeline.borrow_mut().seek(cursor);
                self.moved(Movement::Jump, self.now.recorded, false)
            }
            Do::Play => flags(true, None),
            Do::Pause => flags(false, self.refusal.clone()),
            Do::Restart(setup) => {
                let next = Self::start(self.now.snapshot.edition, setup, self.now.revision + 1);
                Keep::Outcomes.write(&next.now.snapshot.outcomes);
                Rc::new(next)
            }
            Do::Choose(edition) => {
                Keep::Edition.write(&edition);
                Rc::new(Self::start(edition, Self::kept_outcomes(), self.now.revision + 1))
            }
            Do::DismissRefusal => flags(self.playing, None),
        }
    }
}

/// How regions send [`Do`], as a context.
pub(crate) type Dispatch = UseReducerDispatcher<Session>;

/// Sends to the session.
#[hook]
pub(crate) fn use_dispatch() -> Dispatch {
    #[expect(clippy::expect_used, reason = "the app provides it around everything")]
    use_context::<Dispatch>().expect("the session is provided")
}
