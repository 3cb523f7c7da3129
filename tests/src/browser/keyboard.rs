//! Keys, sent to the focused element as by a user.

use fantoccini::actions::{InputSource as _, KeyAction, KeyActions};
use fantoccini::key::Key;
use serde_json::json;

use super::Error;
use super::kind::Kind;
use super::page::Page;

impl Page {
    /// Presses one key while others are held down.
    pub async fn press(&self, held: &[Key], key: impl Into<char>) -> Result<(), Error> {
        let key = key.into();
        let held: Vec<char> = held.iter().map(|key| char::from(*key)).collect();
        let mut keys = KeyActions::new("keyboard".to_owned());
        for value in held.iter().copied().chain([key]) {
            keys = keys.then(KeyAction::Down { value });
        }
        for value in [key].into_iter().chain(held.into_iter().rev()) {
            keys = keys.then(KeyAction::Up { value });
        }
        Ok(self.client.perform_actions(keys).await?)
    }

    /// Types words, key by key.
    pub async fn write(&self, words: &str) -> Result<(), Error> {
        let mut keys = KeyActions::new("keyboard".to_owned());
        for letter in words.chars() {
            let value = if letter == '\n' { Key::Enter.into() } else { letter };
            keys = keys.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        }
        Ok(self.client.perform_actions(keys).await?)
    }

    /// Replaces the content of the focused field, as pasting does.
    pub async fn paste(&self, words: &str) -> Result<(), Error> {
        self.press(&[Key::Control], 'a').await?;
        if self.by.kind == Kind::Chromium {
            self.devtools("Input.insertText", json!({ "text": words })).await?;
        } else {
            // The only way without the protocol: as editors in pages paste.
            let script = "document.execCommand('insertText', false, arguments[0])";
            self.client.execute(script, vec![words.into()]).await?;
        }
        Ok(())
    }

    /// Presses Tab until the element of that role and name has the focus, once it is there. While a page has nothing yet that
    /// could have it, Tab leads out of the page, and in Firefox no key finds the way back.
    pub async fn tab_to(&self, role: &str, name: &str) -> Result<(), Error> {
        const ENOUGH: usize = 200;
        self.wait_for(&format!("a {role} named “{name}” to tab to"), async || {
            let is_there = self.all(role).await?.iter().any(|(_, accessible)| accessible.name == name);
            Ok(if is_there { Ok(()) } else { Err("it is not there".to_owned()) })
        })
        .await?;
        let mut seen = Vec::new();
        for _ in 0..ENOUGH {
            self.press(&[], Key::Tab).await?;
            let focused = self.focused().await?;
            if focused.role == role && focused.name == name {
                return Ok(());
            }
            seen.push(format!("{} “{}”", focused.role, focused.name));
        }
        Err(Error::Answer(format!("{ENOUGH} times Tab never reached the {role} “{name}” but: {}", seen.join(", "))))
    }
}
