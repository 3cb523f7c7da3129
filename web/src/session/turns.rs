//! Regions take turns. While moments follow each other quickly, as when a session plays or somebody drags through it,
//! each frame draws one region (or one half of Why) anew and the others keep what they show; all of them anew in one frame would
//! be more than a frame has time for. Once it is calm, all show the same moment. A single step is shown at once, but for what
//! kubectl prints, which follows a frame later.

use std::rc::Rc;

use yew::prelude::*;

use super::{Movement, Session};
use crate::after_frame::after_frame;

/// Movements that follow each other within so many milliseconds are quick.
const QUICK_MS: f64 = 100.0;

/// How many take turns.
const PLACES: usize = 5;

/// What each of those that take turns shows.
#[derive(Clone)]
pub(crate) struct Turns {
    pub(crate) plane: Rc<Session>,
    /// What Why says before and after the path.
    pub(crate) why: Rc<Session>,
    pub(crate) pods: Rc<Session>,
    /// The path of Why, which is most of it.
    pub(crate) path: Rc<Session>,
    pub(crate) output: Rc<Session>,
    /// Whether one of them does not show the newest moment yet.
    pub(crate) behind: bool,
    /// Whether that is because somebody drags: then what is out of sight need not be drawn.
    pub(crate) dragged: bool,
}

/// Whose turn it is, of things that are the same if they are equal.
#[derive(Clone, Debug)]
struct Round<T> {
    newest: T,
    shown: [T; PLACES],
    next: usize,
}

impl<T: Clone + PartialEq> Round<T> {
    fn new(all: &T) -> Self {
        Self { newest: all.clone(), shown: std::array::from_fn(|_| all.clone()), next: 0 }
    }

    /// All but the last show `newest`.
    fn show(&mut self, newest: &T) {
        self.newest = newest.clone();
        let [rest @ .., _] = &mut self.shown;
        rest.fill(newest.clone());
        self.next = PLACES - 1;
    }

    fn is_behind(&self) -> bool {
        self.shown.iter().any(|shown| *shown != self.newest)
    }

    /// The next one that is behind shows the newest.
    fn turn(&mut self) {
        for _ in 0..PLACES {
            let place = self.next;
            self.next = (place + 1) % PLACES;
            if let Some(shown) = self.shown.get_mut(place)
                && *shown != self.newest
            {
                *shown = self.newest.clone();
                return;
            }
        }
    }
}

struct State {
    round: Round<Rc<Session>>,
    /// When the newest moment came, in milliseconds.
    moved: f64,
    /// The frame in which the last turn was.
    frame: u32,
    /// Whether the next frame shows enough that is new already.
    full: bool,
    /// Whether the newest moment came while somebody dragged.
    dragged: bool,
}

impl State {
    fn see(&mut self, session: &Session, frame: u32, now: f64) {
        if *self.round.newest != *session {
            let newest = session.still();
            self.dragged = session.now.movement == Movement::Jump && now - self.moved < QUICK_MS;
            self.moved = now;
            if session.playing || self.dragged {
                self.round.newest = newest;
            } else {
                self.round.show(&newest);
                self.full = true;
            }
        }
        if self.frame != frame {
            self.frame = frame;
            if !std::mem::take(&mut self.full) {
                self.round.turn();
            }
        }
    }
}

/// See the module.
#[hook]
pub(crate) fn use_turns(session: &Session) -> Turns {
    let frame = use_state(|| 0_u32);
    let state = {
        let session = session.still();
        use_mut_ref(move || State {
            round: Round::new(&session),
            moved: f64::MIN,
            frame: 0,
            full: false,
            dragged: false,
        })
    };
    let now = gloo::utils::window().performance().map_or(0.0, |clock| clock.now());
    state.borrow_mut().see(session, *frame, now);
    let behind = state.borrow().round.is_behind();
    let dragged = behind && state.borrow().dragged;
    {
        let frame = frame.clone();
        use_effect_with((behind, *frame), move |&(behind, number)| {
            let next = behind.then(|| after_frame(move || frame.set(number.wrapping_add(1))));
            move || drop(next)
        });
    }
    let [plane, why, pods, path, output] = state.borrow().round.shown.clone();
    Turns { plane, why, pods, path, output, behind, dragged }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_gets_its_turn_however_fast_new_moments_come() {
        let mut round = Round::new(&0);
        assert!(!round.is_behind());
        for newest in 1..=10 {
            round.newest = newest;
            round.turn();
        }
        assert_eq!(round.shown, [6, 7, 8, 9, 10]);
        for _ in 0..PLACES - 1 {
            assert!(round.is_behind());
            round.turn();
        }
        assert_eq!(round.shown, [10; PLACES]);
        assert!(!round.is_behind());
    }

    #[test]
    fn one_step_is_shown_but_for_the_last_which_is_next() {
        let mut round = Round { newest: 1, shown: [1, 0, 1, 1, 0], next: 1 };
        round.show(&2);
        assert_eq!(round.shown, [2, 2, 2, 2, 0]);
        round.turn();
        assert_eq!(round.shown, [2; PLACES]);
    }

    #[test]
    fn those_that_show_the_newest_are_passed_over() {
        let mut round = Round { newest: 1, shown: [0, 1, 1, 1, 0], next: 1 };
        round.turn();
        assert_eq!(round.shown, [0, 1, 1, 1, 1]);
        round.turn();
        assert_eq!(round.shown, [1; PLACES]);
    }
}
