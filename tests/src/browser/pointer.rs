//! The pointer, for what a plain click does not do.

use std::time::Duration;

use fantoccini::actions::{
    Actions, InputSource as _, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
};
use fantoccini::elements::Element;
use fantoccini::key::Key;

use super::Error;
use super::page::Page;

impl Page {
    /// Clicks the middle of an element while a key is held down.
    pub async fn click_holding(&self, held: Key, element: &Element) -> Result<(), Error> {
        self.click_at(Some(held), element, (0.0, 0.0)).await
    }

    /// Clicks a point of an element, in CSS pixels from its middle, perhaps while a key is held down.
    pub async fn click_at(&self, held: Option<Key>, element: &Element, point: (f64, f64)) -> Result<(), Error> {
        let mut keys = KeyActions::new("keyboard".to_owned());
        if let Some(held) = held {
            keys = keys.then(KeyAction::Down { value: held.into() });
            // The key stays down until the mouse button is up.
            keys = (1..PRESS_ACTIONS).fold(keys, |keys, _| keys.pause(Duration::ZERO));
            keys = keys.then(KeyAction::Up { value: held.into() });
        }
        let mouse = press(element, point, Duration::ZERO);
        Ok(self.client.perform_actions(Actions::from(keys).and(mouse)).await?)
    }

    /// Holds the button down on the middle of an element, as a slow hand does.
    pub async fn click_slowly(&self, element: &Element) -> Result<(), Error> {
        Ok(self.client.perform_actions(press(element, (0.0, 0.0), Duration::from_secs(1))).await?)
    }
}

/// The number of actions in a [`press`].
const PRESS_ACTIONS: usize = 5;

/// Presses the mouse button on a point of the element and releases it after `time`, even if the element has moved.
fn press(element: &Element, (x, y): (f64, f64), time: Duration) -> MouseActions {
    MouseActions::new("mouse".to_owned())
        .pause(Duration::ZERO)
        .then(PointerAction::MoveToElement { element: element.clone(), duration: None, x, y })
        .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
        .pause(time)
        .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT })
}
