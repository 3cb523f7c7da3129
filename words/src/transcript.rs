//! A session as text to pass on: each step with its sentence and with everything that the controllers asked, as the page
//! says it.

use std::fmt::Write as _;

use jobscope_core::timeline::{Cursor, Timeline};
use jobscope_core::trace::{Decision, TraceEntry};
use jobscope_explain::sentence::Sentence;
use jobscope_explain::time::instant;
use jobscope_explain::{Moment, Movement};

use crate::{Words, answer, args, operands, plain_sentence};

/// How wide questions are in plain text, and their operands.
const QUESTION: usize = 58;
const OPERANDS: usize = 44;

/// How it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markup {
    /// Without any.
    Plain,
    Markdown,
}

/// Of the chosen branch, from its start to its end. Long sessions are written a piece at a time, so that
/// the page can say how far it is.
#[derive(Debug)]
pub struct Transcript {
    timeline: Timeline,
    markup: Markup,
    text: String,
    /// Steps that are written.
    written: usize,
}

impl Transcript {
    /// Begins one.
    pub fn begin(timeline: &Timeline, title: &str, markup: Markup) -> Self {
        let text = match markup {
            Markup::Plain => format!("{title}\n"),
            Markup::Markdown => format!("# {}\n", markdown_cell(title)),
        };
        Self { timeline: timeline.clone(), markup, text, written: 0 }
    }

    /// The steps that there are to write.
    pub fn steps(&self) -> usize {
        self.timeline.steps().len()
    }

    /// The steps that are written.
    pub fn written(&self) -> usize {
        self.written
    }

    /// Writes at most the given number of further steps; false once all are written.
    pub fn go_on(&mut self, words: &Words, most: usize) -> bool {
        let to = self.written.saturating_add(most).min(self.steps());
        for step in self.written + 1..=to {
            self.step(words, step);
        }
        self.written = to;
        to < self.steps()
    }

    /// The text so far.
    pub fn text(self) -> String {
        self.text
    }

    fn step(&mut self, words: &Words, step: usize) {
        self.timeline.seek(Cursor { step, entries: 0 });
        let now = Moment::of(&self.timeline, 0, Movement::Jump, 0);
        let at = words.f("transcript-step", &args!(n = step, at = instant(now.elapsed())));
        let said = plain_sentence(words, &Sentence::at(&now));
        let asked = now.done_trace().iter().filter_map(|entry| match entry {
            TraceEntry::Decision(decision) => Some(decision),
            _ => None,
        });
        let text = &mut self.text;
        match self.markup {
            Markup::Plain => {
                let _ = writeln!(text, "\n{at}\n{said}");
                for decision in asked {
                    let [question, operands, answer] = columns(words, decision);
                    let line = format!("  {question:QUESTION$} {operands:OPERANDS$} {answer}");
                    let _ = writeln!(text, "{}", line.trim_end());
                }
            }
            Markup::Markdown => {
                let _ = writeln!(text, "\n## {at}\n\n{}", markdown_cell(&said));
                for (place, decision) in asked.enumerate() {
                    if place == 0 {
                        let head = ["transcript-question", "transcript-operands", "transcript-answer"];
                        let [question, operands, answer] = head.map(|key| words.t(key));
                        let _ = writeln!(text, "\n| {question} | {operands} | {answer} |\n|---|---|---|");
                    }
                    let [question, operands, answer] = columns(words, decision).map(|column| markdown_cell(&column));
                    let _ = writeln!(text, "| {question} | {operands} | **{answer}** |");
                }
            }
        }
    }
}

fn columns(words: &Words, decision: &Decision) -> [String; 3] {
    let question = words.t(&format!("decision-{}", decision.id().name()));
    [question, operands(words, decision), answer(words, decision.id(), decision.answer())]
}

/// Text that means nothing in Markdown, on one line.
pub fn markdown_cell(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '#' => cell.extend(['\\', character]),
            '<' => cell.push_str("&lt;"),
            '&' => cell.push_str("&amp;"),
            '\n' => cell.push(' '),
            other => cell.push(other),
        }
    }
    cell
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;

    use super::*;
    use crate::Locale;
    use jobscope_explain::Preset;
    use jobscope_explain::played::play;

    fn transcript(timeline: &Timeline, title: &str, words: &Words, markup: Markup) -> String {
        let mut transcript = Transcript::begin(timeline, title, markup);
        while transcript.go_on(words, 3) {}
        transcript.text()
    }

    fn played() -> Timeline {
        let mut last = None;
        play(Preset::Pi, Release::V1_11, Timeline::step_over, |timeline| last = Some(timeline.clone()));
        last.unwrap()
    }

    #[test]
    fn every_question_of_every_step_is_in_it() {
        let timeline = played();
        let asked = timeline
            .steps()
            .iter()
            .map(|step| step.trace.iter().filter(|entry| matches!(entry, TraceEntry::Decision(_))).count());
        let asked: usize = asked.sum();
        let words = Words::new(Locale::En);
        let plain = transcript(&timeline, "The Job pi", &words, Markup::Plain);
        assert_eq!(plain.lines().filter(|line| line.starts_with("  ")).count(), asked);
        let steps = plain.lines().filter(|line| line.starts_with("Step ")).count();
        assert_eq!(steps, timeline.steps().len());
        assert!(
            plain.contains(
                "\nsyncJob #1 created 1 pod. The sync wrote the status: active\u{a0}1, succeeded\u{a0}0, failed\u{a0}0.\n"
            ),
            "{plain}"
        );
        let markdown = transcript(&timeline, "The Job pi", &words, Markup::Markdown);
        assert_eq!(markdown.lines().filter(|line| line.ends_with("** |")).count(), asked);
        assert!(markdown.starts_with("# The Job pi\n\n## Step 1 "), "{markdown}");
        assert!(markdown.contains("syncJob \\#1 created"), "{markdown}");
    }

    #[test]
    fn it_speaks_both_languages() {
        let timeline = played();
        for words in Locale::ALL.map(Words::new) {
            for markup in [Markup::Plain, Markup::Markdown] {
                let text = transcript(&timeline, "pi", &words, markup);
                assert!(
                    !text.contains(['{', '}', '\u{2068}'])
                        && !text.contains("transcript-")
                        && !text.contains("decision-"),
                    "{text}"
                );
            }
        }
    }
}
