//! Fenced blocks in Markdown: finding those that are named `jobscope`.

use std::ops::Range;

/// The name that blocks have to have.
const NAME: &str = "jobscope";

/// A block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// The bytes of the text that it takes, fences included.
    pub(crate) range: Range<usize>,
    /// The line of its first fence, from 1.
    pub(crate) line: usize,
    /// What stands after the name.
    pub(crate) attributes: String,
    /// What stands between the fences.
    pub(crate) body: String,
}

/// A fence: how far it is indented, of which character, how many of them, and what stands after it.
struct Fence<'a> {
    indent: usize,
    mark: char,
    length: usize,
    rest: &'a str,
}

impl<'a> Fence<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let text = line.trim_start_matches(' ');
        let indent = line.len() - text.len();
        let mark = text.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
        let rest = text.trim_start_matches(mark);
        let length = text.len() - rest.len();
        // More is code by indentation, and backticks after backticks are code within a line.
        let is_fence = indent <= 3 && length >= 3 && !(mark == '`' && rest.contains('`'));
        is_fence.then(|| Self { indent, mark, length, rest: rest.trim() })
    }

    fn closes(&self, opening: &Self) -> bool {
        self.mark == opening.mark && self.length >= opening.length && self.rest.is_empty()
    }
}

/// The blocks of a text, in order.
pub(crate) fn blocks(text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Option<(Fence<'_>, usize, usize, String)> = None;
    let mut start = 0;
    for (place, whole) in text.split_inclusive('\n').enumerate() {
        let line = whole.trim_end_matches(['\n', '\r']);
        let end = start + whole.len();
        let fence = Fence::of(line);
        match (&mut open, fence) {
            (Some((opening, from, number, body)), Some(fence)) if fence.closes(opening) => {
                if let Some(attributes) = opening.rest.strip_prefix(NAME).filter(|rest| !rest.starts_with(is_word)) {
                    found.push(Block {
                        range: *from..start + line.len(),
                        line: *number,
                        attributes: attributes.trim_start_matches(',').trim().to_owned(),
                        body: std::mem::take(body),
                    });
                }
                open = None;
            }
            (Some((opening, _, _, body)), _) => {
                let indent = line.len() - line.trim_start_matches(' ').len();
                body.push_str(line.get(indent.min(opening.indent)..).unwrap_or_default());
                body.push('\n');
            }
            (None, Some(fence)) => open = Some((fence, start, place + 1, String::new())),
            (None, None) => {}
        }
        start = end;
    }
    found
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '-' | '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_blocks_of_the_name_are_found() {
        let text = "# One\n\n```jobscope panels=why readonly\njobscope: 1\n```\n\n```yaml\nkind: Job\n```\n\n\
                    ~~~~ jobscope\na\n~~~\nb\n~~~~\n\n```jobscopes\nno\n```\n```jobscope-x\nno\n```\n";
        let found = blocks(text);
        let said: Vec<_> = found.iter().map(|one| (one.line, one.attributes.as_str(), one.body.as_str())).collect();
        assert_eq!(said, [(3, "panels=why readonly", "jobscope: 1\n"), (11, "", "a\n~~~\nb\n")]);
        assert_eq!(&text[found[0].range.clone()], "```jobscope panels=why readonly\njobscope: 1\n```");
    }

    #[test]
    fn a_block_within_another_one_is_text() {
        assert_eq!(blocks("````markdown\n```jobscope\njobscope: 1\n```\n````\n"), []);
        assert_eq!(blocks("    ```jobscope\n    x\n    ```\n"), []);
        assert_eq!(blocks("```jobscope\nnever closed\n"), []);
    }
}
