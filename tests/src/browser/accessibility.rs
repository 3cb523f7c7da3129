//! The rules of axe-core, run in the page.

use std::fmt::Write as _;
use std::path::Path;

use serde::Deserialize;

use super::page::Page;
use super::{Error, Theme};

/// Installed by npm from this crate's lock file.
const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/node_modules/axe-core/axe.min.js");

/// Runs the rules that replace `RULES`.
const RUN: &str = "
    const done = arguments[arguments.length - 1];
    axe.run(document, { resultTypes: ['violations'], ...RULES }).then(
        (results) => done({ violations: results.violations }),
        (error) => done({ error: String(error) }),
    );";

const ALL_RULES: &str = "{}";

/// What a theme can break.
const RULES_OF_THEMES: &str = "{ runOnly: ['color-contrast'] }";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Outcome {
    Violations(Vec<Violation>),
    Error(String),
}

#[derive(Deserialize)]
struct Violation {
    id: String,
    help: String,
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Node {
    html: String,
    failure_summary: Option<String>,
}

impl Page {
    /// Fails if the page, once all motion has come to its end, breaks a rule of axe-core.
    pub async fn check_accessibility(&self) -> Result<(), Error> {
        self.check_rules(ALL_RULES).await
    }

    /// The same of a page that is looked at in one theme after the other: with all rules in the light one, and in the dark
    /// one with those that depend on the theme.
    pub async fn check_accessibility_in(&self, theme: Theme) -> Result<(), Error> {
        self.check_rules(if theme == Theme::Light { ALL_RULES } else { RULES_OF_THEMES }).await
    }

    async fn check_rules(&self, rules: &str) -> Result<(), Error> {
        // Once a document: reading half a megabyte of script takes longer than most checks.
        if self.client.execute("return typeof axe", Vec::new()).await? == "undefined" {
            if !Path::new(AXE).is_file() {
                return Err(Error::setup(format!("{AXE} is missing"), "Run: cargo xtask test e2e"));
            }
            let script = std::fs::read_to_string(AXE).map_err(|error| Error::File { path: AXE.to_owned(), error })?;
            self.client.execute(&script, Vec::new()).await?;
        }
        // Colours on their way from one theme to the other belong to neither.
        self.settle().await?;
        let answer = self.evaluate_later(&RUN.replace("RULES", rules)).await?;
        match serde_json::from_value(answer).map_err(|error| Error::Answer(error.to_string()))? {
            Outcome::Error(error) => Err(Error::Answer(error)),
            Outcome::Violations(violations) if violations.is_empty() => Ok(()),
            Outcome::Violations(violations) => Err(Error::Accessibility(describe(&violations))),
        }
    }
}

fn describe(violations: &[Violation]) -> String {
    let mut text = String::new();
    for violation in violations {
        let _ = writeln!(text, "{}: {}", violation.id, violation.help);
        for node in &violation.nodes {
            let _ = writeln!(text, "  {}", node.html);
            for line in node.failure_summary.iter().flat_map(|summary| summary.lines()) {
                let _ = writeln!(text, "    {line}");
            }
        }
    }
    text
}
