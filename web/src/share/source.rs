//! A session named by `?src=` in the page's address, or the texts of a history. They are fetched from the page's own host at
//! once, and from other hosts only after the user confirms.

use jobscope_core::history::MAX_HISTORY_BYTES;
use jobscope_core::timeline::MAX_HISTORY_TEXTS;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{AbortSignal, ReferrerPolicy, RequestCredentials, RequestInit, RequestRedirect, Response, Url};
use yew::prelude::*;

use super::stream::text_of;
use crate::address;
use crate::arrival::{Arrival, Source, Wrong, files_named_in};
use crate::effect::use_effect_with;
use crate::lazy::use_deferred;
use crate::ui::{Dialog, breakable_address};
use crate::words::{args, use_words};

/// How long a host may take, in milliseconds.
const PATIENCE_MS: u32 = 20_000;

/// Properties of [`FromSource`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) on_arrival: Callback<Arrival>,
}

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The person is asked whether another host may be.
    Asking,
    /// It is fetched.
    Fetching,
    /// It has arrived, or is not wanted.
    Over,
}

/// Nothing, unless the address names a source.
#[component]
pub(crate) fn FromSource(props: &Props) -> Html {
    let deferred = use_deferred();
    let is_named = use_memo((), |()| address::names_a_source());
    if *is_named { deferred.draw::<SourceBody>(props) } else { Html::default() }
}

#[component]
pub(crate) fn SourceBody(props: &Props) -> Html {
    let words = use_words();
    let source = use_memo((), |()| named());
    let stage = use_state_eq(|| match &*source {
        None | Some(Err(_)) => Stage::Over,
        Some(Ok(urls)) if urls.iter().all(address::is_own) => Stage::Fetching,
        Some(Ok(_)) => Stage::Asking,
    });
    {
        let (source, on_arrival, at) = (source.clone(), props.on_arrival.clone(), stage.clone());
        use_effect_with(*stage, move |stage| match (&*source, stage) {
            (Some(Ok(urls)), Stage::Fetching) => {
                let urls = urls.clone();
                spawn_local(async move {
                    let host = Source::Host(hosts(&urls).into());
                    let arrival = match all_fetched(&urls).await {
                        Ok(files) => Arrival::of_files(host, files),
                        Err(wrong) => Arrival::broken(host, wrong),
                    };
                    at.set(Stage::Over);
                    on_arrival.emit(arrival);
                });
            }
            (Some(Err(wrong)), _) => on_arrival.emit(Arrival::broken(Source::Link, wrong.clone())),
            _ => {}
        });
    }
    let Some(Ok(urls)) = &*source else { return Html::default() };
    let others: Vec<Url> = urls.iter().filter(|url| !address::is_own(url)).cloned().collect();
    let host = hosts(if others.is_empty() { urls } else { &others });
    match *stage {
        Stage::Over => Html::default(),
        Stage::Fetching => html! {
            <p class="arrived" role="status"><span>{ words.say_f("source-fetching", &args!(host = host)) }</span></p>
        },
        Stage::Asking => {
            let refuse = {
                let stage = stage.clone();
                Callback::from(move |()| {
                    // Closing also follows from agreeing.
                    if *stage == Stage::Asking {
                        address::forget_session();
                    }
                    stage.set(Stage::Over);
                })
            };
            let agree = {
                let stage = stage.clone();
                Callback::from(move |_: MouseEvent| stage.set(Stage::Fetching))
            };
            html! {
                <Dialog id="source" title={words.f("source-ask", &args!(host = host.clone()))} close={words.t("dismiss")} on_close={refuse.clone()}>
                    <div class="source-ask">
                        <p>{ words.say_f("source-what", &args!(host = host.clone())) }</p>
                        for url in others { <p class="mono source-address">{ breakable_address(&url.href()) }</p> }
                        <p class="actions">
                            <button type="button" class="btn prim" onclick={agree}>{ words.f("source-agree", &args!(host = host)) }</button>
                            <button type="button" class="btn" onclick={refuse.reform(|_: MouseEvent| ())}>{ words.t("source-refuse") }</button>
                        </p>
                    </div>
                </Dialog>
            }
        }
    }
}

/// The addresses, if a history can have as many.
fn named() -> Option<Result<Vec<Url>, Wrong>> {
    Some(match address::sources()? {
        Ok(urls) if urls.len() <= MAX_HISTORY_TEXTS => Ok(urls),
        Ok(_) => Err(Wrong::TooManyAddresses),
        Err(()) => Err(Wrong::NoAddress),
    })
}

/// The hosts of addresses, each once.
fn hosts(urls: &[Url]) -> String {
    let mut hosts: Vec<String> = Vec::new();
    for host in urls.iter().map(Url::host) {
        if !hosts.contains(&host) {
            hosts.push(host);
        }
    }
    hosts.join(", ")
}

/// The texts at the addresses, and beside them those of the files that session files among them name.
async fn all_fetched(urls: &[Url]) -> Result<Vec<(String, String)>, Wrong> {
    let mut files = Vec::new();
    let mut room = MAX_HISTORY_BYTES;
    for url in urls {
        let text = fetched(url, &mut room).await?;
        for name in files_named_in(&text) {
            // Names of files never lead to another host.
            let beside = Url::new_with_base(&name, &url.href()).map_err(|_| Wrong::NoAddress)?;
            files.push((name, fetched(&beside, &mut room).await?));
        }
        files.push((url.href(), text));
    }
    Ok(files)
}

/// The text at an address. It is asked for without cookies and without saying where from, has to be there itself, not
/// at another address that the host names, and is read as far as there is room.
async fn fetched(url: &Url, room: &mut usize) -> Result<String, Wrong> {
    let init = RequestInit::new();
    init.set_credentials(RequestCredentials::Omit);
    init.set_redirect(RequestRedirect::Error);
    init.set_referrer_policy(ReferrerPolicy::NoReferrer);
    init.set_signal(Some(&AbortSignal::timeout_with_u32(PATIENCE_MS)));
    let url = url.href();
    let asked = gloo::utils::window().fetch_with_str_and_init(&url, &init);
    let answer: Response = JsFuture::from(asked).await.map_err(|_| Wrong::NotFetched)?.unchecked_into();
    if !answer.ok() {
        return Err(Wrong::Status(answer.status()));
    }
    let Some(body) = answer.body() else { return Ok(String::new()) };
    text_of(&body, room, Wrong::NotFetched).await
}
