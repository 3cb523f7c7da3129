//! The commands by their names.

use super::flags::{Flags, Spec};
use super::global::first_argument;
use super::{
    Command, Outcome, apply, auth, autoscale, config, create, delete, describe, diff, events, explain, get,
    last_applied, logs, mark, options, patch, refused, replace, resources, rollout, run_pod, scale, set, top, version,
    wait,
};

/// A command by its name.
pub(super) struct Known {
    pub(super) name: &'static str,
    pub(super) flags: &'static [Spec],
    pub(super) run: fn(&mut Command<'_>, &Flags) -> Outcome,
    /// Commands under it, such as `status` of `rollout`.
    pub(super) parts: &'static [Known],
}

/// A command without others under it.
pub(super) const fn known(
    name: &'static str,
    flags: &'static [Spec],
    run: fn(&mut Command<'_>, &Flags) -> Outcome,
) -> Known {
    Known { name, flags, run, parts: &[] }
}

/// The commands that are simulated.
pub(super) const COMMANDS: &[Known] = &[
    known("annotate", mark::FLAGS, mark::annotate),
    known("api-resources", resources::FLAGS, resources::api_resources),
    known("api-versions", &[], resources::api_versions),
    Known { parts: last_applied::PARTS, ..known("apply", apply::FLAGS, apply::apply) },
    Known { parts: auth::PARTS, ..known("auth", &[], auth::auth) },
    known("autoscale", autoscale::FLAGS, autoscale::autoscale),
    known("cluster-info", &[], |command, _| {
        command.print(&config::cluster_info());
        Ok(())
    }),
    Known { parts: config::PARTS, ..known("config", &[], config::config) },
    Known { parts: create::PARTS, ..known("create", create::FLAGS, create::create) },
    known("delete", delete::FLAGS, delete::delete),
    known("describe", describe::FLAGS, describe::describe),
    known("diff", diff::FLAGS, diff::diff),
    known("events", events::FLAGS, events::events),
    known("explain", explain::FLAGS, explain::explain),
    known("get", get::FLAGS, get::get),
    known("label", mark::FLAGS, mark::label),
    known("logs", logs::FLAGS, logs::logs),
    known("options", &[], |command, _| {
        command.print(&options::options());
        Ok(())
    }),
    known("patch", patch::FLAGS, patch::patch),
    known("replace", replace::FLAGS, replace::replace),
    Known { parts: rollout::PARTS, ..known("rollout", &[], rollout::rollout) },
    known("run", run_pod::FLAGS, run_pod::run),
    known("scale", scale::FLAGS, scale::scale),
    Known { parts: set::PARTS, ..known("set", &[], set::set) },
    Known { parts: top::PARTS, ..known("top", &[], top::top) },
    known("version", version::FLAGS, version::version),
    known("wait", wait::FLAGS, wait::wait),
];

impl Known {
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        COMMANDS.iter().chain(refused::COMMANDS).find(|known| known.name == name)
    }

    /// The command under this one that the first argument names, if there is one: with its full name, and the words that
    /// are left.
    pub(super) fn part<'w>(&'static self, words: &[&'w str]) -> (&'static Self, String, Vec<&'w str>) {
        let named = first_argument(words, self.flags).and_then(|at| {
            let word = words.get(at)?;
            Some((at, self.parts.iter().find(|part| part.name == *word)?))
        });
        let mut words = words.to_vec();
        match named {
            Some((at, part)) => {
                words.remove(at);
                (part, format!("{} {}", self.name, part.name), words)
            }
            None => (self, self.name.to_owned(), words),
        }
    }

    /// The word that could name a command under this one.
    pub(super) fn parts_word<'w>(&self, words: &[&'w str]) -> Option<&'w str> {
        words.get(first_argument(words, self.flags)?).copied()
    }
}
