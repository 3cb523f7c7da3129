//! The pointer, for what a plain click does not do.

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
    pub async fn click_at(&self, held: Option<Key>, element: &Element, (x, y): (f64, f64)) -> Result<(), Error> {
        let to = PointerAction::MoveToElement { element: element.clone(), duration: None, x, y };
        let mouse = MouseActions::new("mouse".to_owned())
            .pause(std::time::Duration::ZERO)
            .then(to)
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        let mut keys = KeyActions::new("keyboard".to_owned());
        if let Some(held) = held {
            let pause = std::time::Duration::ZERO;
            keys = keys.then(KeyAction::Down { value: held.into() }).pause(pause).pause(pause).pause(pause);
            keys = keys.then(KeyAction::Up { value: held.into() });
        }
        Ok(self.client.perform_actions(Actions::from(keys).and(mouse)).await?)
    }
}
