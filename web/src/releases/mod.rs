//! The page of releases: all of them in groups, and what changed between two.

mod changes;
mod shown;

use jobscope_core::api::{Release, Support};
use yew::prelude::*;

use crate::header::PageTop;
use crate::lazy::lazy;
use crate::route::Route;
use crate::ui::{evidence, on_parsed, release_key, release_options};
use crate::words::{args, use_words};
use changes::Changes;

/// Properties of [`ReleasesPage`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    /// The two releases to compare; if the address names none, the default one and the one before it.
    pub(crate) between: Option<(Release, Release)>,
}

/// The releases of the two-release comparison if the address names none.
fn usual() -> (Release, Release) {
    let new = Release::default();
    let old = Release::ALL.into_iter().rev().find(|release| *release < new);
    (old.unwrap_or(new), new)
}

lazy!(pub(crate) ReleasesPage, Props, ReleasesBody);

#[component]
pub(crate) fn ReleasesBody(props: &Props) -> Html {
    let words = use_words();
    let (old, new) = props.between.unwrap_or_else(usual);
    html! {
        <div class="start">
            <PageTop />
            <main class="sheet all-releases">
                <h1>{ words.say("releases") }</h1>
                <p class="lead">{ words.say("releases-what") }</p>
                <section aria-labelledby="h-changes">
                    <h2 id="h-changes">{ words.say_f("changes-title", &args!(old = old.name(), new = new.name())) }</h2>
                    <div class="between">
                        <Choice word="changes-from" chosen={old} on_choose={Callback::from(move |old| Route::Releases(Some((old, new))).go())} />
                        <Choice word="changes-to" chosen={new} on_choose={Callback::from(move |new| Route::Releases(Some((old, new))).go())} />
                    </div>
                    <Changes {old} {new} />
                </section>
                for support in Support::ALL {
                    <section aria-labelledby={format!("h-{}", support.name())}>
                        <h2 id={format!("h-{}", support.name())}>{ words.say(&format!("support-{}", support.name())) }</h2>
                        <p class="muted">{ words.say(&format!("support-{}-what", support.name())) }</p>
                        <dl class="all">
                            for release in Release::ALL.into_iter().rev().filter(|release| release.support() == support) {
                                <div><dt class="mono">{ release.name() }</dt><dd><span>{ words.say(&release_key(release)) }</span><span class="muted">{ evidence(&words, release) }</span></dd></div>
                            }
                        </dl>
                    </section>
                }
            </main>
        </div>
    }
}

/// Properties of [`Choice`].
#[derive(Properties, PartialEq)]
struct ChoiceProps {
    /// The key of its label.
    word: &'static str,
    chosen: Release,
    on_choose: Callback<Release>,
}

/// A choice of one release.
#[component]
fn Choice(props: &ChoiceProps) -> Html {
    let words = use_words();
    let on_choose = props.on_choose.clone();
    let onchange = on_parsed::<Event, _>(move |release| on_choose.emit(release));
    html! {
        <label class="pick"><span class="muted">{ words.t(props.word) }</span>
            <select class="select" {onchange}>{ release_options(&words, props.chosen) }</select>
        </label>
    }
}
