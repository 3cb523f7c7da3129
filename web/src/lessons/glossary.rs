//! The whole glossary, as a page: every term with its meaning, and an address for each.

use jobscope_lessons::{Block, Glossary, Inline};
use js_sys::{Array, JsString, Object};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use crate::effect::use_effect_with;
use crate::header::PageTop;
use crate::lazy::lazy;
use crate::prose::{text, use_glossary};
use crate::route::Route;
use crate::words::{Locale, phrased, use_words};

/// Properties of [`GlossaryPage`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    /// The term to show.
    pub(crate) term: Option<AttrValue>,
}

lazy!(pub(crate) GlossaryPage, Props, GlossaryBody);

#[component]
pub(crate) fn GlossaryBody(props: &Props) -> Html {
    let words = use_words();
    let glossary = use_glossary();
    {
        let is_there = matches!(glossary, Some(Ok(_)));
        use_effect_with((props.term.clone(), is_there), |(term, is_there)| {
            let Some(term) = term.as_ref().filter(|_| *is_there) else { return };
            let found = gloo::utils::document().get_element_by_id(&place(term));
            if let Some(found) = found.and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
                found.scroll_into_view();
                let _ = found.focus();
            }
        });
    }
    html! {
        <div class="start">
            <PageTop />
            <main class="sheet glossary">
                <h1>{ words.say("glossary") }</h1>
                <p class="lead">{ words.say("glossary-what") }</p>
                {
                    match &glossary {
                        None => html! { <p class="muted" role="status">{ words.say("glossary-loading") }</p> },
                        Some(Err(_)) => html! { <p class="alert" role="alert"><span>{ words.say("glossary-missing") }</span></p> },
                        Some(Ok(glossary)) => terms(glossary, props.term.as_deref(), words.locale()),
                    }
                }
            </main>
        </div>
    }
}

fn terms(glossary: &Glossary, chosen: Option<&str>, locale: Locale) -> Html {
    // As the language sorts its words; the files of all languages have the same order.
    let (locales, options) = (Array::of1(&locale.tag().into()), Object::new());
    // Collation takes the first reading of a character, zhòng for 重: in 重新 it is chóng, as 虫 always is.
    let sorted = |name: &str| JsString::from(name.replace("重新", "虫新"));
    let mut terms: Vec<_> = glossary.terms.iter().map(|term| (sorted(&term.name), term)).collect();
    terms.sort_by(|(one, _), (other, _)| one.locale_compare(&String::from(other), &locales, &options).cmp(&0));
    html! {
        <dl>
            for (_, term) in &terms {
                <div id={place(&term.id)} class={classes!("term-entry", (chosen == Some(&*term.id)).then_some("cur"))} tabindex="-1">
                    <dt>{ term.name.clone() }</dt>
                    <dd>{ for term.blocks.iter().map(block) }</dd>
                </div>
            }
        </dl>
    }
}

fn block(block: &Block) -> Html {
    html! { <p>{ for block.inlines().into_iter().map(inline) }</p> }
}

/// Terms lead to their entries.
fn inline(inline: &Inline) -> Html {
    match inline {
        Inline::Link { text, to } if to.starts_with('#') => {
            let term = to.trim_start_matches('#').to_owned();
            html! { <a href={Route::Glossary(Some(term)).href()}>{ phrased(text) }</a> }
        }
        other => text::line(std::slice::from_ref(other)),
    }
}

/// The id of a term's entry in the document.
fn place(term: &str) -> String {
    format!("term-{term}")
}
