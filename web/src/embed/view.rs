//! The view of an embed: title, sentence, the requested panels, controls.

use gloo::utils::document;
use jobscope_core::timeline::{Cursor, View};
use jobscope_explain::time::instant;
use wasm_bindgen::JsCast;
use web_sys::HtmlAnchorElement;
use yew::prelude::*;

use super::host::{Host, use_host};
use super::message::{Command, Event};
use super::options::{Options, Panel};
use super::scenario::Scenario;
use crate::app::use_root_attributes;
use crate::arrival::Openers;
use crate::desk::Announcer;
use crate::effect::use_effect_with;
use crate::lazy;
use crate::output::Output;
use crate::plane::Plane;
use crate::pods::PodStrip;
use crate::session::{Dispatch, Do, Origin, Session, use_play};
use crate::settings::{Settings, SettingsHandle};
use crate::share::Writers;
use crate::timeline::Scrub;
use crate::ui::{Icon, Resized, Sprites, icon, position, small_icon};
use crate::why::Glance;
use crate::why::sentence::{Said, use_sentence};
use crate::words::{Words, args, use_words, use_words_of};

/// The embed.
#[component]
pub(crate) fn Embed() -> Html {
    let options = use_memo((), |()| Options::by_address());
    let settings = use_reducer({
        let (theme, locale) = (options.theme, options.locale);
        move || Settings::of(theme, locale)
    });
    let words = use_words_of(settings.spoken());
    let scenario = use_state_eq(|| Scenario::by_address(&options));
    let session = use_reducer({
        let scenario = scenario.clone();
        move || match &*scenario {
            Scenario::Here { opened, .. } => Session::restore().opened(opened, AttrValue::default()),
            Scenario::Unread(..) | Scenario::Awaited | Scenario::None | Scenario::Broken(_) => Session::restore(),
        }
    });
    use_root_attributes(&settings, &words);
    {
        let (session, shown, options) = (session.dispatcher(), scenario.clone(), options.clone());
        use_effect_with((*scenario).clone(), move |scenario| {
            let Scenario::Unread(source, recording) = scenario else { return };
            let (source, recording) = (source.clone(), (**recording).clone());
            lazy::with_functions(move |_: Openers| {
                let opened = Scenario::read(source, Ok(recording), &options);
                if let Scenario::Here { opened, .. } = &opened {
                    session.dispatch(Do::Open(opened.clone(), AttrValue::default()));
                }
                shown.set(opened);
            });
        });
    }
    use_play(&session, settings.speed);
    let greetings = use_state_eq(|| 0_u32);
    let host = use_host({
        let (session, scenario, options, greetings) =
            (session.dispatcher(), scenario.clone(), options.clone(), greetings.clone());
        Callback::from(move |command| {
            let is_awaited = *scenario == Scenario::Awaited;
            match command {
                // In a read-only embed, the host page cannot change the session either.
                Command::Apply { .. } if options.readonly => return Err(refused("apply")),
                Command::Open { .. } if options.readonly && !is_awaited => return Err(refused("open")),
                Command::Hello {} => greetings.set(*greetings + 1),
                Command::Play {} => session.dispatch(Do::Play),
                Command::Pause {} => session.dispatch(Do::Pause),
                Command::Goto { step } => session.dispatch(Do::Seek(Cursor { step, entries: 0 })),
                Command::Apply { action } => session.dispatch(Do::Act(Origin::Plane, *action)),
                Command::Open { scenario: text } => {
                    let opened = Scenario::of_file(&text, &options);
                    if let Scenario::Here { opened, .. } = &opened {
                        session.dispatch(Do::Open(opened.clone(), AttrValue::default()));
                    }
                    scenario.set(opened);
                }
            }
            Ok(())
        })
    });
    let problem = match &*scenario {
        Scenario::Here { .. } => None,
        Scenario::Unread(..) | Scenario::Awaited => Some(words.t("embed-awaited")),
        Scenario::None => Some(words.t("embed-none")),
        Scenario::Broken(problem) => Some(
            [Some(problem.message(&words).to_string()), problem.detail(&words).map(|detail| detail.to_string())]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(" ")
                .into(),
        ),
    };
    use_events(&host, *greetings, &session, &scenario, problem.clone());
    let (title, manifest) = match &*scenario {
        Scenario::Here { opened, title } => (title.clone(), opened.manifest.clone()),
        Scenario::Unread(..) | Scenario::Awaited | Scenario::None | Scenario::Broken(_) => {
            (AttrValue::default(), AttrValue::default())
        }
    };
    html! {
        <ContextProvider<SettingsHandle> context={settings}>
        <ContextProvider<Words> context={words}>
        <ContextProvider<Dispatch> context={session.dispatcher()}>
            <Sprites />
            if let Some(problem) = problem {
                <main class="embed"><div class="e-top"><h1>{ "jobscope" }</h1></div><p class="e-problem" role={matches!(*scenario, Scenario::Broken(_)).then_some("alert")}>{ problem }</p><lazy::Failure /></main>
            } else {
                <Frame {session} {title} {manifest} panels={options.panels.clone()} readonly={options.readonly} />
            }
        </ContextProvider<Dispatch>>
        </ContextProvider<Words>>
        </ContextProvider<SettingsHandle>>
    }
}

/// Why a read-only embed refuses its host's command.
fn refused(command: &str) -> String {
    format!("{command} is refused: this embed is readonly; play, pause and goto are possible")
}

/// Reports events and the needed height to the host, and repeats them after each `hello`.
#[hook]
fn use_events(host: &Host, greetings: u32, session: &Session, scenario: &Scenario, problem: Option<AttrValue>) {
    let now = session.now.clone();
    let is_here = matches!(scenario, Scenario::Here { .. });
    {
        let host = host.clone();
        use_effect_with((greetings, now.revision, is_here), move |_| {
            if is_here {
                let step = now.cursor.step;
                host.send(&Event::Step { step, of: now.recorded, at: now.elapsed() });
                if !now.can_go_on() {
                    host.send(&Event::Finished { step });
                }
            }
        });
    }
    {
        let host = host.clone();
        let message = session.refusal.as_ref().map(|refusal| refusal.error.to_string());
        let message =
            message.or_else(|| problem.filter(|_| matches!(scenario, Scenario::Broken(_))).map(|p| p.to_string()));
        use_effect_with((greetings, message), move |(_, message)| {
            if let Some(message) = message.clone() {
                host.send(&Event::Error { message });
            }
        });
    }
    let host = host.clone();
    use_effect_with(greetings, move |_| {
        let resized = Resized::new(move || host.send(&Event::Height { height: height() }));
        if let Some(root) = document().body() {
            resized.watch(&root);
        }
        move || drop(resized)
    });
}

/// The height of what is shown, in CSS pixels.
fn height() -> u32 {
    document().body().map_or(0, |body| u32::try_from(body.offset_height()).unwrap_or_default())
}

#[derive(Properties, PartialEq)]
struct FrameProps {
    session: UseReducerHandle<Session>,
    title: AttrValue,
    /// The scenario's manifest, for the link to the whole page.
    manifest: AttrValue,
    panels: Vec<Panel>,
    readonly: bool,
}

/// The scenario, once there is one.
#[component]
fn Frame(props: &FrameProps) -> Html {
    let words = use_words();
    let session = &props.session;
    let now = &session.now;
    let job = now.job().map(|job| job.job.metadata.name().to_owned());
    let about = job.map_or_else(String::new, |job| format!("Job {job} · ")) + now.snapshot.release.name();
    let title = if props.title.is_empty() { AttrValue::from("jobscope") } else { props.title.clone() };
    // Made only when the link is about to be followed, because it holds the whole session.
    let aim = {
        let (session, manifest) = (session.clone(), props.manifest.clone());
        Callback::from(move |event: MouseEvent| {
            let link = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            let link = link.and_then(|link| link.closest("a").ok().flatten());
            if lazy::functions::<Writers>().is_none() {
                // The click is repeated once the address can be written.
                event.prevent_default();
                let link = link.map(JsCast::unchecked_into::<HtmlAnchorElement>);
                return lazy::with_functions(move |_: Writers| link.iter().for_each(|link| link.click()));
            }
            let to =
                lazy::functions().and_then(|writers: Writers| writers.address(&session, &manifest, View::default()));
            if let (Some(link), Some(to)) = (link, to) {
                let fragment = to.split_once('#').map_or("", |(_, fragment)| fragment);
                link.unchecked_into::<HtmlAnchorElement>().set_href(&format!("./#{fragment}"));
            }
        })
    };
    let said = use_sentence(now);
    let panel = |panel: &Panel| match panel {
        Panel::Sentence => html! {
            <div class="moment"><p class="sentence">{ said.rich(&words) }</p></div>
        },
        Panel::Pods => html! { <PodStrip session={session.clone()} readonly={props.readonly} /> },
        Panel::Why => html! { <Glance now={now.clone()} /> },
        Panel::Plane => html! { <Plane session={session.still()} remembered={session.now.clone()} /> },
        Panel::Time => html! { <Scrub session={session.clone()} only_pods=true /> },
        Panel::Output => html! { <Output session={session.still()} /> },
    };
    html! {
        <main class={classes!("embed", props.readonly.then_some("readonly"))} aria-label={title.clone()}>
            <div class="e-top">
                <h1>{ title }</h1><span class="muted">{ about }</span><span class="grow"></span>
                <a href="./" target="_blank" rel="noopener" onpointerenter={|_: PointerEvent| lazy::load()} onfocus={|_: FocusEvent| lazy::load()} onclick={aim.clone()} onauxclick={aim}>{ words.t("embed-open") }{ small_icon(Icon::Link) }</a>
            </div>
            <lazy::Failure />
            for shown in &props.panels { { panel(shown) } }
            <Controls session={session.clone()} />
            <Announcer now={now.clone()} playing={session.playing} />
        </main>
    }
}

#[derive(Properties, PartialEq)]
struct ControlsProps {
    session: UseReducerHandle<Session>,
}

/// Back, over, play, and the position.
#[component]
fn Controls(props: &ControlsProps) -> Html {
    let words = use_words();
    let session = &props.session;
    let now = &session.now;
    let send = |what: Do| {
        let dispatch = session.dispatcher();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(what.clone()))
    };
    let (play, playing) = if session.playing { ("pause", Icon::Pause) } else { ("play", Icon::Play) };
    let toggle = if session.playing { Do::Pause } else { Do::Play };
    html! {
        <div class="e-bar" role="toolbar" aria-label={words.t("step-controls")}>
            <button type="button" class="btn icon" aria-label={words.t("step-back")} title={words.t("step-back")} disabled={!now.can_go_back()} onclick={send(Do::StepBack)}>{ icon(Icon::Back) }</button>
            <button type="button" class="btn icon txt prim" disabled={!now.can_go_on()} onclick={send(Do::StepOver)}>{ icon(Icon::Over) }<span>{ words.t("embed-step") }</span></button>
            <button type="button" class="btn icon txt" disabled={!session.playing && !now.can_go_on()} onclick={send(toggle)}>{ icon(playing) }<span>{ words.t(play) }</span></button>
            <span class="grow"></span>
            { position(instant(now.elapsed()), words.f("position", &args!(step = now.step_number(), of = now.recorded))) }
        </div>
    }
}
