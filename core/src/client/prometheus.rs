//! The text format of Prometheus, as `client_golang` writes it: what a scrape of `/metrics` answers.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::small_sort::SmallSort as _;

/// How often something happened, by its labels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counts<L>(Vec<(L, i64)>);

impl<L> Default for Counts<L> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<L: PartialEq> Counts<L> {
    /// It happened `times` more. With 0 the labels are shown from then on.
    pub(crate) fn add(&mut self, labels: L, times: i64) {
        if let Some((_, count)) = self.0.iter_mut().find(|(known, _)| *known == labels) {
            *count = count.saturating_add(times);
        } else {
            self.0.push((labels, times));
        }
    }

    /// The labels with their counts, in the order in which they came up.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&L, i64)> {
        self.0.iter().map(|(labels, count)| (labels, *count))
    }
}

/// Durations in milliseconds of the virtual clock, each with how often it was observed.
pub(crate) type Durations = Counts<i64>;

/// What a metric is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MetricType {
    /// It only grows.
    Counter,
    /// It goes up and down.
    Gauge,
    /// Durations in buckets.
    Histogram,
    /// Durations, their number and sum. (The quantiles of the last ten minutes are left out: they depend on
    /// when the process was started.)
    Summary,
}

impl MetricType {
    fn name(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram => "histogram",
            Self::Summary => "summary",
        }
    }
}

/// `StabilityLevel` of `component-base/metrics`, which stands at the head of the help text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stability {
    /// It may go with any release.
    Alpha,
    /// Labels may come.
    Beta,
    /// It stays as it is.
    Stable,
}

/// What is known of a metric before anything is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Description {
    /// Its name.
    pub name: &'static str,
    /// How stable it is; none in releases that did not say.
    pub stability: Option<Stability>,
    /// Its help text.
    pub help: &'static str,
}

/// A value with labels.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Number(f64),
    Histogram { bounds: Vec<f64>, durations: Durations },
    Summary(Durations),
}

#[derive(Clone, Debug)]
struct Family {
    r#type: MetricType,
    help: String,
    /// By the label's values, in the order of the label's names.
    series: BTreeMap<Vec<(&'static str, String)>, Value>,
}

/// Metrics on their way to the text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exposition {
    families: BTreeMap<String, Family>,
}

impl Exposition {
    fn put(&mut self, name: String, help: String, r#type: MetricType, labels: &[(&'static str, &str)], value: Value) {
        let family = self.families.entry(name).or_insert_with(|| Family { r#type, help, series: BTreeMap::new() });
        let mut labels: Vec<(&'static str, String)> =
            labels.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        labels.small_sort();
        family.series.insert(labels, value);
    }

    fn number(&mut self, metric: Description, r#type: MetricType, labels: &[(&'static str, &str)], value: f64) {
        self.put(metric.name.to_owned(), metric.help(), r#type, labels, Value::Number(value));
    }

    /// A counter.
    pub(crate) fn count(&mut self, metric: Description, labels: &[(&'static str, &str)], count: i64) {
        self.number(metric, MetricType::Counter, labels, float(count));
    }

    /// A gauge.
    pub(crate) fn gauge(&mut self, metric: Description, labels: &[(&'static str, &str)], value: i64) {
        self.number(metric, MetricType::Gauge, labels, float(value));
    }

    /// A gauge of a duration, given in milliseconds and shown in seconds.
    pub(crate) fn gauge_seconds(&mut self, metric: Description, labels: &[(&'static str, &str)], ms: i64) {
        self.number(metric, MetricType::Gauge, labels, seconds(ms));
    }

    /// A histogram with these upper bounds, in seconds.
    pub(crate) fn histogram(
        &mut self,
        metric: Description,
        labels: &[(&'static str, &str)],
        bounds: Vec<f64>,
        durations: Durations,
    ) {
        let value = Value::Histogram { bounds, durations };
        self.put(metric.name.to_owned(), metric.help(), MetricType::Histogram, labels, value);
    }

    /// A metric of a queue as it was named until v1.13: after the queue. The help text is no other metric's.
    pub(super) fn of_queue(&mut self, name: String, help: String, r#type: MetricType, count: i64) {
        self.put(name, help, r#type, &[], Value::Number(float(count)));
    }

    /// The same for durations.
    pub(super) fn summary_of_queue(&mut self, name: String, help: String, durations: Durations) {
        self.put(name, help, MetricType::Summary, &[], Value::Summary(durations));
    }
}

impl Description {
    fn help(self) -> String {
        let level = match self.stability {
            None => "",
            Some(Stability::Alpha) => "[ALPHA] ",
            Some(Stability::Beta) => "[BETA] ",
            Some(Stability::Stable) => "[STABLE] ",
        };
        format!("{level}{}", self.help)
    }
}

/// `ExponentialBuckets`: upper bounds, each `factor` times the one before.
pub(crate) fn exponential_buckets(start: f64, factor: f64, count: usize) -> Vec<f64> {
    std::iter::successors(Some(start), |bound| Some(bound * factor)).take(count).collect()
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn float(count: i64) -> f64 {
    count as f64
}

impl fmt::Display for Exposition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, Family { r#type, help, series }) in &self.families {
            writeln!(f, "# HELP {name} {}", help.replace('\\', "\\\\").replace('\n', "\\n"))?;
            writeln!(f, "# TYPE {name} {}", r#type.name())?;
            for (labels, value) in series {
                match value {
                    Value::Number(number) => line(f, name, "", labels, None, *number)?,
                    Value::Histogram { bounds, durations } => {
                        for bound in bounds.iter().copied().chain([f64::INFINITY]) {
                            let within = durations.iter().filter(|(ms, _)| seconds(**ms) <= bound);
                            let count = within.map(|(_, count)| count).sum();
                            line(f, name, "_bucket", labels, Some(bound), float(count))?;
                        }
                        sum_and_count(f, name, labels, durations)?;
                    }
                    Value::Summary(durations) => sum_and_count(f, name, labels, durations)?,
                }
            }
        }
        Ok(())
    }
}

fn seconds(ms: i64) -> f64 {
    float(ms) / 1000.0
}

fn sum_and_count(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    labels: &[(&'static str, String)],
    durations: &Durations,
) -> fmt::Result {
    // Until v1.13 in microseconds: those are the metrics without a unit in their name.
    let unit = if name.ends_with("_seconds") { 1.0 } else { 1_000_000.0 };
    let sum: f64 = durations.iter().map(|(ms, count)| seconds(*ms) * unit * float(count)).sum();
    line(f, name, "_sum", labels, None, sum)?;
    line(f, name, "_count", labels, None, float(durations.iter().map(|(_, count)| count).sum()))
}

/// A value's line, with the bucket's label last.
fn line(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    suffix: &str,
    labels: &[(&'static str, String)],
    bound: Option<f64>,
    value: f64,
) -> fmt::Result {
    write!(f, "{name}{suffix}")?;
    let escaped = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let labels = labels.iter().map(|(label, value)| format!("{label}=\"{}\"", escaped(value)));
    let labels: Vec<String> = labels.chain(bound.map(|bound| format!("le=\"{}\"", go_float(bound)))).collect();
    if !labels.is_empty() {
        write!(f, "{{{}}}", labels.join(","))?;
    }
    writeln!(f, " {}", go_float(value))
}

/// `strconv.AppendFloat(…, 'g', -1, 64)`, as Prometheus writes numbers: the shortest digits, with an exponent for
/// what is very small or a million and more.
fn go_float(value: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "+Inf" } else { "-Inf" }.to_owned();
    }
    if value == 0.0 || !value.is_finite() {
        return if value.is_nan() { "NaN" } else { "0" }.to_owned();
    }
    let scientific = format!("{value:e}");
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    match exponent.parse::<i32>() {
        Ok(exponent) if exponent < -4 => format!("{digits}e-{:02}", exponent.unsigned_abs()),
        Ok(exponent) if exponent >= 6 => format!("{digits}e+{exponent:02}"),
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYNCS: Description =
        Description { name: "syncs_total", stability: Some(Stability::Stable), help: "How often" };

    #[test]
    fn numbers_are_written_as_go_writes_them() {
        for (value, text) in [
            (0.0, "0"),
            (3.0, "3"),
            (0.001, "0.001"),
            (10e-9, "1e-08"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (2.5, "2.5"),
            (100_000.0, "100000"),
            (1_000_000.0, "1e+06"),
            (1_234_567.5, "1.2345675e+06"),
            (f64::INFINITY, "+Inf"),
            (f64::NEG_INFINITY, "-Inf"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(go_float(value), text);
        }
        let bounds: Vec<String> = exponential_buckets(10e-9, 10.0, 10).into_iter().map(go_float).collect();
        assert_eq!(
            bounds.join(" "),
            "1e-08 1e-07 1e-06 9.999999999999999e-06 9.999999999999999e-05 0.001 0.01 0.1 1 10",
            "as a real process shows them"
        );
    }

    #[test]
    fn families_come_by_name_and_series_by_label() {
        let mut text = Exposition::default();
        text.count(SYNCS, &[("result", "success"), ("action", "tracking")], 2);
        text.count(SYNCS, &[("result", "error"), ("action", "tracking")], 1);
        let depth = Description { name: "depth", stability: None, help: "a\\b\nc" };
        text.gauge(depth, &[("name", "a\"b\\c\nd")], 4);
        assert_eq!(
            text.to_string(),
            "# HELP depth a\\\\b\\nc\n# TYPE depth gauge\ndepth{name=\"a\\\"b\\\\c\\nd\"} 4\n\
             # HELP syncs_total [STABLE] How often\n# TYPE syncs_total counter\n\
             syncs_total{action=\"tracking\",result=\"error\"} 1\nsyncs_total{action=\"tracking\",result=\"success\"} 2\n"
        );
    }

    #[test]
    fn durations_fall_into_every_bucket_that_is_wide_enough() {
        let mut durations = Durations::default();
        durations.add(0, 2);
        durations.add(1_500, 1);
        let mut text = Exposition::default();
        let metric = Description { name: "wait_seconds", stability: Some(Stability::Alpha), help: "Wait" };
        text.histogram(metric, &[("name", "job")], vec![0.001, 1.5], durations.clone());
        text.summary_of_queue("job_wait".to_owned(), "Wait".to_owned(), durations);
        assert_eq!(
            text.to_string(),
            "# HELP job_wait Wait\n# TYPE job_wait summary\njob_wait_sum 1.5e+06\njob_wait_count 3\n\
             # HELP wait_seconds [ALPHA] Wait\n# TYPE wait_seconds histogram\n\
             wait_seconds_bucket{name=\"job\",le=\"0.001\"} 2\nwait_seconds_bucket{name=\"job\",le=\"1.5\"} 3\n\
             wait_seconds_bucket{name=\"job\",le=\"+Inf\"} 3\nwait_seconds_sum{name=\"job\"} 1.5\n\
             wait_seconds_count{name=\"job\"} 3\n"
        );
    }

    #[test]
    fn what_was_counted_with_nothing_is_shown() {
        let mut counts = Counts::default();
        counts.add("a", 0);
        counts.add("b", 2);
        counts.add("b", 3);
        assert_eq!(counts.iter().collect::<Vec<_>>(), [(&"a", 0), (&"b", 5)]);
    }
}
