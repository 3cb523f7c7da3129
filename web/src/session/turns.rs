//! Regions take turns. While moments follow each other quickly, as when a session plays or somebody drags through it,
//! each frame draws at most one region (or one half of Why) anew, none after a frame that came late, and the others keep what
//! they show; all of them anew in one frame would be more than a frame has time for. The path costs as much as two others, so it
//! has its turn every other time while others wait for theirs. Once it is calm, all show the same moment.
//! A single step is shown at once, but for what kubectl prints, which follows a frame later.

use std::rc::Rc;

use yew::prelude::*;

use super::{Movement, Session};
use crate::after_frame::after_frame_in_time;

/// Movements that follow each other within so many milliseconds are quick.
const QUICK_MS: f64 = 100.0;

/// How many take turns, and which of them the path is.
const PLACES: usize = 5;
const PATH: usize = 3;

/// What each of those that take turns shows.
#[derive(Clone)]
pub(crate) struct Turns {
    pub(crate) plane: Rc<Session>,
    /// What Why says before and after the path.
    pub(crate) why: Rc<Session>,
    pub(crate) pods: Rc<Session>,
    /// The path of Why, or its flow chart.
    pub(crate) path: Rc<Session>,
    pub(crate) output: Rc<Session>,
    /// Whether one of them does not show the newest moment yet, or not all of it.
    pub(crate) behind: bool,
    /// Whether somebody drags.
    pub(crate) dragged: bool,
    /// Whether the path need not have what is out of sight: it came while somebody dragged, and they have not rested since.
    pub(crate) brief: bool,
}

/// Whose turn it is, of things that are the same if they are equal.
#[derive(Clone, Debug)]
struct Round<T> {
    newest: T,
    shown: [T; PLACES],
    next: usize,
    /// The path has let its last turn pass.
    path_waits: bool,
}

impl<T: Clone + PartialEq> Round<T> {
    fn new(all: &T) -> Self {
        Self { newest: all.clone(), shown: std::array::from_fn(|_| all.clone()), next: 0, path_waits: false }
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

    /// Whether the path lets this turn pass, which it does if others are behind and it has not just done so.
    fn path_passes(&mut self) -> bool {
        let others = self.shown.iter().enumerate().any(|(place, shown)| place != PATH && *shown != self.newest);
        self.path_waits = others && !self.path_waits;
        self.path_waits
    }

    /// The next one that is behind shows the newest. Tells which, if there is one.
    fn turn(&mut self) -> Option<usize> {
        // Once more than there are places: the path may have let its turn pass.
        for _ in 0..=PLACES {
            let place = self.next;
            self.next = (place + 1) % PLACES;
            if place == PATH && self.path_passes() {
                continue;
            }
            if let Some(shown) = self.shown.get_mut(place)
                && *shown != self.newest
            {
                *shown = self.newest.clone();
                return Some(place);
            }
        }
        None
    }
}

/// How a moment came, for what is drawn of it at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Came {
    /// The session plays.
    Playing,
    /// The cursor was put there.
    Jump,
    /// By a step, or something else that a person asked for.
    Step,
}

#[derive(Clone, Debug)]
struct State<T> {
    round: Round<T>,
    /// When the newest moment came, in milliseconds.
    moved: f64,
    /// The frame in which the last turn was.
    frame: u32,
    /// Whether the next frame shows enough that is new already.
    full: bool,
    /// Whether moments come quickly because somebody drags.
    dragged: bool,
    /// See [`Turns::brief`].
    brief: bool,
}

impl<T: Clone + PartialEq> State<T> {
    fn new(all: &T) -> Self {
        Self { round: Round::new(all), moved: f64::MIN, frame: 0, full: false, dragged: false, brief: false }
    }

    /// There is a new moment.
    fn note(&mut self, newest: &T, came: Came, now: f64) {
        self.dragged = came == Came::Jump && now - self.moved < QUICK_MS;
        self.moved = now;
        if self.dragged || came == Came::Playing {
            self.round.newest = newest.clone();
        } else {
            self.round.show(newest);
            (self.full, self.brief) = (true, false);
        }
    }

    /// A frame is drawn, at most one turn in each. Who rests gets the whole path, in a frame of its own.
    fn draw(&mut self, frame: u32, now: f64) {
        self.dragged &= now - self.moved < QUICK_MS;
        if self.frame == frame {
            return;
        }
        self.frame = frame;
        if std::mem::take(&mut self.full) {
            return;
        }
        match self.round.turn() {
            Some(PATH) => self.brief = self.dragged,
            None if !self.dragged => self.brief = false,
            _ => {}
        }
    }

    fn is_behind(&self) -> bool {
        self.brief || self.round.is_behind()
    }
}

/// See the module.
#[hook]
pub(crate) fn use_turns(session: &Session) -> Turns {
    let frame = use_state(|| 0_u32);
    let state = {
        let session = session.still();
        use_mut_ref(move || State::new(&session))
    };
    let now = gloo::utils::window().performance().map_or(0.0, |clock| clock.now());
    let state = {
        let mut state = state.borrow_mut();
        if *state.round.newest != *session {
            let came = match session.now.movement {
                _ if session.playing => Came::Playing,
                Movement::Jump => Came::Jump,
                Movement::Forward | Movement::Back => Came::Step,
            };
            state.note(&session.still(), came, now);
        }
        state.draw(*frame, now);
        state.clone()
    };
    let behind = state.is_behind();
    {
        let frame = frame.clone();
        use_effect_with((behind, *frame), move |&(behind, number)| {
            let next = behind.then(|| after_frame_in_time(move || frame.set(number.wrapping_add(1))));
            move || drop(next)
        });
    }
    let [plane, why, pods, path, output] = state.round.shown;
    Turns { plane, why, pods, path, output, behind, dragged: behind && state.dragged, brief: state.brief }
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
        assert_eq!(round.shown, [10, 6, 7, 8, 9], "the path let its first turn pass");
        for newest in 11..=14 {
            round.newest = newest;
            round.turn();
        }
        assert_eq!(round.shown, [14, 11, 12, 8, 13], "and this one again");
        for _ in 0..PLACES - 1 {
            assert!(round.is_behind());
            round.turn();
        }
        assert_eq!(round.shown, [14; PLACES]);
        assert!(!round.is_behind());
    }

    #[test]
    fn one_step_is_shown_but_for_the_last_which_is_next() {
        let mut round = Round { shown: [1, 0, 1, 1, 0], next: 1, ..Round::new(&1) };
        round.show(&2);
        assert_eq!(round.shown, [2, 2, 2, 2, 0]);
        round.turn();
        assert_eq!(round.shown, [2; PLACES]);
    }

    #[test]
    fn those_that_show_the_newest_are_passed_over() {
        let mut round = Round { shown: [0, 1, 1, 1, 0], next: 1, ..Round::new(&1) };
        round.turn();
        assert_eq!(round.shown, [0, 1, 1, 1, 1]);
        round.turn();
        assert_eq!(round.shown, [1; PLACES]);
    }

    /// Frames of a screen that draws 120 in a second, after moments of these numbers at these times: when the path was whole.
    fn whole_paths(moments: &[(u32, f64)], until: f64) -> Vec<f64> {
        let mut state = State::new(&0);
        let (mut moments, mut frame, mut now) = (moments.iter().peekable(), 0, 0.0);
        let mut whole = Vec::new();
        while now < until {
            if let Some((newest, _)) = moments.next_if(|(_, at)| *at <= now) {
                state.note(newest, Came::Jump, now);
            }
            frame += 1;
            state.draw(frame, now);
            if !state.brief {
                whole.push(now);
            }
            now += 1000.0 / 120.0;
        }
        assert!(!state.is_behind());
        whole
    }

    #[test]
    fn the_path_is_brief_until_somebody_who_drags_slowly_rests() {
        let slowly: Vec<_> = (1_u8..=10).map(|n| (u32::from(n), 90.0 * f64::from(n))).collect();
        let whole = whole_paths(&slowly, 2000.0);
        let in_between = whole.iter().filter(|at| (250.0..1000.0).contains(*at)).count();
        assert_eq!(in_between, 0, "{whole:?}");
        assert!(whole.iter().any(|at| *at > 1000.0 && *at < 1100.0), "{whole:?}");
    }

    #[test]
    fn the_path_of_single_moments_is_always_whole() {
        let whole = whole_paths(&[(1, 100.0), (2, 300.0), (3, 500.0)], 699.0);
        assert_eq!(whole.len(), 84);
    }
}
