//! Manifests within other text: in code blocks of Markdown, in here-documents of a shell, and below the command that
//! printed them.

/// What a shell shows before a command.
const PROMPTS: [&str; 4] = ["$ ", "# ", "% ", "> "];

/// The manifests and objects that stand in a text, as documents of one stream. `None` if there are none, or if what
/// stands around them means to be a manifest itself: its script may have a here-document.
pub(crate) fn quoted(text: &str) -> Option<String> {
    let (mut blocks, mut around) = (Vec::new(), Vec::new());
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    while let Some(line) = lines.next() {
        match Quote::begun_by(line) {
            Some(quote) => blocks.push(lines.by_ref().take_while(|line| !quote.ends_at(line)).collect()),
            None => around.push(line),
        }
    }
    let around = if blocks.is_empty() {
        blocks.push(below_command(&around)?);
        &[]
    } else {
        around.as_slice()
    };
    blocks.retain(|block: &Vec<&str>| seems_manifest(block.iter().copied()));
    if blocks.is_empty() || seems_manifest(around.iter().copied()) {
        return None;
    }
    let mut stream = String::new();
    for block in &blocks {
        if !stream.is_empty() {
            stream.push_str("---\n");
        }
        let indent = block.iter().filter(|line| !line.trim().is_empty()).map(|line| indentation(line)).min();
        for line in block {
            stream.push_str(line.get(indent.unwrap_or(0)..).unwrap_or_default());
            stream.push('\n');
        }
    }
    Some(stream)
}

/// Whether lines that are not YAML mean to be a manifest.
pub(crate) fn seems_manifest<'a>(mut lines: impl Iterator<Item = &'a str>) -> bool {
    let starts = ["kind:", "apiVersion:", "\"kind\":", "\"apiVersion\":"];
    let is_first = |line: &str| starts.iter().any(|start| line.starts_with(start));
    lines.any(|line| is_first(line.trim_start_matches(['\u{feff}', '{', '-', ' ', '\t'])))
}

/// Whether a line is a command of kubectl, perhaps behind a shell's prompt.
pub(crate) fn is_command(line: &str) -> bool {
    let line = line.trim_start_matches(['$', '#', '%', '>', ' ']);
    let mut commands = PROMPTS.iter().filter_map(|prompt| Some(line.split_once(prompt)?.1));
    line.starts_with("kubectl ") || commands.any(|command| command.starts_with("kubectl "))
}

/// What a command has printed: the lines below it, up to the next prompt.
fn below_command<'a>(lines: &[&'a str]) -> Option<Vec<&'a str>> {
    let mut lines = lines.iter().copied().skip_while(|line| line.trim().is_empty());
    lines.next().filter(|line| is_command(line) && !is_comment(line))?;
    let is_prompt = |line: &str| {
        let line = line.trim_end();
        is_command(line) || (indentation(line) == 0 && (line.ends_with('$') || line.ends_with('%')))
    };
    Some(lines.take_while(|line| !is_prompt(line)).collect())
}

/// Whether YAML takes a line for a comment, even if it is a command behind root's prompt.
fn is_comment(line: &str) -> bool {
    line.starts_with('#')
}

/// How many bytes of white space a line starts with.
fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// What sets a part of a text apart.
#[derive(Clone, Copy, Debug)]
enum Quote<'a> {
    /// A code block of Markdown: the character of its fences, and how often the first one has it.
    Fence(char, usize),
    /// A here-document: the line that ends it.
    HereDocument(&'a str),
}

impl<'a> Quote<'a> {
    fn begun_by(line: &'a str) -> Option<Self> {
        let start = line.trim_start();
        let mark = start.chars().next().filter(|mark| matches!(mark, '`' | '~'));
        if let Some((mark, count)) = mark.map(|mark| (mark, count_leading(start, mark)))
            && count >= 3
        {
            return Some(Self::Fence(mark, count));
        }
        let (_, rest) = line.split_once("<<").filter(|_| !is_comment(line))?;
        let rest = rest.strip_prefix('-').unwrap_or(rest).trim_start().trim_start_matches(['\'', '"', '\\']);
        let word = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
        (!word.is_empty()).then_some(Self::HereDocument(word))
    }

    fn ends_at(self, line: &str) -> bool {
        let line = line.trim();
        match self {
            Self::Fence(mark, count) => count_leading(line, mark) >= count && line.chars().all(|c| c == mark),
            Self::HereDocument(word) => line == word,
        }
    }
}

/// How often a text has a character at its start.
fn count_leading(text: &str, mark: char) -> usize {
    text.chars().take_while(|c| *c == mark).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const JOB: &str = "apiVersion: batch/v1\nkind: Job\nspec:\n  backoffLimit: 0\n";

    #[test]
    fn what_stands_in_other_text_is_found() {
        let indented = JOB.replace('\n', "\n    ");
        for text in [
            format!("Here is my Job:\n\n```yaml\n{JOB}```\n\nWhy does it hang?\n"),
            format!("~~~~\n{JOB}~~~~"),
            format!("1. Apply it:\n\n    ```yaml\n    {indented}\n    ```\n"),
            format!("First\n```sh\nls\n```\nthen\n```\n{JOB}```"),
            format!("cat <<EOF | kubectl apply -f -\n{JOB}EOF\n"),
            format!("set -e\nkubectl -n \"$NS\" apply -f - <<-'MANIFEST'\n{JOB}MANIFEST\nkubectl get jobs\n"),
            format!("$ kubectl get job pi -o yaml\n{JOB}"),
            format!("me@host:~$ kubectl get job pi -o yaml\n{JOB}me@host:~$ \n"),
        ] {
            assert_eq!(quoted(&text).as_deref().map(str::trim_end), Some(JOB.trim_end()), "{text}");
        }
        let two = format!("```\n{JOB}```\nand\n```\n{JOB}```\n");
        assert_eq!(quoted(&two), Some(format!("{JOB}---\n{JOB}")));
    }

    #[test]
    fn a_manifest_with_a_script_is_not_taken_apart() {
        let script =
            "    command:\n    - sh\n    - -c\n    - |\n      kubectl apply -f - <<EOF\n      kind: Job\n      EOF\n";
        for text in [
            JOB,
            &format!("{JOB}{script}"),
            "```\nls\n```\n",
            "hello",
            "<<: *defaults\n",
            "kubectl get jobs",
            &format!("# kubectl apply -f - <<EOF\n{JOB}"),
            "",
        ] {
            assert_eq!(quoted(text), None, "{text}");
        }
    }
}
