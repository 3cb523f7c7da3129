//! A lesson in its parts: what is read from a text, and what is drawn.

use std::collections::BTreeMap;

use jobscope_core::api::Release;
use jobscope_core::trace::DecisionId;
use serde::Deserialize;

use crate::{Claim, Moment};

/// A source of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Its title, such as `KEP-2307`.
    pub title: String,
    /// Its address.
    pub url: String,
}

/// A region of the page that a section refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// The manifest, the outcome rules and faults.
    Spec,
    /// The control plane.
    Plane,
    /// The pods.
    Pods,
    /// Why: the sentence and the path of the sync.
    Why,
    /// What kubectl prints.
    Output,
    /// The timeline.
    Timeline,
}

impl Region {
    /// All of them, in the order of the page.
    pub const ALL: [Self; 6] = [Self::Spec, Self::Plane, Self::Pods, Self::Why, Self::Output, Self::Timeline];

    /// The name by which texts refer to it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Spec => "spec",
            Self::Plane => "plane",
            Self::Pods => "pods",
            Self::Why => "why",
            Self::Output => "output",
            Self::Timeline => "timeline",
        }
    }
}

/// An output of kubectl.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kubectl {
    /// The Jobs, as a table.
    Job,
    /// The pods, as a table.
    Pods,
    /// The description of the Jobs.
    Describe,
    /// The events.
    Events,
    /// The Jobs, as YAML.
    Yaml,
}

impl Kubectl {
    /// All of them, in the order of the page.
    pub const ALL: [Self; 5] = [Self::Job, Self::Pods, Self::Describe, Self::Events, Self::Yaml];

    /// The name by which texts refer to it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Job => "job",
            Self::Pods => "pods",
            Self::Describe => "describe",
            Self::Events => "events",
            Self::Yaml => "yaml",
        }
    }
}

/// The part of the page that a section refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// A region.
    Region(Region),
    /// A question of the step, shown in Why.
    Decision(DecisionId),
    /// One of the things that kubectl prints.
    Output(Kubectl),
    /// A field of the Job in its YAML, by its path, such as `spec.podFailurePolicy`.
    Field(String),
}

impl Look {
    /// Parses `name`: a region, `decision.` and the name of a question, or `output.` and an output. After `output.yaml`, a
    /// field's path may follow.
    pub fn named(name: &str) -> Option<Self> {
        match name.split_once('.') {
            Some(("decision", name)) => {
                DecisionId::ALL.iter().find(|id| id.name() == name).map(|id| Self::Decision(*id))
            }
            Some(("output", name)) if let Some(path) = name.strip_prefix("yaml.") => Some(Self::Field(path.to_owned())),
            Some(("output", name)) => Kubectl::ALL.into_iter().find(|it| it.name() == name).map(Self::Output),
            Some(_) => None,
            None => Region::ALL.into_iter().find(|region| region.name() == name).map(Self::Region),
        }
    }

    /// The region where it is.
    pub fn region(&self) -> Region {
        match self {
            Self::Region(region) => *region,
            Self::Decision(_) => Region::Why,
            Self::Output(_) | Self::Field(_) => Region::Output,
        }
    }

    /// The question, if it is one.
    pub fn decision(&self) -> Option<DecisionId> {
        match self {
            Self::Decision(id) => Some(*id),
            Self::Region(_) | Self::Output(_) | Self::Field(_) => None,
        }
    }

    /// The output of kubectl, if it is one.
    pub fn output(&self) -> Option<Kubectl> {
        match self {
            Self::Output(kubectl) => Some(*kubectl),
            Self::Field(_) => Some(Kubectl::Yaml),
            Self::Region(_) | Self::Decision(_) => None,
        }
    }

    /// The path of the field, if it is one.
    pub fn field(&self) -> Option<&str> {
        match self {
            Self::Field(path) => Some(path),
            Self::Region(_) | Self::Decision(_) | Self::Output(_) => None,
        }
    }
}

/// A text about a session, in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Its title.
    pub title: String,
    /// The question that it answers, as a reader would ask it.
    pub question: String,
    /// The session's file in the lesson's folder, for each release that the lesson shows. The first one is what
    /// it opens with.
    pub sessions: Vec<(Release, String)>,
    /// Sources for further reading.
    pub sources: Vec<Source>,
    /// Its sections, in order; the first one comes before anything happens.
    pub sections: Vec<Section>,
}

/// A section of a lesson: the text about one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Line of its heading, from 1.
    pub line: u32,
    /// Its heading.
    pub heading: String,
    /// The number of steps to which it is anchored, by release.
    pub steps: BTreeMap<Release, usize>,
    /// What it refers to.
    pub look: Option<Look>,
    /// The text.
    pub blocks: Vec<Block>,
    /// The prediction that the reader makes before the next section.
    pub prediction: Option<Prediction>,
    /// What the reader is asked to do by a command.
    pub exercise: Option<Exercise>,
    /// Whether it hands over the controls: its list has things to try.
    pub hands_over: bool,
}

/// A question about what comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prediction {
    /// The question: text and code.
    pub question: Vec<Inline>,
    /// The possible answers; one is right.
    pub choices: Vec<Choice>,
}

/// An answer to a [`Prediction`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Whether it is the right one.
    pub right: bool,
    /// The text of the answer. Its claims are about the next section's step.
    pub text: Vec<Inline>,
}

/// Something that the reader is asked to do by typing a command. It is done when the cluster is as the goals say, however
/// the command was spelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// Line of its heading, from 1.
    pub line: u32,
    /// The task: text and code.
    pub task: Vec<Inline>,
    /// What has to hold afterwards.
    pub goals: Vec<Goal>,
    /// A command that does it.
    pub example: String,
}

impl Exercise {
    /// Whether it is done at that moment.
    pub fn is_done(&self, moment: &Moment) -> bool {
        self.goals.iter().all(|goal| goal.holds(moment))
    }
}

/// A goal of an [`Exercise`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// What is asked for, such as `spec.suspend`; the subject of a claim.
    pub subject: String,
    /// The values that reach it.
    pub values: Vec<String>,
}

impl Goal {
    /// Whether it is reached at that moment.
    pub fn holds(&self, moment: &Moment) -> bool {
        moment.value(&self.subject).is_ok_and(|value| self.values.contains(&value))
    }
}

/// A paragraph or list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// A list without an order.
    List(Vec<Vec<Inline>>),
    /// Preformatted text.
    Code(String),
}

/// Text within a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Text.
    Text(String),
    /// Emphasized text.
    Strong(String),
    /// Code.
    Code(String),
    /// A reference: to an entry of the glossary (`#expectations`) or an address.
    Link {
        /// What is shown.
        text: String,
        /// Its target.
        to: String,
    },
    /// A claim that is checked.
    Claim {
        /// What is shown.
        text: String,
        /// The claim.
        claim: Claim,
        /// Its line, from 1.
        line: u32,
    },
}

impl Lesson {
    /// The claims of a section, without those of its prediction.
    pub fn claims(section: &Section) -> impl Iterator<Item = (&Claim, u32)> {
        section.blocks.iter().flat_map(Block::inlines).filter_map(Inline::claim)
    }
}

impl Block {
    /// Its text, line by line.
    pub fn inlines(&self) -> Vec<&Inline> {
        match self {
            Self::Paragraph(inlines) => inlines.iter().collect(),
            Self::List(items) => items.iter().flatten().collect(),
            Self::Code(_) => Vec::new(),
        }
    }
}

impl Inline {
    /// What is shown of it.
    pub fn shown(&self) -> &str {
        match self {
            Self::Text(text)
            | Self::Strong(text)
            | Self::Code(text)
            | Self::Link { text, .. }
            | Self::Claim { text, .. } => text,
        }
    }

    /// What it claims, with its line.
    pub fn claim(&self) -> Option<(&Claim, u32)> {
        match self {
            Self::Claim { claim, line, .. } => Some((claim, *line)),
            _ => None,
        }
    }
}
