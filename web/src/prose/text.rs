//! Renders a parsed text: paragraphs, lists, code. Terms link to the glossary, claims are highlighted as values.

use jobscope_lessons::{Block, Inline};
use yew::prelude::*;

use super::term::Term;
use crate::ui::{Icon, small_icon};
use crate::words::{names_kept, phrased, phrased_after, phrased_before};

/// All blocks of a text.
pub(crate) fn blocks(blocks: &[Block]) -> Html {
    blocks.iter().map(block).collect()
}

fn block(block: &Block) -> Html {
    match block {
        Block::Paragraph(inlines) => html! { <p>{ line(inlines) }</p> },
        Block::List(items) => html! { <ul>for item in items { <li>{ line(item) }</li> }</ul> },
        Block::Code(code) => html! { <pre tabindex="0">{ code.trim_end().to_owned() }</pre> },
    }
}

/// Text within a paragraph.
pub(crate) fn line(inlines: &[Inline]) -> Html {
    in_line(inlines, inline)
}

/// All of them, each with the following text that must stay on its line.
fn in_line(inlines: &[Inline], drawn: impl Fn(&Inline) -> Html) -> Html {
    let mut parts = Vec::new();
    let mut rest = inlines;
    while let [one, others @ ..] = rest {
        rest = others;
        match (one, rest) {
            (Inline::Claim { .. } | Inline::Strong(_), [Inline::Text(text), others @ ..]) => {
                parts.push(phrased_after(one.shown(), drawn(one), text));
                rest = others;
            }
            _ => parts.push(drawn(one)),
        }
    }
    parts.into_iter().collect()
}

/// The same without links, for use within a button.
pub(crate) fn still_line(inlines: &[Inline]) -> Html {
    let still = |inline: &Inline| match inline {
        Inline::Link { text, .. } => phrased(text),
        other => self::inline(other),
    };
    in_line(inlines, still)
}

fn inline(inline: &Inline) -> Html {
    match inline {
        Inline::Text(text) => phrased(text),
        Inline::Strong(text) => html! { <strong>{ phrased(text) }</strong> },
        Inline::Code(text) => html! { <code>{ code(text) }</code> },
        Inline::Claim { text, .. } => html! { <b class="claim">{ phrased(text) }</b> },
        Inline::Link { text, to } => match to.strip_prefix('#') {
            Some(term) => html! { <Term id={term.to_owned()}>{ phrased(text) }</Term> },
            None => outside(text, to),
        },
    }
}

/// Code, which breaks between its words and not at the hyphens in them; a short one stays whole, as does what stands before or
/// after a flag.
fn code(text: &str) -> Html {
    /// `restartPolicy: OnFailure`
    const SHORT: usize = 24;
    let piece = |piece: String| {
        if piece.len() <= SHORT {
            html! { <span class="keep">{ piece }</span> }
        } else {
            names_kept(&piece)
        }
    };
    pieces(text)
        .into_iter()
        .enumerate()
        .map(|(place, text)| html! { <>{ if place > 0 { " " } else { "" } }{ piece(text) }</> })
        .collect()
}

/// Code in pieces, each of which but the first begins with a flag. Lines break between them.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match pieces.last_mut() {
            Some(piece) if !word.starts_with("--") => {
                piece.push(' ');
                piece.push_str(word);
            }
            _ => pieces.push(word.to_owned()),
        }
    }
    pieces
}

/// A link to somewhere else.
pub(crate) fn outside(text: &str, to: &str) -> Html {
    // Texts are files of this page; still, only web URLs become links.
    if !to.starts_with("https://") {
        return html! { text.to_owned() };
    }
    let text = phrased_before(text, small_icon(Icon::Link));
    html! { <a href={to.to_owned()} target="_blank" rel="noopener noreferrer">{ text }</a> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_breaks_before_its_flags() {
        let command = "kubectl delete job gone --cascade=orphan";
        assert_eq!(pieces(command), ["kubectl delete job gone", "--cascade=orphan"]);
        assert_eq!(pieces("restartPolicy: OnFailure"), ["restartPolicy: OnFailure"]);
        assert_eq!(pieces("--cascade=orphan"), ["--cascade=orphan"]);
    }
}
