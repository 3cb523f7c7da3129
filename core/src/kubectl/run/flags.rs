//! Flags and arguments, as kubectl reads them (`spf13/pflag`): flags anywhere before `--`, values behind `=` or as the
//! next word, short flags together.

use crate::kubectl::CommandError;

/// A flag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spec {
    pub(super) long: &'static str,
    pub(super) short: Option<char>,
    pub(super) takes: Takes,
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
}

/// A flag with a value.
pub(super) const fn value(long: &'static str, short: Option<char>) -> Spec {
    Spec { long, short, takes: Takes::Value }
}

/// A flag that is there or not.
pub(super) const fn switch(long: &'static str, short: Option<char>) -> Spec {
    Spec { long, short, takes: Takes::Switch }
}

/// A flag that may have a value, and means this one without.
pub(super) const fn optional(long: &'static str, usual: &'static str) -> Spec {
    Spec { long, short: None, takes: Takes::Optional(usual) }
}

/// Flags of all commands.
pub(super) const COMMON: &[Spec] = &[
    value("namespace", Some('n')),
    switch("help", Some('h')),
    value("context", None),
    value("kubeconfig", None),
    value("v", Some('v')),
    value("request-timeout", None),
];

/// What was written behind a command.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Flags {
    /// The arguments.
    pub(super) arguments: Vec<String>,
    /// What stands behind `--`.
    pub(super) after: Vec<String>,
    values: Vec<(&'static str, String)>,
}

impl Flags {
    pub(super) fn parse(command: &str, known: &[Spec], words: &[&str]) -> Result<Self, CommandError> {
        let usage = |what: String| CommandError::Client(format!("{what}\nSee 'kubectl {command} --help' for usage."));
        let specs = || known.iter().chain(COMMON);
        let mut flags = Self::default();
        let mut rest = words.iter().copied();
        while let Some(word) = rest.next() {
            if word == "--" {
                flags.after = rest.map(str::to_owned).collect();
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
                    (None, Takes::Value) => {
                        rest.next().ok_or_else(|| usage(format!("flag needs an argument: --{name}")))?
                    }
                };
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
                    Takes::Value => {
                        let given = match left {
                            "" => rest
                                .next()
                                .ok_or_else(|| usage(format!("flag needs an argument: {c:?} in -{shorts}")))?,
                            given => given.strip_prefix('=').unwrap_or(given),
                        };
                        flags.values.push((spec.long, given.to_owned()));
                        left = "";
                    }
                }
            }
        }
        Ok(flags)
    }

    /// The last value of a flag.
    pub(super) fn value(&self, long: &str) -> Option<&str> {
        self.values.iter().rev().find(|(name, _)| *name == long).map(|(_, value)| value.as_str())
    }

    /// All values of a flag, lists among them taken apart.
    pub(super) fn list(&self, long: &str) -> Vec<&str> {
        let of = self.values.iter().filter(|(name, _)| *name == long);
        of.flat_map(|(_, value)| value.split(',')).collect()
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

/// `strconv.ParseBool`.
fn truth(spec: &Spec, given: &str) -> Result<&'static str, String> {
    match given {
        "1" | "t" | "T" | "TRUE" | "true" | "True" => Ok("true"),
        "0" | "f" | "F" | "FALSE" | "false" | "False" => Ok("false"),
        _ => {
            let short = spec.short.map_or(String::new(), |short| format!("-{short}, "));
            let why = format!("strconv.ParseBool: parsing {given:?}: invalid syntax");
            Err(format!("invalid argument {given:?} for \"{short}--{}\" flag: {why}", spec.long))
        }
    }
}

/// A namespace before the command, and how many words it takes.
pub(super) fn leading_namespace<'w>(words: &[&'w str]) -> Option<(usize, &'w str)> {
    let first = *words.first()?;
    if let Some(namespace) = first.strip_prefix("--namespace=").or_else(|| first.strip_prefix("-n=")) {
        return Some((1, namespace));
    }
    if ["-n", "--namespace"].contains(&first) {
        return words.get(1).map(|namespace| (2, *namespace));
    }
    let attached = first.strip_prefix("-n").filter(|namespace| !namespace.is_empty())?;
    Some((1, attached))
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
            Flags::parse("get", KNOWN, &["job", "-owide", "pi", "--dry-run", "-wl", "a=b", "--", "-x"]).unwrap();
        assert_eq!((flags.arguments.join(" "), flags.after.join(" ")), ("job pi".to_owned(), "-x".to_owned()));
        assert_eq!(flags.value("output"), Some("wide"));
        assert_eq!(flags.value("dry-run"), Some("unchanged"));
        assert_eq!((flags.is_set("watch"), flags.value("l")), (true, Some("a=b")));
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
}
