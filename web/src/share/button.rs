//! The Share button: makes the link, copies it, and shows it for copying by hand; saves and opens files.

use std::rc::Rc;

use jobscope_core::timeline::{MAX_SAVED_TEXT_BYTES, SavedSession, Timeline, View};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::copy_as::CopyAs;
use super::file::{self, Files};
use crate::address;
use crate::arrival::{Arrival, Recorded};
use crate::effect::use_effect_with;
use crate::lazy;
use crate::seen::use_seen;
use crate::session::Session;
use crate::settings::use_settings;
use crate::spec::Draft;
use crate::ui::{self, Anchor, Icon, Popover, clipboard, icon};
use crate::words::{Words, args, use_words};

/// Longer addresses are cut by some programs that pass them on.
const LONG: usize = 8_000;

/// Properties of [`Share`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: UseReducerHandle<Session>,
    pub(crate) draft: UseReducerHandle<Draft>,
    /// What a file brings.
    pub(crate) on_arrival: Callback<Arrival>,
}

/// What became of copying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Copied {
    NotYet,
    Done,
    ByHand,
    /// Something else was asked for since, which is what there is to tell.
    Past,
}

/// The link, or the key of why there is none.
type Made = Result<AttrValue, &'static str>;

/// The session, the text in the editor and what is seen, as a link holds them, or the key of why there is none.
fn written(session: &Session, manifest: &str, view: View) -> Result<String, &'static str> {
    if !session.read(Timeline::can_be_saved) {
        return Err("share-too-many-steps");
    }
    if manifest.len() > MAX_SAVED_TEXT_BYTES {
        return Err("share-too-much-text");
    }
    session.saved(manifest, view).to_readable_link().map_err(|_| "share-too-much")
}

/// The session as a file; `None` if that could not be opened.
fn as_file(session: &Session, manifest: &str, view: View) -> Option<String> {
    let text = session.saved(manifest, view).to_file();
    SavedSession::from_file(&text).is_ok().then_some(text)
}

/// Functions that write sessions. The page loads them after it has been drawn.
#[derive(Clone, Copy)]
pub(crate) struct Writers {
    pub(super) link: fn(&Session, &str, View) -> Result<String, &'static str>,
    file: fn(&Session, &str, View) -> Option<String>,
    /// Keeps a history with the tab.
    pub(super) keep: fn(&Recorded) -> bool,
}

impl Writers {
    pub(crate) fn new() -> Self {
        Self { link: written, file: as_file, keep: Recorded::keep }
    }

    /// The page's address with the session in it, or the key of why there is none.
    fn made(self, session: &Session, manifest: &str, view: View) -> Made {
        (self.link)(session, manifest, view).map(|link| address::with_session(&link).into())
    }

    /// The page's address with the session in it, unless that is too long.
    pub(crate) fn address(self, session: &Session, manifest: &str, view: View) -> Option<AttrValue> {
        self.made(session, manifest, view).ok()
    }
}

/// The id of the button.
const BUTTON: &str = "share";

/// Presses the button, for who asks for it elsewhere.
pub(crate) fn press() {
    ui::press(BUTTON);
}

#[component]
pub(crate) fn Share(props: &Props) -> Html {
    let words = use_words();
    let open = use_state_eq(|| None::<(Anchor, Rc<Made>)>);
    let copied = use_state_eq(|| Copied::NotYet);
    let copy = {
        let copied = copied.clone();
        Callback::from(move |link: AttrValue| {
            let copied = copied.clone();
            clipboard::copy(link, move |done| copied.set(if done { Copied::Done } else { Copied::ByHand }));
        })
    };
    let (seen, settings) = (use_seen(), use_settings());
    let view = {
        let session = props.session.clone();
        move || seen.view(&session, &settings)
    };
    let share = {
        let view = view.clone();
        let (open, copied, copy) = (open.clone(), copied.clone(), copy.clone());
        let (session, draft) = (props.session.clone(), props.draft.clone());
        Callback::from(move |event: MouseEvent| {
            let Some(anchor) = Anchor::button(&event) else { return };
            let (open, copied, copy, view) = (open.clone(), copied.clone(), copy.clone(), view.clone());
            let (session, text) = (session.clone(), draft.text.clone());
            lazy::with_functions(move |writers: Writers| {
                let made = writers.made(&session, &text, view());
                copied.set(Copied::NotYet);
                if let Ok(link) = &made {
                    address::show_this_session(link);
                    copy.emit(link.clone());
                }
                open.set(Some((anchor, Rc::new(made))));
            });
        })
    };
    let close = {
        let open = open.clone();
        Callback::from(move |()| open.set(None))
    };
    let save = {
        let (session, draft) = (props.session.clone(), props.draft.clone());
        Callback::from(move |()| {
            let writers = lazy::functions::<Writers>();
            let Some(text) = writers.and_then(|writers| (writers.file)(&session, &draft.text, view())) else { return };
            let job = session.now.job().map(|job| job.job.metadata.name().to_owned());
            // The browser itself tells of what it saves, and of what it does not.
            let name = job.unwrap_or_else(|| "session".to_owned()) + file::ENDING;
            let _ = file::save(&name, "application/yaml", &text);
        })
    };
    let arrive = {
        let close = close.clone();
        let on_arrival = props.on_arrival.clone();
        Callback::from(move |arrival| {
            close.emit(());
            on_arrival.emit(arrival);
        })
    };
    html! {
        <>
            <button type="button" id={BUTTON} class="btn quiet share" aria-haspopup="dialog" aria-label={words.t("share")} onclick={share}>{ icon(Icon::Share) }<span class="wide">{ words.t("share") }</span></button>
            if let Some((anchor, made)) = &*open {
                <Popover anchor={anchor.clone()} label={words.t("share-title")} on_close={close}>
                    <div class="share-pop">
                        <div class="share-head">
                            <h2>{ words.t("share-title") }</h2>
                            if made.is_ok() { <p class="share-status" role="status" data-copied={(*copied == Copied::Done).to_string()}>{ copied_text(&words, *copied) }</p> }
                        </div>
                        {
                            match &**made {
                                Ok(link) => html! { <Link link={link.clone()} copied={*copied} on_copy={copy} /> },
                                Err(why) => html! { <p class="wrong" role="alert">{ words.say(why) }</p> },
                            }
                        }
                        <CopyAs is_link_reported={matches!(*copied, Copied::Done | Copied::ByHand)} on_ask={let copied = copied.clone(); move |()| copied.set(Copied::Past)} session={props.session.clone()} manifest={props.draft.text.clone()} link={made.as_ref().as_ref().ok().cloned()} />
                        <Files on_save={save} on_arrival={arrive} />
                    </div>
                </Popover>
            }
        </>
    }
}

#[derive(Properties, PartialEq)]
struct LinkProps {
    link: AttrValue,
    copied: Copied,
    on_copy: Callback<AttrValue>,
}

/// The link itself.
#[component]
fn Link(props: &LinkProps) -> Html {
    let words = use_words();
    let field = use_node_ref();
    {
        let field = field.clone();
        use_effect_with(props.copied, move |copied| {
            if let (Copied::ByHand, Some(field)) = (copied, field.cast::<HtmlInputElement>()) {
                let _ = field.focus();
                field.select();
            }
        });
    }
    let select = Callback::from(|event: FocusEvent| {
        if let Some(field) = event.target_dyn_into::<HtmlInputElement>() {
            field.select();
        }
    });
    let again = {
        let link = props.link.clone();
        props.on_copy.reform(move |_: MouseEvent| link.clone())
    };
    html! {
        <>
            <div class="share-link">
                <input ref={field} class="input mono" readonly=true aria-label={words.t("share-link")} value={props.link.clone()} onfocus={select} />
                <button type="button" class="btn sm" onclick={again}>{ words.t("copy") }</button>
            </div>
            <p class="muted">{ words.say_f("share-what", &args!(n = props.link.len())) }</p>
            if props.link.len() > LONG { <p class="muted">{ words.say("share-long") }</p> }
        </>
    }
}

fn copied_text(words: &Words, copied: Copied) -> AttrValue {
    match copied {
        Copied::NotYet => words.t("share-copying"),
        Copied::Done => words.t("share-copied"),
        Copied::ByHand => words.t("share-by-hand"),
        Copied::Past => AttrValue::default(),
    }
}
