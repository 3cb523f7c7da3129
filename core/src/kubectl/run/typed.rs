//! What was typed or pasted, in lines: each with what goes to its standard input.

use super::global::Call;
use super::shell::{self, Link, SimpleCommand};
use super::words::{self, HereDocument, LineEnd};
use super::{Flags, Known, MAX_LINE_BYTES, utilities};
use crate::kubectl::CommandError;

/// Most lines that are taken out of a text.
const MOST_LINES: usize = 100;
/// Most commands of a line.
const MOST_COMMANDS: usize = 20;

/// A line as it was typed, with one command of kubectl or several that a shell would run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed {
    /// The line, without a prompt and without the operator of a here-document.
    pub line: String,
    /// What goes to its standard input; absent if nothing was given.
    pub stdin: Option<String>,
    /// Whether a quote or a here-document is still open at the end of the text.
    pub open: bool,
}

impl Typed {
    /// The lines of a text. One that reads its standard input takes a here-document, or else the rest of the text; one that
    /// asks a question, the next line. Empty lines and comments are left out, and prompts such as `$ ` are taken off.
    ///
    /// ```
    /// use jobscope_core::kubectl::Typed;
    ///
    /// let typed = Typed::all("$ kubectl apply -f - <<EOF\nkind: Job\nEOF\n$ kubectl get jobs");
    /// let lines: Vec<_> = typed.iter().map(|typed| (typed.line.as_str(), typed.stdin.as_deref())).collect();
    /// assert_eq!(lines, [("kubectl apply -f -", Some("kind: Job\n")), ("kubectl get jobs", None)]);
    /// assert!(Typed::all("apply -f -")[0].awaits_stdin());
    /// ```
    pub fn all(text: &str) -> Vec<Self> {
        let mut all = Vec::new();
        let blank = text.len() - text.trim_end().len();
        let mut rest = text.trim_start();
        while rest.len() > blank && all.len() < MOST_LINES {
            let (typed, after) = Self::first(rest);
            all.extend(typed);
            rest = after.trim_start_matches(['\n', '\r']);
        }
        all
    }

    /// Whether it reads a standard input that nobody gave.
    pub fn awaits_stdin(&self) -> bool {
        self.stdin.is_none() && self.reads() != Reads::Nothing
    }

    /// Whether it asks a question, and what it reads is the answer.
    pub fn asks(&self) -> bool {
        self.reads() == Reads::Answer
    }

    /// The commands of the line.
    ///
    /// # Errors
    ///
    /// The line is too long or has too many commands, a quote is not closed, or it has something of a shell that is not known.
    pub fn commands(&self) -> Result<Vec<SimpleCommand>, CommandError> {
        if self.line.len() > MAX_LINE_BYTES {
            return Err(CommandError::Client(format!("a line may have {MAX_LINE_BYTES} bytes")));
        }
        let commands = shell::commands(&self.line).map_err(CommandError::Client)?;
        if commands.len() > MOST_COMMANDS {
            return Err(CommandError::Client(format!("a line may have {MOST_COMMANDS} commands")));
        }
        Ok(commands)
    }

    /// The first line of a text, if there is anything in it, and what follows.
    fn first(text: &str) -> (Option<Self>, &str) {
        let LineEnd { at, open, document } = words::line_end(text);
        let (whole, rest) = (text.get(..at).unwrap_or_default(), text.get(at + 1..).unwrap_or_default());
        let line = match &document {
            Some(HereDocument { operator, .. }) => {
                let (before, after) = (whole.get(..operator.start), whole.get(operator.end..));
                format!("{}{}", before.unwrap_or_default().trim_end(), after.unwrap_or_default())
            }
            None => whole.to_owned(),
        };
        let line = line.trim();
        let line = line.strip_prefix("$ ").map_or(line, str::trim_start);
        if line.is_empty() || line.starts_with('#') {
            return (None, rest);
        }
        let mut typed = Self { line: line.to_owned(), stdin: None, open };
        let Some(document) = document else {
            let (stdin, after) = match typed.reads() {
                _ if rest.trim().is_empty() => return (Some(typed), rest),
                Reads::Nothing => return (Some(typed), rest),
                Reads::Answer => rest.split_once('\n').unwrap_or((rest, "")),
                Reads::All => (rest, ""),
            };
            typed.stdin = Some(stdin.to_owned());
            return (Some(typed), after);
        };
        let mut stdin = String::new();
        let mut after = rest;
        typed.open = true;
        while !after.is_empty() {
            let (line, next) = after.split_once('\n').unwrap_or((after, ""));
            after = next;
            let line = if document.without_tabs { line.trim_start_matches('\t') } else { line };
            if line.trim_end_matches('\r') == document.end {
                typed.open = false;
                break;
            }
            stdin.push_str(line);
            stdin.push('\n');
        }
        typed.stdin = Some(stdin);
        (Some(typed), after)
    }

    fn reads(&self) -> Reads {
        let commands = self.commands().unwrap_or_default();
        let first = |command: &&SimpleCommand| command.link != Link::Pipe && command.input.is_none();
        let mut reads = commands.iter().filter(first).map(|command| Reads::of(&command.words));
        reads.find(|reads| *reads != Reads::Nothing).unwrap_or(Reads::Nothing)
    }
}

/// How much of its standard input a command reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reads {
    Nothing,
    /// A line.
    Answer,
    All,
}

impl Reads {
    fn of(words: &[String]) -> Self {
        if utilities::reads_stdin(words) {
            return Self::All;
        }
        let Call { name: Some(name), words: arguments, .. } = Call::read(words) else { return Self::Nothing };
        let Some(flags) = Known::named(name).and_then(|known| Flags::parse(name, known.flags, &arguments).ok()) else {
            return Self::Nothing;
        };
        if flags.list("filename").contains(&"-") || flags.value("patch-file") == Some("-") {
            return Self::All;
        }
        if flags.is_set("interactive") { Self::Answer } else { Self::Nothing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Typed {
        let [typed] = <[Typed; 1]>::try_from(Typed::all(text)).unwrap();
        typed
    }

    #[test]
    fn standard_input_is_what_follows_the_line() {
        let piped = one("kubectl apply -f -\nkind: Job\n\nspec: {}\n");
        assert_eq!(
            (piped.line.as_str(), piped.stdin.as_deref()),
            ("kubectl apply -f -", Some("kind: Job\n\nspec: {}\n"))
        );
        let cat = one("cat <<'EOF' | kubectl apply -f -\nkind: Job\nEOF\n");
        assert_eq!(
            (cat.line.as_str(), cat.stdin.as_deref(), cat.open),
            ("cat | kubectl apply -f -", Some("kind: Job\n"), false)
        );
        let open = one("apply -f - <<EOF\nkind: Job\n");
        assert!(open.open && !open.awaits_stdin());
    }

    #[test]
    fn blank_lines_and_comments_are_read_once() {
        let lines = |text: &str| Typed::all(text).into_iter().map(|typed| typed.line).collect::<Vec<_>>();
        // Each a million: read again at each line, they would take hours.
        for blank in ["\n", " \n", "#\n", "# a\r\n"] {
            assert_eq!(lines(&format!("{0}echo a{1}", blank.repeat(1_000_000), "\n".repeat(1_000_000))), ["echo a"]);
        }
        let [line] = <[String; 1]>::try_from(lines(&format!("echo a |{}cat", "\n".repeat(1_000_000)))).unwrap();
        assert!(line.starts_with("echo a |\n") && line.ends_with("\ncat"));
        assert_eq!(lines(" \n\n a\n\n \n"), ["a"]);
    }

    #[test]
    fn a_command_that_reads_nothing_leaves_the_rest_to_the_next() {
        let lines: Vec<_> = Typed::all("# first\n$ get pods\n\n  get job pi -o 'jsonpath={.a}\n'\nversion")
            .into_iter()
            .map(|typed| typed.line)
            .collect();
        assert_eq!(lines, ["get pods", "get job pi -o 'jsonpath={.a}\n'", "version"]);
        assert!(one("patch job pi -p '{").open);
        let [delete, get] = <[Typed; 2]>::try_from(Typed::all("delete job pi -i\ny\nget jobs")).unwrap();
        assert_eq!((delete.stdin.as_deref(), get.line.as_str()), (Some("y"), "get jobs"));
        assert!(
            delete.asks() && one("delete job pi -i").awaits_stdin() && !one("delete job pi -i=false").awaits_stdin()
        );
        assert!(!one("get pods -f pods.yaml").awaits_stdin() && one("delete --filename=-").awaits_stdin());
    }
}
