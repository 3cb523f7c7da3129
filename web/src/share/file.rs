//! Files: a session saved as one, and files that are chosen or dropped onto the page.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use jobscope_core::history::MAX_HISTORY_BYTES;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, BlobPropertyBag, DragEvent, File, FileList, HtmlAnchorElement, HtmlInputElement, Url};
use yew::prelude::*;

use super::stream::text_of_file;
use crate::arrival::{Arrival, Openers, Source};
use crate::effect::use_effect_with;
use crate::lazy;
use crate::words::use_words;

/// How the name of a saved session ends.
pub(super) const ENDING: &str = ".jobscope.yaml";

/// How long a saved session is kept for the browser to fetch, which some begin only after a while, in milliseconds.
const KEPT_MS: u32 = 40_000;

/// Has the browser save `text` as a file of this name and content type.
pub(super) fn save(name: &str, kind: &str, text: &str) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let blob = Blob::new_with_str_sequence_and_options(&js_sys::Array::of1(&text.into()), &options)?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = gloo::utils::document().create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Timeout::new(KEPT_MS, move || drop(Url::revoke_object_url(&address))).forget();
    Ok(())
}

/// Reads files and tells what they bring together.
fn read(files: &FileList, then: Callback<Arrival>) {
    let files: Vec<File> = (0..files.length()).filter_map(|place| files.get(place)).collect();
    spawn_local(async move {
        let mut room = MAX_HISTORY_BYTES;
        let mut texts: Vec<(String, String)> = Vec::new();
        for file in files {
            match text_of_file(&file, &mut room).await {
                Ok(text) => texts.push((file.name(), text)),
                Err(wrong) => return then.emit(Arrival::broken(Source::File, wrong)),
            }
        }
        if !texts.is_empty() {
            lazy::with_functions(move |openers: Openers| then.emit((openers.files)(Source::File, texts)));
        }
    });
}

/// Opens files that are dropped anywhere on the page.
#[hook]
pub(crate) fn use_dropped_files(on_arrival: Callback<Arrival>) {
    use_effect_with(on_arrival, |on_arrival| {
        let on_arrival = on_arrival.clone();
        let heed = EventListenerOptions::enable_prevent_default();
        // Without this the browser would leave the page for the file.
        let over = EventListener::new_with_options(&gloo::utils::window(), "dragover", heed, |event| {
            if files(event).is_some() {
                event.prevent_default();
            }
        });
        let drop_file = EventListener::new_with_options(&gloo::utils::window(), "drop", heed, move |event| {
            let Some(files) = files(event) else { return };
            event.prevent_default();
            read(&files, on_arrival.clone());
        });
        move || drop((over, drop_file))
    });
}

/// What is dragged, if that is files.
fn files(event: &Event) -> Option<FileList> {
    let dragged = event.dyn_ref::<DragEvent>()?.data_transfer()?;
    dragged.types().includes(&"Files".into(), 0).then(|| dragged.files()).flatten()
}

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) on_save: Callback<()>,
    pub(super) on_arrival: Callback<Arrival>,
}

/// The two buttons: save, and open.
#[component]
pub(super) fn Files(props: &Props) -> Html {
    let words = use_words();
    html! {
        <div class="share-files">
            <button type="button" class="btn sm" onclick={props.on_save.reform(|_: MouseEvent| ())}>{ words.t("file-save") }</button>
            <OpenFile class="btn sm" on_arrival={props.on_arrival.clone()} />
            <p class="muted">{ words.say("file-what") }</p>
        </div>
    }
}

/// Properties of [`OpenFile`].
#[derive(Properties, PartialEq)]
pub(crate) struct OpenProps {
    pub(crate) class: Classes,
    /// The key of its name.
    #[prop_or("file-open")]
    pub(crate) name: &'static str,
    pub(crate) on_arrival: Callback<Arrival>,
}

/// The button that opens a file, or several of a history.
#[component]
pub(crate) fn OpenFile(props: &OpenProps) -> Html {
    let words = use_words();
    let input = use_node_ref();
    let choose = {
        let input = input.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(input) = input.cast::<HtmlInputElement>() {
                input.click();
            }
        })
    };
    let chosen = {
        let on_arrival = props.on_arrival.clone();
        Callback::from(move |event: Event| {
            let Some(input) = event.target_dyn_into::<HtmlInputElement>() else { return };
            if let Some(files) = input.files() {
                read(&files, on_arrival.clone());
            }
            // The same file can be chosen again.
            input.set_value("");
        })
    };
    html! { <>
        <button type="button" class={props.class.clone()} onclick={choose}>{ words.t(props.name) }</button>
        <input ref={input} type="file" multiple=true hidden=true aria-label={words.t(props.name)} accept=".yaml,.yml,.json,.jsonl,.log,.txt,.gz,application/yaml" onchange={chosen} />
    </> }
}
