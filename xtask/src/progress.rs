//! How far long builds are. On a terminal cargo draws a bar; elsewhere it says nothing of the whole, so there is a line every ten
//! seconds, with what comes afterwards.

use std::io::{self, IsTerminal as _, Read};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::report::seconds;

/// How often a line says how far a build is.
const EVERY: Duration = Duration::from_secs(10);

/// What is to be done, in its order; the first of them has begun.
static TO_DO: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Puts what has to be done before what is to be done already.
pub(crate) fn expect(names: impl IntoIterator<Item = String>) {
    locked(&TO_DO).splice(..0, names);
}

/// The first thing is done.
pub(crate) fn done() {
    let mut to_do = locked(&TO_DO);
    if !to_do.is_empty() {
        to_do.remove(0);
    }
}

/// Has cargo, in this command or below it, say how far it is, for [`follow`] to read.
pub(crate) fn ask(command: &mut Command) {
    if !io::stderr().is_terminal() {
        command.env("CARGO_TERM_PROGRESS_WHEN", "always").env("CARGO_TERM_PROGRESS_WIDTH", "80").stderr(Stdio::piped());
    }
}

/// Passes on what a command that was asked writes to its standard error, with a line every ten seconds while cargo compiles.
/// The thread that does so ends with the output.
pub(crate) fn follow(child: &mut Child) -> Option<JoinHandle<()>> {
    let errors = child.stderr.take()?;
    let build = Arc::new(Mutex::new(None::<Build>));
    let told = Arc::downgrade(&build);
    thread::spawn(move || {
        // Ends with the reader below, which holds the build.
        while let Some(build) = told.upgrade() {
            if let Some(build) = &mut *locked(&build)
                && build.is_due()
            {
                eprintln!("    {}", build.line(&locked(&TO_DO)));
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

/// What cargo compiles.
#[derive(Debug)]
struct Build {
    begun: Instant,
    told: Instant,
    /// How many crates are compiled, and how many there are.
    crates: (u32, u32),
}

impl Build {
    fn begin() -> Self {
        Self { begun: Instant::now(), told: Instant::now(), crates: (0, 0) }
    }

    fn is_due(&mut self) -> bool {
        let is_due = self.told.elapsed() >= EVERY;
        if is_due {
            self.told = Instant::now();
        }
        is_due
    }

    fn line(&self, to_do: &[String]) -> String {
        let (compiled, all) = self.crates;
        let (present, later) = to_do.split_first().map_or(("", to_do), |(first, later)| (first.as_str(), later));
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

/// Reads to the end, a line or a state of cargo's bar at a time.
fn pieces(mut from: impl Read, mut tell: impl FnMut(&str)) {
    let (mut buffer, mut piece) = ([0; 4096], Vec::new());
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        for byte in &buffer[..length] {
            if matches!(byte, b'\r' | b'\n') {
                tell(&String::from_utf8_lossy(&piece));
                piece.clear();
            } else {
                piece.push(*byte);
            }
        }
    }
    if !piece.is_empty() {
        tell(&String::from_utf8_lossy(&piece));
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
        let mut told = Vec::new();
        pieces("a\r\nb\rc".as_bytes(), |said| told.push(said.to_owned()));
        assert_eq!(told, ["a", "", "b", "c"]);
    }

    #[test]
    fn what_comes_afterwards_is_named() {
        let build = Build { crates: (3, 12), ..Build::begin() };
        let line = |to_do: &[&str]| build.line(&to_do.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(line(&["trunk", "the page"]), "0.0 s: 3 of 12 crates of trunk, then the page");
        assert_eq!(line(&[]), "0.0 s: 3 of 12 crates");
    }
}
