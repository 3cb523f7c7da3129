//! Releases and fixes in words: what is special about each, how it is known, and the choice of one.

use jobscope_core::api::{Evidence, Fix, Release, Support};
use yew::prelude::*;

use crate::words::{Words, args};

/// The key of the line that says what is special about the release.
pub(crate) fn release_key(release: Release) -> String {
    format!("release-{}", release.minor())
}

/// By what the release is judged, with its tag.
pub(crate) fn evidence(words: &Words, release: Release) -> Html {
    let key = match release.evidence() {
        Evidence::Recorded => "evidence-recorded",
        Evidence::Read => "evidence-read",
    };
    words.say_f(key, &args!(tag = release.tag()))
}

/// The releases as options in groups, the newest first.
pub(crate) fn release_options(words: &Words, chosen: Release) -> Html {
    html! {
        for support in Support::ALL {
            <optgroup label={words.t(&format!("support-{}", support.name()))}>
                for release in Release::ALL.into_iter().rev().filter(|release| release.support() == support) {
                    <option value={release.name()} selected={release == chosen} title={words.t(&release_key(release))}>{ release.name() }</option>
                }
            </optgroup>
        }
    }
}

/// The key of what the fix changed.
pub(crate) fn fix_key(fix: Fix) -> String {
    format!("fix-{}", fix.number())
}

/// The number of the fix, which leads to its pull request.
pub(crate) fn upstream(fix: Fix) -> Html {
    let href = format!("https://github.com/kubernetes/kubernetes/pull/{}", fix.number());
    html! { <a class="mono" {href} target="_blank" rel="noopener">{ fix.to_string() }</a> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Locale;

    #[test]
    fn every_fix_and_every_release_has_words() {
        for words in Locale::ALL.map(Words::new) {
            for fix in Fix::ALL {
                assert!(words.has(&fix_key(*fix)), "{fix}");
            }
            for release in Release::ALL {
                assert!(words.has(&release_key(release)), "{release}");
            }
        }
    }
}
