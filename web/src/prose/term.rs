//! A term in a text: a click shows its meaning in a popover, with a link to the glossary.

use std::cell::RefCell;
use std::rc::Rc;

use jobscope_lessons::{Block, Glossary, Inline};
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::fetch::{self, Missing};
use super::text;
use crate::effect::use_effect_with;
use crate::lazy::lazy;
use crate::route::Route;
use crate::ui::{Anchor, Icon, Popover, small_icon};
use crate::words::{Locale, phrased, use_words};

/// Whether terms are links here: not in an embed, which has no glossary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Explains;

thread_local! {
    /// The glossaries that were fetched.
    static KNOWN: RefCell<Vec<(Locale, Rc<Glossary>)>> = const { RefCell::new(Vec::new()) };
}

/// The glossary in the page's language; `None` while it is on its way.
#[hook]
pub(crate) fn use_glossary() -> Option<Result<Rc<Glossary>, Missing>> {
    let locale = use_words().locale();
    let fetched = use_state_eq(|| None::<(Locale, Result<Rc<Glossary>, Missing>)>);
    let known =
        KNOWN.with_borrow(|known| known.iter().find(|(of, _)| *of == locale).map(|(_, found)| Rc::clone(found)));
    {
        let (fetched, is_known) = (fetched.clone(), known.is_some());
        use_effect_with(locale, move |&locale| {
            if is_known {
                return;
            }
            spawn_local(async move {
                let glossary = fetch::glossary(locale).await.map(Rc::new);
                if let Ok(glossary) = &glossary {
                    KNOWN.with_borrow_mut(|known| known.push((locale, Rc::clone(glossary))));
                }
                fetched.set(Some((locale, glossary)));
            });
        });
    }
    let fetched = || (*fetched).clone().filter(|(of, _)| *of == locale).map(|(_, glossary)| glossary);
    known.map(Ok).or_else(fetched)
}

/// Properties of [`Term`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The term's name in the glossary.
    pub(crate) id: AttrValue,
    /// The words that stand for it here.
    pub(crate) children: Html,
}

#[component]
pub(crate) fn Term(props: &Props) -> Html {
    let open = use_state_eq(|| None::<Anchor>);
    if use_context::<Explains>().is_none() {
        return html! { <>{ props.children.clone() }</> };
    }
    let press = {
        let open = open.clone();
        Callback::from(move |event: MouseEvent| {
            // With a key held it is a link like any other: to the glossary, in another tab.
            if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
                event.prevent_default();
                open.set(Anchor::closest(&event, "a"));
            }
        })
    };
    let close = {
        let open = open.clone();
        Callback::from(move |()| open.set(None))
    };
    html! { <>
        <a class="gloss" href={Route::Glossary(Some(props.id.to_string())).href()} aria-haspopup="dialog" onclick={press}>{ props.children.clone() }</a>
        if let Some(anchor) = &*open { <Meaning id={props.id.clone()} anchor={anchor.clone()} on_close={close} /> }
    </> }
}

#[derive(Clone, Properties, PartialEq)]
pub(crate) struct MeaningProps {
    id: AttrValue,
    anchor: Anchor,
    on_close: Callback<()>,
}

lazy!(Meaning, MeaningProps, MeaningBody);

/// The small window. The terms in it lead on within it.
#[component]
pub(crate) fn MeaningBody(props: &MeaningProps) -> Html {
    let words = use_words();
    let id = use_state_eq(|| props.id.to_string());
    let glossary = use_glossary();
    let title = use_node_ref();
    {
        let title = title.clone();
        let first = props.id.clone();
        use_effect_with(id.clone(), move |id| {
            // What was pressed is no longer there.
            if let Some(title) = title.cast::<HtmlElement>().filter(|_| ***id != *first) {
                let _ = title.focus();
            }
        });
    }
    let close = {
        let (anchor, on_close) = (props.anchor.clone(), props.on_close.clone());
        Callback::from(move |_: MouseEvent| {
            anchor.focus();
            on_close.emit(());
        })
    };
    let leave = props.on_close.reform(|_: MouseEvent| ());
    let content = match &glossary {
        None => html! { <p class="muted" role="status">{ words.say("glossary-loading") }</p> },
        Some(Err(_)) => html! { <p class="wrong" role="alert">{ words.say("glossary-missing") }</p> },
        Some(Ok(glossary)) => match glossary.term(&id) {
            None => html! { <p class="wrong" role="alert">{ words.say("glossary-missing") }</p> },
            Some(term) => {
                html! { <div class="meaning"><h3 ref={title} tabindex="-1">{ term.name.clone() }</h3>{ within(&term.blocks, &id) }</div> }
            }
        },
    };
    html! {
        <Popover anchor={props.anchor.clone()} label={words.t("glossary-term")} on_close={props.on_close.clone()}>
            <div class="gloss-pop">
                <button type="button" class="btn icon sm close" aria-label={words.t("close")} onclick={close}>{ small_icon(Icon::Close) }</button>
                { content }
                <a href={Route::Glossary(Some((*id).clone())).href()} onclick={leave}>{ words.t("glossary-all") }</a>
            </div>
        </Popover>
    }
}

/// The text of a term, in which others are found by a press without leaving.
fn within(blocks: &[Block], id: &UseStateHandle<String>) -> Html {
    let inline = |inline: &Inline| match inline {
        Inline::Link { text, to } if to.starts_with('#') => {
            let (id, to) = (id.clone(), to.trim_start_matches('#').to_owned());
            let go = Callback::from(move |_: MouseEvent| id.set(to.clone()));
            html! { <button type="button" class="gloss" onclick={go}>{ phrased(text) }</button> }
        }
        other => text::line(std::slice::from_ref(other)),
    };
    blocks.iter().map(|block| html! { <p>{ for block.inlines().into_iter().map(inline) }</p> }).collect()
}

/// The term of the glossary that the text called `key` speaks of: a question's, or that of something the controller
/// keeps.
pub(crate) fn term_of_text(key: &str) -> Option<&'static str> {
    TERMS.iter().find(|(_, keys)| keys.contains(&key)).map(|(term, _)| *term)
}

/// By term of the glossary, the texts that speak of it.
const TERMS: &[(&str, &[&str])] = &[
    ("slow-start", &["calls-slow-start", "decision-slow-start-stops"]),
    (
        "finalizer",
        &[
            "calls-free",
            "decision-finalizers-to-remove",
            "decision-tracked-with-finalizers",
            "decision-tracking-annotation-left",
            "decision-tracking-finalizer-present",
            "calls-patch-job",
        ],
    ),
    (
        "uncounted-pods",
        &[
            "judged",
            "decision-uncounted-without-finalizer",
            "decision-over-uncounted-cap",
            "decision-flush-needed",
            "decision-partial-progress",
            "decision-second-flush-needed",
            "decision-new-finished-pods",
        ],
    ),
    ("adoption", &["decision-pods-claimed"]),
    ("owner-reference", &["decision-controlled-by-other", "calls-patch"]),
    ("orphan", &["decision-orphan-pods-listed", "decision-owner-unfinished"]),
    ("back-off", &["backoff-noted", "decision-pod-backoff-remaining", "decision-index-backoff-remaining"]),
    (
        "expectations",
        &[
            "expect-creations",
            "expect-finalizers",
            "expect-finish",
            "decision-expectations-satisfied",
            "decision-finish-written",
        ],
    ),
    ("foreground-deletion", &["calls-delete-job"]),
    ("status", &["calls-update-status", "decision-status-changed", "decision-status-needs-update"]),
    (
        "rate-limiter",
        &[
            "returned-beside-error",
            "returned-error",
            "returned-error-briefly",
            "returned",
            "returned-beside",
            "decision-new-failure-unfinished",
            "decision-new-successes",
        ],
    ),
    ("requeue", &["decision-requeues"]),
    ("work-queue", &["decision-key-complete"]),
    ("informer-cache", &["decision-job-in-cache", "decision-caches-caught-up", "decision-pod-in-cache"]),
    (
        "condition",
        &[
            "decision-job-finished",
            "decision-completions-reached",
            "decision-finishing",
            "decision-may-finish",
            "decision-interim-condition-needed",
            "decision-failure-target-set",
            "decision-suspend-condition-changed",
        ],
    ),
    (
        "backoff-limit",
        &[
            "decision-exceeds-backoff-limit",
            "decision-past-backoff-limit-on-failure",
            "decision-new-failures-exceed-backoff-limit",
            "decision-failures-exceed-backoff-limit",
        ],
    ),
    ("active-deadline", &["decision-past-active-deadline", "decision-deadline-ahead"]),
    (
        "parallelism",
        &[
            "decision-too-many-active",
            "decision-too-few-active",
            "decision-want-active",
            "decision-more-active-than-wanted",
            "decision-pods-missing",
        ],
    ),
    ("suspend", &["decision-job-suspended", "decision-suspension-handled"]),
    ("pod-failure-policy", &["decision-fail-job-rule-matched"]),
    ("success-policy", &["decision-success-criteria-met-set", "decision-success-policy-matched"]),
    ("indexed-job", &["decision-indexed-job-disabled", "decision-job-indexed"]),
    ("completion-index", &["decision-succeeded-indexes", "decision-pending-indexes"]),
    (
        "backoff-limit-per-index",
        &["decision-backoff-limit-per-index-set", "decision-too-many-failed-indexes", "decision-all-indexes-finished"],
    ),
    ("pod-replacement-policy", &["decision-only-replace-failed"]),
    ("conflict", &["decision-status-retry-left"]),
    ("ttl", &["decision-ttl-expired", "decision-needs-cleanup"]),
    ("sync", &["decision-manage-needed"]),
];

#[cfg(test)]
mod tests {
    use jobscope_lessons::library::{GLOSSARY_EN, GLOSSARY_ZH_CN};

    use super::*;
    use crate::words::Words;

    #[test]
    fn every_term_that_the_page_leads_to_is_in_the_glossary_and_every_text_is_one_of_the_page() {
        let words = Words::new(Locale::En);
        for glossary in [GLOSSARY_EN, GLOSSARY_ZH_CN].map(|text| Glossary::read(text).unwrap()) {
            for (term, keys) in TERMS {
                assert!(glossary.term(term).is_some(), "{term}");
                for key in *keys {
                    assert!(words.has(&format!("{key}.term")), "{key} has no term");
                }
            }
        }
    }
}
