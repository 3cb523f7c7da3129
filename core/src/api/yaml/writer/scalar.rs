//! Chooses the style of a text: plain if that reads back as the same text, single quotes if only punctuation prevents
//! it, else double quotes; a block scalar if it has several lines.
//!
//! The rules are go-yaml's (`analyze_scalar` and `select_scalar_style` in its `emitterc.go`, `stringv` in `encode.go`).

use super::Form;
use super::resolved::is_resolved;

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Single,
    Double,
    Literal,
}

/// Where a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// As a value, which may have lines of its own.
    Block,
    /// As a key, or for a place that has one line.
    Line,
    /// Between braces, on one line.
    Flow,
}

/// The style of a text in that place.
pub(super) fn style(text: &str, form: Form, context: Context) -> Style {
    let found = analyze(text, form);
    // To readers the plain key is a merge. go-yaml does not see that when it writes, but no key of a Job can be it.
    let merge = context != Context::Block && text == "<<";
    // Our reader takes a dash before a bracket for the beginning of an item.
    let braces = context == Context::Flow && (found.flow_indicators || text.ends_with(" -"));
    if merge || is_resolved(text, form) {
        Style::Double
    } else if text.contains('\n') {
        if context == Context::Block && found.literal { Style::Literal } else { Style::Double }
    } else if found.plain && !braces {
        Style::Plain
    } else if found.single {
        Style::Single
    } else {
        Style::Double
    }
}

/// Whether YAML 1.1 takes the character for the end of a line.
pub(super) fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Whether a character may stand in a text as it is. go-yaml escapes what has more than 16 bits.
pub(super) fn is_printable(c: char, form: Form) -> bool {
    match c {
        // To our reader they are characters of the line, as in YAML 1.2.
        '\u{2028}' | '\u{2029}' => form != Form::Readable,
        '\u{feff}' => false,
        '\n' | ' '..='~' | '\u{a0}'..='\u{fffd}' => true,
        '\u{10000}'.. => form == Form::Readable,
        _ => false,
    }
}

/// What a text's characters allow.
struct Analysis {
    plain: bool,
    /// Whether something in it means more between braces.
    flow_indicators: bool,
    single: bool,
    literal: bool,
}

fn analyze(text: &str, form: Form) -> Analysis {
    let mut plain = !(text.starts_with("---") || text.starts_with("..."));
    let mut flow_indicators = !plain;
    let (mut special, mut breaks, mut space_break, mut break_space) = (false, false, false, false);
    let mut before = None;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let ends_word = rest.as_str().chars().next().is_none_or(is_blank);
        let (flow, block) = indicates(c, before, ends_word);
        flow_indicators |= flow;
        plain &= !block;
        special |= !is_printable(c, form);
        breaks |= is_break(c);
        space_break |= is_break(c) && before == Some(' ');
        break_space |= c == ' ' && before.is_some_and(is_break);
        before = Some(c);
    }
    let edge = |c| c == ' ' || is_break(c);
    let single = !(space_break || break_space || special);
    let literal = match form {
        // Tabs and blanks are read again where they stand; what a block begins with tells how deep it is.
        Form::Readable => {
            !text.starts_with(|c| edge(c) || c == '\t') && text.chars().all(|c| c == '\t' || is_printable(c, form))
        }
        Form::Kubectl(_) => !(text.ends_with(' ') || space_break || special),
    };
    Analysis {
        plain: plain && single && !breaks && !text.starts_with(edge) && !text.ends_with(edge),
        flow_indicators,
        single,
        literal,
    }
}

/// Whether a character there means more than itself: between braces, and outside of them.
fn indicates(c: char, before: Option<char>, ends_word: bool) -> (bool, bool) {
    match (c, before) {
        ('#' | ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`', None) => {
            (true, true)
        }
        ('?', None) | (':', _) => (true, ends_word),
        ('-', None) => (ends_word, ends_word),
        ('#', Some(before)) if is_blank(before) => (true, true),
        (',' | '?' | '[' | ']' | '{' | '}', Some(_)) => (true, false),
        _ => (false, false),
    }
}

fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t'
}
