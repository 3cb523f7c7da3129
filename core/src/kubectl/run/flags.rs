//! Flags and arguments, as kubectl reads them (`spf13/pflag`): flags anywhere before `--`, values behind `=` or as the
//! next word, short flags together.

use std::num::{IntErrorKind, ParseIntError};

use super::global::{self, COMMON};
use crate::kubectl::CommandError;

/// A flag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spec {
    pub(super) long: &'static str,
    pub(super) short: Option<char>,
    pub(super) takes: Takes,
}

impl Spec {
    /// Whether its value can be the next word.
    pub(super) fn takes_next(&self) -> bool {
        matches!(self.takes, Takes::Value | Takes::Integer | Takes::Duration)
    }
}

/// What a flag takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// A value.
    Value,
    /// A value only behind `=`; otherwise this one.
    Optional(&'static str),
    /// A truth value only behind `=`; otherwise true.
    Switch,
    /// A whole number.
    Integer,
    /// A duration such as `1m30s`.
    Duration,
}

/// A flag with a value.
pub(super) const fn value(long: &'static str, short: Option<char>) -> Spec {
    Spec { long, short, takes: Takes::Value }
}

/// A flag with a whole number.
pub(super) const fn integer(long: &'static str) -> Spec {
    Spec { long, short: None, takes: Takes::Integer }
}

/// A flag with a duration.
pub(super) const fn duration(long: &'static str) -> Spec {
    Spec { long, short: None, takes: Takes::Duration }
}

/// A flag that is there or not.
pub(super) const fn switch(long: &'static str, short: Option<char>) -> Spec {
    Spec { long, short, takes: Takes::Switch }
}

/// A flag that may have a value, and means this one without.
pub(super) const fn optional(long: &'static str, usual: &'static str) -> Spec {
    Spec { long, short: None, takes: Takes::Optional(usual) }
}

/// Flags of commands with `-o`.
const PRINTING: &[Spec] =
    &[switch("allow-missing-template-keys", None), switch("show-managed-fields", None), value("template", None)];

/// Flag of commands with `-f`, but for [`FILES_ALONE`].
const KUSTOMIZE: &[Spec] = &[value("kustomize", Some('k'))];
/// Commands that read files, and build none.
const FILES_ALONE: &[&str] = &["apply set-last-applied", "attach", "debug", "exec", "logs", "port-forward", "wait"];

/// Flags of what is not simulated, with what to use instead.
const NOT_HERE: &[(&str, &str)] = &[
    ("edit", "there is no editor; leave it out"),
    ("prune", "use kubectl delete"),
    ("raw", "use -o json"),
    ("server", "there is one cluster here"),
];

/// Commands for which the words behind `--` are a command of its own.
const RUNS_WORDS: &[&str] = &["create cj", "create cronjob", "create job", "debug", "exec", "run"];

/// What was written behind a command.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Flags {
    /// The arguments.
    pub(super) arguments: Vec<String>,
    /// What stands behind `--`, of a command that runs it in a container.
    pub(super) after: Vec<String>,
    values: Vec<(&'static str, String)>,
}

impl Flags {
    /// Arguments among which there are no flags.
    pub(super) fn of_arguments(words: &[String]) -> Self {
        Self { arguments: words.to_vec(), ..Self::default() }
    }

    pub(super) fn parse(command: &str, known: &[Spec], words: &[&str]) -> Result<Self, CommandError> {
        let usage = |what: String| {
            let command = if command.is_empty() { "kubectl".to_owned() } else { format!("kubectl {command}") };
            // `kubectl diff` has an error function of its own, for the exit code.
            let see = match command.as_str() {
                "kubectl diff" => "See 'kubectl diff -h' for help and examples".to_owned(),
                "kubectl options" => "Run 'kubectl options' without flags.".to_owned(),
                command => format!("See '{command} --help' for usage."),
            };
            CommandError::Client(format!("{what}\n{see}"))
        };
        let prints = known.iter().any(|spec| spec.long == "output");
        let printing: &[Spec] = if prints { PRINTING } else { &[] };
        let builds = known.iter().any(|spec| spec.long == "filename") && !FILES_ALONE.contains(&command);
        let folders: &[Spec] = if builds { KUSTOMIZE } else { &[] };
        let specs = || known.iter().chain(printing).chain(folders).chain(COMMON).chain(global::FLAGS);
        let mut flags = Self::default();
        let mut rest = words.iter().copied();
        while let Some(word) = rest.next() {
            if word == "--" {
                let after = if RUNS_WORDS.contains(&command) { &mut flags.after } else { &mut flags.arguments };
                after.extend(rest.map(str::to_owned));
                break;
            }
            if let Some(long) = word.strip_prefix("--") {
                let (name, given) = long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
                let Some(spec) = specs().find(|spec| spec.long == name) else {
                    return Err(usage(format!("unknown flag: --{name}")));
                };
                let value = match (given, spec.takes) {
                    (Some(given), Takes::Switch) => truth(spec, given).map_err(usage)?,
                    (None, Takes::Switch) => "true",
                    (Some(given), _) => given,
                    (None, Takes::Optional(usual)) => usual,
                    (None, _) => rest.next().ok_or_else(|| usage(format!("flag needs an argument: --{name}")))?,
                };
                check_number(spec, value).map_err(usage)?;
                flags.values.push((spec.long, value.to_owned()));
                continue;
            }
            let Some(shorts) = word.strip_prefix('-').filter(|shorts| !shorts.is_empty()) else {
                flags.arguments.push(word.to_owned());
                continue;
            };
            let mut left = shorts;
            while let Some(c) = left.chars().next() {
                left = left.strip_prefix(c).unwrap_or_default();
                let Some(spec) = specs().find(|spec| spec.short == Some(c)) else {
                    return Err(usage(format!("unknown shorthand flag: {c:?} in -{shorts}")));
                };
                match spec.takes {
                    Takes::Switch => match left.strip_prefix('=') {
                        Some(given) => {
                            flags.values.push((spec.long, truth(spec, given).map_err(usage)?.to_owned()));
                            left = "";
                        }
                        None => flags.values.push((spec.long, "true".to_owned())),
                    },
                    Takes::Optional(usual) => match left.strip_prefix('=') {
                        Some(given) => {
                            flags.values.push((spec.long, given.to_owned()));
                            left = "";
                        }
                        None => flags.values.push((spec.long, usual.to_owned())),
                    },
                    Takes::Value | Takes::Integer | Takes::Duration => {
                        let given = match left {
                            "" => rest
                                .next()
                                .ok_or_else(|| usage(format!("flag needs an argument: {c:?} in -{shorts}")))?,
                            given => given.strip_prefix('=').filter(|given| !given.is_empty()).unwrap_or(given),
                        };
                        check_number(spec, given).map_err(usage)?;
                        flags.values.push((spec.long, given.to_owned()));
                        left = "";
                    }
                }
            }
        }
        if flags.is_asked("kustomize") && flags.is_asked("filename") {
            return Err(CommandError::Client("only one of -f or -k can be specified".to_owned()));
        }
        // These are first checked together with others.
        let later: &[&str] = match command {
            "apply" => &["prune"],
            "create" => &["edit"],
            "get" => &["raw"],
            _ => &[],
        };
        let now: Vec<_> = NOT_HERE.iter().map(|(name, _)| *name).filter(|name| !later.contains(name)).collect();
        flags.check_simulated(command, &now)?;
        Ok(flags)
    }

    fn is_asked(&self, name: &str) -> bool {
        self.value(name).is_some_and(|value| !value.is_empty() && value != "false")
    }

    /// Refuses the flags in `named` that are set and not simulated.
    pub(super) fn check_simulated(&self, command: &str, named: &[&str]) -> Result<(), CommandError> {
        match NOT_HERE.iter().find(|(name, _)| named.contains(name) && self.is_asked(name)) {
            Some((name, instead)) => {
                let message = format!("kubectl {command} --{name} is not simulated here; {instead}");
                Err(CommandError::Client(message))
            }
            None => Ok(()),
        }
    }

    /// The command as `--record` writes it: its arguments, and its flags by their long names.
    pub(super) fn change_cause(&self, command: &str) -> String {
        let words = ["kubectl", command].into_iter().chain(self.arguments.iter().map(String::as_str));
        let words = words.map(str::to_owned).chain(self.values.iter().map(|(name, value)| format!("--{name}={value}")));
        words.collect::<Vec<_>>().join(" ")
    }

    /// Gives a flag this value alone.
    pub(super) fn replace(&mut self, long: &'static str, value: String) {
        self.values.retain(|(name, _)| *name != long);
        self.values.push((long, value));
    }

    /// The last value of a flag.
    pub(super) fn value(&self, long: &str) -> Option<&str> {
        self.values.iter().rev().find(|(name, _)| *name == long).map(|(_, value)| value.as_str())
    }

    /// All values of a flag.
    pub(super) fn values(&self, long: &str) -> impl Iterator<Item = &str> {
        self.values.iter().filter(move |(name, _)| *name == long).map(|(_, value)| value.as_str())
    }

    /// All values of a flag, lists among them taken apart.
    pub(super) fn list(&self, long: &str) -> Vec<&str> {
        self.values(long).flat_map(|value| value.split(',')).collect()
    }

    /// The last value of a flag with a whole number.
    pub(super) fn integer(&self, long: &str) -> Option<i64> {
        self.value(long)?.parse().ok()
    }

    /// The last value of a flag with a duration, in milliseconds.
    pub(super) fn milliseconds(&self, long: &str) -> Option<i64> {
        go_duration(self.value(long)?).ok()
    }

    /// Whether a switch is on.
    pub(super) fn is_set(&self, long: &str) -> bool {
        self.value(long) == Some("true")
    }

    /// Whether a switch that is usually on was turned off.
    pub(super) fn is_off(&self, long: &str) -> bool {
        self.value(long) == Some("false")
    }
}

/// `strconv.ParseBool`; `None` for what is no truth value.
pub(super) fn parse_bool(given: &str) -> Option<bool> {
    match given {
        "1" | "t" | "T" | "TRUE" | "true" | "True" => Some(true),
        "0" | "f" | "F" | "FALSE" | "false" | "False" => Some(false),
        _ => None,
    }
}

fn truth(spec: &Spec, given: &str) -> Result<&'static str, String> {
    match parse_bool(given) {
        Some(true) => Ok("true"),
        Some(false) => Ok("false"),
        None => Err(invalid(spec, given, &format!("strconv.ParseBool: parsing {given:?}: invalid syntax"))),
    }
}

fn invalid(spec: &Spec, given: &str, why: &str) -> String {
    let short = spec.short.map_or(String::new(), |short| format!("-{short}, "));
    format!("invalid argument {given:?} for \"{short}--{}\" flag: {why}", spec.long)
}

/// Whether the value of a flag is a number, if it has to be one.
fn check_number(spec: &Spec, given: &str) -> Result<(), String> {
    match spec.takes {
        Takes::Integer => {
            let out_of_range =
                |error: &ParseIntError| matches!(error.kind(), IntErrorKind::PosOverflow | IntErrorKind::NegOverflow);
            given.parse::<i64>().map(drop).map_err(|error| {
                let why = if out_of_range(&error) { "value out of range" } else { "invalid syntax" };
                invalid(spec, given, &format!("strconv.ParseInt: parsing {given:?}: {why}"))
            })
        }
        Takes::Duration => go_duration(given).map(drop).map_err(|why| invalid(spec, given, &why)),
        Takes::Value | Takes::Optional(_) | Takes::Switch => Ok(()),
    }
}

/// A duration as Go reads it (`time.ParseDuration`), in milliseconds.
fn go_duration(written: &str) -> Result<i64, String> {
    let invalid = || format!("time: invalid duration {written:?}");
    let (sign, text) = match written.strip_prefix('-') {
        Some(text) => (-1.0, text),
        None => (1.0, written.strip_prefix('+').unwrap_or(written)),
    };
    if text == "0" {
        return Ok(0);
    }
    let mut total = 0.0;
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        let number = number.parse::<f64>().map_err(|_| invalid())?;
        let unit_end = after.find(|c: char| c.is_ascii_digit() || c == '.').unwrap_or(after.len());
        let (unit, after) = after.split_at(unit_end);
        total += number
            * match unit {
                "ns" => 1e-6,
                "us" | "µs" => 1e-3,
                "ms" => 1.0,
                "s" => 1e3,
                "m" => 6e4,
                "h" => 3.6e6,
                "" => return Err(format!("time: missing unit in duration {written:?}")),
                unit => return Err(format!("time: unknown unit {unit:?} in duration {written:?}")),
            };
        rest = after;
    }
    if text.is_empty() {
        return Err(invalid());
    }
    #[expect(clippy::cast_possible_truncation, reason = "the maximum is as good as for ever")]
    Ok((sign * total) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[Spec] = &[
        value("output", Some('o')),
        switch("watch", Some('w')),
        optional("dry-run", "unchanged"),
        value("l", Some('l')),
    ];

    #[test]
    fn flags_are_anywhere() {
        let flags =
            Flags::parse("exec", KNOWN, &["job", "-owide", "pi", "--dry-run", "-wl", "a=b", "--", "-x"]).unwrap();
        assert_eq!((flags.arguments.join(" "), flags.after.join(" ")), ("job pi".to_owned(), "-x".to_owned()));
        assert_eq!(flags.value("output"), Some("wide"));
        assert_eq!(flags.value("dry-run"), Some("unchanged"));
        assert_eq!((flags.is_set("watch"), flags.value("l")), (true, Some("a=b")));
    }

    #[test]
    fn words_after_dashes_are_arguments() {
        let flags = Flags::parse("get", KNOWN, &["job", "--", "pi", "-x"]).unwrap();
        assert_eq!((flags.arguments.join(" "), flags.after.len()), ("job pi -x".to_owned(), 0));
    }

    #[test]
    fn what_is_unknown_is_said_as_kubectl_says_it() {
        let error = |words: &[&str]| Flags::parse("get", KNOWN, words).unwrap_err().to_string();
        assert_eq!(error(&["--bogus"]), "error: unknown flag: --bogus\nSee 'kubectl get --help' for usage.\n");
        assert_eq!(error(&["-z"]), "error: unknown shorthand flag: 'z' in -z\nSee 'kubectl get --help' for usage.\n");
        assert!(error(&["--watch=maybe"]).starts_with(
            "error: invalid argument \"maybe\" for \"-w, --watch\" flag: strconv.ParseBool: parsing \"maybe\": invalid syntax\nSee"
        ));
        assert_eq!(Flags::parse("get", KNOWN, &["-w=F"]).unwrap().value("watch"), Some("false"));
        assert_eq!(error(&["-o"]), "error: flag needs an argument: 'o' in -o\nSee 'kubectl get --help' for usage.\n");
    }

    #[test]
    fn numbers_are_checked_before_the_command_runs() {
        let known = &[integer("tail"), duration("since")];
        let error = |word: &str| Flags::parse("logs", known, &[word]).unwrap_err().line();
        let says = |why: &str| format!("invalid argument {why}\nSee 'kubectl logs --help' for usage.");
        assert_eq!(
            error("--tail=x"),
            says("\"x\" for \"--tail\" flag: strconv.ParseInt: parsing \"x\": invalid syntax")
        );
        assert!(error("--tail=9999999999999999999").contains("value out of range"));
        assert_eq!(error("--since=x"), says("\"x\" for \"--since\" flag: time: invalid duration \"x\""));
        assert_eq!(error("--since=3"), says("\"3\" for \"--since\" flag: time: missing unit in duration \"3\""));
        assert!(error("--since=1x").contains("time: unknown unit \"x\" in duration \"1x\""));
        let flags = Flags::parse("logs", known, &["--tail=-1", "--since=-1m30s"]).unwrap();
        assert_eq!((flags.integer("tail"), flags.milliseconds("since")), (Some(-1), Some(-90_000)));
    }
}
