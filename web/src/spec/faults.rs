//! Faults of the API server: the armed ones, and a form to arm another.

use std::rc::Rc;

use jobscope_core::timeline::event_error;
use jobscope_core::trace::{FaultMode, Verb};
use jobscope_core::world::{Action, Fault};
use jobscope_explain::Moment;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::lazy::lazy;
use crate::session::{Dispatch, Do, Origin, Refusal, Refused, use_dispatch};
use crate::ui::{Icon, close_on_escape, small_icon, use_opened_form};
use crate::words::{Words, args, use_words};

/// The calls that a fault can strike, with the keys of their names.
const VERBS: [(Verb, &str); 5] = [
    (Verb::Create, "verb-create"),
    (Verb::Delete, "verb-delete"),
    (Verb::UpdateStatus, "verb-update-status"),
    (Verb::Patch, "verb-patch"),
    (Verb::Get, "verb-get"),
];

/// How a call can fail, with the keys of their names.
const MODES: [(FaultMode, &str); 9] = [
    (FaultMode::ForbiddenQuota, "mode-quota"),
    (FaultMode::ServerError, "mode-server-error"),
    (FaultMode::Timeout, "mode-timeout"),
    (FaultMode::TimeoutApplied, "mode-timeout-applied"),
    (FaultMode::Conflict, "mode-conflict"),
    (FaultMode::NotFound, "mode-not-found"),
    (FaultMode::NamespaceTerminating, "mode-terminating"),
    (FaultMode::Forbidden, "mode-forbidden"),
    (FaultMode::Invalid, "mode-invalid"),
];

/// What admission refuses the pods of a Job with, besides quotas: a service account, `PodSecurity`, a `LimitRange`, a webhook.
fn refusals(job: &str) -> [String; 4] {
    let forbidden = |error: &str| format!("pods \"{job}-\" is forbidden: {error}");
    [
        forbidden("error looking up service account default/builder: serviceaccount \"builder\" not found"),
        forbidden(
            "violates PodSecurity \"restricted:latest\": runAsNonRoot != true (pod or container \"main\" must set \
             securityContext.runAsNonRoot=true)",
        ),
        forbidden("maximum memory usage per Container is 1Gi, but limit is 2Gi"),
        "admission webhook \"policy.example.com\" denied the request: the image is not signed".to_owned(),
    ]
}

/// The Job whose pods the offered texts of errors name.
pub(crate) fn job_of_faults(now: &Moment) -> AttrValue {
    now.job().map_or("job".into(), |view| view.job.metadata.name().to_owned().into())
}

/// The most characters that the text of an error takes.
const MOST_CHARACTERS: &str = "600";

fn words_of(words: &Words, fault: &Fault) -> (String, String) {
    let call = VERBS.iter().find(|(known, _)| *known == fault.verb).map_or("verb-create", |(_, word)| word);
    let mode = MODES.iter().find(|(known, _)| *known == fault.mode).map_or("mode-quota", |(_, word)| word);
    (words.t(call).to_string(), words.t(mode).to_string())
}

/// A fault as a sentence.
fn sentence(words: &Words, fault: &Fault) -> Html {
    let (call, mode) = words_of(words, fault);
    let (from, to) = (fault.from.saturating_add(1), fault.from.saturating_add(fault.count));
    let args = args!(call = call, mode = mode, from = from, to = to, lasts = u8::from(fault.lasts));
    match (fault.from, fault.count) {
        (0, 0) => words.rich("fault-every", &args),
        (_, 0) => words.rich("fault-from", &args),
        (_, 1) => words.rich("fault-one", &args),
        (_, _) => words.rich("fault-range", &args),
    }
}

/// A fault in the few words that a tag has room for.
pub(crate) fn tag(words: &Words, fault: &Fault) -> Html {
    let (call, mode) = words_of(words, fault);
    html! { <><b>{ words.f("fault-tag", &args!(call = call, from = fault.from.saturating_add(1))) }</b><br />{ mode }</> }
}

/// The button that removes the fault at that place.
fn remove(words: &Words, dispatch: &Dispatch, place: usize) -> Html {
    let dispatch = dispatch.clone();
    let onclick = move |_| dispatch.dispatch(Do::Act(Origin::Faults, Action::RemoveFault { fault: place }));
    let name = words.f("fault-remove", &args!(n = place + 1));
    html! { <button type="button" class="btn icon sm" aria-label={name.clone()} title={name} {onclick}>{ small_icon(Icon::Remove) }</button> }
}

/// Properties of [`Faults`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) now: Rc<Moment>,
    pub(crate) refusal: Option<Rc<Refusal>>,
}

lazy!(pub(crate) Faults, Props, FaultsBody);

#[component]
pub(crate) fn FaultsBody(props: &Props) -> Html {
    let (words, dispatch) = (use_words(), use_dispatch());
    let open = use_state_eq(|| false);
    let set_open = |to: bool| {
        let open = open.clone();
        Callback::from(move |()| open.set(to))
    };
    let armed = &props.now.snapshot.faults;
    html! {
        <section aria-labelledby="h-faults">
            <h3 id="h-faults">{ words.t("faults") }</h3>
            if armed.is_empty() { <p class="none">{ words.say("faults-none") }</p> }
            <ul class="faults">
                for (place, fault) in armed.iter().enumerate() { <li class="fault">{ small_icon(Icon::Flag) }<span>
                    { sentence(&words, fault) }
                    if let Some(message) = &fault.message { <br /><code title={message.clone()}>{ message.clone() }</code> }
                </span>{ remove(&words, &dispatch, place) }</li> }
            </ul>
            if *open {
                <FaultForm origin={Origin::Faults} verb={Verb::Create} job={job_of_faults(&props.now)} on_close={set_open(false)} />
            } else {
                <button type="button" class="btn ghost sm" onclick={set_open(true).reform(|_| ())}>{ small_icon(Icon::Plus) }{ words.t("fault-add") }</button>
            }
            if let Some(refusal) = &props.refusal { <Refused refusal={refusal.clone()} /> }
        </section>
    }
}

/// Properties of [`FaultForm`].
#[derive(Properties, PartialEq)]
pub(crate) struct FormProps {
    /// Where a refusal shows.
    pub(crate) origin: Origin,
    /// The call that is offered first.
    pub(crate) verb: Verb,
    /// The name of the Job that texts of errors are offered for.
    pub(crate) job: AttrValue,
    pub(crate) on_close: Callback<()>,
}

/// Arms a fault, for the next sync or until it is removed.
#[component]
pub(crate) fn FaultForm(props: &FormProps) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let fields = Fields {
        verb: use_node_ref(),
        mode: use_node_ref(),
        from: use_node_ref(),
        count: use_node_ref(),
        lasts: use_node_ref(),
        message: use_node_ref(),
    };
    let wrong = use_state_eq(|| false);
    let origin = props.origin;
    use_opened_form(&fields.verb);
    let onsubmit = {
        let (fields, wrong, on_close) = (fields.clone(), wrong.clone(), props.on_close.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            match fields.read() {
                Some(fault) => {
                    dispatch.dispatch(Do::Act(origin, Action::Fault(fault)));
                    on_close.emit(());
                }
                None => wrong.set(true),
            }
        })
    };
    html! {
        <form class="form" aria-label={words.t("fault-add")} {onsubmit} onkeydown={close_on_escape(&props.on_close)}>
            <label class="wide-field">{ words.t("fault-call") }
                <select ref={fields.verb} class="select">for (place, (verb, word)) in VERBS.iter().enumerate() { <option value={place.to_string()} selected={*verb == props.verb}>{ words.t(word) }</option> }</select>
            </label>
            <label class="wide-field">{ words.t("fault-mode") }
                <select ref={fields.mode} class="select">for (place, (_, word)) in MODES.iter().enumerate() { <option value={place.to_string()} selected={place == 0}>{ words.t(word) }</option> }</select>
            </label>
            <label class="wide-field">{ words.t("fault-message") }
                <input ref={fields.message} class="input" list="fault-messages" maxlength={MOST_CHARACTERS} placeholder={words.t("fault-message-usual")} />
                <datalist id="fault-messages">for refusal in refusals(&props.job) { <option value={refusal}></option> }</datalist>
            </label>
            <label class="wide-field">{ words.t("fault-syncs") }
                <select ref={fields.lasts} class="select">for (place, word) in ["fault-next", "fault-lasts"].into_iter().enumerate() { <option value={place.to_string()} selected={place == 0}>{ words.t(word) }</option> }</select>
            </label>
            <div class="pair">
                <label>{ words.t("fault-first") }<input ref={fields.from} class="input num" inputmode="numeric" value="1" /></label>
                <label>{ words.t("fault-count") }<input ref={fields.count} class="input num" inputmode="numeric" placeholder={words.t("all")} /></label>
            </div>
            if *wrong { <p class="wrong" role="alert">{ words.say("wrong-number") }</p> }
            <div class="form-end">
                <button type="submit" class="btn sm prim">{ words.t("fault-arm") }</button>
                <button type="button" class="btn sm" onclick={props.on_close.reform(|_| ())}>{ words.t("cancel") }</button>
            </div>
        </form>
    }
}

/// The fields of the form.
#[derive(Clone)]
struct Fields {
    verb: NodeRef,
    mode: NodeRef,
    from: NodeRef,
    count: NodeRef,
    lasts: NodeRef,
    message: NodeRef,
}

impl Fields {
    /// The fault that they describe.
    fn read(&self) -> Option<Fault> {
        let chosen = |select: &NodeRef| select.cast::<HtmlSelectElement>()?.value().parse::<usize>().ok();
        let number = |input: &NodeRef| match input.cast::<HtmlInputElement>()?.value().trim() {
            "" => Some(0),
            text => text.parse::<u32>().ok().filter(|&n| n > 0),
        };
        Some(Fault {
            from: number(&self.from)?.saturating_sub(1),
            count: number(&self.count)?,
            lasts: chosen(&self.lasts)? > 0,
            message: message(&self.message.cast::<HtmlInputElement>()?.value()),
            ..Fault::new(VERBS.get(chosen(&self.verb)?)?.0, MODES.get(chosen(&self.mode)?)?.0)
        })
    }
}

/// The text of an error as it was typed, or copied from an Event.
fn message(typed: &str) -> Option<String> {
    let error = event_error(typed.trim());
    (!error.is_empty()).then(|| error.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_of_an_event_is_that_of_its_error() {
        let error = "pods \"pi-\" is forbidden: no";
        assert_eq!(message(&format!("Error creating: {error} ")).as_deref(), Some(error));
        assert_eq!(message(error).as_deref(), Some(error));
        assert_eq!(message("  "), None);
    }
}
