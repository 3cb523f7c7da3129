//! The Spec region: the manifest, what pods do by themselves, and faults.

mod apply;
mod bar;
mod draft;
mod editor;
mod faults;
mod form;
mod highlight;
mod misplaced;
mod outcomes;
mod preset;
mod problems;

use std::rc::Rc;

use jobscope_core::api::{FeatureGates, Job, ManifestError, ManifestText, Manifests, Namespace, ObjectKey};
use jobscope_core::world::{Action, ActionError, CacheState, JobView};
use jobscope_explain::Moment;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

pub(crate) use apply::Plan;
pub(crate) use draft::{Draft, DraftAction};
pub(crate) use faults::{FaultForm, FaultsBody, job_of_faults, tag as fault_tag};
pub(crate) use form::FormBody;
pub(crate) use outcomes::OutcomesBody;
pub(crate) use preset::{begin_preset, begin_with};

use crate::effect::use_effect_with;
use crate::keep::Keep;
use crate::keys::{Key, Keys};
use crate::lazy::{self, use_deferred};
use crate::seen::{Shown, use_shown};
use crate::session::{Do, Origin, Refusal, Session, use_dispatch};
use crate::ui::Segmented;
use crate::words::{args, use_words};
use bar::ApplyBar;
use editor::Editor;
use faults::Faults;
use form::{Form, Locks};
use misplaced::{Misplaced, Offer};
use outcomes::Outcomes;
use problems::Problems;

/// Properties of [`Spec`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: Rc<Session>,
    pub(crate) draft: UseReducerHandle<Draft>,
    /// Opens a text that is in the editor and belongs somewhere else.
    pub(crate) on_open: Callback<AttrValue>,
    /// Apply has sent the manifest.
    pub(crate) on_applied: Callback<()>,
}

/// Whether the manifest shows as its text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct AsText(bool);

impl Shown for AsText {
    fn written(&self) -> Option<String> {
        self.0.then(|| "text".to_owned())
    }

    fn read(text: &str) -> Option<Self> {
        Some(Self(text == "text"))
    }
}

/// Functions for the form and the editor. The page loads them after it has been drawn.
#[derive(Clone, Copy)]
pub(crate) struct Helpers {
    misplaced: fn(&str, &[ManifestError]) -> Option<Misplaced>,
    locks: fn(&Job, FeatureGates) -> Locks,
}

impl Helpers {
    pub(crate) fn new() -> Self {
        Self { misplaced: Misplaced::find, locks: Locks::of }
    }
}

#[component]
pub(crate) fn Spec(props: &Props) -> Html {
    let words = use_words();
    // Draws again once the helpers are loaded.
    let _ = use_deferred();
    let dispatch = use_dispatch();
    let now = props.session.now.clone();
    let refusal = props.session.refusal.clone();
    let textarea = use_node_ref();
    let shown = use_shown("spec", || AsText(Keep::SpecAsText.read::<bool>().unwrap_or(false)));
    let as_text = shown.0;
    let show = {
        let shown = shown.clone();
        Callback::from(move |text: bool| {
            Keep::SpecAsText.write(&text);
            shown.set(AsText(text));
        })
    };
    let gates = props.session.read(|timeline| timeline.world().gates());
    let parsed = use_memo((props.draft.text.clone(), gates), |(text, gates)| Manifests::parse(text, *gates));
    // The form shows the last text that read as YAML, and waits until this one does.
    let read = use_memo(props.draft.text.clone(), |text| ManifestText::read(text.as_str()));
    let last = use_mut_ref(|| None::<Rc<ManifestText>>);
    if let Ok(text) = &*read {
        *last.borrow_mut() = Some(Rc::new(text.clone()));
    }
    let last = last.borrow().clone();
    let plan = use_memo((parsed.clone(), now.clone()), |(parsed, now)| match &**parsed {
        Err(errors) => Plan::Broken(errors.len()),
        Ok(manifests) => Plan::of(manifests, now),
    });
    // What the API server will say, before it is asked, and whether it has all of it already.
    let answer = {
        let session = props.session.clone();
        use_memo((plan.clone(), now.clone()), move |(plan, _)| {
            let actions = plan.actions();
            if actions.is_empty() {
                return (None, false);
            }
            let before = session.read(|timeline| timeline.world().clone());
            let mut world = before.clone();
            let refused = actions.iter().find_map(|action| match world.apply(action) {
                Err(ActionError::Refused { error }) => Some(AttrValue::from(error.message)),
                _ => None,
            });
            let is_patch = matches!(**plan, Plan::Patch { action: Action::ApplyJob { .. }, .. }) && refused.is_none();
            (refused, is_patch && world.stored_jobs().eq(before.stored_jobs()))
        })
    };
    let (refused, changes_nothing) = &*answer;
    let stored = last.as_deref().and_then(|text| stored_job(text, &now));
    let helpers = lazy::functions::<Helpers>();
    let locks = use_memo((stored.map(|view| view.job.spec.clone()), gates, helpers.is_some()), |(_, gates, _)| {
        helpers.zip(stored).map(|(helpers, view)| (helpers.locks)(&view.job, *gates)).unwrap_or_default()
    });
    let document = use_memo(stored.map(|view| view.job.spec.clone()), |_| {
        stored.map_or(serde_json::Value::Null, |view| view.job.to_document())
    });
    let deletable = stored.or_else(|| now.job().filter(|view| view.cache != CacheState::GoneFromStore));
    let deletable = deletable.map(|view| view.job.metadata.key());
    let deletable = deletable.map(|key| props.session.read(|timeline| timeline.world().name_of_job(&key)));
    let target = use_state_eq(|| None::<(u32, u32)>);
    {
        let (textarea, text) = (textarea.clone(), props.draft.text.clone());
        let (seen, target) = (as_text, target.clone());
        use_effect_with((*target, seen), move |_| {
            if let (Some((line, column)), Some(textarea)) = (*target, textarea.cast::<HtmlTextAreaElement>()) {
                editor::go_to(&textarea, &text, line, column);
                target.set(None);
            }
        });
    }
    let jump = {
        let show = show.clone();
        Callback::from(move |place| {
            show.emit(true);
            target.set(Some(place));
        })
    };
    let apply = {
        let (plan, parsed, jump, on_applied) = (plan.clone(), parsed.clone(), jump.clone(), props.on_applied.clone());
        Callback::from(move |()| {
            let actions = plan.actions();
            if !actions.is_empty() {
                dispatch.dispatch(Do::Apply(actions));
                on_applied.emit(());
            } else if let Err(errors) = &*parsed
                && let Some(first) = errors.first()
            {
                jump.emit((first.line, first.column));
            }
        })
    };
    let on_key = {
        let apply = apply.clone();
        Callback::from(move |key| {
            if key == Key::Apply {
                apply.emit(());
            }
        })
    };
    let on_type = {
        let draft = props.draft.clone();
        Callback::from(move |text| draft.dispatch(DraftAction::Type(text)))
    };
    let errors = Rc::new(parsed.as_ref().as_ref().err().cloned().unwrap_or_default());
    // The form says beside its fields what is wrong with them, and above them what is wrong with the text.
    let misplaced = use_memo((props.draft.text.clone(), errors.clone(), helpers.is_some()), |(text, errors, _)| {
        helpers.and_then(|helpers| (helpers.misplaced)(text, errors))
    });
    // Fields that a server sets are no mistakes in what is no manifest.
    let errors = if misplaced.is_some() { Rc::default() } else { errors };
    let fits_form = misplaced.is_none() && is_one_job(&read, &props.draft.text);
    let as_text = as_text || !fits_form;
    let in_form = |path: &str| !as_text && (path.is_empty() || form::is_shown(path));
    let listed = Rc::new(errors.iter().filter(|error| !in_form(&error.path)).cloned().collect::<Vec<_>>());
    let jobs = parsed.as_ref().as_ref().ok().into_iter().flat_map(Manifests::jobs);
    let cron_jobs: Vec<_> = jobs.filter_map(|job| job.cron_job.as_ref().map(ToString::to_string)).collect();
    let ignored = parsed.as_ref().as_ref().map(|manifests| manifests.ignored.clone()).unwrap_or_default();
    html! {
        <section class="panel spec" id="spec" aria-labelledby="h-spec">
            <Keys {on_key} />
            <div class="bar"><h2 id="h-spec">{ words.t("spec") }</h2><span class="grow"></span>
                <Segmented label={words.t("spec-view")} options={vec![words.t("spec-as-form"), words.t("spec-as-text")]} chosen={usize::from(as_text)} on_choose={show.reform(|place| place == 1)} />
            </div>
            <div class="scroll">
                if props.draft.has_replaced() { <Replaced draft={props.draft.clone()} /> }
                if as_text {
                    <Editor text={props.draft.text.clone()} errors={errors.clone()} {textarea} on_type={on_type.clone()} />
                } else {
                    <Form {read} {last} errors={errors.clone()} refused={refused.clone()} {gates} {locks} job={document} on_type={on_type.clone()} on_jump={jump.clone()} />
                }
                <Problems elsewhere={listed.len() < errors.len()} errors={listed} on_jump={jump} />
                if misplaced.is_none() && !fits_form && !shown.0 {
                    <p class="muted not-in-form">{ words.say("form-one-job") }</p>
                }
                for cron_job in cron_jobs {
                    <p class="muted not-simulated">{ words.say_f("cron-job-gives", &args!(name = cron_job)) }</p>
                }
                if !ignored.is_empty() {
                    <p class="muted not-simulated">{ words.say_f("not-simulated", &args!(kinds = ignored.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))) }</p>
                }
                if let Some(misplaced) = &*misplaced {
                    <Offer misplaced={misplaced.clone()} text={props.draft.text.clone()} on_open={props.on_open.clone()} {on_type} />
                } else {
                    <ApplyBar {plan} changes_nothing={*changes_nothing} {deletable} on_apply={apply} refusal={refusal_at(refusal.as_ref(), Origin::Manifest)} />
                }
                <Outcomes now={now.clone()} refusal={refusal_at(refusal.as_ref(), Origin::Outcomes)} />
                <Faults {now} refusal={refusal_at(refusal.as_ref(), Origin::Faults)} />
            </div>
        </section>
    }
}

/// The Job that a text describes, as stored.
fn stored_job<'a>(text: &ManifestText, now: &'a Moment) -> Option<&'a JobView> {
    let field = |name: &str| text.document().get("metadata")?.get(name)?.as_str();
    let namespace = field("namespace").map_or_else(Namespace::default, Namespace::from);
    let key = ObjectKey::new(&namespace, &field("name")?.into());
    let mut stored = now.snapshot.jobs.iter().filter(|view| view.cache != CacheState::GoneFromStore);
    stored.find(|view| view.job.metadata.has_key(&key))
}

/// Whether a text is of one Job, as far as it reads: the form is for nothing else.
fn is_one_job(read: &Result<ManifestText, ManifestError>, text: &str) -> bool {
    match read {
        Ok(manifest) => {
            let kind = manifest.document().get("kind").and_then(serde_json::Value::as_str);
            kind.is_none_or(|kind| kind == "Job") && manifest.document().get("items").is_none()
        }
        Err(_) => !text.lines().any(|line| line.trim_end() == "---"),
    }
}

/// The refusal, if it came from `origin`.
fn refusal_at(refusal: Option<&Rc<Refusal>>, origin: Origin) -> Option<Rc<Refusal>> {
    refusal.filter(|refusal| refusal.origin == origin).cloned()
}

#[derive(Properties, PartialEq)]
struct ReplacedProps {
    draft: UseReducerHandle<Draft>,
}

/// The way back to what a scenario replaced: nothing typed is lost.
#[component]
fn Replaced(props: &ReplacedProps) -> Html {
    let words = use_words();
    let send = |action: DraftAction| {
        let draft = props.draft.clone();
        Callback::from(move |_: MouseEvent| draft.dispatch(action.clone()))
    };
    html! {
        <p class="replaced">{ words.say("replaced") }{ " " }
            <button type="button" class="link" onclick={send(DraftAction::BringBack)}>{ words.t("bring-back") }</button>{ " · " }
            <button type="button" class="link" onclick={send(DraftAction::Forget)}>{ words.t("dismiss") }</button>
        </p>
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use jobscope_core::api::Release;
    use jobscope_core::timeline::Timeline;
    use jobscope_core::world::World;
    use jobscope_explain::Movement;

    use super::*;

    #[test]
    fn of_several_stored_jobs_the_form_is_about_the_one_that_the_text_describes() {
        let mut timeline = Timeline::new(World::new(Release::V1_36));
        let typed = |timeline: &mut Timeline, text: &str| timeline.kubectl_to_the_end(text, &BTreeMap::new());
        typed(&mut timeline, "create job a --image=i\ncreate ns team\ncreate job pi --image=i -n team");
        let stored = |timeline: &Timeline, text: &str| {
            let now = Moment::of(timeline, 0, Movement::Jump, 0);
            let text = ManifestText::read(text).unwrap();
            stored_job(&text, &now).map(|view| view.job.metadata.key().to_string())
        };
        assert_eq!(stored(&timeline, "kind: Job\nmetadata: {name: pi}"), None);
        assert_eq!(stored(&timeline, "kind: Job\nmetadata: {name: pi, namespace: team}").as_deref(), Some("team/pi"));
        typed(&mut timeline, "create job pi --image=i");
        assert_eq!(stored(&timeline, "kind: Job\nmetadata: {name: pi}").as_deref(), Some("default/pi"));
        assert_eq!(stored(&timeline, "kind: Job\nmetadata: {generateName: pi-}"), None);
    }
}
