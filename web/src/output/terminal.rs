//! The terminal: what was typed, and what kubectl printed.

use std::rc::Rc;

use web_sys::Element;
use yew::prelude::*;

use crate::effect::use_effect_with;
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
                for note in notes { { " " }<span class="console-note">{ note }</span> }
            </p>
            if !entry.stdout.is_empty() {
                <pre>for (is_heading, text) in parts(&entry.stdout) {
                    if is_heading { <span class="hd">{ text.to_owned() }</span> } else { { text.to_owned() } }
                }</pre>
            }
            if !entry.stderr.is_empty() { <pre class="console-error">{ entry.stderr.clone() }</pre> }
        </div>
    }
}

/// The text in lines that name columns, of which each table has one, and what stands between them.
fn parts(text: &str) -> Vec<(bool, &str)> {
    let mut parts = Vec::new();
    let (mut start, mut place, mut begins) = (0, 0, true);
    for line in text.split_inclusive('\n') {
        let end = place + line.len();
        if begins && names_columns(line) {
            parts.push((false, text.get(start..place).unwrap_or_default()));
            parts.push((true, line));
            start = end;
        }
        // Tables of several resources have an empty line between them.
        begins = line.trim().is_empty();
        place = end;
    }
    parts.push((false, text.get(start..).unwrap_or_default()));
    parts.retain(|(_, text)| !text.is_empty());
    parts
}

fn names_columns(line: &str) -> bool {
    line.contains("   ") && line.chars().all(|c| c.is_ascii_uppercase() || " ()-\n".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_names_columns() {
        assert_eq!(parts("NAME   AGE\npi     1s\n"), [(true, "NAME   AGE\n"), (false, "pi     1s\n")]);
        assert_eq!(parts("job.batch/pi created\n"), [(false, "job.batch/pi created\n")]);
        assert_eq!(parts(""), []);
    }

    #[test]
    fn every_table_has_one() {
        let two = "NAME   AGE\njob.batch/pi   1s\n\nNAME   READY\npod/pi   0/1\n";
        let headings: Vec<_> = parts(two).into_iter().filter(|(is_heading, _)| *is_heading).collect();
        assert_eq!(headings, [(true, "NAME   AGE\n"), (true, "NAME   READY\n")]);
        assert_eq!(parts(two).into_iter().map(|(_, text)| text).collect::<String>(), two);
    }
}
