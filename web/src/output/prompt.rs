//! The prompt: a field for commands, with those that were sent before and with completion.
//!
//! Tab completes only while something is typed, and after Escape it leaves the field as everywhere else.

use std::cell::RefCell;
use std::rc::Rc;

use jobscope_core::kubectl::{Completions, Typed, complete};
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::keep::Keep;
use crate::session::{Dispatch, Do, Session, Shell, use_dispatch};
use crate::ui::{CopyButton, Icon, icon, use_media};
use crate::words::{Words, args, use_words};

/// Most words that are shown of those that complete a line.
const MOST_OFFERED: usize = 60;
/// As high as this many lines the field grows.
const MOST_LINES: usize = 6;

/// Properties of [`Prompt`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) session: Rc<Session>,
    /// The manifest in the editor.
    pub(super) manifest: AttrValue,
    /// A command was sent.
    pub(super) on_sent: Callback<()>,
}

/// Words that can take the place of the one before the caret.
#[derive(Clone, Debug, Default, PartialEq)]
struct Offered {
    /// Where that begins, in bytes of the whole text.
    from: usize,
    words: Vec<String>,
}

/// What no rendering depends on.
#[derive(Debug, Default)]
struct Memory {
    /// How many commands back the text in the field is.
    back: usize,
    /// What was typed before the first of them was brought back.
    typed: String,
    /// Whether the next Tab leaves the field.
    leaves: bool,
}

/// The field and what belongs to it, for its handlers.
#[derive(Clone)]
struct Field {
    node: NodeRef,
    session: Rc<Session>,
    dispatch: Dispatch,
    manifest: AttrValue,
    on_sent: Callback<()>,
    text: UseStateHandle<String>,
    /// The command that the text is the standard input of.
    awaiting: UseStateHandle<Option<String>>,
    offered: UseStateHandle<Offered>,
    said: UseStateHandle<AttrValue>,
    memory: Rc<RefCell<Memory>>,
}

impl Field {
    /// The text, and the byte that the caret is at; none while something is selected.
    fn now(&self) -> Option<(String, Option<usize>)> {
        let field = self.node.cast::<HtmlTextAreaElement>()?;
        let text = field.value();
        let ends = (field.selection_start().ok().flatten()?, field.selection_end().ok().flatten()?);
        let caret = (ends.0 == ends.1).then(|| byte_at(&text, ends.0));
        Some((text, caret))
    }

    /// Puts a text there, with the caret at that byte.
    fn put(&self, text: String, caret: usize) {
        if let Some(field) = self.node.cast::<HtmlTextAreaElement>() {
            field.set_value(&text);
            let at = u32::try_from(text.get(..caret).unwrap_or(&text).encode_utf16().count()).unwrap_or(u32::MAX);
            let _ = field.set_selection_range(at, at);
            let _ = field.focus();
        }
        self.offer(Offered::default());
        self.typed(text);
    }

    /// The text in the field is this now.
    fn typed(&self, text: String) {
        if self.session.is_own() {
            Keep::Command.write(&text);
        }
        self.text.set(text);
    }

    fn put_whole(&self, text: String) {
        let caret = text.len();
        self.put(text, caret);
    }

    fn offer(&self, offered: Offered) {
        self.said.set(AttrValue::default());
        self.offered.set(offered);
    }

    /// How the text before the caret can continue.
    fn completions(&self) -> Option<(String, usize, Completions)> {
        let (text, caret) = self.now()?;
        let caret = caret.filter(|_| self.awaiting.is_none())?;
        let before = text.get(..caret)?;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.get(start..)?;
        let files = self.session.console.files(&self.manifest);
        let found = self.session.read(|timeline| complete(&timeline.world().cluster(&files, ""), line));
        let from = start + found.from;
        Some((text, caret, Completions { from, ..found }))
    }

    /// Completes the word before the caret. False if there is nothing that could be completed.
    fn complete(&self, words: &Words) -> bool {
        let Some((text, caret, found)) = self.completions() else { return false };
        let typed = text.get(found.from..caret).unwrap_or_default();
        if text.get(..caret).is_none_or(|before| before.trim().is_empty()) {
            return false;
        }
        if found.words.is_empty() {
            self.offer(Offered::default());
            self.said.set(words.t("prompt-no-completion"));
            self.memory.borrow_mut().leaves = true;
            return true;
        }
        let common = found.common();
        if common.len() > typed.len() {
            self.replace(&text, found.from, caret, &common);
        }
        if found.words.len() > 1 {
            let listed = found.words.iter().take(MOST_OFFERED).cloned().collect::<Vec<_>>().join(words.comma());
            self.offered.set(Offered { from: found.from, words: found.words.clone() });
            self.said.set(words.f("prompt-completions", &args!(n = found.words.len(), words = listed)));
        }
        true
    }

    fn replace(&self, text: &str, from: usize, to: usize, word: &str) {
        let (before, after) = (text.get(..from).unwrap_or_default(), text.get(to..).unwrap_or_default());
        self.put(format!("{before}{word}{after}"), from + word.len());
    }

    /// A word that was offered takes the place of what is typed of it.
    fn choose(&self, from: usize, word: &str) {
        let Some((text, caret)) = self.now() else { return };
        let whole = Completions { from, words: vec![word.to_owned()] }.common();
        self.replace(&text, from, caret.unwrap_or(text.len()).max(from), &whole);
    }

    /// Sends what is typed, or asks for the standard input of it.
    fn send(&self) {
        let Some((text, _)) = self.now() else { return };
        let whole = match &*self.awaiting {
            Some(command) => format!("{command}\n{text}"),
            None if text.trim().is_empty() => return,
            None => text.trim_end().to_owned(),
        };
        *self.memory.borrow_mut() = Memory::default();
        if self.awaiting.is_none() && Typed::all(&whole).last().is_some_and(Typed::awaits_stdin) {
            self.awaiting.set(Some(whole.trim_end().to_owned()));
        } else if whole.trim() == "clear" {
            self.dispatch.dispatch(Do::ClearConsole);
        } else {
            self.awaiting.set(None);
            self.dispatch.dispatch(Do::Kubectl(whole.into(), self.manifest.clone(), Shell::new()));
            self.on_sent.emit(());
        }
        self.put_whole(String::new());
    }

    /// Whether an answer is typed.
    fn asks(&self) -> bool {
        self.awaiting.as_ref().is_some_and(|command| Typed::all(command).last().is_some_and(Typed::asks))
    }

    /// Brings back a command that was sent before, or after the one that is there. False if there is none.
    fn recall(&self, older: bool) -> bool {
        let Some((text, _)) = self.now() else { return false };
        let sent = &self.session.console.sent;
        let mut memory = self.memory.borrow_mut();
        let back = if older { memory.back + 1 } else { memory.back.saturating_sub(1) };
        if back == memory.back || back > sent.len() {
            return false;
        }
        if memory.back == 0 {
            memory.typed = text;
        }
        memory.back = back;
        let text = match back {
            0 => memory.typed.clone(),
            _ => sent.get(sent.len() - back).map(ToString::to_string).unwrap_or_default(),
        };
        drop(memory);
        self.put_whole(text);
        true
    }

    fn recall_last(&self) {
        self.recall(true);
    }

    fn cancel(&self) {
        self.awaiting.set(None);
        *self.memory.borrow_mut() = Memory::default();
        self.put_whole(String::new());
    }

    /// Whether the key is used up.
    fn on_key(&self, event: &KeyboardEvent, words: &Words) -> bool {
        let (control, shift) = (event.ctrl_key(), event.shift_key());
        if event.is_composing() || event.alt_key() || event.meta_key() {
            return false;
        }
        let leaves = std::mem::take(&mut self.memory.borrow_mut().leaves);
        let key = event.key();
        match (key.as_str(), control, shift) {
            ("Enter", _, false) if self.awaiting.is_some() => {
                let sends = control || self.asks();
                if sends {
                    self.send();
                }
                sends
            }
            ("Enter", false, false) => {
                let open = self.now().is_some_and(|(text, _)| Typed::all(&text).last().is_some_and(|last| last.open));
                if !open {
                    self.send();
                }
                !open
            }
            ("Tab", false, false) if !leaves => self.complete(words),
            ("Escape", false, false) => {
                if self.awaiting.is_some() {
                    self.cancel();
                }
                self.offer(Offered::default());
                self.memory.borrow_mut().leaves = true;
                false
            }
            ("ArrowUp" | "ArrowDown", false, false) if self.awaiting.is_none() => {
                let older = key == "ArrowUp";
                let at_edge = self.now().is_some_and(|(text, caret)| {
                    let caret = caret.unwrap_or(text.len());
                    let (before, after) = text.split_at_checked(caret).unwrap_or((&text, ""));
                    !(if older { before } else { after }).contains('\n')
                });
                at_edge && self.recall(older)
            }
            ("c", true, false) if self.now().is_some_and(|(_, caret)| caret.is_some()) => {
                self.dispatch.dispatch(Do::StopWatch);
                self.cancel();
                true
            }
            ("d", true, false) if self.awaiting.is_some() => {
                self.send();
                true
            }
            ("l", true, false) => {
                self.dispatch.dispatch(Do::ClearConsole);
                true
            }
            _ => false,
        }
    }
}

/// The byte at which a text has the given number of UTF-16 units before it.
fn byte_at(text: &str, units: u32) -> usize {
    let mut left = usize::try_from(units).unwrap_or(usize::MAX);
    for (at, c) in text.char_indices() {
        if left < c.len_utf16() {
            return at;
        }
        left -= c.len_utf16();
    }
    text.len()
}

#[component]
pub(super) fn Prompt(props: &Props) -> Html {
    let words = use_words();
    let touch = use_media("(pointer: coarse)");
    let keeps = props.session.is_own();
    let kept = use_memo((), |()| keeps.then(|| Keep::Command.read::<String>()).flatten().unwrap_or_default());
    let field = Field {
        node: use_node_ref(),
        session: props.session.clone(),
        dispatch: use_dispatch(),
        manifest: props.manifest.clone(),
        on_sent: props.on_sent.clone(),
        text: use_state_eq(|| (*kept).clone()),
        awaiting: use_state_eq(|| None),
        offered: use_state_eq(Offered::default),
        said: use_state_eq(AttrValue::default),
        memory: use_mut_ref(Memory::default),
    };
    let onkeydown = {
        let (field, words) = (field.clone(), words.clone());
        Callback::from(move |event: KeyboardEvent| {
            if field.on_key(&event, &words) {
                event.prevent_default();
                event.stop_propagation();
            }
        })
    };
    let oninput = {
        let field = field.clone();
        Callback::from(move |_: InputEvent| {
            let Some((text, _)) = field.now() else { return };
            field.typed(text);
            // Fingers have no Tab key.
            let found = field.completions().filter(|_| touch);
            let found = found.map(|(_, _, found)| Offered { from: found.from, words: found.words });
            field.offer(found.unwrap_or_default());
        })
    };
    let onblur = {
        let field = field.clone();
        Callback::from(move |_: FocusEvent| field.offer(Offered::default()))
    };
    let press = |does: fn(&Field)| {
        let field = field.clone();
        Callback::from(move |_: MouseEvent| does(&field))
    };
    let (awaiting, asks) = (field.awaiting.is_some(), field.asks());
    let label = match &*field.awaiting {
        Some(command) => words.f("prompt-stdin", &args!(command = command.clone())),
        None => words.t("prompt"),
    };
    // What was done by clicking, as the command that would have done it.
    let command = props.session.now.step.as_ref().and_then(|step| step.action.kubectl()).filter(|_| !awaiting);
    let placeholder = match &command {
        _ if asks => words.t("prompt-answer-hint"),
        _ if awaiting => words.t("prompt-stdin-hint"),
        Some(command) => {
            let more = if command.contains('\n') { " …" } else { "" };
            AttrValue::from(format!("# {}{more}", command.lines().next().unwrap_or_default()))
        }
        None => words.t("prompt-hint"),
    };
    let lines = field.text.lines().count() + usize::from(field.text.ends_with('\n'));
    let empty = field.text.is_empty();
    html! {
        <div class={"prompt"}>
            if !field.offered.words.is_empty() {
                <ul class="prompt-offers mono" aria-label={words.t("prompt-offered")}>
                    for word in field.offered.words.iter().take(MOST_OFFERED) { <li>{ offered_word(&field, word) }</li> }
                    if field.offered.words.len() > MOST_OFFERED { <li>{ "…" }</li> }
                </ul>
            }
            <span class="prompt-sign mono" aria-hidden="true">{ if awaiting { ">" } else { "$" } }</span>
            <textarea ref={field.node.clone()} id="prompt" class="mono" rows={lines.clamp(1, MOST_LINES).to_string()} aria-label={label} aria-describedby="prompt-help"
                {placeholder} spellcheck="false" autocomplete="off" autocapitalize="off" autocorrect="off" enterkeyhint={if awaiting && !asks { "enter" } else { "send" }}
                defaultvalue={(*kept).clone()} {onkeydown} {oninput} {onblur} />
            if let Some(command) = command.filter(|_| empty) {
                <CopyButton text={Callback::from(move |()| AttrValue::from(command.clone()))} label={words.t("copy-as-kubectl")} />
            }
            if props.session.console.is_watching() {
                <button type="button" class="btn sm" onclick={press(|field| field.dispatch.dispatch(Do::StopWatch))}>{ words.t("prompt-stop") }</button>
            }
            if awaiting {
                <button type="button" class="btn sm quiet" onclick={press(Field::cancel)}>{ words.t("prompt-cancel") }</button>
            }
            if touch && !props.session.console.sent.is_empty() && !awaiting {
                <button type="button" class="btn icon" aria-label={words.t("prompt-recall")} onclick={press(Field::recall_last)}>{ icon(Icon::Up) }</button>
            }
            <button type="button" class="btn sm" aria-label={words.t("prompt-run-name")} aria-disabled={(empty && !awaiting).to_string()} onclick={press(Field::send)}>{ words.t("prompt-run") }</button>
            <span class="vh" id="prompt-help">{ words.t("prompt-help") }</span>
            <span class="vh" role="status">{ (*field.said).clone() }</span>
        </div>
    }
}

fn offered_word(field: &Field, word: &str) -> Html {
    let (from, word, field) = (field.offered.from, word.to_owned(), field.clone());
    let shown = word.clone();
    let onclick = Callback::from(move |_: MouseEvent| field.choose(from, &word));
    // The focus stays where the user types.
    let onmousedown = Callback::from(|event: MouseEvent| event.prevent_default());
    html! { <button type="button" tabindex="-1" {onmousedown} {onclick}>{ shown }</button> }
}

#[cfg(test)]
mod tests {
    use super::byte_at;

    #[test]
    fn units_are_not_bytes() {
        assert_eq!([0, 1, 2, 3, 4, 9].map(|units| byte_at("é𝄞x", units)), [0, 2, 2, 6, 7, 7]);
    }
}
