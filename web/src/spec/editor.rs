//! The manifest editor: a plain text area over painted text, with line numbers, and errors marked where they are.

use std::rc::Rc;

use jobscope_core::api::ManifestError;
use web_sys::{Element, HtmlTextAreaElement};
use yew::prelude::*;

use super::highlight;
use crate::ui::{offset, on_value};
use crate::words::use_words;

/// Longer texts are not painted: thousands of lines would make every key stroke slow.
const MOST_PAINTED_LINES: usize = 1500;

/// Properties of [`Editor`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) text: AttrValue,
    pub(crate) errors: Rc<Vec<ManifestError>>,
    pub(crate) textarea: NodeRef,
    pub(crate) on_type: Callback<String>,
}

#[component]
pub(crate) fn Editor(props: &Props) -> Html {
    let words = use_words();
    let on_type = props.on_type.clone();
    let oninput = on_value::<InputEvent>(move |text| on_type.emit(text));
    let broken = !props.errors.is_empty();
    html! {
        <div class={classes!("editor", broken.then_some("broken"))}>
            <Painted text={props.text.clone()} errors={props.errors.clone()} />
            <textarea ref={props.textarea.clone()} aria-label={words.t("manifest")} aria-invalid={broken.to_string()} aria-describedby="problems"
                spellcheck="false" autocomplete="off" autocapitalize="off" wrap="off" value={props.text.clone()} {oninput} />
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct PaintedProps {
    text: AttrValue,
    errors: Rc<Vec<ManifestError>>,
}

/// What is seen under the text area: numbers, colours, marks.
#[component]
fn Painted(props: &PaintedProps) -> Html {
    let lines: Vec<_> = props.text.split('\n').collect();
    let painted = lines.len() <= MOST_PAINTED_LINES;
    html! {
        <div class="painted" aria-hidden="true">
            for (number, line) in (1_u32..).zip(&lines) {
                <div class={classes!("line", props.errors.iter().any(|error| error.line == number).then_some("bad"))}>
                    { paint(line, painted, props.errors.iter().find(|error| error.line == number)) }
                </div>
            }
        </div>
    }
}

/// One line; the place of its first error is underlined. The line is never empty, so that it has its height.
fn paint(line: &str, painted: bool, error: Option<&ManifestError>) -> Html {
    let mark = error.map(|error| marked_range(line, error.column));
    let pieces = if painted { highlight::pieces(line) } else { vec![(highlight::Paint::Value, line)] };
    let mut at = 0;
    let mut shown = Vec::new();
    for (kind, text) in pieces {
        for (part, bad) in split_by(text, at, mark) {
            shown
                .push(html! { <span class={classes!(kind.class(), bad.then_some("here"))}>{ part.to_owned() }</span> });
        }
        at += text.len();
    }
    if mark.is_some_and(|(start, _)| start >= line.len()) {
        shown.push(html! { <span class="here">{ " " }</span> });
    }
    html! { <>{ for shown }{ "\u{200b}" }</> }
}

/// The bytes of `line` from `column` (in characters, from 1) to the end of the word there.
fn marked_range(line: &str, column: u32) -> (usize, usize) {
    let before = usize::try_from(column).unwrap_or(usize::MAX).saturating_sub(1);
    let start = line.char_indices().nth(before).map_or(line.len(), |(at, _)| at);
    let word = line.get(start..).unwrap_or_default();
    let length = word.find(|c: char| c.is_whitespace() || c == ':').filter(|&length| length > 0).unwrap_or(word.len());
    (start, start + length)
}

/// The parts of `text`, which begins at byte `at` of its line, inside and outside of `mark`.
fn split_by(text: &str, at: usize, mark: Option<(usize, usize)>) -> Vec<(&str, bool)> {
    let Some((start, end)) = mark else { return vec![(text, false)] };
    let start = start.clamp(at, at + text.len()) - at;
    let end = end.clamp(at, at + text.len()) - at;
    [(0..start, false), (start..end, true), (end..text.len(), false)]
        .into_iter()
        .filter_map(|(range, bad)| text.get(range).filter(|part| !part.is_empty()).map(|part| (part, bad)))
        .collect()
}

/// Puts the caret at a place and brings it into view.
pub(crate) fn go_to(textarea: &HtmlTextAreaElement, text: &str, line: u32, column: u32) {
    let at = offset(text, line, column);
    let _ = textarea.focus();
    let _ = textarea.set_selection_range(at, at);
    let editor: Option<Element> = textarea.parent_element();
    if let Some(editor) = editor {
        let lines = i32::try_from(text.split('\n').count()).unwrap_or(i32::MAX).max(1);
        let height = textarea.scroll_height() / lines;
        let above = i32::try_from(line).unwrap_or(i32::MAX).saturating_sub(3).max(0);
        editor.set_scroll_top(above.saturating_mul(height));
        editor.set_scroll_left(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_underlined_where_it_is() {
        let line = "  paralelism: 2";
        let (start, end) = marked_range(line, 3);
        assert_eq!(&line[start..end], "paralelism");
        assert_eq!(marked_range("ab", 9), (2, 2));
        assert_eq!(marked_range("é: x", 4), (4, 5));
    }

    #[test]
    fn marks_cut_pieces() {
        assert_eq!(split_by("abcd", 2, Some((3, 5))), [("a", false), ("bc", true), ("d", false)]);
        assert_eq!(split_by("abcd", 9, Some((3, 5))), [("abcd", false)]);
    }
}
