//! Regions take turns. While moments follow each other quickly, as when a session plays or the user drags through it,
//! each frame re-renders at most one region (or one part of Why), none after a frame that came late, and the others keep what
//! they show; re-rendering all of them in one frame would take longer than a frame has. The path costs as much as two others, so its
//! halves have a turn each, the second one right behind the first; what the control plane remembers goes along with what is around
//! the path, because neither takes long. Once it is calm, all show the same moment.
//! A single step is shown at once, but for the control plane's map and what kubectl prints, which follow in a frame each: all
//! of it takes longer than a frame has.

use std::rc::Rc;

use yew::prelude::*;

use super::{Movement, Session};
use crate::after_frame::{after_frame, after_frame_in_time};
use crate::effect::use_effect_with;

/// Movements that follow each other within this number of milliseconds are quick.
const QUICK_MS: f64 = 100.0;

/// How many take turns, and which of them the halves of the path are.
const PLACES: usize = 6;
const PATH: usize = 2;
const PATH_REST: usize = 3;

/// What each of those that take turns shows.
#[derive(Clone)]
pub(crate) struct Turns {
    /// What Why says before and after the path, and what the control plane remembers.
    pub(crate) why: Rc<Session>,
    pub(crate) pods: Rc<Session>,
    /// The first half of Why's path, or its flow chart.
    pub(crate) path: Rc<Session>,
    /// The second half of the path.
    pub(crate) path_rest: Rc<Session>,
    /// The control plane's map.
    pub(crate) plane: Rc<Session>,
    pub(crate) output: Rc<Session>,
    /// Whether one of them does not show the newest moment yet, or not all of it.
    pub(crate) behind: bool,
    /// Whether the user drags.
    pub(crate) dragged: bool,
    /// Whether the path need not have what is out of sight: it came while the user dragged, and they have not paused since.
    pub(crate) brief: bool,
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

    /// All but the last two, which are next, show `newest`.
    fn show(&mut self, newest: &T) {
        self.newest = newest.clone();
        let [rest @ .., _, _] = &mut self.shown;
        rest.fill(newest.clone());
        self.next = rest.len();
    }

    fn is_behind(&self) -> bool {
        (0..PLACES).any(|place| self.lacks(place).is_some())
    }

    /// What a place shows next, if that is not what it shows: the newest, but of the path's halves the second follows the first,
    /// so that they do not stay those of two moments.
    fn lacks(&self, place: usize) -> Option<&T> {
        let shown = self.shown.get(place)?;
        let next = if place == PATH_REST { self.shown.get(PATH)? } else { &self.newest };
        (next != shown).then_some(next)
    }

    /// The next one that is behind shows what it lacks. Tells which, if there is one.
    fn turn(&mut self) -> Option<usize> {
        let behind =
            (self.next..PLACES).chain(0..self.next).find_map(|place| Some((place, self.lacks(place)?.clone())));
        let (place, next) = behind?;
        self.next = (place + 1) % PLACES;
        *self.shown.get_mut(place)? = next;
        Some(place)
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
    /// Whether the frame that is being drawn shows enough that is new already.
    full: bool,
    /// Whether moments come quickly because the user drags.
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
        let is_drawn = std::mem::replace(&mut self.frame, frame) == frame;
        if std::mem::take(&mut self.full) || is_drawn {
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
        use_effect_with((behind, *frame, session.playing || state.dragged), move |&(behind, number, quick)| {
            let draw = move || frame.set(number.wrapping_add(1));
            let next = behind.then(|| if quick { after_frame_in_time(draw) } else { after_frame(draw) });
            move || drop(next)
        });
    }
    let [why, pods, path, path_rest, plane, output] = state.round.shown;
    Turns { why, pods, path, path_rest, plane, output, behind, dragged: behind && state.dragged, brief: state.brief }
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
        assert_eq!(
            round.shown,
            [7, 8, 9, 9, 5, 6],
            "the second half of the path shows what the first one does in its turn"
        );
        for newest in 11..=13 {
            round.newest = newest;
            round.turn();
        }
        assert_eq!(round.shown, [13, 8, 9, 9, 11, 12]);
        for _ in 0..PLACES - 1 {
            assert!(round.is_behind());
            round.turn();
        }
        assert_eq!(round.shown, [13; PLACES]);
        assert!(!round.is_behind());
    }

    #[test]
    fn one_step_is_shown_but_for_the_last_two_which_follow_in_a_frame_each() {
        let mut state = State { round: Round { next: 1, ..Round::new(&0) }, ..State::new(&0) };
        for (newest, first) in [(1, 0), (2, 5)] {
            state.note(&newest, Came::Step, 0.0);
            let before = newest - 1;
            for (frame, shown) in [
                (first, [newest, newest, newest, newest, before, before]),
                (first + 1, [newest, newest, newest, newest, newest, before]),
                (first + 2, [newest; PLACES]),
            ] {
                state.draw(frame, 0.0);
                assert_eq!(state.round.shown, shown, "{frame}");
            }
            assert!(!state.is_behind());
        }
    }

    #[test]
    fn those_that_show_the_newest_are_passed_over() {
        let mut round = Round { shown: [0, 1, 1, 1, 1, 0], next: 1, ..Round::new(&1) };
        round.turn();
        assert_eq!(round.shown, [0, 1, 1, 1, 1, 1]);
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
