//! What a digest has instead of marks: their places among others, and distances of instants.

use super::ages::Age;
use super::form::{Mark, Part};
use crate::client::BACKOFF_RESET_MS;
use crate::trace::{EXPECTATIONS_TIMEOUT_MS, Kind, MAX_JOB_POD_FAILURE_BACK_OFF_MS};

/// Failures longer ago than this delay nothing any more.
const LONGEST_BACK_OFF_MS: i64 = MAX_JOB_POD_FAILURE_BACK_OFF_MS + 1_000;

/// What makes places of marks.
pub(super) struct Order {
    /// The present.
    now: i64,
    /// The present second.
    pub(super) second: i64,
    /// The instants of Jobs, and the present second, sorted.
    pub(super) of_jobs: Vec<i64>,
    /// When pods failed, and the present second, sorted.
    failures: Vec<i64>,
    /// When the moves of pods that are due became due, sorted.
    overdue: Vec<i64>,
    /// The resource versions of Jobs, sorted.
    jobs: Vec<u64>,
    /// How far the informer of pods has come, and the controller has written, sorted.
    reached: Vec<u64>,
    /// The resource versions of pods, by pod, sorted.
    pods: Vec<(usize, u64)>,
}

impl Order {
    pub(super) fn of(parts: &[Part], now: i64) -> Self {
        let second = now.div_euclid(1000) * 1000;
        let marks = parts.iter().map(|part| part.marks.len()).sum();
        let (mut jobs, mut reached, mut pods) = (Vec::new(), Vec::new(), Vec::with_capacity(marks));
        let (mut of_jobs, mut failures, mut overdue) = (Vec::from([second]), Vec::from([second]), Vec::new());
        for mark in parts.iter().flat_map(|part| &part.marks) {
            match *mark {
                Mark::Version(Some(Kind::Job), _, version) => jobs.push(version),
                Mark::Version(Some(Kind::Pod), None, version) => reached.push(version),
                Mark::Version(Some(Kind::Pod), Some(pod), version) => pods.push((pod, version)),
                Mark::Time(Age::AmongJobs, time) => of_jobs.push(time),
                Mark::Time(Age::Failure, time) => failures.push(time),
                Mark::Time(Age::Due, time) if time <= now => overdue.push(time),
                Mark::Version(None, ..) | Mark::Pod(_) | Mark::Time(..) => {}
            }
        }
        for numbers in [&mut jobs, &mut reached] {
            numbers.sort_unstable();
            numbers.dedup();
        }
        for times in [&mut of_jobs, &mut failures, &mut overdue] {
            times.sort_unstable();
            times.dedup();
        }
        pods.sort_unstable();
        pods.dedup();
        Self { now, second, of_jobs, failures, overdue, jobs, reached, pods }
    }

    /// Writes what there is instead of the marks of a part. Only versions in the one that belongs to no pod are those of events
    /// under way, which the informer is going to reach.
    pub(super) fn write(&self, part: &Part, is_under_way: bool, out: &mut Vec<u8>, place_of: impl Fn(usize) -> u64) {
        let mut write = |number: u64| out.extend_from_slice(&number.to_le_bytes());
        // So that it is known where the part ends, and its bytes.
        write(part.bytes.len() as u64);
        write(part.marks.len() as u64);
        for mark in &part.marks {
            match mark {
                Mark::Pod(number) => write(place_of(*number)),
                Mark::Version(Some(Kind::Pod), Some(pod), version) => {
                    let first = self.pods.partition_point(|(other, _)| other < pod);
                    write((self.pods.partition_point(|other| *other < (*pod, *version)) - first) as u64);
                    if is_under_way {
                        write(self.reached.partition_point(|other| other <= version) as u64);
                    }
                }
                Mark::Version(Some(Kind::Pod), None, version) => {
                    write(u64::MAX);
                    write(place(&self.reached, *version));
                }
                Mark::Version(Some(Kind::Job), _, version) => write(place(&self.jobs, *version)),
                Mark::Version(None, _, version) => write(*version),
                Mark::Time(age, time) => self.write_time(*age, *time, &mut write),
            }
        }
    }

    /// Adds what is read of an instant.
    fn write_time(&self, age: Age, time: i64, write: &mut impl FnMut(u64)) {
        let distance = time.wrapping_sub(self.second);
        write(age as u64);
        match age {
            Age::Unread => {}
            Age::Distance => write(distance.cast_unsigned()),
            Age::AmongJobs => write(place(&self.of_jobs, time)),
            Age::Failure => write(distance.max(-LONGEST_BACK_OFF_MS).cast_unsigned()),
            Age::Success => {
                let place = self.failures.partition_point(|other| *other < time);
                write(place as u64);
                write(u64::from(self.failures.get(place) == Some(&time)));
            }
            Age::Due if time <= self.now => {
                write(0);
                write(place(&self.overdue, time));
            }
            Age::Due => {
                write(1);
                write(distance.cast_unsigned());
            }
            Age::Expected => write(self.age_up_to(time, EXPECTATIONS_TIMEOUT_MS)),
            Age::Relisted => write(self.age_up_to(time, BACKOFF_RESET_MS)),
            Age::Coming => write(time.max(self.now).wrapping_sub(self.second).cast_unsigned()),
        }
    }

    /// How long ago that was, in milliseconds; where it is longer than `most`, it does not matter how much.
    fn age_up_to(&self, time: i64, most: i64) -> u64 {
        self.now.saturating_sub(time).min(most.saturating_add(1)).cast_unsigned()
    }
}

pub(super) fn place<T: PartialOrd + Copy>(sorted: &[T], value: T) -> u64 {
    sorted.partition_point(|other| *other < value) as u64
}
