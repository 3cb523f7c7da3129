//! How far a process runs at a time: a worker may pause between two API calls while others work, and continues in the
//! world as it is by then.
//!
//! A controller's function cannot be stopped halfway. Instead it is run again from its start, against the world as it
//! was. When it reaches the pause point, the world is swapped for the current one: locals keep their old values, later
//! reads see the new state.

use std::collections::VecDeque;

use super::{EventRecorder, Machinery};
use crate::api::Time;
use crate::apiserver::ApiServer;

/// What a worker shares with all the others.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    /// The API server.
    pub api: ApiServer,
    /// Caches, queue and expectations.
    pub machinery: Machinery,
    /// The recorder of events.
    pub events: EventRecorder,
    /// The clock.
    pub now: Time,
}

/// How far the running sync may go before it pauses.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    calls: u32,
    rest_before: Option<u32>,
    /// What is found after each rest, with the number of calls before it.
    rests: VecDeque<(u32, Surroundings)>,
    ended: usize,
    resting: bool,
}

/// What a process comes to before a call.
pub(super) enum BeforeCall {
    /// Nothing: the call is made.
    GoOn,
    /// A rest that is over.
    Return(Box<Surroundings>),
    /// A rest.
    Rest,
}

impl Pace {
    /// A process that continues after pauses and pauses again before call number `rest_before`, counted from 0. Each
    /// earlier pause has the number of the call before which it was, and the surroundings found after it.
    pub(crate) fn new(rests: impl IntoIterator<Item = (u32, Surroundings)>, rest_before: u32) -> Self {
        Self { rest_before: Some(rest_before), rests: rests.into_iter().collect(), ..Self::default() }
    }

    /// Whether the process rests.
    pub(crate) fn is_resting(&self) -> bool {
        self.resting
    }

    /// How many rests are over.
    pub(crate) fn rests_ended(&self) -> usize {
        self.ended
    }

    pub(super) fn before_call(&mut self) -> BeforeCall {
        if self.rests.front().is_some_and(|(calls, _)| *calls == self.calls)
            && let Some((_, found)) = self.rests.pop_front()
        {
            self.ended += 1;
            return BeforeCall::Return(Box::new(found));
        }
        self.resting = self.rest_before == Some(self.calls);
        if self.resting { BeforeCall::Rest } else { BeforeCall::GoOn }
    }

    pub(super) fn called(&mut self) {
        self.calls += 1;
    }
}
