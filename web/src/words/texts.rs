//! The texts of the page in each language. In the published page they are files. The script that starts the page fetches those
//! of the chosen language with the module (`web/start/texts.js`); those of another language are fetched when they are first
//! needed. Other builds have the texts in the module.

use std::cell::RefCell;

use yew::prelude::*;

use super::{Locale, Words};
use crate::effect::use_effect_with;

thread_local! {
    /// The words of the languages that were needed until now.
    static KNOWN: RefCell<Vec<Words>> = const { RefCell::new(Vec::new()) };
}

/// The words of a language, if its texts are there.
fn known(locale: Locale) -> Option<Words> {
    if let Some(words) = KNOWN.with_borrow(|known| known.iter().find(|words| words.locale() == locale).cloned()) {
        return Some(words);
    }
    let words = Words(jobscope_words::Words::with_texts(locale, source::texts(locale)?));
    KNOWN.with_borrow_mut(|known| known.push(words.clone()));
    Some(words)
}

/// The words of a language. While its texts are being fetched, or if fetching failed, the words of the previous language.
#[hook]
pub(crate) fn use_words_of(locale: Locale) -> Words {
    let shown = use_mut_ref(|| None);
    let found = known(locale);
    let update = use_force_update();
    use_effect_with((locale, found.is_some()), move |&(locale, is_there)| {
        if !is_there {
            source::fetch(locale, move || update.force_update());
        }
    });
    let words = found.or_else(|| shown.take()).or_else(|| known(locale.other()));
    let words = words.unwrap_or_else(|| Words(jobscope_words::Words::with_texts(locale, String::new())));
    shown.replace(Some(words.clone()));
    words
}

/// Texts in the module.
#[cfg(not(all(feature = "split", target_arch = "wasm32")))]
mod source {
    use super::Locale;

    #[expect(clippy::unnecessary_wraps, reason = "texts that are files may not be there")]
    pub(super) fn texts(locale: Locale) -> Option<String> {
        Some(locale.source().to_owned())
    }

    pub(super) fn fetch(_: Locale, _: impl FnOnce() + 'static) {}
}

/// Texts in files.
#[cfg(all(feature = "split", target_arch = "wasm32"))]
mod source {
    use gloo::utils::document_element;
    use js_sys::{Function, Promise, Reflect, global};
    use wasm_bindgen::{JsCast, JsValue};
    use wasm_bindgen_futures::{JsFuture, spawn_local};

    use super::Locale;

    /// The document's root has it while texts are being fetched.
    const ATTRIBUTE: &str = "data-texts";

    /// What the script has fetched.
    pub(super) fn texts(locale: Locale) -> Option<String> {
        let fetched = Reflect::get(&global(), &"jobscopeTexts".into()).ok()?;
        Reflect::get(&fetched, &locale.tag().into()).ok()?.as_string()
    }

    /// Calls `then` if the script could fetch the texts.
    pub(super) fn fetch(locale: Locale, then: impl FnOnce() + 'static) {
        let _ = document_element().set_attribute(ATTRIBUTE, "");
        spawn_local(async move {
            if fetched(locale).await.is_ok() {
                then();
            }
            let _ = document_element().remove_attribute(ATTRIBUTE);
        });
    }

    async fn fetched(locale: Locale) -> Result<(), JsValue> {
        let fetch: Function = Reflect::get(&global(), &"jobscopeFetchTexts".into())?.dyn_into()?;
        let texts: Promise = fetch.call1(&JsValue::NULL, &locale.tag().into())?.dyn_into()?;
        JsFuture::from(texts).await.map(|_| ())
    }
}
