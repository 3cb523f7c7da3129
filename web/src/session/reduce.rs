//! The session's actions, and their effects.

use std::rc::Rc;

use jobscope_core::api::{FeatureGates, Release, Time};
use jobscope_core::timeline::{Advance, BranchId, BranchName, Breakpoint, Cursor, Timeline};
use jobscope_core::world::{Action, World};
use yew::{AttrValue, Reducible};

use super::history::{Edit, History, Texts};
use super::{Direction, Movement, Origin, Refusal, Session, Shell, Stopped};
use crate::arrival::{Explain, Opened, Recorded};
use crate::keep::Keep;
use crate::ui::Same;

/// What can be done with a session.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Do {
    /// An action by the person.
    Act(Origin, Action),
    /// The objects of the manifest are applied, one after the other, as one edit.
    Apply(Vec<Action>),
    /// Commands of kubectl, as they were typed, while this manifest is in the editor. What they change is one edit.
    Kubectl(AttrValue, AttrValue, Shell),
    /// A command no longer prints what changes.
    StopWatch,
    /// What was printed goes.
    ClearConsole,
    /// To the next question, call or delivery.
    StepInto,
    /// To the end of the step.
    StepOver,
    /// To the end of the sync.
    StepOut,
    /// To where the last step started.
    StepBack,
    /// To a place on the timeline.
    Seek(Cursor),
    /// To where one of these strikes next, or struck last.
    Run(Direction, Vec<Breakpoint>),
    /// These are the breakpoints from now on.
    SetBreakpoints(Vec<Breakpoint>),
    /// To another branch.
    ChooseBranch(BranchId),
    /// A branch is called so from now on.
    NameBranch(BranchId, BranchName),
    /// A branch goes.
    RemoveBranch(BranchId),
    /// These actions, which were found from where the cursor stands, become a branch of that name.
    ShowFound(BranchName, Rc<Vec<Action>>),
    /// To how things were before the last edit.
    Undo,
    /// To how things were before the last undo.
    Redo,
    /// Steps go by themselves.
    Play,
    /// They no longer do.
    Pause,
    /// Play's next step.
    Tick,
    /// Restarts everything.
    Restart(Start),
    /// Restarts everything under another release; what pods do stays, and what was set before anything happened.
    Choose(Release),
    /// The same under other gates and fixes of the release.
    SetGates(FeatureGates),
    /// The session explains the history that the tab kept.
    Remember(Same<Rc<Recorded>>),
    /// Explains the recorded history otherwise.
    Explain(Explain),
    /// A session that comes from elsewhere takes the place of this one, and its manifest the place of that text.
    Open(Opened, AttrValue),
    /// A longer history of the Job that the session follows, and the manifest that its own takes the place of at first. A
    /// session that the user changed stays, unless the flag says that the user wants the cluster's again.
    Follow(Opened, AttrValue, bool),
    /// The person has read the refusal.
    DismissRefusal,
}

/// How a session restarts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Start {
    /// The release, if it is to be another one.
    pub(crate) release: Option<Release>,
    /// What is done before the person does anything.
    pub(crate) setup: Vec<Action>,
    /// The manifest in the editor, before and now.
    pub(crate) texts: Texts,
}

impl Reducible for Session {
    type Action = Do;

    fn reduce(self: Rc<Self>, what: Do) -> Rc<Self> {
        let timeline = Rc::clone(&self.timeline);
        let flags = |playing, refusal| Rc::new(self.shared(playing, refusal));
        let step = |go: fn(&mut Timeline) -> bool, movement, playing| {
            let went = go(&mut timeline.borrow_mut());
            if went { self.moved(movement, playing) } else { flags(false, None) }
        };
        match what {
            Do::Act(origin, action) => {
                let before = self.state();
                let done = timeline.borrow_mut().apply(&action).map(|_| ());
                match done {
                    Ok(()) => {
                        self.history.borrow_mut().note(Edit::Action(action), before);
                        self.moved(Movement::Forward, self.playing).kept()
                    }
                    Err(error) => flags(self.playing, Some(Rc::new(Refusal { origin, error }))),
                }
            }
            Do::Apply(actions) => {
                let before = self.state();
                let (mut first, mut refused) = (None, None);
                for action in actions {
                    match timeline.borrow_mut().apply(&action).map(|_| ()) {
                        Ok(()) => first = first.or(Some(action)),
                        Err(error) => refused = refused.or(Some(error)),
                    }
                }
                let refusal = refused.map(|error| Rc::new(Refusal { origin: Origin::Manifest, error }));
                let Some(first) = first else { return flags(self.playing, refusal) };
                self.history.borrow_mut().note(Edit::Action(first), before);
                let next = Self { refusal, ..self.after(Movement::Forward, self.playing) };
                Rc::new(next).kept()
            }
            Do::Kubectl(text, manifest, shell) => self.typed(&text, &manifest, shell),
            Do::StopWatch => {
                Rc::new(Self { console: Rc::new(self.console.stopped()), ..self.shared(self.playing, None) })
            }
            Do::ClearConsole => {
                let console = Rc::new(self.console.cleared());
                Rc::new(Self { console, ..self.shared(self.playing, self.refusal.clone()) })
            }
            Do::StepInto => step(Timeline::step_into, Movement::Forward, false),
            Do::StepOver => step(Timeline::step_over, Movement::Forward, false),
            Do::StepOut => step(Timeline::step_out, Movement::Forward, false),
            Do::StepBack => step(Timeline::step_back, Movement::Back, false),
            Do::Tick if !self.playing => self,
            Do::Tick if self.now.is_last_recorded() && !timeline.borrow().can_be_saved_longer() => {
                self.stopped(Stopped::Full)
            }
            Do::Tick => {
                let advance = timeline.borrow_mut().step_over_to(&self.breakpoints);
                match advance {
                    Advance::Nowhere => flags(false, None),
                    Advance::Over => self.moved(Movement::Forward, true),
                    Advance::Hit(hit) => {
                        let next = self.moved(Movement::Forward, false);
                        match self.breakpoints.get(hit.breakpoint) {
                            Some(struck) => next.stopped(Stopped::At(struck.clone())),
                            None => next,
                        }
                    }
                }
            }
            Do::Run(direction, breakpoints) => self.ran(direction, &breakpoints),
            Do::SetBreakpoints(breakpoints) => {
                if self.keeps {
                    Keep::Breakpoints.write(&breakpoints);
                }
                Rc::new(Self { breakpoints: Rc::new(breakpoints), ..self.shared(self.playing, self.refusal.clone()) })
            }
            Do::ChooseBranch(id) => {
                // A branch that is no longer there is not missed: another one is shown.
                let _ = timeline.borrow_mut().choose_branch(id);
                self.moved(Movement::Jump, false).kept()
            }
            Do::NameBranch(id, name) => self.rebranched(Edit::BranchNamed, |timeline| timeline.rename_branch(id, name)),
            Do::RemoveBranch(id) => self.rebranched(Edit::BranchRemoved, |timeline| timeline.remove_branch(id)),
            Do::ShowFound(name, actions) => {
                self.rebranched(Edit::Found, |timeline| timeline.add_branch(name, &actions))
            }
            Do::Undo => self.restored(History::undo),
            Do::Redo => self.restored(History::redo),
            Do::Seek(cursor) => {
                timeline.borrow_mut().seek(cursor);
                self.moved(Movement::Jump, false)
            }
            Do::Play => flags(true, None),
            Do::Pause => flags(false, self.refusal.clone()),
            Do::Restart(Start { release, setup, texts }) => {
                let gates = release.map_or_else(|| timeline.borrow().world().gates(), FeatureGates::from);
                let next = self.restarted(Edit::Began(texts), gates, Time::START, setup);
                if self.keeps {
                    Keep::Outcomes.write(&next.now.snapshot.outcomes);
                    if let Some(release) = release {
                        Keep::Release.write(&release);
                    }
                }
                next
            }
            Do::Choose(release) => self.under(release.into()),
            Do::SetGates(gates) => self.under(gates),
            Do::Explain(otherwise) => self.wanting(otherwise),
            Do::Open(opened, before) => Rc::new(self.opened(&opened, before)),
            Do::Follow(opened, before, again) => {
                if self.is_followed_no_more() && !again {
                    return self;
                }
                Rc::new(self.followed(&opened, before))
            }
            Do::Remember(Same(recorded)) => {
                Rc::new(Self { recorded: Some(recorded), ..self.shared(self.playing, self.refusal.clone()) })
            }
            Do::DismissRefusal => flags(self.playing, None),
        }
    }
}

impl Session {
    /// After commands of kubectl. A step is shown as any other; where a command waited, the cursor jumps.
    fn typed(&self, text: &AttrValue, manifest: &str, shell: Shell) -> Rc<Self> {
        let before = self.state();
        let mut console = self.console.stopped();
        let done = console.run(&mut self.timeline.borrow_mut(), text, manifest, shell);
        if self.keeps {
            Keep::Commands.write(&console.sent.iter().map(AttrValue::as_str).collect::<Vec<_>>());
        }
        let console = Rc::new(console);
        if let Some(line) = done.wrote.clone() {
            self.history.borrow_mut().note(Edit::Command(line), before);
        }
        match done.steps {
            0 if done.wrote.is_none() => Rc::new(Self { console, ..self.shared(self.playing, self.refusal.clone()) }),
            0 | 1 => Rc::new(Self { console, ..self.after(Movement::Forward, self.playing) }),
            _ => Rc::new(Self { console, ..self.after(Movement::Jump, self.playing) }),
        }
    }

    /// The same moment until the history is explained otherwise, if there is one.
    fn wanting(&self, otherwise: Explain) -> Rc<Self> {
        let wanted = self.recorded.is_some().then(|| Rc::new(otherwise));
        Rc::new(Self { wanted, ..self.shared(false, None) })
    }

    /// Restarts everything under these gates, which may be of another release. What happened in a cluster stays what
    /// happened: a recorded history is explained by them.
    fn under(&self, gates: FeatureGates) -> Rc<Self> {
        if self.recorded.is_some() {
            return self.wanting(Explain::By(vec![gates]));
        }
        let timeline = &self.timeline;
        let (mut setup, start) = (set_first(&timeline.borrow()), timeline.borrow().start().start());
        // Objects of a cluster may be such as that release could not have made.
        let mut world = World::with_gates(gates, start);
        if let Some(error) = setup.iter().find_map(|action| world.apply(action).err()) {
            return Rc::new(self.shared(false, Some(Rc::new(Refusal { origin: Origin::Manifest, error }))));
        }
        if self.keeps {
            Keep::Release.write(&gates.release());
        }
        let rules = &self.now.snapshot.outcomes;
        if *rules != world.snapshot().outcomes {
            setup.push(Action::SetOutcomes { rules: rules.clone() });
        }
        self.restarted(Edit::Restarted, gates, start, setup)
    }
}

/// What was there before anything happened: the objects of a cluster, faults and limits. They belong to what is tried,
/// whatever the release.
fn set_first(timeline: &Timeline) -> Vec<Action> {
    let actions = timeline.steps().heads().iter().map(|head| &head.action);
    let is_outcomes = |action: &&Action| matches!(action, Action::SetOutcomes { .. });
    let first = actions.take_while(|action| is_outcomes(action) || is_setting(action));
    first.filter(|action| !is_outcomes(action)).cloned().collect()
}

fn is_setting(action: &Action) -> bool {
    matches!(
        action,
        Action::Fault(_)
            | Action::CreateNamespace { .. }
            | Action::CreateQuota { .. }
            | Action::DeleteQuota { .. }
            | Action::HoldStream { .. }
            | Action::ReleaseStream { .. }
            | Action::ImportJob { .. }
            | Action::ImportPods { .. }
            | Action::Restart
    )
}

#[cfg(test)]
mod tests {
    use jobscope_core::timeline::{MAX_SAVED_STEPS, SavedSession};

    use super::*;
    use crate::arrival::Source;
    use jobscope_explain::Preset;

    /// A session of the given number of steps in which a pod may begin to run for ever.
    fn session(steps: usize) -> Rc<Session> {
        let job = serde_json::json!({
            "metadata": {"name": "pi"},
            "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}
        });
        let mut timeline = Timeline::new(World::with_gates(Release::V1_28.into(), Time::START));
        while timeline.steps().len() + 1 < steps {
            timeline.apply(&Action::Advance { ms: 1 }).unwrap();
        }
        timeline.apply(&Action::CreateJob { job: Box::new(serde_json::from_value(job).unwrap()) }).unwrap();
        let blank = Session { keeps: false, ..Session::blank() };
        blank.timeline.replace(timeline);
        blank.moved(Movement::Jump, false)
    }

    #[test]
    fn another_release_begins_with_the_faults_that_were_set_before_anything_happened() {
        let texts = Texts { before: "".into(), after: "".into() };
        let setup = Preset::Quota.setup();
        let blank = Rc::new(Session { keeps: false, ..Session::blank() });
        let begun = blank.reduce(Do::Restart(Start { release: None, setup, texts }));
        let faults = begun.now.snapshot.faults.clone();
        assert_eq!(faults.len(), 1);
        let later = begun.reduce(Do::Choose(Release::V1_36)).reduce(Do::Act(Origin::Plane, Action::Advance { ms: 1 }));
        let snapshot = &later.now.snapshot;
        assert_eq!((snapshot.release, &snapshot.faults), (Release::V1_36, &faults));
        // What a person does in the middle of a run belongs to that run.
        let another = Action::CreateQuota { quota: serde_json::from_str(r#"{"name": "few", "pods": 3}"#).unwrap() };
        let other = later.reduce(Do::Act(Origin::Plane, another)).reduce(Do::Choose(Release::V1_22));
        assert_eq!((&other.now.snapshot.faults, other.now.snapshot.quotas.len()), (&faults, 0));
    }

    #[test]
    fn another_release_gets_the_same_objects_or_says_why_it_cannot_have_made_them() {
        let text = include_str!("../../../tests/cluster/stuck.yaml");
        let timeline = SavedSession::of_cluster(text, Release::V1_36).unwrap().replay().unwrap();
        let start = timeline.world().start();
        let blank = Session { keeps: false, ..Session::blank() };
        blank.timeline.replace(timeline);
        let session = blank.moved(Movement::Jump, false);
        let older = session.reduce(Do::Choose(Release::V1_28));
        let (snapshot, world) = (&older.now.snapshot, older.read(|timeline| timeline.world().clone()));
        assert_eq!((snapshot.release, snapshot.pods.len(), world.start()), (Release::V1_28, 2, start));
        assert!(snapshot.outcomes.is_empty(), "pods stay as they are");
        let refused = older.reduce(Do::Choose(Release::V1_11));
        assert_eq!(refused.now.snapshot.release, Release::V1_28);
        assert!(
            refused.refusal.as_ref().is_some_and(|refusal| refusal.error.to_string().contains("not auto-generated"))
        );
    }

    #[test]
    fn what_a_command_changes_is_one_edit_that_undo_takes_back() {
        let blank = Rc::new(Session { keeps: false, ..Session::blank() });
        let typed = |session: Rc<Session>, text: &str| {
            session.reduce(Do::Kubectl(text.to_owned().into(), "".into(), Shell::new()))
        };
        let session = typed(blank, "create job pi --image=perl");
        assert_eq!((session.now.snapshot.jobs.len(), session.now.recorded), (1, 1));
        let session = typed(session, "get jobs");
        assert_eq!((session.now.recorded, session.console.entries.len()), (1, 2));
        let session = typed(session, "wait --for=condition=complete job/pi");
        assert!(session.now.recorded > 5);
        let session = typed(session, "delete job pi");
        assert_eq!(session.read(|timeline| timeline.world().stored_jobs().count()), 0);
        assert_eq!(session.edits().0, Some(Edit::Command("delete job pi".into())));
        let undone = session.reduce(Do::Undo);
        assert_eq!(undone.now.snapshot.jobs.len(), 1);
        let undone = undone.reduce(Do::Undo);
        assert!(undone.now.snapshot.jobs.is_empty() && undone.now.recorded == 0);
        assert_eq!(undone.console.entries.len(), 4, "what was printed stays");
    }

    #[test]
    fn a_followed_session_gets_longer_and_stays_where_the_user_looks() {
        let opened = |steps: i64| {
            let mut timeline = Timeline::new(World::with_gates(Release::V1_28.into(), Time::START));
            for ms in 1..=steps {
                timeline.apply(&Action::Advance { ms }).unwrap();
            }
            let timeline = Rc::new(timeline);
            let (followed, breakpoints, view) = (Rc::default(), Rc::default(), Rc::default());
            Opened {
                source: Source::Cluster,
                recorded: None,
                objects: None,
                timeline,
                followed,
                manifest: "".into(),
                breakpoints,
                view,
            }
        };
        let follow = |session: Rc<Session>, steps| session.reduce(Do::Follow(opened(steps), "".into(), false));
        let at = |session: &Session| (session.now.cursor.step, session.now.recorded);
        let session = follow(Rc::new(Session { keeps: false, ..Session::blank() }), 3);
        assert_eq!((at(&session), session.edited()), ((3, 3), 1), "the first is an edit");
        let session = follow(session, 5);
        assert_eq!((at(&session), session.edited()), ((5, 5), 1), "the end is followed");
        let session = follow(session.reduce(Do::Seek(Cursor { step: 2, entries: 0 })), 9);
        assert_eq!(at(&session), (2, 9));
        // What the user tries is not taken away, unless the user wants that.
        let session = follow(session.reduce(Do::Act(Origin::Plane, Action::Advance { ms: 77 })), 12);
        assert_eq!((at(&session), session.is_followed_no_more()), ((3, 3), true));
        let session = session.reduce(Do::Follow(opened(12), "".into(), true));
        assert_eq!((at(&session), session.is_followed_no_more()), ((12, 12), false));
        let undone = session.reduce(Do::Undo);
        assert_eq!((at(&undone), undone.is_followed_no_more()), ((3, 3), true));
    }

    #[test]
    fn play_stops_where_a_longer_run_could_not_be_written_down() {
        let mut session = session(MAX_SAVED_STEPS - 1).reduce(Do::Play).reduce(Do::Tick);
        assert!(session.playing);
        assert_eq!(session.now.recorded, MAX_SAVED_STEPS);
        session = session.reduce(Do::Tick);
        assert!(!session.playing);
        assert_eq!(session.stopped.as_deref(), Some(&Stopped::Full));
        assert_eq!(session.now.recorded, MAX_SAVED_STEPS);
        assert!(session.read(Timeline::can_be_saved));
        // The recorded steps can be played, and the user can continue.
        session = session.reduce(Do::Seek(Cursor { step: 9, entries: 0 })).reduce(Do::Play).reduce(Do::Tick);
        assert!(session.playing);
        session = session.reduce(Do::Seek(Cursor { step: MAX_SAVED_STEPS, entries: 0 })).reduce(Do::StepOver);
        assert_eq!(session.now.recorded, MAX_SAVED_STEPS + 1);
    }
}
