//! kubectl on a session: what a command writes is an action where the cursor stands, and what it waits for comes step by
//! step.

use std::collections::BTreeMap;

use super::Timeline;
use crate::kubectl::{CommandError, CommandOutput, Typed};
use crate::world::{Action, ActionError, Host, KubectlRun, World, run_all, run_on};

impl Timeline {
    /// Runs a line with a command of kubectl where the cursor stands. In the past its writes begin a branch. While it waits, the
    /// session steps as Play does. A refused write is reported as the server's error.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use jobscope_core::api::Release;
    /// use jobscope_core::kubectl::Typed;
    /// use jobscope_core::timeline::Timeline;
    /// use jobscope_core::world::World;
    ///
    /// let mut timeline = Timeline::new(World::new(Release::V1_36));
    /// for typed in Typed::all("create job hello --image=busybox\nwait --for=condition=complete job/hello") {
    ///     assert_eq!(timeline.kubectl(&typed, &BTreeMap::new()).output.code, 0);
    /// }
    /// assert!(timeline.steps().len() > 5);
    /// assert!(timeline.step_back());
    /// ```
    pub fn kubectl(&mut self, typed: &Typed, files: &BTreeMap<String, String>) -> KubectlRun {
        run_on(self, typed, files)
            .unwrap_or_else(|error| KubectlRun { output: refused(&error), ..KubectlRun::default() })
    }

    /// Runs the commands of a text in the same way. One with `--watch` prints what changes until nothing more happens.
    pub fn kubectl_to_the_end(&mut self, text: &str, files: &BTreeMap<String, String>) -> CommandOutput {
        run_all(self, text, files).unwrap_or_else(|error| refused(&error))
    }
}

fn refused(error: &ActionError) -> CommandOutput {
    CommandOutput::failure(&CommandError::Client(error.to_string()))
}

impl Host for Timeline {
    fn world(&self) -> &World {
        Timeline::world(self)
    }

    fn act(&mut self, action: &Action) -> Result<(), ActionError> {
        self.apply(action).map(drop)
    }

    fn next(&self) -> Option<Action> {
        // What is recorded comes as it was recorded.
        let recorded = self.steps().heads().get(self.cursor().step).map(|head| head.action.clone());
        recorded.or_else(|| Timeline::world(self).next_action())
    }

    fn go_on(&mut self) -> bool {
        let is_recorded = self.cursor().step < self.steps().len();
        (is_recorded || self.can_be_saved_longer()) && self.step_over()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Release;
    use crate::timeline::Cursor;
    use crate::timeline::testing::session;

    fn run(timeline: &mut Timeline, text: &str) -> CommandOutput {
        let [typed] = <[Typed; 1]>::try_from(Typed::all(text)).unwrap();
        timeline.kubectl(&typed, &BTreeMap::new()).output
    }

    #[test]
    fn a_write_in_the_past_begins_a_branch() {
        let mut timeline = session(2);
        while timeline.step_over() {}
        timeline.seek(Cursor { step: 4, entries: 0 });
        assert_eq!(run(&mut timeline, "get jobs -o name").code, 0);
        assert_eq!(timeline.branches().len(), 1, "nothing was changed");
        let name = timeline.world().stored_jobs().next().map(|job| job.metadata.name().to_owned()).unwrap();
        assert_eq!(run(&mut timeline, &format!("annotate job {name} a=b")).code, 0);
        assert_eq!((timeline.branches().len(), timeline.steps().len()), (2, 5));
    }

    #[test]
    fn a_deletion_waits_until_the_pod_is_gone() {
        let mut timeline = Timeline::new(World::new(Release::V1_36));
        run(&mut timeline, "create job a --image=b");
        while timeline.world().stored_pods().count() == 0 {
            assert!(timeline.step_over());
        }
        let name = timeline.world().stored_pods().next().map(|pod| pod.metadata.name().to_owned()).unwrap();
        let before = timeline.steps().len();
        let deleted = run(&mut timeline, &format!("delete pod {name}"));
        assert!(deleted.stdout.starts_with(&format!("pod \"{name}\" deleted")), "{deleted:?}");
        assert!(timeline.steps().len() > before + 1);
        assert!(timeline.world().stored_pods().all(|pod| pod.metadata.name() != name));
        // Once more: there is none.
        assert_eq!(run(&mut timeline, &format!("delete pod {name}")).code, 1);
    }

    #[test]
    fn what_is_deleted_twice_is_deleted_once() {
        let mut timeline = Timeline::new(World::new(Release::V1_36));
        run(&mut timeline, "create job a --image=b");
        while timeline.world().stored_pods().count() == 0 {
            assert!(timeline.step_over());
        }
        for line in ["delete job a --cascade=foreground --wait=false", "delete pods --all --wait=false"] {
            let first = run(&mut timeline, line);
            let steps = timeline.steps().len();
            assert_eq!((run(&mut timeline, line), timeline.steps().len()), (first, steps), "{line}");
        }
    }

    #[test]
    fn a_watch_prints_what_changes() {
        let mut timeline = Timeline::new(World::new(Release::V1_36));
        run(&mut timeline, "create job a --image=b");
        let [typed] = <[Typed; 1]>::try_from(Typed::all("get pods -w")).unwrap();
        let ran = timeline.kubectl(&typed, &BTreeMap::new());
        assert_eq!(ran.output, CommandOutput::default());
        let mut watch = ran.watch.unwrap();
        let mut printed = String::new();
        while timeline.step_over() {
            printed.push_str(&watch.changes(&timeline.world().cluster(&BTreeMap::new(), "")));
        }
        let states: Vec<_> = printed.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
        assert_eq!(states, ["STATUS", "Pending", "Running", "Completed", "Completed"], "{printed}");
        let mut world = World::new(Release::V1_36);
        world.kubectl("create job a --image=b").unwrap();
        assert_eq!(world.kubectl("get pods --watch").unwrap().stdout, printed);
    }
}
