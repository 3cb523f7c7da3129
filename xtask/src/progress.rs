//! The progress of long builds. On a terminal cargo draws a bar. Elsewhere a line reports every ten seconds how many crates are
//! compiled, and what follows.

use std::io::{self, IsTerminal as _, Read};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::report::seconds;

/// How often a line says how far a build is.
const EVERY: Duration = Duration::from_secs(10);

/// The steps that remain, in order. The first one has begun.
static REMAINING: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds steps before those that remain already.
pub(crate) fn expect(names: impl IntoIterator<Item = String>) {
    locked(&REMAINING).splice(..0, names);
}

/// Removes the first step, which is done.
pub(crate) fn done() {
    let mut remaining = locked(&REMAINING);
    if !remaining.is_empty() {
        remaining.remove(0);
    }
}

/// Makes cargo report its progress, in this command or in one that it starts, for [`follow`] to read.
pub(crate) fn ask(command: &mut Command) {
    if !io::stderr().is_terminal() {
        command.env("CARGO_TERM_PROGRESS_WHEN", "always").env("CARGO_TERM_PROGRESS_WIDTH", "80").stderr(Stdio::piped());
    }
}

/// Forwards the standard error of a command, with a line every ten seconds while cargo compiles. The thread that does so ends
/// with the output.
pub(crate) fn follow(child: &mut Child) -> Option<JoinHandle<()>> {
    let errors = child.stderr.take()?;
    let build = Arc::new(Mutex::new(None::<Build>));
    let weak = Arc::downgrade(&build);
    thread::spawn(move || {
        // Ends with the reader below, which holds the build.
        while let Some(build) = weak.upgrade() {
            if let Some(build) = &mut *locked(&build)
                && build.is_due()
            {
                eprintln!("    {}", build.line(&locked(&REMAINING)));
            }
            thread::sleep(Duration::from_millis(200));
        }
    });
    Some(thread::spawn(move || {
        pieces(errors, |said| match counted(said) {
            Some(crates) => locked(&build).get_or_insert_with(Build::begin).crates = crates,
            None if said.trim_start().starts_with("Compiling ") || said.trim().is_empty() => {}
            None => {
                *locked(&build) = None;
                eprintln!("{said}");
            }
        });
    }))
}

/// A build of cargo.
#[derive(Debug)]
struct Build {
    begun: Instant,
    reported: Instant,
    /// The numbers of compiled crates and of all crates.
    crates: (u32, u32),
}

impl Build {
    fn begin() -> Self {
        Self { begun: Instant::now(), reported: Instant::now(), crates: (0, 0) }
    }

    fn is_due(&mut self) -> bool {
        let is_due = self.reported.elapsed() >= EVERY;
        if is_due {
            self.reported = Instant::now();
        }
        is_due
    }

    fn line(&self, remaining: &[String]) -> String {
        let (compiled, all) = self.crates;
        let (present, later) =
            remaining.split_first().map_or(("", remaining), |(first, later)| (first.as_str(), later));
        let of = if present.is_empty() { String::new() } else { format!(" of {present}") };
        let now = format!("{}: {compiled} of {all} crates{of}", seconds(self.begun.elapsed()));
        [&[now], later].concat().join(", then ")
    }
}

/// The numbers in a line such as `Building [====>    ] 134/250: yew, web-sys`.
fn counted(said: &str) -> Option<(u32, u32)> {
    let (_, after) = said.trim_start().strip_prefix("Building [")?.split_once("] ")?;
    let (compiled, rest) = after.split_once('/')?;
    let all = rest.split(|sign: char| !sign.is_ascii_digit()).next()?;
    Some((compiled.trim().parse().ok()?, all.parse().ok()?))
}

/// Splits the output into lines and states of cargo's bar.
fn pieces(mut from: impl Read, mut each: impl FnMut(&str)) {
    let (mut buffer, mut piece) = ([0; 4096], Vec::new());
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        for byte in &buffer[..length] {
            if matches!(byte, b'\r' | b'\n') {
                each(&String::from_utf8_lossy(&piece));
                piece.clear();
            } else {
                piece.push(*byte);
            }
        }
    }
    if !piece.is_empty() {
        each(&String::from_utf8_lossy(&piece));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_from_the_bar() {
        assert_eq!(counted("    Building [===>      ] 134/250: yew, web-sys(build)"), Some((134, 250)));
        assert_eq!(counted("    Building [=========>] 11/12"), Some((11, 12)));
        assert_eq!(counted("   Compiling serde v1.0.229"), None);
        assert_eq!(counted("    Building [===>      ] soon"), None);
    }

    #[test]
    fn lines_and_states_of_the_bar_are_pieces() {
        let mut found = Vec::new();
        pieces("a\r\nb\rc".as_bytes(), |said| found.push(said.to_owned()));
        assert_eq!(found, ["a", "", "b", "c"]);
    }

    #[test]
    fn what_comes_afterwards_is_named() {
        let build = Build { crates: (3, 12), ..Build::begin() };
        let line = |remaining: &[&str]| build.line(&remaining.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(line(&["trunk", "the page"]), "0.0 s: 3 of 12 crates of trunk, then the page");
        assert_eq!(line(&[]), "0.0 s: 3 of 12 crates");
    }
}
