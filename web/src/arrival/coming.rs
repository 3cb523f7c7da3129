//! Opens a long session piece by piece, so that the page stays usable meanwhile. It shows its progress, and can be
//! cancelled.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;

use jobscope_core::timeline::{Replay, SavedSession};
use jobscope_explain::Followed;
use yew::prelude::*;

use super::recorded::Recorded;
use super::{Arrival, Objects, Opened, Openers, Source, Wrong};
use crate::address;
use crate::after_frame::after_frame;
use crate::effect::use_effect_with;
use crate::lazy;
use crate::words::{args, use_words};

/// How long a piece takes, in milliseconds, and after how many trace entries the clock is read.
const PIECE_MS: f64 = 30.0;
const PIECE_ENTRIES: usize = 1 << 9;

/// The same out of sight, where nothing is drawn meanwhile and timers come once a second.
const HIDDEN_PIECE_MS: f64 = 500.0;

/// Shared: whatever carries on takes what is left.
#[derive(Clone, Debug)]
pub(crate) struct Coming {
    source: Source,
    saved: Rc<SavedSession>,
    /// What it explains, if it is of a recorded history.
    recorded: Option<Rc<Recorded>>,
    /// The objects of a cluster that it begins with.
    objects: Option<Rc<Objects>>,
    /// The text for the editor, if it is not that of the session.
    text: Option<AttrValue>,
    left: Rc<RefCell<Option<Replay>>>,
    /// What is drawn up of what is carried out.
    followed: Rc<RefCell<Followed>>,
}

impl PartialEq for Coming {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.left, &other.left)
    }
}

impl Coming {
    /// A session of which nothing is carried out yet.
    pub(crate) fn of(source: Source, saved: SavedSession) -> Result<Self, Wrong> {
        Self::explaining(source, saved, None)
    }

    /// The session of a cluster's objects.
    pub(super) fn of_cluster(saved: SavedSession, objects: Rc<Objects>) -> Result<Self, Wrong> {
        Ok(Self { objects: Some(objects), ..Self::of(Source::Cluster, saved)? })
    }

    /// The session of a recorded history; the beginning of it, if it is long.
    /// `text` is for the editor instead of its own.
    pub(super) fn of_history(
        source: Source,
        saved: SavedSession,
        recorded: Recorded,
        text: Option<AttrValue>,
    ) -> Arrival {
        match Self::explaining(source.clone(), saved, Some(Rc::new(recorded))) {
            Ok(coming) => Arrival::Coming(Self { text, ..coming }),
            Err(wrong) => Arrival::broken(source, wrong),
        }
    }

    fn explaining(source: Source, saved: SavedSession, recorded: Option<Rc<Recorded>>) -> Result<Self, Wrong> {
        let replay = match lazy::functions::<Openers>() {
            // What explains a history was made here, and is as long as the history.
            Some(openers) if recorded.is_some() => openers.own_replay,
            Some(openers) => openers.replay,
            None => Replay::without_kubectl,
        };
        let left = replay(saved.clone()).map_err(Wrong::Impossible)?;
        let left = Rc::new(RefCell::new(Some(left)));
        Ok(Self { source, saved: Rc::new(saved), recorded, objects: None, text: None, left, followed: Rc::default() })
    }

    /// Steps that are done, and all of them.
    fn progress(&self) -> (usize, usize) {
        self.left.borrow().as_ref().map_or((0, 0), Replay::progress)
    }

    /// Carries out steps with this number of trace entries; `None` if nothing is left, because another caller did it.
    pub(crate) fn go_on(&self, entries: usize) -> Option<Arrival> {
        let left = self.left.take()?;
        Some(match left.go_on(entries) {
            Ok(ControlFlow::Continue(left)) => {
                self.left.replace(Some(left));
                Arrival::Coming(self.clone())
            }
            Ok(ControlFlow::Break(timeline)) => Arrival::Opened(Opened {
                source: self.source.clone(),
                recorded: self.recorded.clone(),
                objects: self.objects.clone(),
                timeline: Rc::new(timeline),
                followed: Rc::new(RefCell::new(Some(self.followed.take()))),
                manifest: self.text.clone().unwrap_or_else(|| self.saved.manifest().to_owned().into()),
                view: Rc::new(self.saved.view().clone()),
                breakpoints: Rc::new(self.saved.breakpoints.clone()),
            }),
            Err(error) => Arrival::broken(self.source.clone(), Wrong::Impossible(error)),
        })
    }

    /// Carries on for a while.
    pub(super) fn go_a_piece(&self) -> Option<Arrival> {
        let is_over = piece_ends();
        loop {
            let arrival = self.go_on(PIECE_ENTRIES);
            if let Some(left) = &*self.left.borrow() {
                self.followed.borrow_mut().follow(left.timeline());
            }
            if !matches!(arrival, Some(Arrival::Coming(_))) || is_over() {
                return arrival;
            }
        }
    }
}

/// Does long work after each frame, a piece at a time, for as long as a piece `leaves` some of it. Emits what the last piece
/// returns.
#[hook]
pub(crate) fn use_pieces<Work: Clone + PartialEq + 'static>(
    work: &Work,
    do_a_piece: fn(&Work) -> Option<Arrival>,
    leaves: fn(&Arrival) -> bool,
    on_arrival: &Callback<Arrival>,
) {
    let pieces = use_state(|| 0_usize);
    let on_arrival = on_arrival.clone();
    use_effect_with((work.clone(), *pieces), move |(work, done)| {
        let (work, done) = (work.clone(), *done);
        let next = after_frame(move || match do_a_piece(&work) {
            Some(arrival) if leaves(&arrival) => pieces.set(done + 1),
            Some(arrival) => on_arrival.emit(arrival),
            None => {}
        });
        move || drop(next)
    });
}

/// Says when a piece that begins now has taken long enough.
pub(super) fn piece_ends() -> impl Fn() -> bool {
    let now = || gloo::utils::window().performance().map_or(f64::MAX, |clock| clock.now());
    let until = now() + if gloo::utils::document().hidden() { HIDDEN_PIECE_MS } else { PIECE_MS };
    move || now() >= until
}

/// What comes from there is not wanted: the address does not name it any more.
pub(super) fn leave(source: &Source) {
    match source {
        Source::Link | Source::Host(_) => address::forget_session(),
        Source::File | Source::Pasted | Source::Cluster => {}
    }
}

/// Properties of [`ComingSession`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) coming: Coming,
    /// Where it goes once it is whole, or known to be broken.
    pub(crate) on_arrival: Callback<Arrival>,
    /// The person does not want it any more.
    pub(crate) on_stop: Callback<()>,
}

#[component]
pub(crate) fn ComingSession(props: &Props) -> Html {
    let words = use_words();
    use_pieces(&props.coming, Coming::go_a_piece, |arrival| matches!(arrival, Arrival::Coming(_)), &props.on_arrival);
    let (done, all) = props.coming.progress();
    let stop = {
        let (coming, on_stop) = (props.coming.clone(), props.on_stop.clone());
        Callback::from(move |_: MouseEvent| {
            leave(&coming.source);
            on_stop.emit(());
        })
    };
    html! {
        <div class="arrived coming">
            <span role="status">{ words.t("coming") }</span>
            <progress max={all.to_string()} value={done.to_string()} aria-label={words.t("coming-progress")}></progress>
            <span class="mono" aria-hidden="true">{ words.f("coming-steps", &args!(done = done, all = all)) }</span>
            <button type="button" class="btn sm" onclick={stop}>{ words.t("coming-stop") }</button>
        </div>
    }
}
