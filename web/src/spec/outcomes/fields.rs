//! A rule as it stands in the fields of its form: texts, until they make sense together.

use jobscope_core::world::{Failure, IndexList, Outcome, OutcomeRule, PodSelection};
use serde::{Deserialize, Serialize};

/// Which pods the form asks about first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Who {
    All,
    Indexes,
    Created,
    Named,
}

impl Who {
    /// All, with their names in the document and the keys of their words.
    pub(super) const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::All, "all", "rule-which-all"),
        (Self::Indexes, "indexes", "rule-which-indexes"),
        (Self::Created, "created", "rule-which-created"),
        (Self::Named, "named", "rule-which-named"),
    ];

    pub(super) fn of_id(id: &str) -> Self {
        Self::ALL.into_iter().find(|(_, known, _)| *known == id).map_or(Self::All, |(who, _, _)| who)
    }
}

/// How the pods end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum End {
    Succeed,
    Fail,
    Hang,
}

impl End {
    /// All, with their names in the document and the keys of their words.
    pub(super) const ALL: [(Self, &'static str, &'static str); 3] =
        [(Self::Succeed, "succeed", "end-succeed"), (Self::Fail, "fail", "end-fail"), (Self::Hang, "hang", "end-hang")];

    pub(super) fn of_id(id: &str) -> Self {
        Self::ALL.into_iter().find(|(_, known, _)| *known == id).map_or(Self::Succeed, |(end, _, _)| end)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Fields {
    pub(super) who: Who,
    pub(super) indexes: String,
    pub(super) from_attempt: String,
    pub(super) to_attempt: String,
    pub(super) from: String,
    pub(super) to: String,
    pub(super) name: String,
    pub(super) schedule: String,
    pub(super) start: String,
    pub(super) run: String,
    pub(super) jitter: String,
    pub(super) restarts: String,
    pub(super) end: End,
    pub(super) exit_code: String,
    pub(super) container: String,
    pub(super) reason: String,
    pub(super) condition: String,
}

/// A field that does not hold what it should, by the key of what to do about it.
pub(super) type Wrong = &'static str;

impl Fields {
    pub(super) fn of(rule: &OutcomeRule) -> Self {
        let number = |value: Option<u32>| value.map_or_else(String::new, |value| value.to_string());
        let (end, failure) = match &rule.outcome {
            Outcome::Succeed => (End::Succeed, Failure { exit_code: 1, ..Failure::default() }),
            Outcome::Hang => (End::Hang, Failure { exit_code: 1, ..Failure::default() }),
            Outcome::Fail(failure) => (End::Fail, failure.clone()),
        };
        let PodSelection { from, to, indexes, from_attempt, to_attempt, name } = rule.pods.clone();
        let who = if indexes.is_some() || from_attempt.is_some() || to_attempt.is_some() {
            Who::Indexes
        } else if from.is_some() || to.is_some() {
            Who::Created
        } else if name.is_some() {
            Who::Named
        } else {
            Who::All
        };
        Self {
            who,
            indexes: indexes.map_or_else(String::new, |list| list.to_string()),
            from_attempt: number(from_attempt),
            to_attempt: number(to_attempt),
            from: number(from),
            to: number(to),
            name: name.unwrap_or_default(),
            schedule: rule.schedule_ms.map_or_else(String::new, written_seconds),
            start: written_seconds(rule.start_ms),
            run: written_seconds(rule.run_ms),
            jitter: if rule.jitter_ms == 0 { String::new() } else { written_seconds(rule.jitter_ms) },
            restarts: if rule.restarts == 0 { String::new() } else { rule.restarts.to_string() },
            end,
            exit_code: failure.exit_code.to_string(),
            container: failure.container.unwrap_or_default(),
            reason: failure.reason,
            condition: failure.condition.unwrap_or_default(),
        }
    }

    /// Whether there is something in the fields that most rules leave alone.
    pub(super) fn is_unusual(&self) -> bool {
        let unusual = [&self.schedule, &self.jitter, &self.restarts, &self.container, &self.reason, &self.condition];
        unusual.into_iter().any(|field| !field.is_empty())
    }

    pub(super) fn rule(&self) -> Result<OutcomeRule, Wrong> {
        let indexes = match self.indexes.trim() {
            "" => None,
            text => Some(text.parse::<IndexList>().map_err(|_| "wrong-indexes")?),
        };
        let (from_attempt, to_attempt) = range(&self.from_attempt, &self.to_attempt)?;
        let (from, to) = range(&self.from, &self.to)?;
        let outcome = match self.end {
            End::Succeed => Outcome::Succeed,
            End::Hang => Outcome::Hang,
            End::Fail => {
                let code = self.exit_code.trim().parse::<i32>().ok().filter(|code| (0..=255).contains(code));
                Outcome::Fail(Failure {
                    exit_code: code.ok_or("wrong-exit-code")?,
                    container: written(&self.container),
                    reason: written(&self.reason).unwrap_or_default(),
                    condition: written(&self.condition),
                })
            }
        };
        let optional = |text: &str| written(text).map(|text| read_seconds(&text)).transpose();
        let restarts = written(&self.restarts).map_or(Ok(0), |text| text.parse::<u32>().map_err(|_| "wrong-restarts"));
        Ok(OutcomeRule {
            pods: PodSelection { from, to, indexes, from_attempt, to_attempt, name: written(&self.name) },
            schedule_ms: optional(&self.schedule)?,
            start_ms: read_seconds(&self.start)?,
            run_ms: if self.end == End::Hang && self.run.trim().is_empty() { 0 } else { read_seconds(&self.run)? },
            jitter_ms: optional(&self.jitter)?.unwrap_or(0),
            restarts: restarts?,
            outcome,
        })
    }
}

/// A text, unless it is blank.
fn written(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Two numbers from 1, each of which may be left out.
fn range(from: &str, to: &str) -> Result<(Option<u32>, Option<u32>), Wrong> {
    let number = |text: &str| match text.trim() {
        "" => Ok(None),
        text => text.parse::<u32>().ok().filter(|&n| n > 0).map(Some).ok_or("wrong-ordinal"),
    };
    match (number(from)?, number(to)?) {
        (Some(from), Some(to)) if from > to => Err("wrong-range"),
        range => Ok(range),
    }
}

fn written_seconds(ms: u32) -> String {
    if ms.is_multiple_of(1000) {
        (ms / 1000).to_string()
    } else {
        format!("{}.{:03}", ms / 1000, ms % 1000).trim_end_matches('0').to_owned()
    }
}

/// Seconds with up to three decimals, at most a day.
fn read_seconds(text: &str) -> Result<u32, Wrong> {
    let text = text.trim().replace(',', ".");
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if text.is_empty() || !digits(whole) || !digits(decimals) || decimals.len() > 3 {
        return Err("wrong-seconds");
    }
    let whole: u32 = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| "wrong-seconds")? };
    let millis: u32 = format!("{decimals:0<3}").parse().map_err(|_| "wrong-seconds")?;
    if whole > 86_400 { Err("wrong-seconds") } else { Ok(whole * 1000 + millis) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_read_as_people_write_them() {
        assert_eq!(read_seconds("10"), Ok(10_000));
        assert_eq!(read_seconds(" 2.5 "), Ok(2_500));
        assert_eq!(read_seconds("2,5"), Ok(2_500));
        assert_eq!(read_seconds(".25"), Ok(250));
        for wrong in ["", "-1", "1e3", "1.2345", "x", "99999999999", "90000"] {
            assert!(read_seconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_rule_comes_back_from_its_form() {
        let rule = OutcomeRule {
            pods: PodSelection {
                from: Some(2),
                to: None,
                indexes: "0,2-4".parse().ok(),
                from_attempt: None,
                to_attempt: Some(2),
                name: Some("pi-*".to_owned()),
            },
            schedule_ms: Some(500),
            start_ms: 1_500,
            run_ms: 20_000,
            jitter_ms: 250,
            restarts: 3,
            outcome: Outcome::Fail(Failure {
                exit_code: 42,
                container: Some("main".to_owned()),
                reason: "Evicted".to_owned(),
                condition: Some("DisruptionTarget".to_owned()),
            }),
        };
        assert_eq!(Fields::of(&rule).rule(), Ok(rule));
        assert_eq!(Fields::of(&OutcomeRule::default()).rule(), Ok(OutcomeRule::default()));
        let backwards = Fields { from: "3".to_owned(), to: "1".to_owned(), ..Fields::of(&OutcomeRule::default()) };
        assert_eq!(backwards.rule(), Err("wrong-range"));
        let letters = Fields { indexes: "a".to_owned(), ..Fields::of(&OutcomeRule::default()) };
        assert_eq!(letters.rule(), Err("wrong-indexes"));
    }
}
