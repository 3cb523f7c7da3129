//! `record.EventCorrelator` of `client-go/tools/record/events_cache.go`: what becomes of recorded events on their way
//! to the API server. Similar events are aggregated, equal ones are counted, and a Job that makes too many loses some.
//!
//! It only tells what is stored: no controller reads events, so none of this is state of the world. The caches of the real
//! one forget after 4,096 entries, and a real API server forgets an Event after an hour; neither is imitated.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::api::{Event, EventMessage, EventType, MetaTime, Release, Time, Uid};

/// The message of the tenth event that differs from others in its message alone stands for all that follow.
const AGGREGATE_MAX_EVENTS: usize = 10;
/// Unless more than ten minutes pass between two of them.
const AGGREGATE_INTERVAL_MS: i64 = 600_000;
/// How many event writes a Job may burst.
const SPAM_BURST: i64 = 25;
/// Since this minor each type of event has its own (client-go v0.32.0, `getSpamKey`).
const TYPE_COUNTS_SINCE: u8 = 32;
/// It gets back one in five minutes.
const SPAM_REFILL_MS: i64 = 300_000;

/// An Event object as the API server holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// The one that was recorded last.
    pub event: Arc<Event>,
    /// Whether it stands for events of different messages.
    pub combined: bool,
    /// How often it happened, as far as its last write says.
    pub count: u32,
    /// `firstTimestamp`, in whole seconds.
    pub first: Time,
    /// `lastTimestamp`, in whole seconds.
    pub last: Time,
    /// Nanoseconds of the clock at which it was named. Between two events the real clock moves; here their order tells
    /// them apart.
    named_at: i128,
}

impl StoredEvent {
    /// `metadata.name`: the Job's name, and the time of the first recording in hexadecimal nanoseconds.
    pub fn name(&self) -> String {
        format!("{}.{:x}", self.event.object.split().1, self.named_at)
    }

    /// Its `resourceVersion`: milliseconds since the start, because Events share no counter with other objects here.
    pub fn version(&self) -> String {
        (1 + self.first.since(Time::START)).to_string()
    }

    /// `message`.
    pub fn message(&self) -> String {
        let combined = if self.combined { "(combined from similar events): " } else { "" };
        format!("{combined}{}", self.event.message)
    }
}

/// What the API server holds, and what never came there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredEvents {
    /// In the order in which they were created.
    pub events: Vec<StoredEvent>,
    /// Recorded events that were not written because their Job had made too many, oldest first.
    pub lost: Vec<Arc<Event>>,
}

/// So much later than an event is recorded it is its turn to be written, in nanoseconds: less than the clock's unit.
const WRITTEN_AFTER_NS: i128 = 500_000;

/// Events that differ in their message alone.
type AggregateKey = (Uid, EventType, Cow<'static, str>);

/// What is known of events that differ in their message alone.
#[derive(Debug, Default)]
struct AggregateRecord {
    messages: Vec<EventMessage>,
    last: Option<Time>,
}

/// What is known of equal events, or of those that one stands for.
#[derive(Debug)]
struct EventLog {
    count: u32,
    first: Time,
    named_at: i128,
    /// Its place among the stored ones; `None` if it never came there.
    stored: Option<usize>,
}

/// Decides for each Event whether it is written as new, counted onto an earlier one, or dropped (`tools/events`, `EventCorrelator`).
#[derive(Debug)]
pub(crate) struct EventCorrelator {
    release: Release,
    seen: i128,
    aggregates: BTreeMap<AggregateKey, AggregateRecord>,
    /// By what they have in common, and by their message if they are not put together.
    logs: BTreeMap<(AggregateKey, Option<String>), EventLog>,
    /// What a Job has in hand, in milliseconds of refill, and when that was so. Since v1.32 for each type by itself.
    buckets: BTreeMap<(Uid, Option<EventType>), (i64, Time)>,
    stored: StoredEvents,
}

impl EventCorrelator {
    /// One that has seen nothing.
    pub(crate) fn new(release: Release) -> Self {
        Self {
            release,
            seen: 0,
            aggregates: BTreeMap::new(),
            logs: BTreeMap::new(),
            buckets: BTreeMap::new(),
            stored: StoredEvents::default(),
        }
    }

    /// Another process takes over: what was in memory is gone, what is stored stays.
    pub(crate) fn restart(&mut self) {
        self.aggregates.clear();
        self.logs.clear();
        self.buckets.clear();
    }

    /// What is stored by now.
    pub(crate) fn into_stored(self) -> StoredEvents {
        self.stored
    }

    /// `EventCorrelate`, with the write that follows.
    pub(crate) fn correlate(&mut self, event: &Arc<Event>) {
        let key: AggregateKey = (event.uid.clone(), event.r#type, event.reason.clone());
        let combined = self.aggregate(&key, event);
        let (now, mut named_at) = (event.at, i128::from(event.at.0) * 1_000_000 + self.seen);
        if combined {
            // It gets its name when its turn to be written comes, after everything that was recorded at that time.
            named_at += WRITTEN_AFTER_NS;
        }
        self.seen += 1;
        let in_hand = self.take_from_bucket(event);
        // Counted before it is asked whether it may be written.
        let log = self.logs.entry((key, (!combined).then(|| event.message.to_string()))).or_insert(EventLog {
            count: 0,
            first: now,
            named_at,
            stored: None,
        });
        log.count += 1;
        if !in_hand {
            self.stored.lost.push(Arc::clone(event));
            return;
        }
        let second = |time: Time| MetaTime::from(time).on_the_wire().time();
        let written = StoredEvent {
            event: Arc::clone(event),
            combined,
            count: log.count,
            first: second(log.first),
            last: second(now),
            named_at: log.named_at,
        };
        if let Some(stored) = log.stored.and_then(|place| self.stored.events.get_mut(place)) {
            *stored = written;
        } else {
            log.stored = Some(self.stored.events.len());
            self.stored.events.push(written);
        }
    }

    /// `EventAggregate`: whether the event goes into the one that stands for all that are like it.
    fn aggregate(&mut self, key: &AggregateKey, event: &Event) -> bool {
        let record = self.aggregates.entry(key.clone()).or_default();
        if record.last.is_none_or(|last| event.at.since(last) > AGGREGATE_INTERVAL_MS) {
            record.messages.clear();
        }
        record.last = Some(event.at);
        if !record.messages.contains(&event.message) {
            record.messages.push(event.message.clone());
        }
        if record.messages.len() < AGGREGATE_MAX_EVENTS {
            return false;
        }
        // Upstream forgets any one of them; here it is the oldest.
        record.messages.remove(0);
        true
    }

    /// `EventSourceObjectSpamFilter.Filter`: whether the Job may have another event written.
    fn take_from_bucket(&mut self, event: &Event) -> bool {
        let r#type = (self.release.since(TYPE_COUNTS_SINCE)).then_some(event.r#type);
        let full = SPAM_BURST * SPAM_REFILL_MS;
        let (in_hand, since) = self.buckets.entry((event.uid.clone(), r#type)).or_insert((full, event.at));
        *in_hand = full.min(in_hand.saturating_add(event.at.since(*since)));
        *since = event.at;
        let accepts = *in_hand >= SPAM_REFILL_MS;
        if accepts {
            *in_hand -= SPAM_REFILL_MS;
        }
        accepts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{EventGroup, ObjectKey};
    use crate::client::EventRecorder;

    fn event(seconds: i64, r#type: EventType, reason: &'static str, message: impl Into<EventMessage>) -> Event {
        let object: ObjectKey = serde_json::from_str("\"default/pi\"").unwrap();
        let at = Time::START.plus(seconds * 1000 + 400);
        let group = EventGroup { object, uid: "u-1".into(), r#type, reason: reason.into() };
        Event { at, group: group.into(), message: message.into() }
    }

    fn created(seconds: i64, pod: usize) -> Event {
        event(seconds, EventType::Normal, "SuccessfulCreate", format!("Created pod: pi-{pod}"))
    }

    fn recorded(events: impl IntoIterator<Item = Event>) -> EventRecorder {
        let mut recorder = EventRecorder::default();
        events.into_iter().for_each(|event| recorder.record(event));
        recorder
    }

    /// Messages with counts.
    fn said(stored: &StoredEvents) -> Vec<(String, u32)> {
        stored.events.iter().map(|event| (event.message(), event.count)).collect()
    }

    #[test]
    fn equal_events_are_one_with_a_count() {
        let failed = |seconds| event(seconds, EventType::Warning, "FailedCreate", "Error creating: no");
        let stored = recorded([failed(0), created(1, 0), failed(9)]).stored(Release::V1_28);
        assert_eq!(said(&stored), [("Error creating: no".to_owned(), 2), ("Created pod: pi-0".to_owned(), 1)]);
        let one = &stored.events[0];
        assert_eq!((one.first, one.last), (Time::START, Time::START.plus(9000)), "whole seconds");
    }

    #[test]
    fn from_the_tenth_on_similar_events_are_one() {
        for release in Release::ALL {
            let stored = recorded((0..15).map(|pod| created(0, pod))).stored(release);
            let said = said(&stored);
            assert_eq!(said.len(), 10, "{release}");
            assert_eq!(said[8], ("Created pod: pi-8".to_owned(), 1));
            assert_eq!(said[9], ("(combined from similar events): Created pod: pi-14".to_owned(), 6));
            assert!(stored.lost.is_empty());
        }
    }

    #[test]
    fn after_ten_quiet_minutes_they_stand_for_themselves_again() {
        let nine = (0..9).map(|pod| created(0, pod));
        let said_after = |seconds| said(&recorded(nine.clone().chain([created(seconds, 9)])).stored(Release::V1_28));
        assert_eq!(said_after(600)[9].0, "(combined from similar events): Created pod: pi-9");
        assert_eq!(said_after(601)[9].0, "Created pod: pi-9");
    }

    #[test]
    fn a_job_that_makes_too_many_loses_the_rest() {
        let completed = |seconds| event(seconds, EventType::Normal, "Completed", "Job completed");
        let failed = event(0, EventType::Warning, "FailedCreate", "Error creating: no");
        let all = (0..100).map(|pod| created(0, pod)).chain([completed(1), failed]);
        let stored = recorded(all.clone()).stored(Release::V1_28);
        assert_eq!(stored.events.len(), 10);
        assert_eq!(said(&stored)[9], ("(combined from similar events): Created pod: pi-24".to_owned(), 16));
        assert_eq!(stored.lost.len(), 77);
        // Each type has a bucket of its own.
        for release in Release::ALL {
            let stored = recorded(all.clone()).stored(release);
            let lost = if release.since(32) { 76 } else { 77 };
            assert_eq!(stored.lost.len(), lost, "{release}");
            assert_eq!(
                said(&stored).get(10).map(|event| event.0.as_str()),
                release.since(32).then_some("Error creating: no")
            );
        }
        // One more in five minutes, with all that was counted meanwhile.
        let later = all.chain([created(301, 100), created(302, 101)]);
        let stored = recorded(later).stored(Release::V1_28);
        assert_eq!(said(&stored)[9], ("(combined from similar events): Created pod: pi-100".to_owned(), 92));
        assert_eq!(stored.lost.len(), 78);
    }

    #[test]
    fn another_process_knows_nothing_of_them() {
        let mut recorder = recorded([created(0, 0)]);
        recorder.restart();
        recorder.restart();
        recorder.record(created(5, 0));
        let stored = recorder.stored(Release::V1_28);
        assert_eq!(said(&stored), [("Created pod: pi-0".to_owned(), 1), ("Created pod: pi-0".to_owned(), 1)]);
        assert_ne!(stored.events[0].name(), stored.events[1].name());
    }

    #[test]
    fn another_job_of_the_same_name_has_events_of_its_own() {
        let mut other = created(0, 0);
        Arc::make_mut(&mut other.group).uid = "u-2".into();
        let stored = recorded([created(0, 0), other]).stored(Release::V1_28);
        assert_eq!(stored.events.len(), 2);
        let names: Vec<_> = stored.events.iter().map(StoredEvent::name).collect();
        assert_eq!(names, ["pi.17a61017193c8400", "pi.17a61017193c8401"]);
    }
}
