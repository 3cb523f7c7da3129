//! Characters onto lines: columns, quotes, escapes, and where a long line is broken. `scalar` chooses the style of a
//! text, the parent module its place.

use super::Form;
use super::scalar::{Context, Style, is_break, is_printable, style};

/// A text that grows.
pub(super) struct Emitter {
    form: Form,
    text: String,
    /// Characters on the last line.
    column: usize,
    /// Whether the last line has only blanks and marks so far, beside which something may begin.
    fresh: bool,
}

impl Emitter {
    pub(super) fn new(form: Form) -> Self {
        Self { form, text: String::new(), column: 0, fresh: true }
    }

    pub(super) fn form(&self) -> Form {
        self.form
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// Whether the last line has only blanks and marks so far.
    pub(super) fn at_line_start(&self) -> bool {
        self.fresh
    }

    /// Goes to the column `indent` of a line that has only marks before it: this one, or a new one.
    pub(super) fn start_line(&mut self, indent: usize) {
        if !self.fresh || self.column > indent {
            self.break_line();
        }
        while self.column < indent {
            self.push(' ');
        }
        self.fresh = true;
    }

    /// `-`, `?` or `:`. What begins a line leaves room for something to begin beside it.
    pub(super) fn mark(&mut self, mark: char) {
        self.push(mark);
    }

    /// Something that is never quoted or broken.
    pub(super) fn word(&mut self, word: &str) {
        self.gap();
        word.chars().for_each(|c| self.push(c));
        self.fresh = false;
    }

    /// A text in the style that it needs. Lines after its first begin in the column `indent`.
    pub(super) fn scalar(&mut self, text: &str, indent: usize, context: Context) {
        let width = if context == Context::Block { self.form.width() } else { None };
        self.gap();
        match style(text, self.form, context) {
            Style::Plain => self.plain(text, indent, width),
            Style::Single => self.single(text, indent, width),
            Style::Double => self.double(text, indent, width),
            Style::Literal => self.literal(text, indent),
        }
    }

    fn push(&mut self, c: char) {
        self.text.push(c);
        self.column += 1;
    }

    fn break_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    /// A blank, unless there is one.
    fn gap(&mut self) {
        if self.column > 0 && !self.text.ends_with(' ') {
            self.push(' ');
        }
    }

    /// A character of the text that ends a line of it.
    fn push_break(&mut self, c: char) {
        self.text.push(c);
        self.column = 0;
        self.fresh = true;
    }

    /// Whether the last line is longer than it should be, so that it ends at the next single blank.
    fn is_full(&self, width: Option<usize>) -> bool {
        width.is_some_and(|width| self.column > width)
    }

    fn plain(&mut self, text: &str, indent: usize, width: Option<usize>) {
        self.fresh = false;
        for (c, before, next) in neighbours(text) {
            if c == ' ' && before != Some(' ') && next != Some(' ') && self.is_full(width) {
                self.start_line(indent);
            } else {
                self.push(c);
            }
            self.fresh = false;
        }
    }

    fn single(&mut self, text: &str, indent: usize, width: Option<usize>) {
        self.push('\'');
        self.fresh = false;
        for (c, before, next) in neighbours(text) {
            let inner = before.is_some_and(|c| c != ' ') && next.is_some_and(|c| c != ' ');
            if c == ' ' && inner && self.is_full(width) {
                self.start_line(indent);
            } else if is_break(c) {
                self.push_break(c);
                continue;
            } else {
                if before.is_some_and(is_break) {
                    self.start_line(indent);
                }
                if c == '\'' {
                    self.push('\'');
                }
                self.push(c);
            }
            self.fresh = false;
        }
        self.push('\'');
        self.fresh = false;
    }

    fn double(&mut self, text: &str, indent: usize, width: Option<usize>) {
        self.push('"');
        self.fresh = false;
        // go-yaml looks for a byte order mark where the text begins, whichever character it is about to write.
        let marked = text.starts_with('\u{feff}') && self.form != Form::Readable;
        for (c, before, next) in neighbours(text) {
            if marked || !is_printable(c, self.form) || is_break(c) || c == '"' || c == '\\' {
                escape(c).chars().for_each(|c| self.push(c));
            } else if c == ' ' && before.is_some_and(|c| c != ' ') && next.is_some() && self.is_full(width) {
                self.start_line(indent);
                self.fresh = false;
                if next == Some(' ') {
                    // Blanks that a line begins with are not read.
                    self.push('\\');
                }
            } else {
                self.push(c);
            }
        }
        self.push('"');
    }

    fn literal(&mut self, text: &str, indent: usize) {
        self.push('|');
        if text.starts_with(|c| c == ' ' || is_break(c)) {
            self.push('2');
        }
        let mut from_end = text.chars().rev();
        match (from_end.next().is_some_and(is_break), from_end.next()) {
            (false, _) => self.push('-'),
            (true, Some(c)) if !is_break(c) => {}
            (true, _) => self.push('+'),
        }
        self.push_break('\n');
        let mut at_start = true;
        for c in text.chars() {
            if is_break(c) {
                self.push_break(c);
                at_start = true;
            } else {
                if at_start {
                    self.start_line(indent);
                }
                self.push(c);
                self.fresh = false;
                at_start = false;
            }
        }
    }
}

/// Each character with the one before it and the one behind it.
fn neighbours(text: &str) -> impl Iterator<Item = (char, Option<char>, Option<char>)> {
    let before = std::iter::once(None).chain(text.chars().map(Some));
    let next = text.chars().skip(1).map(Some).chain([None]);
    text.chars().zip(before).zip(next).map(|((c, before), next)| (c, before, next))
}

/// A character as it stands between double quotes if it cannot stand there itself.
fn escape(c: char) -> String {
    let letter = match c {
        '\0' => '0',
        '\u{7}' => 'a',
        '\u{8}' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\u{b}' => 'v',
        '\u{c}' => 'f',
        '\r' => 'r',
        '\u{1b}' => 'e',
        '"' | '\\' => c,
        '\u{85}' => 'N',
        '\u{a0}' => '_',
        '\u{2028}' => 'L',
        '\u{2029}' => 'P',
        _ => {
            let number = u32::from(c);
            return match number {
                0..=0xff => format!("\\x{number:02X}"),
                0x100..=0xffff => format!("\\u{number:04X}"),
                _ => format!("\\U{number:08X}"),
            };
        }
    };
    format!("\\{letter}")
}
