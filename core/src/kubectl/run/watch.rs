//! `kubectl get --watch`: after the list, a line for each object that changed, came or went since it was looked at last.

use std::collections::BTreeMap;

use super::flags::Flags;
use super::form::Form;
use super::get;
use super::kind::Kind;
use super::object::Object;
use super::resource::Named;
use super::table::Table;
use super::{Cluster, Command};
use crate::api::Namespace;
use crate::small_collect::SmallCollect as _;

/// Most rows by whose widths new ones are aligned.
const MOST_ROWS: usize = 2_000;

/// A command that prints what changes, for as long as it is let run.
#[derive(Clone, Debug, PartialEq)]
pub struct Watch {
    named: Vec<Named>,
    flags: Flags,
    form: Form,
    namespace: Namespace,
    /// The objects as they were.
    seen: BTreeMap<(Kind, String), Object>,
    /// What is printed so far.
    table: Table,
}

impl Watch {
    /// Watches from now on; `objects` are those that there are.
    pub(super) fn new(command: &Command<'_>, named: Vec<Named>, flags: &Flags, form: Form, objects: &[Object]) -> Self {
        let mut watch = Self {
            named,
            flags: flags.clone(),
            form,
            namespace: command.namespace.clone(),
            seen: objects.iter().map(|object| ((object.kind(), object.name()), object.clone())).collect(),
            table: Table::default(),
        };
        if let Form::Table { wide } = watch.form
            && !flags.is_set("watch-only")
        {
            watch.table = get::table(command, objects, wide, flags.is_set("show-kind"), flags);
        }
        watch
    }

    /// What it prints of what has happened since it last printed something.
    pub fn changes(&mut self, cluster: &Cluster<'_>) -> String {
        let mut command = Command::new(cluster);
        command.namespace = self.namespace.clone();
        command.everywhere = self.flags.is_set("all-namespaces");
        let Ok(objects) = command.objects(&self.named, &self.flags) else { return String::new() };
        let now: BTreeMap<_, _> =
            objects.into_iter().map(|object| ((object.kind(), object.name()), object)).small_collect();
        let gone = self.seen.iter().filter(|(key, _)| !now.contains_key(key)).map(|(_, object)| object);
        let changed = now.iter().filter(|(key, object)| self.seen.get(key) != Some(object)).map(|(_, object)| object);
        let differing: Vec<Object> = gone.chain(changed).cloned().collect();
        self.seen = now;
        if differing.is_empty() {
            return String::new();
        }
        let Form::Table { wide } = self.form else {
            for object in &differing {
                // A template was executed before, and prints nothing of what does not fit.
                let _ = get::print_one(&mut command, object, &self.form, &self.flags);
            }
            return command.ran.output.stdout;
        };
        let new = get::table(&command, &differing, wide, self.flags.is_set("show-kind"), &self.flags);
        let begins = self.table.heading.is_empty();
        let rows = new.rows.len();
        self.table.heading = new.heading;
        self.table.rows.extend(new.rows);
        let with_heading = begins && !self.flags.is_set("no-headers");
        let text = self.table.text(command.release(), true);
        let lines: Vec<_> = text.lines().collect();
        let first = lines.len().saturating_sub(rows);
        let heading = lines.first().filter(|_| with_heading);
        let printed: Vec<_> = heading.into_iter().chain(lines.iter().skip(first)).copied().collect();
        let printed = printed.join("\n") + "\n";
        let old = self.table.rows.len().saturating_sub(MOST_ROWS);
        self.table.rows.drain(..old);
        printed
    }
}
