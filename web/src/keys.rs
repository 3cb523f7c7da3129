//! The key map of the whole page.

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use crate::effect::use_effect_with;

/// What a key stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    StepOver,
    StepInto,
    StepOut,
    StepBack,
    PlayPause,
    Start,
    End,
    RunOn,
    RunBack,
    Undo,
    Redo,
    /// Applies the manifest, wherever the focus is.
    Apply,
    Palette,
    /// The screen goes black, or comes back, as on a presenter's remote control.
    Blank,
    /// The search for a schedule.
    Explore,
    Help,
}

/// The key map as it is shown, with the keys of its descriptions, and what they do on the whole page.
pub(crate) const MAP: [(&[&str], &str, Option<Key>); 18] = [
    (&["F10"], "key-step-over", Some(Key::StepOver)),
    (&["F11"], "key-step-into", Some(Key::StepInto)),
    (&["Shift", "F11"], "key-step-out", Some(Key::StepOut)),
    (&["Shift", "F10"], "key-step-back", Some(Key::StepBack)),
    (&["Space"], "key-play", Some(Key::PlayPause)),
    (&["Home"], "key-start", Some(Key::Start)),
    (&["End"], "key-end", Some(Key::End)),
    (&["F8"], "key-run-on", Some(Key::RunOn)),
    (&["Shift", "F8"], "key-run-back", Some(Key::RunBack)),
    (&["Ctrl", "Z"], "key-undo", Some(Key::Undo)),
    (&["Ctrl", "Shift", "Z"], "key-redo", Some(Key::Redo)),
    (&["E"], "key-explore", Some(Key::Explore)),
    (&["Ctrl", "Enter"], "key-apply", None),
    (&["Ctrl", "K"], "key-palette", None),
    (&["?"], "key-help", Some(Key::Help)),
    (&["Page Down"], "key-next-slide", None),
    (&["Page Up"], "key-last-slide", None),
    (&["B"], "key-blank", Some(Key::Blank)),
];

/// Where the key went to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Focus {
    /// The user types there.
    Text,
    /// Letters and arrows choose there; there is no text to undo.
    Select,
    /// Something that uses the arrow keys itself: a slider, tabs, whatever scrolls.
    Moves,
    /// A control that is pressed.
    Control,
    /// Nothing in particular.
    Page,
}

impl Focus {
    fn of(event: &KeyboardEvent) -> Self {
        let Some(element) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
            return Self::Page;
        };
        let fits = |selector| element.closest(selector).is_ok_and(|found| found.is_some());
        if fits("textarea, input:not([type=range], [type=checkbox], [type=radio])") {
            Self::Text
        } else if fits("select") {
            Self::Select
        } else if fits("input, [role=tab], [tabindex='0']") {
            Self::Moves
        } else if fits("button, a, summary") {
            Self::Control
        } else {
            Self::Page
        }
    }
}

impl Key {
    fn of(event: &KeyboardEvent) -> Option<Self> {
        if event.alt_key() {
            return None;
        }
        if event.ctrl_key() || event.meta_key() {
            return Self::read_with_control(&event.key(), event.shift_key(), Focus::of(event));
        }
        Self::read(&event.key(), event.shift_key(), Focus::of(event))
    }

    /// With Ctrl, or the command key of a Mac. What is typed has an undo of its own.
    fn read_with_control(key: &str, shift: bool, focus: Focus) -> Option<Self> {
        match (key, shift, focus) {
            ("k" | "K", false, _) => Some(Self::Palette),
            ("Enter", false, _) => Some(Self::Apply),
            (_, _, Focus::Text) => None,
            ("z" | "Z", false, _) => Some(Self::Undo),
            ("z" | "Z", true, _) | ("y" | "Y", false, _) => Some(Self::Redo),
            _ => None,
        }
    }

    fn read(key: &str, shift: bool, focus: Focus) -> Option<Self> {
        match (key, shift, focus) {
            // Page keys are what a presenter's remote control sends: next and last.
            ("F10", false, _) | ("PageDown", false, Focus::Page | Focus::Control) => Some(Self::StepOver),
            ("F10", true, _) | ("PageUp", false, Focus::Page | Focus::Control) => Some(Self::StepBack),
            ("F11", false, _) => Some(Self::StepInto),
            ("F11", true, _) => Some(Self::StepOut),
            ("F8", false, _) => Some(Self::RunOn),
            ("F8", true, _) => Some(Self::RunBack),
            (" ", false, Focus::Page) => Some(Self::PlayPause),
            ("Home", false, Focus::Page | Focus::Control) => Some(Self::Start),
            ("End", false, Focus::Page | Focus::Control) => Some(Self::End),
            ("?", _, Focus::Page | Focus::Control | Focus::Moves) => Some(Self::Help),
            // And a black screen.
            ("." | "b" | "B", false, Focus::Page | Focus::Control | Focus::Moves) => Some(Self::Blank),
            ("e" | "E", false, Focus::Page | Focus::Control | Focus::Moves) => Some(Self::Explore),
            _ => None,
        }
    }
}

/// Listens for the keys of [`MAP`] on the whole page. While a dialog is open, they are its own.
#[hook]
fn use_keys(on_key: Callback<Key>) {
    use_effect_with(on_key, |on_key| {
        let on_key = on_key.clone();
        let options = EventListenerOptions::enable_prevent_default();
        let listener = EventListener::new_with_options(&gloo::utils::document(), "keydown", options, move |event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
            let modal = gloo::utils::document().query_selector("dialog[open], .pop:popover-open");
            if modal.is_ok_and(|open| open.is_some()) {
                return;
            }
            if let Some(key) = Key::of(event) {
                event.prevent_default();
                on_key.emit(key);
            }
        });
        move || drop(listener)
    });
}

/// Properties of [`Keys`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) on_key: Callback<Key>,
}

/// [`use_keys`], while it is there.
#[component]
pub(crate) fn Keys(props: &Props) -> Html {
    use_keys(props.on_key.clone());
    Html::default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_is_never_taken_for_a_command() {
        for key in [" ", "Home", "End", "?", "PageDown", "PageUp", ".", "b", "e"] {
            assert_eq!(Key::read(key, false, Focus::Text), None);
            assert_eq!(Key::read(key, false, Focus::Select), None);
        }
        assert_eq!(Key::read("F10", false, Focus::Text), Some(Key::StepOver));
    }

    #[test]
    fn a_remote_control_steps_wherever_nothing_else_wants_its_keys() {
        assert_eq!(Key::read("PageDown", false, Focus::Control), Some(Key::StepOver));
        assert_eq!(Key::read("PageUp", false, Focus::Page), Some(Key::StepBack));
        assert_eq!(Key::read("PageDown", false, Focus::Moves), None, "it scrolls there");
        assert_eq!(Key::read(".", false, Focus::Moves), Some(Key::Blank));
    }

    #[test]
    fn the_ends_are_reached_after_a_button_was_pressed() {
        assert_eq!(Key::read("Home", false, Focus::Control), Some(Key::Start));
        assert_eq!(Key::read("End", false, Focus::Control), Some(Key::End));
        assert_eq!(Key::read("End", false, Focus::Moves), None, "a slider has ends of its own");
    }

    #[test]
    fn undo_is_of_the_text_where_there_is_text() {
        assert_eq!(Key::read_with_control("z", false, Focus::Text), None);
        assert_eq!(Key::read_with_control("z", false, Focus::Control), Some(Key::Undo));
        assert_eq!(Key::read_with_control("z", false, Focus::Select), Some(Key::Undo));
        assert_eq!(Key::read_with_control("Z", true, Focus::Page), Some(Key::Redo));
        assert_eq!(Key::read_with_control("r", false, Focus::Page), None);
        assert_eq!(Key::read_with_control("k", false, Focus::Text), Some(Key::Palette));
    }

    #[test]
    fn the_manifest_is_applied_from_anywhere() {
        for focus in [Focus::Text, Focus::Select, Focus::Moves, Focus::Control, Focus::Page] {
            assert_eq!(Key::read_with_control("Enter", false, focus), Some(Key::Apply));
            assert_eq!(Key::read("Enter", false, focus), None);
        }
    }

    #[test]
    fn space_still_presses_a_button() {
        assert_eq!(Key::read(" ", false, Focus::Control), None);
        assert_eq!(Key::read(" ", false, Focus::Page), Some(Key::PlayPause));
    }
}
