//! A Job that the page follows: `jobscope open --live` sends what it records, line by line. When lines have come the page
//! explains all of them, at most once a second, and the session gets longer.

mod feed;

use std::rc::Rc;

use gloo::timers::callback::Interval;
use jobscope_core::api::Release;
use jobscope_core::timeline::Cursor;
use yew::prelude::*;

use crate::address;
use crate::arrival::{Arrival, Problem, Source, use_pieces};
use crate::effect::use_effect_with;
use crate::lazy::use_deferred;
use crate::session::{Do, Session};
use crate::spec::{Draft, DraftAction};
use crate::words::{args, use_words};
use feed::{Feed, Heard};

/// Between two times that the lines are explained, in milliseconds.
const EVERY_MS: u32 = 1_000;

/// Properties of [`Live`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: UseReducerHandle<Session>,
    pub(crate) draft: UseReducerHandle<Draft>,
}

/// Nothing, if the address names no recording under way.
#[component]
pub(crate) fn Live(props: &Props) -> Html {
    let deferred = use_deferred();
    let release = use_memo((), |()| address::live());
    match *release {
        Some(release) => deferred.draw::<LiveBody>(&BodyProps {
            session: props.session.clone(),
            draft: props.draft.clone(),
            release,
        }),
        None => Html::default(),
    }
}

/// How the connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Link {
    Waiting,
    Open,
    Lost,
    Ended,
}

#[derive(Clone, Properties, PartialEq)]
pub(crate) struct BodyProps {
    session: UseReducerHandle<Session>,
    draft: UseReducerHandle<Draft>,
    release: Release,
}

#[component]
pub(crate) fn LiveBody(props: &BodyProps) -> Html {
    let words = use_words();
    let BodyProps { session, draft, release } = props;
    let release = *release;
    let lines = use_mut_ref(Vec::<String>::new);
    let explained = use_mut_ref(|| 0_usize);
    let link = use_state_eq(|| Link::Waiting);
    let work = use_state_eq(|| None::<Arrival>);
    let wrong = use_state_eq(|| None::<Rc<Problem>>);
    // The user wants the cluster's session back.
    let again = use_state_eq(|| false);
    {
        let (lines, link) = (lines.clone(), link.clone());
        use_effect_with((), move |()| {
            let on_heard = Callback::from(move |heard| match heard {
                Heard::Open => link.set(Link::Open),
                Heard::Line(line) => lines.borrow_mut().push(line),
                Heard::End => link.set(Link::Ended),
                Heard::Lost => link.set(Link::Lost),
            });
            let feed = Feed::open(&on_heard);
            move || drop(feed)
        });
    }
    let is_edited = session.is_followed_no_more();
    let waits = is_edited && !*again;
    {
        let (lines, explained, work) = (lines.clone(), explained.clone(), work.clone());
        use_effect_with((work.is_none() && !waits, release), move |&(is_idle, release)| {
            let timer = is_idle.then(|| {
                Interval::new(EVERY_MS, move || {
                    let all = lines.borrow();
                    if all.len() > explained.replace(all.len()) {
                        let texts = vec![all.join("\n")];
                        work.set(Some(Arrival::of_history(Source::Cluster, texts, Some(release))));
                    }
                })
            });
            move || drop(timer)
        });
    }
    let on_arrival = {
        let (session, draft, work) = (session.clone(), draft.clone(), work.clone());
        let (wrong, again, is_first) = (wrong.clone(), again.clone(), !session.is_followed());
        Callback::from(move |arrival: Arrival| match arrival {
            Arrival::Opened(opened) => {
                let before = draft.text.clone();
                if is_first {
                    draft.dispatch(DraftAction::Replace(opened.manifest.to_string()));
                }
                session.dispatch(Do::Follow(opened, before, *again));
                again.set(false);
                wrong.set(None);
                work.set(None);
            }
            Arrival::Broken(problem) => {
                wrong.set(Some(problem));
                work.set(None);
            }
            coming => work.set(Some(coming)),
        })
    };
    let is_at_end = session.now.is_last_recorded();
    let is_all_shown = work.is_none() && lines.borrow().len() == *explained.borrow();
    let status = match (&*wrong, *link) {
        (Some(problem), _) => words.f("live-wrong", &args!(why = problem.message(&words).to_string())),
        _ if waits => words.t("live-edited"),
        (None, Link::Waiting) => words.t("live-waiting"),
        (None, Link::Lost) => words.t("live-lost"),
        (None, Link::Ended) if is_all_shown => words.t("live-ended"),
        (None, Link::Open | Link::Ended) if is_at_end => words.t("live-following"),
        (None, Link::Open | Link::Ended) => words.t("live-staying"),
    };
    let to_end = {
        let session = session.clone();
        Callback::from(move |_: MouseEvent| {
            let step = session.now.recorded;
            session.dispatch(Do::Seek(Cursor { step, entries: 0 }));
        })
    };
    let follow = {
        let (again, explained) = (again.clone(), explained.clone());
        Callback::from(move |_: MouseEvent| {
            explained.replace(0);
            again.set(true);
        })
    };
    html! {
        <div class="arrived live">
            <span role="status">{ status }</span>
            if waits {
                <button type="button" class="btn sm" onclick={follow}>{ words.t("live-again") }</button>
            } else if session.is_followed() && !is_at_end {
                <button type="button" class="btn sm" onclick={to_end}>{ words.t("live-to-end") }</button>
            }
            if let Some(work) = &*work { <Explaining work={work.clone()} {on_arrival} /> }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct ExplainingProps {
    work: Arrival,
    on_arrival: Callback<Arrival>,
}

/// Explains after each frame, a piece at a time.
#[component]
fn Explaining(props: &ExplainingProps) -> Html {
    let leaves: fn(&Arrival) -> bool = match &props.work {
        Arrival::Recounting(_) => |arrival| matches!(arrival, Arrival::Recounting(_)),
        _ => |arrival| matches!(arrival, Arrival::Coming(_)),
    };
    use_pieces(&props.work, Arrival::go_a_piece, leaves, &props.on_arrival);
    Html::default()
}
