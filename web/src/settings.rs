//! The user's settings: theme, language, speed, views. Stored in the browser.

use std::rc::Rc;

use jobscope_lessons::Kubectl;
use serde::{Deserialize, Serialize};
use yew::prelude::*;

use crate::keep::Keep;
use crate::words::{Locale, locale_of_browser};

/// Which colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Theme {
    /// As the system says.
    #[default]
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// All of them, in the order in which the button goes round.
    pub(crate) const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// The next one in the order in which the button goes round.
    fn next(self) -> Self {
        match self {
            Self::System => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::System,
        }
    }

    /// The value of the root's `data-theme`; none leaves it to the system.
    pub(crate) fn attribute(self) -> Option<&'static str> {
        match self {
            Self::System => None,
            Self::Light => Some("light"),
            Self::Dark => Some("dark"),
        }
    }

    /// The key of its name.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::System => "theme-system",
            Self::Light => "theme-light",
            Self::Dark => "theme-dark",
        }
    }
}

/// How fast Play goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Speed {
    /// To follow with a finger.
    #[serde(rename = "0.5")]
    Half,
    /// To read along.
    #[default]
    #[serde(rename = "1")]
    One,
    /// To watch.
    #[serde(rename = "4")]
    Four,
    /// To get there.
    #[serde(rename = "16")]
    Sixteen,
}

impl Speed {
    pub(crate) const ALL: [Self; 4] = [Self::Half, Self::One, Self::Four, Self::Sixteen];

    /// Milliseconds from one step to the next.
    pub(crate) fn interval_ms(self) -> u32 {
        match self {
            Self::Half => 1600,
            Self::One => 800,
            Self::Four => 200,
            Self::Sixteen => 50,
        }
    }

    /// Whether a screen reader's user can still follow.
    pub(crate) fn is_readable(self) -> bool {
        matches!(self, Self::Half | Self::One)
    }

    /// Its name, the same in all languages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Half => "0.5×",
            Self::One => "1×",
            Self::Four => "4×",
            Self::Sixteen => "16×",
        }
    }
}

/// How pods are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum PodsAs {
    /// As tiles by sync and batch.
    #[default]
    Tiles,
    /// As a table.
    Table,
}

/// How the questions of the controller are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum WhyAs {
    /// As a path to read, of those that the sync asked.
    #[default]
    Path,
    /// As a flow chart of all that the release can ask.
    Flow,
}

/// A tab of the kubectl region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum OutputTab {
    /// What was typed, and what came of it.
    Terminal,
    /// `kubectl get jobs`.
    Job,
    /// `kubectl get pods`.
    #[default]
    Pods,
    /// `kubectl describe job`.
    Describe,
    /// `kubectl get events`.
    Events,
    /// `kubectl get job -o yaml`.
    Yaml,
    /// What the controller process measures.
    Metrics,
}

impl From<Kubectl> for OutputTab {
    fn from(kubectl: Kubectl) -> Self {
        match kubectl {
            Kubectl::Job => Self::Job,
            Kubectl::Pods => Self::Pods,
            Kubectl::Describe => Self::Describe,
            Kubectl::Events => Self::Events,
            Kubectl::Yaml => Self::Yaml,
        }
    }
}

impl OutputTab {
    /// Those that are printed after every step.
    pub(crate) const PINNED: &[Self] =
        &[Self::Job, Self::Pods, Self::Describe, Self::Events, Self::Yaml, Self::Metrics];
    pub(crate) const ALL: [Self; 7] =
        [Self::Terminal, Self::Job, Self::Pods, Self::Describe, Self::Events, Self::Yaml, Self::Metrics];

    /// The tab's id in the document and the key of its name.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::Terminal => "output-terminal",
            Self::Job => "output-job",
            Self::Pods => "output-pods",
            Self::Describe => "output-describe",
            Self::Events => "output-events",
            Self::Yaml => "output-yaml",
            Self::Metrics => "output-metrics",
        }
    }
}

/// Which of their views the regions show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Views {
    pub(crate) pods_as: PodsAs,
    pub(crate) why_as: WhyAs,
    pub(crate) output: OutputTab,
    /// Whether tables have all their columns.
    pub(crate) wide: bool,
}

impl Views {
    /// Tells the name of each region with its view; none if that is the usual one.
    pub(crate) fn write(self, mut tell: impl FnMut(&'static str, Option<&'static str>)) {
        tell("pods", (self.pods_as == PodsAs::Table).then_some("table"));
        tell("why", (self.why_as == WhyAs::Flow).then_some("flow"));
        // What was typed is the user's own.
        let is_usual = matches!(self.output, OutputTab::Terminal) || self.output == OutputTab::default();
        tell("output", (!is_usual).then_some(self.output.id()));
        tell("columns", self.wide.then_some("wide"));
    }

    /// The views that the regions have by their names. What is not known is as usual.
    pub(crate) fn read(view: impl Fn(&str) -> Option<String>) -> Self {
        let is = |name: &str, text: &str| view(name).as_deref() == Some(text);
        let output = view("output");
        Self {
            pods_as: if is("pods", "table") { PodsAs::Table } else { PodsAs::Tiles },
            why_as: if is("why", "flow") { WhyAs::Flow } else { WhyAs::Path },
            output: OutputTab::ALL.into_iter().find(|tab| output.as_deref() == Some(tab.id())).unwrap_or_default(),
            wide: is("columns", "wide"),
        }
    }
}

/// Everything that is kept about the page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Settings {
    pub(crate) theme: Theme,
    /// None: as the browser says.
    pub(crate) locale: Option<Locale>,
    pub(crate) speed: Speed,
    #[serde(flatten)]
    pub(crate) views: Views,
    /// The person's own views, while those of a session from elsewhere are shown.
    #[serde(skip)]
    own: Option<Views>,
}

impl Settings {
    /// As kept, or the defaults.
    pub(crate) fn restore() -> Self {
        Keep::Settings.read().unwrap_or_default()
    }

    /// With everything else as usual.
    pub(crate) fn of(theme: Theme, locale: Option<Locale>) -> Self {
        Self { theme, locale, ..Self::default() }
    }

    /// The language that the page speaks.
    pub(crate) fn spoken(&self) -> Locale {
        self.locale.unwrap_or_else(locale_of_browser)
    }

    /// The person chooses a view: here, and for the next visit.
    fn choose_view(&mut self, choose: impl Fn(&mut Views)) {
        choose(&mut self.views);
        if let Some(own) = &mut self.own {
            choose(own);
        }
    }

    /// Keeps what the person chose; views of others are none of it.
    fn keep(&self) {
        let own = self.own.unwrap_or(self.views);
        Keep::Settings.write(&Self { views: own, own: None, ..self.clone() });
    }
}

/// A choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Choose {
    NextTheme,
    Theme(Theme),
    Locale(Locale),
    Speed(Speed),
    PodsAs(PodsAs),
    WhyAs(WhyAs),
    Output(OutputTab),
    Wide(bool),
    /// A session from elsewhere shows these views. They are not kept.
    Lent(Views),
}

impl Reducible for Settings {
    type Action = Choose;

    fn reduce(self: Rc<Self>, choice: Choose) -> Rc<Self> {
        let mut next = (*self).clone();
        match choice {
            Choose::NextTheme => next.theme = next.theme.next(),
            Choose::Theme(theme) => next.theme = theme,
            Choose::Locale(locale) => next.locale = Some(locale),
            Choose::Speed(speed) => next.speed = speed,
            Choose::PodsAs(pods_as) => next.choose_view(|views| views.pods_as = pods_as),
            Choose::WhyAs(why_as) => next.choose_view(|views| views.why_as = why_as),
            Choose::Output(output) => next.choose_view(|views| views.output = output),
            Choose::Wide(wide) => next.choose_view(|views| views.wide = wide),
            Choose::Lent(views) => {
                let own = std::mem::replace(&mut next.views, views);
                next.own.get_or_insert(own);
                return Rc::new(next);
            }
        }
        next.keep();
        Rc::new(next)
    }
}

/// The settings and how to change them, as a context.
pub(crate) type SettingsHandle = UseReducerHandle<Settings>;

/// The settings.
#[hook]
pub(crate) fn use_settings() -> SettingsHandle {
    #[expect(clippy::expect_used, reason = "the app provides it around everything")]
    use_context::<SettingsHandle>().expect("settings are provided")
}
