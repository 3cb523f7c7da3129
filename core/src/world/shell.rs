//! What was typed, on a world: the lines of a text, and the commands of a line with what they pass on.

use std::collections::BTreeMap;

use super::kubectl::{Host, KubectlRun, MOST_ACTIONS, run_command};
use super::{ActionError, World};
use crate::kubectl::{CommandOutput, Link, MANIFEST_FILE, MAX_FILE_BYTES, SimpleCommand, Stderr, Typed, not_found};

/// A watch ends when it has printed more than this.
const MOST_PRINTED_BYTES: usize = 1024 * 1024;
/// After commands that cost more than this, further ones of the line are not run.
const MOST_COST: usize = 2_000_000;
/// Most files that there are.
const MOST_FILES: usize = 100;
/// Most bytes of all files.
const MOST_BYTES: usize = 4 * 1024 * 1024;

impl World {
    /// Runs a command of kubectl, with what it waits for: time passes as it does when a session plays. The first line is the
    /// command, further lines are its standard input. With `--watch` it prints changes until nothing more happens.
    ///
    /// # Errors
    ///
    /// A write is refused that the command expected to be carried out.
    ///
    /// ```
    /// use jobscope_core::api::Release;
    /// use jobscope_core::world::World;
    ///
    /// let mut world = World::new(Release::V1_36);
    /// let created = world.kubectl("kubectl create job hello --image=busybox -- date")?;
    /// assert_eq!(created.stdout, "job.batch/hello created\n");
    /// let waited = world.kubectl("kubectl wait --for=condition=complete job/hello --timeout=60s")?;
    /// assert_eq!(waited.stdout, "job.batch/hello condition met\n");
    /// let got = world.kubectl("kubectl get job hello -o jsonpath={.status.succeeded}")?;
    /// assert_eq!(got.stdout, "1");
    /// # Ok::<(), jobscope_core::world::ActionError>(())
    /// ```
    pub fn kubectl(&mut self, text: &str) -> Result<CommandOutput, ActionError> {
        run_all(self, text, &BTreeMap::new())
    }
}

/// Runs the lines of a text, those with `--watch` until nothing more happens. What they print is together, and the last
/// exit code counts.
pub(crate) fn run_all(
    host: &mut impl Host,
    text: &str,
    files: &BTreeMap<String, String>,
) -> Result<CommandOutput, ActionError> {
    let mut output = CommandOutput::default();
    let mut files = files.clone();
    for typed in Typed::all(text) {
        let ran = run_on(host, &typed, &files)?;
        files.extend(ran.files);
        output.code = ran.output.code;
        output.append(&ran.output);
        let Some(mut watch) = ran.watch else { continue };
        for _ in 0..MOST_ACTIONS {
            if !host.go_on() || output.stdout.len() > MOST_PRINTED_BYTES {
                break;
            }
            output.stdout.push_str(&watch.changes(&host.world().cluster(&files, "")));
        }
    }
    Ok(output)
}

/// Runs the commands of a line, with what they wait for.
pub(crate) fn run_on(
    host: &mut impl Host,
    typed: &Typed,
    files: &BTreeMap<String, String>,
) -> Result<KubectlRun, ActionError> {
    let commands = match typed.commands() {
        Ok(commands) => commands,
        Err(error) => return Ok(KubectlRun { output: CommandOutput::failure(&error), ..KubectlRun::default() }),
    };
    // The line has a copy of the files.
    let cost = files.values().map(String::len).sum::<usize>() / 1_000;
    let ran = KubectlRun { cost, ..KubectlRun::default() };
    let mut line = Line { files: files.clone(), ran, piped: None, given: typed.stdin.as_deref() };
    for (place, command) in commands.iter().enumerate() {
        let is_piped = commands.get(place + 1).is_some_and(|next| next.link == Link::Pipe);
        line.run(host, command, is_piped)?;
    }
    Ok(line.ran)
}

/// A line while its commands run.
struct Line<'t> {
    /// The files, with those that the line wrote.
    files: BTreeMap<String, String>,
    ran: KubectlRun,
    /// What the last command printed for the next one.
    piped: Option<String>,
    /// The standard input of the line.
    given: Option<&'t str>,
}

impl Line<'_> {
    fn run(&mut self, host: &mut impl Host, command: &SimpleCommand, is_piped: bool) -> Result<(), ActionError> {
        let piped = self.piped.take();
        let runs = match command.link {
            Link::Always => true,
            Link::Success => self.ran.output.code == 0,
            Link::Failure => self.ran.output.code != 0,
            Link::Pipe => piped.is_some(),
        };
        if !runs {
            return Ok(());
        }
        if self.ran.cost > MOST_COST {
            self.fail("error: the commands of the line do too much");
            return Ok(());
        }
        let stdin = match &command.input {
            Some(file) => {
                let Some(text) = self.files.get(file) else {
                    self.fail(&format!("{file}: No such file or directory"));
                    return Ok(());
                };
                text.clone()
            }
            None => piped.or_else(|| self.given.map(str::to_owned)).unwrap_or_default(),
        };
        let mut ran = match not_found(&command.words) {
            Some(output) => KubectlRun { output, ..KubectlRun::default() },
            None => run_command(host, &command.words, &self.files, &stdin)?,
        };
        self.ran.wrote |= ran.wrote;
        self.ran.cost = self.ran.cost.saturating_add(ran.cost);
        self.ran.output.code = ran.output.code;
        let stderr = std::mem::take(&mut ran.output.stderr);
        match &command.stderr {
            Stderr::Printed => self.ran.output.append(&CommandOutput { stderr, ..CommandOutput::default() }),
            Stderr::Output => ran.output.stdout.push_str(&stderr),
            Stderr::File(file) => self.write(file, &stderr, false),
        }
        if let Some(file) = &command.output {
            self.write(file, &ran.output.stdout, command.appends);
            self.piped = is_piped.then(String::new);
        } else if is_piped {
            self.piped = Some(ran.output.stdout);
        } else {
            self.ran.output.append(&CommandOutput { stdout: ran.output.stdout, ..CommandOutput::default() });
            self.ran.watch = ran.watch;
        }
        Ok(())
    }

    /// Writes a file.
    fn write(&mut self, file: &str, text: &str, appends: bool) {
        let name = file.strip_prefix("./").unwrap_or(file);
        if name == "/dev/null" {
            return;
        }
        if name == MANIFEST_FILE {
            return self.fail(&format!("{name}: the editor has this file; choose another name"));
        }
        let old = self.files.get(name).filter(|_| appends).map(String::as_str).unwrap_or_default();
        let text = format!("{old}{text}");
        let others = self.files.iter().filter(|(other, _)| *other != name);
        let (count, bytes) =
            others.fold((1, text.len()), |(count, bytes), (_, other)| (count + 1, bytes + other.len()));
        if text.len() > MAX_FILE_BYTES || bytes > MOST_BYTES || count > MOST_FILES {
            let most = format!("at most {MOST_FILES} files of 1 MiB each, and 4 MiB in all");
            return self.fail(&format!("{name}: no room for it: {most}"));
        }
        self.files.insert(name.to_owned(), text.clone());
        self.ran.files.insert(name.to_owned(), text);
    }

    fn fail(&mut self, why: &str) {
        self.ran.output.stderr.extend([why, "\n"]);
        self.ran.output.code = 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Release;

    /// What a text prints in a new world, with its exit code.
    fn typed(text: &str) -> (String, String, u8) {
        let CommandOutput { stdout, stderr, code } = World::new(Release::V1_36).kubectl(text).unwrap();
        (stdout, stderr, code)
    }

    #[test]
    fn commands_of_a_line_pass_on_what_they_print() {
        let printed = |stdout: &str| (stdout.to_owned(), String::new(), 0);
        assert_eq!(
            typed(
                "kubectl create job a --image=b --dry-run=client -o yaml | kubectl apply -f - && kubectl get jobs | grep -c a"
            ),
            printed("job.batch/a created\n1\n")
        );
        assert_eq!(
            typed(
                "create job a --image=b --dry-run=client -o yaml > a.yaml\ncat a.yaml | head -n 2; create -f ./a.yaml"
            ),
            printed("apiVersion: batch/v1\nkind: Job\njob.batch/a created\n")
        );
        assert_eq!(
            typed("cat > a.txt <<EOF\nb\na\nEOF\necho c >> a.txt\nsort < a.txt |\n  head -2"),
            printed("a\nb\n")
        );
        assert_eq!(typed("get job a 2>/dev/null || echo none && echo done"), printed("none\ndone\n"));
        assert_eq!(
            typed("get job a 2>&1 | wc -l; get job a && echo found | cat"),
            ("1\n".to_owned(), "Error from server (NotFound): jobs.batch \"a\" not found\n".to_owned(), 1)
        );
        assert_eq!(
            typed("echo a > manifest.yaml"),
            (String::new(), "manifest.yaml: the editor has this file; choose another name\n".to_owned(), 1)
        );
        assert_eq!(
            typed("get jobs | jq ."),
            (
                String::new(),
                "No resources found in default namespace.\njq: command not found; apart from kubectl there are cat, echo, \
                 grep, head, ls, sort, tail, wc, sleep, xargs\n"
                    .to_owned(),
                127
            )
        );
        assert!(typed("get job | gte jobs").1.ends_with("wc, sleep, xargs\n\nDid you mean this?\n\tkubectl get\n\n"));
        assert!(typed("vim a").1.starts_with("vim: command not found; ") && typed("kubectl vim a").2 == 1);
        assert_eq!(typed("k get job a"), typed("kubectl get job a"));
        assert_eq!(typed("cat < a"), (String::new(), "a: No such file or directory\n".to_owned(), 1));
        assert!(typed("get jobs $(x)").1.starts_with("error: $ is not supported outside of quotes; "));
    }

    #[test]
    fn files_have_limits() {
        let many: Vec<_> = (0..=MOST_FILES).map(|n| format!("echo > {n}")).collect();
        let many: Vec<_> = many.chunks(20).map(|line| line.join("; ")).collect();
        let refused =
            |file: &str| format!("{file}: no room for it: at most 100 files of 1 MiB each, and 4 MiB in all\n");
        assert_eq!(typed(&many.join("\n")), (String::new(), refused("100"), 1));
        let half = format!("echo {} > a{}", "x".repeat(8_000), "\ncat a a > b; cat b b > a".repeat(3));
        assert_eq!(typed(&format!("{half}{}", "\ncat a >> b".repeat(2))).1, refused("b"));
        let copies: Vec<_> = (0..8).map(|n| format!("cat a > {n}")).collect();
        assert_eq!(typed(&format!("{half}\n{}", copies.join("\n"))).1, refused("6") + &refused("7"));
        let too_long = "the files are too long: 1 MiB is read at most";
        assert_eq!(typed(&format!("{half}\ncat{} | wc", " a".repeat(4_000))).1, format!("cat: {too_long}\n"));
        assert_eq!(typed(&format!("{half}\nwc a a a")).1, format!("wc: {too_long}\n"));
        let long = "xargs: argument list too long: at most 8192 bytes\n";
        assert_eq!(typed(&format!("{half}\nxargs kubectl get job < a")).1, long);
        assert_eq!(typed(&"version; ".repeat(21)).1, "error: a line may have 20 commands\n");
        assert_eq!(typed("sleep 1d").1, "sleep: less than a day can pass at once\n");
    }

    #[test]
    fn while_a_command_sleeps_the_world_plays() {
        let (stdout, ..) = typed("create job a --image=b; sleep 30; get jobs --no-headers | grep Complete");
        assert!(stdout.contains("Complete   1/1"), "{stdout}");
        let mut world = World::new(Release::V1_36);
        let start = world.now;
        world.kubectl("sleep 7").unwrap();
        assert_eq!(world.now.since(start), 7_000);
    }
}
