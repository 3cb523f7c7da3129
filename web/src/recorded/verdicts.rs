//! Which releases explain a history, and another one to look at it with.

use std::rc::Rc;

use jobscope_core::api::{FeatureGates, Release};
use jobscope_core::history::Mark;
use yew::prelude::*;

use super::report::{nearest, written};
use crate::arrival::{Explain, Recorded, Verdict};
use crate::session::{Do, use_dispatch};
use crate::words::{Words, args, phrased, use_words};

/// Properties of [`Verdicts`].
#[derive(Properties)]
pub(super) struct Props {
    pub(super) recorded: Rc<Recorded>,
    /// The release of the session.
    pub(super) release: Release,
    pub(super) on_close: Callback<()>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.recorded, &other.recorded) && self.release == other.release
    }
}

#[component]
pub(super) fn Verdicts(props: &Props) -> Html {
    let words = use_words();
    let verdicts = &props.recorded.releases;
    let dispatch = use_dispatch();
    let explain = |releases: Vec<Release>| {
        let (dispatch, on_close) = (dispatch.clone(), props.on_close.clone());
        let gates: Vec<FeatureGates> = releases.into_iter().map(FeatureGates::from).collect();
        Callback::from(move |_: MouseEvent| {
            on_close.emit(());
            dispatch.dispatch(Do::Explain(Explain::By(gates.clone())));
        })
    };
    let row = |release: Release| {
        let verdict = verdicts.iter().find(|verdict| verdict.release() == release);
        html! {
            <li>
                <b class="mono">{ release.name() }</b>
                <span>{ verdict.map_or_else(|| words.say("history-untried"), |verdict| outcome(&words, verdict)) }</span>
                if release == props.release {
                    <span class="muted">{ words.t("history-shown") }</span>
                } else {
                    <button type="button" class="btn sm" aria-label={words.f("history-explain-with", &args!(release = release.name()))} onclick={explain(vec![release])}>{ words.t("history-show") }</button>
                }
            </li>
        }
    };
    let all = Release::ALL.into_iter().rev().collect::<Vec<_>>();
    let is_tried = |release: &Release| verdicts.iter().any(|verdict| verdict.release() == *release);
    html! { <>
        <h3>{ words.t("history-releases") }</h3>
        if let Some(whole) = whole(&words, verdicts) { <p>{ phrased(&whole) }</p> }
        <ul class="history-releases">{ for all.iter().copied().map(row) }</ul>
        if !all.iter().all(is_tried) {
            <button type="button" class="btn sm" onclick={explain(all.clone())}>{ words.t("history-try-all") }</button>
        }
    </> }
}

/// The releases that explain everything, if there are any.
fn whole(words: &Words, verdicts: &[Verdict]) -> Option<AttrValue> {
    let writes = verdicts.first().map_or(0, |verdict| verdict.writes);
    let whole: Vec<Release> = verdicts.iter().filter(|verdict| verdict.is_whole()).map(Verdict::release).collect();
    if whole.is_empty() {
        return (verdicts.len() > 1).then(|| words.t("history-whole-none"));
    }
    let releases = ranges(&whole, &words.t("list-comma"), &words.t("history-to"));
    Some(words.f("history-whole", &args!(releases = releases, writes = writes, n = whole.len())))
}

/// Releases, newest first, as ranges from the oldest on: those that follow each other are one.
fn ranges(newest_first: &[Release], comma: &str, to: &str) -> String {
    let place = |release: Release| Release::ALL.iter().position(|known| *known == release);
    let mut runs: Vec<(Release, Release)> = Vec::new();
    for release in newest_first.iter().rev() {
        match runs.last_mut() {
            Some((_, last)) if place(*last).map(|last| last + 1) == place(*release) => *last = *release,
            _ => runs.push((*release, *release)),
        }
    }
    let run = |(first, last): &(Release, Release)| {
        if first == last { first.name().to_owned() } else { format!("{}{to}{}", first.name(), last.name()) }
    };
    runs.iter().map(run).collect::<Vec<_>>().join(comma)
}

/// What a release explains, in words.
fn outcome(words: &Words, verdict: &Verdict) -> Html {
    let Verdict { explained, writes, .. } = *verdict;
    let Some(first) = &verdict.first else {
        return html! { { words.f("history-some", &args!(explained = explained, writes = writes)) } };
    };
    let write = written(words, first.resource, first.name.as_str(), first.r#type, first.version).to_string();
    let unexplained = first.unexplained().and_then(|why| nearest(words, verdict.release().name(), &why));
    let memory = matches!(first.mark, Mark::UnknownMemory { .. }).then(|| words.t("history-lacks-memory"));
    html! { <>
        { words.f("history-first", &args!(explained = explained, writes = writes, write = write)) }
        if let Some(said) = memory.or(unexplained) { { words.between() }{ phrased(&said) } }
    </> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_that_follow_each_other_are_a_range() {
        let releases = [Release::V1_36, Release::V1_35, Release::V1_34, Release::V1_28, Release::V1_22];
        assert_eq!(ranges(&releases, ", ", " to "), "v1.22, v1.28, v1.34 to v1.36");
    }
}
