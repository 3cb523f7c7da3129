//! `cache.sharedProcessor`: the listeners of an informer, and which of them a resync or a relist reaches.
//!
//! An informer tells every listener of what the watch reports. What a list or a resync repeats it tells only
//! those whose resync is due: all of them until the first tick of the reflector's resync timer, and from
//! then on those that were due at the last tick.

use imbl::Vector;
use serde::{Deserialize, Serialize, Serializer};

use crate::api::{Name, Time};

/// Handlers that a controller registered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Listener {
    /// The controller, as the manager names it.
    pub controller: Name,
    /// How often it wants everything repeated, in milliseconds; 0 for never.
    pub resync_ms: i64,
    /// When that is due next.
    pub next_resync: Time,
    /// Whether what is repeated now reaches it.
    pub syncing: bool,
}

/// The listeners of an informer, with the resync period of each.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SharedProcessor {
    #[serde(serialize_with = "all_for_people")]
    listeners: Vector<Listener>,
    /// `resyncCheckPeriod`, in milliseconds; 0 before the first listener that wants a resync.
    check_period_ms: i64,
    next_tick: Option<Time>,
}

/// Formats for programs have what may change in listeners, and of equal ones in a row their number. Names and periods follow
/// from the manager.
fn all_for_people<S: Serializer>(listeners: &Vector<Listener>, serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        return listeners.serialize(serializer);
    }
    let mut rows: Vec<(Time, bool, u32)> = Vec::new();
    for Listener { next_resync, syncing, .. } in listeners {
        match rows.last_mut() {
            Some((resync, sync, count)) if (*resync, *sync) == (*next_resync, *syncing) => *count += 1,
            _ => rows.push((*next_resync, *syncing, 1)),
        }
    }
    rows.serialize(serializer)
}

impl SharedProcessor {
    /// `AddEventHandlerWithResyncPeriod`. Before the informer runs, the shortest period becomes the timer's;
    /// afterwards no period is shorter than the timer's.
    pub(crate) fn add_listener(&mut self, controller: Name, resync_ms: i64, now: Time) {
        let mut resync_ms = resync_ms;
        if resync_ms > 0 {
            if self.next_tick.is_some() {
                resync_ms = resync_ms.max(self.check_period_ms);
            } else if self.check_period_ms == 0 || resync_ms < self.check_period_ms {
                self.check_period_ms = resync_ms;
            }
        }
        let next_resync = now.plus(resync_ms);
        self.listeners.push_back(Listener { controller, resync_ms, next_resync, syncing: true });
    }

    /// The informer runs from now on: so does the timer, if anybody wants resyncs.
    pub(crate) fn run(&mut self, now: Time) {
        self.next_tick = (self.check_period_ms > 0).then(|| now.plus(self.check_period_ms));
    }

    /// The reflector lists again: each of its `ListAndWatch` has a timer of its own, which begins after the list.
    pub(crate) fn restart(&mut self, now: Time) {
        if self.next_tick.is_some() {
            self.run(now);
        }
    }

    /// When the timer ticks next.
    pub(crate) fn next_tick(&self) -> Option<Time> {
        self.next_tick
    }

    /// `shouldResync`: the timer ticks, and those listeners are chosen that a resync reaches from now on.
    /// Says whether there are any.
    pub(crate) fn tick(&mut self, now: Time) -> bool {
        let mut any = false;
        for listener in &mut self.listeners {
            listener.syncing = listener.resync_ms > 0 && now >= listener.next_resync;
            if listener.syncing {
                listener.next_resync = now.plus(listener.resync_ms);
                any = true;
            }
        }
        self.next_tick = Some(now.plus(self.check_period_ms));
        any
    }

    /// A resync that is due for everybody.
    pub(crate) fn tick_all(&mut self) {
        for listener in &mut self.listeners {
            listener.syncing = true;
        }
    }

    /// The listeners, in the order in which they were registered.
    pub(crate) fn listeners(&self) -> impl Iterator<Item = &Listener> {
        self.listeners.iter()
    }

    /// The listener of that controller.
    pub(crate) fn listener(&self, controller: &str) -> Option<&Listener> {
        self.listeners.iter().find(|listener| listener.controller.as_str() == controller)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Time = Time::START;

    fn syncing(processor: &SharedProcessor) -> Vec<&str> {
        processor.listeners().filter(|listener| listener.syncing).map(|listener| listener.controller.as_str()).collect()
    }

    #[test]
    fn only_those_that_were_due_at_the_last_tick_hear_what_is_repeated() {
        let mut processor = SharedProcessor::default();
        processor.add_listener("job".into(), 20_000, NOW);
        processor.add_listener("resourcequota".into(), 15_000, NOW);
        processor.add_listener("garbagecollector".into(), 0, NOW);
        processor.run(NOW);
        assert_eq!(syncing(&processor), ["job", "resourcequota", "garbagecollector"]);
        assert_eq!(processor.next_tick(), Some(NOW.plus(15_000)));
        assert!(processor.tick(NOW.plus(15_000)));
        assert_eq!(syncing(&processor), ["resourcequota"]);
        assert!(processor.tick(NOW.plus(30_000)));
        assert_eq!(syncing(&processor), ["job", "resourcequota"]);
        processor.tick_all();
        assert_eq!(syncing(&processor).len(), 3);
    }

    #[test]
    fn another_list_restarts_the_timer_that_runs() {
        let mut processor = SharedProcessor::default();
        processor.add_listener("job".into(), 20_000, NOW);
        processor.restart(NOW);
        assert_eq!(processor.next_tick(), None);
        processor.run(NOW);
        processor.restart(NOW.plus(15_000));
        assert_eq!(processor.next_tick(), Some(NOW.plus(35_000)));
    }

    #[test]
    fn who_comes_late_is_not_asked_more_often_than_the_timer_ticks() {
        let mut processor = SharedProcessor::default();
        processor.add_listener("job".into(), 20_000, NOW);
        processor.run(NOW);
        processor.add_listener("late".into(), 1_000, NOW);
        assert_eq!(processor.listener("late").unwrap().resync_ms, 20_000);
    }
}
