//! What an embed shows, as its address says: the query has the options, the fragment the session.
//!
//! Authors write it by hand: what is not understood is left out, and nothing breaks.

use jobscope_core::api::Release;

use crate::settings::Theme;
use crate::words::Locale;

/// A part of the embed, between the title and the controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Panel {
    /// The sentence that says what happened.
    Sentence,
    /// The pods and the Job's status.
    Pods,
    /// The questions that led to the present one.
    Why,
    /// The control plane.
    Plane,
    /// The timeline.
    Time,
    /// What kubectl would print.
    Output,
}

impl Panel {
    /// What is shown unless something else is asked for.
    const USUAL: [Self; 4] = [Self::Sentence, Self::Pods, Self::Why, Self::Time];

    fn of_name(name: &str) -> Option<Self> {
        match name {
            "sentence" => Some(Self::Sentence),
            "pods" => Some(Self::Pods),
            "why" => Some(Self::Why),
            "plane" => Some(Self::Plane),
            "time" => Some(Self::Time),
            "kubectl" => Some(Self::Output),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Options {
    /// The panels, in order. The sentence and the timeline need not be named to be there.
    pub(super) panels: Vec<Panel>,
    /// The release, if not the scenario's own.
    pub(super) release: Option<Release>,
    /// The step to start at, if not the scenario's own.
    pub(super) start_step: Option<usize>,
    pub(super) theme: Theme,
    /// None: as the browser says.
    pub(super) locale: Option<Locale>,
    /// Whether the reader may only step.
    pub(super) readonly: bool,
    /// Whether the scenario comes in a message.
    pub(super) later: bool,
}

impl Options {
    /// The options of the present address.
    pub(super) fn by_address() -> Self {
        Self::of_query(&gloo::utils::window().location().search().unwrap_or_default())
    }

    /// The options of a query, with or without its question mark.
    pub(super) fn of_query(query: &str) -> Self {
        let pairs = || {
            let query = query.strip_prefix('?').unwrap_or(query);
            query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        };
        let value = |name: &str| pairs().find(|(key, _)| *key == name).map(|(_, value)| value.replace("%2C", ","));
        Self {
            panels: value("panels").map_or_else(|| Panel::USUAL.to_vec(), |names| Self::named_panels(&names)),
            release: value("release").and_then(|name| name.parse().ok()),
            start_step: value("start-step").and_then(|step| step.parse().ok()),
            theme: match value("theme").as_deref() {
                Some("light") => Theme::Light,
                Some("dark") => Theme::Dark,
                _ => Theme::System,
            },
            locale: value("lang").as_deref().and_then(Locale::of_tag),
            readonly: value("readonly").is_some_and(|value| value != "false"),
            later: value("later").is_some(),
        }
    }

    fn named_panels(names: &str) -> Vec<Panel> {
        let mut panels = vec![Panel::Sentence];
        for panel in names.split(',').filter_map(|name| Panel::of_name(name.trim())).chain([Panel::Time]) {
            if !panels.contains(&panel) {
                panels.push(panel);
            }
        }
        panels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_read() {
        let options = Options::of_query(
            "?panels=kubectl,plane&release=v1.28&start-step=12&theme=dark&lang=zh-Hans-CN&readonly&later",
        );
        let expected = Options {
            panels: vec![Panel::Sentence, Panel::Output, Panel::Plane, Panel::Time],
            release: Some(Release::V1_28),
            start_step: Some(12),
            theme: Theme::Dark,
            locale: Some(Locale::ZhCn),
            readonly: true,
            later: true,
        };
        assert_eq!(options, expected);
        assert_eq!(Options::of_query("?panels=why%2Cpods").panels, Options::of_query("?panels=why,pods").panels);
    }

    #[test]
    fn what_is_not_understood_is_left_out() {
        let usual = Options::of_query("");
        assert_eq!(usual.panels, Panel::USUAL);
        for query in ["?release=v9&start-step=-1&theme=pink&lang=xx", "?readonly=false&&&=&%=1", "?Theme=dark"] {
            assert_eq!(Options::of_query(query), usual, "{query}");
        }
        assert_eq!(Options::of_query("?panels=all,pods,pods").panels, [Panel::Sentence, Panel::Pods, Panel::Time]);
    }
}
