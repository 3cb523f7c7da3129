//! What was typed into the terminal, and what was printed.

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use jobscope_core::kubectl::{CommandOutput, MANIFEST_FILE, Typed, Watch};
use jobscope_core::timeline::Timeline;
use jobscope_core::world::{KubectlRun, World};
use yew::AttrValue;

/// Most commands that are kept.
const MOST_ENTRIES: usize = 200;
/// Most bytes that are kept of what a command printed; of more, the end.
const MOST_BYTES: usize = 256 * 1024;

/// Functions that run commands. The terminal sends them with each command, so that only the terminal needs kubectl.
#[derive(Clone, Copy)]
pub(crate) struct Shell {
    read: fn(&str) -> Vec<Typed>,
    run: fn(&mut Timeline, &Typed, &BTreeMap<String, String>) -> KubectlRun,
    watch: fn(&mut Watch, &World) -> String,
}

impl Shell {
    pub(crate) fn new() -> Self {
        Self {
            read: Typed::all,
            run: Timeline::kubectl,
            watch: |watch, world| watch.changes(&world.cluster(&BTreeMap::new(), "")),
        }
    }
}

impl PartialEq for Shell {
    /// There is only one.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for Shell {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Shell")
    }
}

/// A command, and what it printed so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Its place among all that were typed.
    pub(crate) number: usize,
    /// As it was typed.
    pub(crate) line: AttrValue,
    /// How many lines it got on standard input.
    pub(crate) stdin_lines: usize,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// The steps that it took.
    pub(crate) steps: usize,
}

/// All that was typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Console {
    pub(crate) entries: Vec<Rc<Entry>>,
    /// What was sent, as it was, the oldest first.
    pub(crate) sent: Vec<AttrValue>,
    /// The files that commands wrote.
    files: BTreeMap<String, String>,
    typed: usize,
    watch: Option<(Watch, Shell)>,
}

/// What running a text did to the timeline.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Done {
    /// The first line that changed something.
    pub(super) wrote: Option<AttrValue>,
    /// How many steps the cursor moved forward.
    pub(super) steps: usize,
}

impl Console {
    /// An empty console whose prompt can recall these commands.
    pub(super) fn with_sent(sent: Vec<String>) -> Self {
        Self { sent: sent.into_iter().map(AttrValue::from).collect(), ..Self::default() }
    }

    /// Whether the last command still prints what changes.
    pub(crate) fn is_watching(&self) -> bool {
        self.watch.is_some()
    }

    /// The same without the watch of the last command.
    pub(super) fn stopped(&self) -> Self {
        Self { watch: None, ..self.clone() }
    }

    /// The same without what was printed.
    pub(super) fn cleared(&self) -> Self {
        Self { entries: Vec::new(), watch: None, ..self.clone() }
    }

    /// The files that commands can name: the editor's manifest, and those that commands wrote.
    pub(crate) fn files(&self, manifest: &str) -> BTreeMap<String, String> {
        let mut files = self.files.clone();
        files.insert(MANIFEST_FILE.to_owned(), manifest.to_owned());
        files
    }

    /// Runs the commands of a text on the timeline.
    pub(super) fn run(&mut self, timeline: &mut Timeline, text: &AttrValue, manifest: &str, shell: Shell) -> Done {
        let mut done = Done::default();
        if self.sent.last() != Some(text) {
            self.sent.push(text.clone());
        }
        let old = self.sent.len().saturating_sub(MOST_ENTRIES);
        self.sent.drain(..old);
        for typed in (shell.read)(text) {
            let before = timeline.cursor().step;
            let run = (shell.run)(timeline, &typed, &self.files(manifest));
            self.files.extend(run.files);
            let steps = timeline.cursor().step.saturating_sub(before);
            done.steps += steps;
            let line = AttrValue::from(typed.line.clone());
            if run.wrote && done.wrote.is_none() {
                done.wrote = Some(line.clone());
            }
            self.watch = run.watch.map(|watch| (watch, shell));
            let CommandOutput { stdout, stderr, .. } = run.output;
            self.typed += 1;
            self.entries.push(Rc::new(Entry {
                number: self.typed,
                line,
                stdin_lines: typed.stdin.map_or(0, |stdin| stdin.lines().count()),
                stdout: last_of(stdout),
                stderr: last_of(stderr),
                steps,
            }));
        }
        let old = self.entries.len().saturating_sub(MOST_ENTRIES);
        self.entries.drain(..old);
        done
    }

    /// The same after the timeline moved, if a command has something to print about that. What is gone back over is not
    /// printed.
    pub(super) fn followed(&self, timeline: &Timeline, is_forward: bool) -> Option<Self> {
        let (mut watch, shell) = self.watch.clone()?;
        let printed = (shell.watch)(&mut watch, timeline.world());
        let mut next = Self { watch: Some((watch, shell)), ..self.clone() };
        if is_forward && let Some(last) = next.entries.last_mut() {
            let mut entry = Entry::clone(last);
            entry.stdout.push_str(&printed);
            entry.stdout = last_of(entry.stdout);
            *last = Rc::new(entry);
        }
        Some(next)
    }

    /// All of it as text.
    pub(crate) fn text(&self) -> String {
        let entry = |entry: &Rc<Entry>| format!("$ {}\n{}{}", entry.line, entry.stdout, entry.stderr);
        self.entries.iter().map(entry).collect()
    }
}

/// The end of a text that is too long, from the beginning of a line.
fn last_of(text: String) -> String {
    let Some(over) = text.len().checked_sub(MOST_BYTES).filter(|over| *over > 0) else { return text };
    let break_after = text.bytes().skip(over).position(|byte| byte == b'\n');
    let start = break_after.map_or(text.len(), |place| over + place + 1);
    text.get(start..).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;

    use super::*;

    #[test]
    fn commands_print_change_and_watch() {
        let mut timeline = Timeline::new(World::new(Release::V1_36));
        let mut console = Console::default();
        let done = console.run(&mut timeline, &"create job a --image=b".into(), "", Shell::new());
        assert_eq!(done, Done { wrote: Some("create job a --image=b".into()), steps: 1 });
        assert_eq!(
            console.run(&mut timeline, &"get jobs -o name\nget pods -w".into(), "", Shell::new()),
            Done::default()
        );
        assert!(console.is_watching());
        while timeline.step_over() {
            console = console.followed(&timeline, true).unwrap();
        }
        assert!(
            console
                .text()
                .starts_with("$ create job a --image=b\njob.batch/a created\n$ get jobs -o name\njob.batch/a\n")
        );
        assert!(console.entries.last().unwrap().stdout.contains("Completed"), "{}", console.text());
        assert!(!console.cleared().is_watching() && console.cleared().text().is_empty());
        assert_eq!(console.sent.len(), 2);
    }

    #[test]
    fn of_a_long_text_the_end_is_kept() {
        let line = "é".repeat(100) + "\n";
        let text = last_of(line.repeat(2_000));
        assert!(text.len() <= MOST_BYTES && text.len() > MOST_BYTES - 400 && text.starts_with('é'));
        assert_eq!(last_of("a\n".to_owned()), "a\n");
    }
}
