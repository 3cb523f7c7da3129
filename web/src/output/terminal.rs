//! The terminal: what was typed, and what kubectl printed.

use std::rc::Rc;

use web_sys::Element;
use yew::prelude::*;

use crate::session::{Console, Entry};
use crate::settings::OutputTab;
use crate::words::{Words, args, use_words};

/// Properties of [`Terminal`].
#[derive(Properties)]
pub(super) struct Props {
    pub(super) console: Rc<Console>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.console, &other.console)
    }
}

#[component]
pub(super) fn Terminal(props: &Props) -> Html {
    let words = use_words();
    let end = use_node_ref();
    let entries = &props.console.entries;
    let length = entries.last().map(|last| (last.number, last.stdout.len()));
    {
        // The end is what is new.
        let end = end.clone();
        use_effect_with(length, move |length| {
            if let Some(end) = end.cast::<Element>().filter(|_| length.is_some()) {
                end.scroll_into_view_with_bool(false);
            }
        });
    }
    html! {
        <div class="o console" id="output-text" role="tabpanel" aria-labelledby={OutputTab::Terminal.id()} tabindex="0">
            <div role="log" aria-label={words.t("terminal-log")}>
                if entries.is_empty() { <p class="muted">{ words.say("terminal-empty") }</p> }
                for entry in entries { { printed(&words, entry) } }
                <i class="console-end" ref={end}></i>
            </div>
        </div>
    }
}

fn printed(words: &Words, entry: &Entry) -> Html {
    let (heading, rest) = heading(&entry.stdout);
    let mut notes = Vec::new();
    if entry.stdin_lines > 0 {
        notes.push(words.f("terminal-stdin", &args!(n = entry.stdin_lines)));
    }
    if entry.steps > 1 {
        notes.push(words.f("terminal-steps", &args!(n = entry.steps)));
    }
    html! {
        <div class="console-entry" key={entry.number}>
            <p><code><span class="prompt-sign" aria-hidden="true">{ "$ " }</span>{ &entry.line }</code>
                for note in notes { <span class="console-note">{ note }</span> }
            </p>
            if !entry.stdout.is_empty() {
                <pre>if !heading.is_empty() { <span class="hd">{ heading.to_owned() }</span> }{ rest.to_owned() }</pre>
            }
            if !entry.stderr.is_empty() { <pre class="console-error">{ entry.stderr.clone() }</pre> }
        </div>
    }
}

/// The line that names columns, if there is one, and the rest.
fn heading(text: &str) -> (&str, &str) {
    let end = text.find('\n').map_or(text.len(), |at| at + 1);
    let (first, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    let names = first.contains("   ") && first.chars().all(|c| c.is_ascii_uppercase() || " ()-\n".contains(c));
    if names { (first, rest) } else { ("", text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_names_columns() {
        assert_eq!(heading("NAME   AGE\npi     1s\n"), ("NAME   AGE\n", "pi     1s\n"));
        assert_eq!(heading("job.batch/pi created\n").0, "");
        assert_eq!(heading("").0, "");
    }
}
