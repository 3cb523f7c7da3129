//! Utilities that people type around kubectl: filters of what it prints, those that make and list files, `sleep`, `xargs`.

use super::elsewhere::{is_command, near, suggestions};
use super::flags::{Flags, Spec, switch, value};
use super::global::KUBECTL;
use super::grep::{self, grep};
use super::{Cluster, MAX_FILE_BYTES, MAX_LINE_BYTES, MOST_SLEPT_MS};
use crate::kubectl::CommandOutput;

/// What a utility prints and its exit code, or its error.
pub(super) type Printed = Result<(String, u8), String>;

/// A utility.
struct Utility {
    name: &'static str,
    flags: &'static [Spec],
    /// How many arguments it has before the files that it reads; `None` if it reads none.
    before_files: Option<usize>,
    /// What it makes of its arguments and of what it reads.
    run: fn(&Flags, &str) -> Printed,
}

const fn utility(name: &'static str, flags: &'static [Spec], run: fn(&Flags, &str) -> Printed) -> Utility {
    Utility { name, flags, before_files: Some(0), run }
}

const UTILITIES: &[Utility] = &[
    utility("cat", &[], |_, text| Ok((text.to_owned(), 0))),
    Utility { before_files: None, ..utility("echo", &[], |flags, _| Ok((flags.arguments.join(" ") + "\n", 0))) },
    Utility { before_files: Some(1), ..utility("grep", grep::FLAGS, grep) },
    utility("head", &[value("lines", Some('n'))], |flags, text| ends(flags, text, true)),
    Utility { before_files: None, ..utility("ls", &[], |_, names| Ok((names.to_owned(), 0))) },
    utility("sort", &[switch("numeric-sort", Some('n')), switch("reverse", Some('r'))], |flags, text| {
        Ok((sorted(flags, text), 0))
    }),
    utility("tail", &[value("lines", Some('n'))], |flags, text| ends(flags, text, false)),
    utility("wc", &[switch("lines", Some('l'))], |flags, text| Ok((counted(flags, text), 0))),
];

/// Runs a utility; `None` for any other command.
pub(super) fn run(cluster: &Cluster<'_>, words: &[String]) -> Option<CommandOutput> {
    let (utility, arguments) = named(words)?;
    Some(match utility.printed(cluster, arguments) {
        Ok((stdout, code)) => CommandOutput { code, stdout, ..CommandOutput::default() },
        Err(why) => failed(utility.name, &why),
    })
}

fn failed(name: &str, why: &str) -> CommandOutput {
    CommandOutput { code: 2, stderr: format!("{name}: {why}\n"), ..CommandOutput::default() }
}

/// Whether a utility reads its standard input.
pub(super) fn reads_stdin(words: &[String]) -> bool {
    let Some((utility, arguments)) = named(words) else { return false };
    let Some(before) = utility.before_files else { return false };
    utility.parse(arguments).is_ok_and(|flags| flags.arguments.len() <= before)
}

/// What there is besides kubectl.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    UTILITIES.iter().map(|utility| utility.name).chain(["sleep", "xargs"])
}

fn named(words: &[String]) -> Option<(&'static Utility, &[String])> {
    let (name, arguments) = words.split_first()?;
    Some((UTILITIES.iter().find(|utility| utility.name == name)?, arguments))
}

impl Utility {
    fn parse(&self, arguments: &[String]) -> Result<Flags, String> {
        // `head -3`
        let first = arguments.first().and_then(|word| word.strip_prefix('-'));
        let lines = first.filter(|number| number.starts_with(|c: char| c.is_ascii_digit()));
        let lines = lines.map(|number| format!("--lines={number}"));
        let rest = arguments.iter().skip(usize::from(lines.is_some()));
        let words: Vec<_> = lines.iter().chain(rest).map(String::as_str).collect();
        Flags::parse(self.name, self.flags, &words).map_err(|_| {
            let known: Vec<_> = self.flags.iter().filter_map(|spec| Some(format!("-{}", spec.short?))).collect();
            if known.is_empty() {
                "no flags are supported".to_owned()
            } else {
                format!("supported flags are {}", known.join(" "))
            }
        })
    }

    fn printed(&self, cluster: &Cluster<'_>, arguments: &[String]) -> Printed {
        let Some(before) = self.before_files else {
            let names: String = cluster.files.keys().flat_map(|name| [name.as_str(), "\n"]).collect();
            return (self.run)(&Flags::of_arguments(arguments), &names);
        };
        let flags = self.parse(arguments)?;
        let files = flags.arguments.get(before..).unwrap_or_default();
        if files.is_empty() {
            return (self.run)(&flags, cluster.stdin);
        }
        let mut text = String::new();
        for file in files {
            let more = cluster.read_file(file).ok_or_else(|| format!("{file}: No such file or directory"))?;
            if text.len() + more.len() > MAX_FILE_BYTES {
                return Err("the files are too long: 1 MiB is read at most".to_owned());
            }
            text.push_str(more);
        }
        (self.run)(&flags, &text)
    }
}

/// The words that `xargs` runs: its own, then those that it reads. Another `xargs` among them reads nothing more. An error
/// if they are longer than a line.
pub(super) fn passed_on(words: &[String], stdin: &str) -> Option<Result<Vec<String>, CommandOutput>> {
    let mut command = after_xargs(words)?;
    if command.iter().map(String::len).sum::<usize>().saturating_add(stdin.len()) > MAX_LINE_BYTES {
        return Some(Err(failed("xargs", &format!("argument list too long: at most {MAX_LINE_BYTES} bytes"))));
    }
    let all: Vec<_> = command.iter().cloned().chain(stdin.split_whitespace().map(str::to_owned)).collect();
    command = &all;
    while let Some(after) = after_xargs(command) {
        command = after;
    }
    Some(Ok(command.to_vec()))
}

/// The words after `xargs`, if there are any.
fn after_xargs(words: &[String]) -> Option<&[String]> {
    let (_, after) = words.split_first().filter(|(name, after)| *name == "xargs" && !after.is_empty())?;
    Some(after)
}

/// What a shell says of a command that is not here; `None` for those that are, and for commands of kubectl.
pub fn not_found(words: &[String]) -> Option<CommandOutput> {
    let name = words.first().filter(|name| !name.starts_with('-') && !is_command(name))?;
    let names: Vec<_> = names().collect();
    if KUBECTL.contains(&name.as_str()) || names.contains(&name.as_str()) {
        return None;
    }
    // Programs of a shell are near to many commands, but seldom begin like them.
    let begins_alike = |known: &&str| name.len() > 2 && known.as_bytes().first() == name.as_bytes().first();
    let meant = suggestions(near(name).filter(begins_alike), "kubectl ");
    let stderr = format!("{name}: command not found; apart from kubectl there are {}{meant}\n", names.join(", "));
    Some(CommandOutput { code: 127, stderr, ..CommandOutput::default() })
}

/// A command such as `sleep 5`, `sleep 0.5` or `sleep 2m`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sleep {
    /// It takes this number of milliseconds.
    Ms(i64),
    /// It fails at once.
    Failed(CommandOutput),
}

impl Sleep {
    /// Reads the words of a command; `None` for any other one.
    pub fn read(words: &[String]) -> Option<Self> {
        let (_, times) = words.split_first().filter(|(name, _)| *name == "sleep")?;
        let why = match times {
            [] => "missing operand".to_owned(),
            [time] => match milliseconds(time) {
                Some(ms) if ms < MOST_SLEPT_MS => return Some(Self::Ms(ms)),
                Some(_) => "less than a day can pass at once".to_owned(),
                None => format!(
                    "invalid time interval {time:?}: a number such as 0.5, with s, m, h or d after it, is supported"
                ),
            },
            _ => "one time interval is supported".to_owned(),
        };
        Some(Self::Failed(CommandOutput { code: 1, ..failed("sleep", &why) }))
    }
}

/// The milliseconds of a time interval. Those that are too long for a number are the longest.
fn milliseconds(time: &str) -> Option<i64> {
    let (number, unit) = match time.find(|c: char| c.is_ascii_alphabetic()) {
        Some(at) => time.split_at_checked(at)?,
        None => (time, "s"),
    };
    let seconds: i64 = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3_600,
        "d" => 86_400,
        _ => return None,
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let ms = format!("{fraction:0<3.3}").parse::<i64>().ok()?;
    let whole = whole.parse().unwrap_or(i64::MAX);
    Some(whole.saturating_mul(1_000).saturating_add(ms).saturating_mul(seconds))
}

/// A number of lines, the same for every width of a `usize`: all of what there is, if it is too great.
pub(super) fn count(number: &str) -> Option<usize> {
    number.parse::<u64>().ok().map(|number| usize::try_from(number).unwrap_or(usize::MAX))
}

/// The first lines, or the last ones.
fn ends(flags: &Flags, text: &str, first: bool) -> Printed {
    let given = flags.value("lines").unwrap_or("10");
    let invalid = || format!("invalid number of lines: {given:?}");
    let (sign, number) = match given.split_at_checked(1) {
        Some((sign @ ("-" | "+"), number)) => (sign, number),
        _ => ("", given),
    };
    let number = count(number).ok_or_else(invalid)?;
    let lines: Vec<_> = text.split_inclusive('\n').collect();
    let skipped = lines.len().saturating_sub(number);
    let kept = match (first, sign) {
        (true, "-") => ..skipped,
        (true, _) => ..number.min(lines.len()),
        (false, "+") => return Ok((lines.into_iter().skip(number.saturating_sub(1)).collect(), 0)),
        (false, _) => return Ok((lines.into_iter().skip(skipped).collect(), 0)),
    };
    Ok((lines.get(kept).unwrap_or_default().concat(), 0))
}

fn sorted(flags: &Flags, text: &str) -> String {
    let mut lines: Vec<_> = text.lines().collect();
    let number = |line: &str| {
        let digits = line.trim_start().split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        digits.parse::<u64>().unwrap_or_default()
    };
    lines.sort_by(|one, other| {
        let by_number = if flags.is_set("numeric-sort") { number(one).cmp(&number(other)) } else { one.cmp(other) };
        let order = by_number.then_with(|| one.cmp(other));
        if flags.is_set("reverse") { order.reverse() } else { order }
    });
    lines.iter().flat_map(|line| [*line, "\n"]).collect()
}

/// How many lines there are; without `-l` with words and bytes.
fn counted(flags: &Flags, text: &str) -> String {
    let lines = text.matches('\n').count();
    if flags.is_set("lines") {
        return format!("{lines}\n");
    }
    format!("{lines:7} {:7} {:7}\n", text.split_whitespace().count(), text.len())
}
