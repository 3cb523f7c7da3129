//! The form that asks: what to look for, what may go wrong, how far to look.

use jobscope_explain::time::instant;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::asked::{Asked, MISHAPS, MOST_MISHAPS, ORDERS, STEPS, WORLDS};
use super::goals::Looked;
use crate::session::Session;
use crate::ui::{Segmented, on_parsed};
use crate::words::{amount, args, phrased, use_words};

/// Properties of [`Form`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) session: UseReducerHandle<Session>,
    pub(super) asked: Asked,
    pub(super) on_asked: Callback<Asked>,
    /// A search is under way.
    pub(super) is_under: bool,
    /// Starting one is what there is to do next.
    pub(super) is_next: bool,
    pub(super) on_start: Callback<Asked>,
}

#[component]
pub(super) fn Form(props: &Props) -> Html {
    let words = use_words();
    let Props { session, asked, on_asked, is_under, .. } = props;
    let gates = session.read(|timeline| timeline.world().gates());
    let groups = [
        ("explore-promises", Looked::promises(gates)),
        ("explore-others", Looked::others()),
        ("breakpoints", session.breakpoints.iter().cloned().map(Looked::Breakpoint).collect()),
    ];
    let all: Vec<Looked> = groups.iter().flat_map(|(_, group)| group.iter().cloned()).collect();
    // What was asked of another release may be no question of this one.
    let chosen = all.iter().position(|one| *one == asked.goal).unwrap_or_default();
    let goal = all.get(chosen).cloned().unwrap_or_default();
    let asked = Asked { goal: goal.clone(), ..asked.clone() };
    let change = |change: fn(&mut Asked, usize)| {
        let (asked, on_asked) = (asked.clone(), on_asked.clone());
        Callback::from(move |place: usize| {
            let mut asked = asked.clone();
            change(&mut asked, place);
            on_asked.emit(asked);
        })
    };
    let on_goal = {
        let (asked, on_asked, all) = (asked.clone(), on_asked.clone(), all.clone());
        on_parsed::<Event, usize>(move |place| {
            if let Some(goal) = all.get(place).cloned() {
                on_asked.emit(Asked { goal, ..asked.clone() });
            }
        })
    };
    let by_select = |to: Callback<usize>| on_parsed::<Event, _>(move |place| to.emit(place));
    let on_steps = by_select(change(|asked, place| asked.steps = STEPS.get(place).copied().unwrap_or(asked.steps)));
    let on_worlds = by_select(change(|asked, place| asked.worlds = WORLDS.get(place).copied().unwrap_or(asked.worlds)));
    let on_most = change(|asked, place| asked.most = u8::try_from(place).unwrap_or(MOST_MISHAPS));
    let on_order = change(|asked, place| asked.order = ORDERS.get(place).map_or(asked.order, |(order, ..)| *order));
    let order = ORDERS.iter().position(|(order, ..)| *order == asked.order).unwrap_or_default();
    let onsubmit = {
        let (asked, on_start) = (asked.clone(), props.on_start.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            on_start.emit(asked.clone());
        })
    };
    let now = &session.now;
    let nothing = now.snapshot.jobs.is_empty();
    let held = now.snapshot.job_stream.held || now.snapshot.pod_stream.held;
    let mut offset = 0;
    let options: Html = groups
        .iter()
        .filter(|(_, group)| !group.is_empty())
        .map(|(label, group)| {
            let first = offset;
            offset += group.len();
            html! {
                <optgroup label={words.t(label)}>
                    for (at, one) in group.iter().enumerate() { <option value={(first + at).to_string()} selected={first + at == chosen}>{ one.name(&words) }</option> }
                </optgroup>
            }
        })
        .collect();
    html! {
        <form class="explore-form" {onsubmit}>
            <fieldset disabled={*is_under}>
                <label class="explore-ask">{ words.t("explore-for") }<select class="select" aria-describedby="explore-meaning" onchange={on_goal}>{ options }</select></label>
                <p id="explore-meaning" class="muted">{ phrased(&goal.meaning(&words)) }if let Some(promise) = goal.promise(&words, gates) { { words.between() }{ phrased(&promise) } }</p>
                <div class="explore-ask mishaps">
                    <span aria-hidden="true">{ words.say("explore-mishaps") }</span>
                    <Segmented label={words.t("explore-mishaps")} options={["explore-no-mishap", "explore-one-mishap", "explore-two-mishaps"].map(|key| words.t(key)).to_vec()} chosen={usize::from(asked.most)} on_choose={on_most} />
                    if asked.most > 0 {
                        <div role="group" aria-label={words.t("explore-which")}><ul>
                            for (mishap, word) in MISHAPS {
                                <li><label><input type="checkbox" checked={asked.mishaps.contains(&mishap)} onchange={let (asked, on_asked) = (asked.clone(), on_asked.clone()); move |event: Event| {
                                    let mut asked = asked.clone();
                                    if event.target_dyn_into::<HtmlInputElement>().is_some_and(|input| input.checked()) {
                                        asked.mishaps.insert(mishap);
                                    } else {
                                        asked.mishaps.remove(&mishap);
                                    }
                                    on_asked.emit(asked);
                                }} /><span>{ words.say(word) }</span></label></li>
                            }
                        </ul></div>
                    }
                </div>
                <div class="explore-ask">
                    <span aria-hidden="true">{ words.say("explore-first") }</span>
                    <Segmented label={words.t("explore-first")} options={ORDERS.map(|(_, name, _)| words.t(name)).to_vec()} chosen={order} on_choose={on_order} />
                </div>
                if let Some((.., what)) = ORDERS.get(order) { <p class="muted">{ words.say(what) }</p> }
                <details class="more">
                    <summary><span>{ words.say_f("explore-bounds", &args!(steps = asked.steps, worlds = amount(asked.worlds))) }</span></summary>
                    <div class="pair">
                        <label>{ words.t("explore-steps") }<select class="select" onchange={on_steps}>
                            for (at, steps) in STEPS.iter().enumerate() { <option value={at.to_string()} selected={*steps == asked.steps}>{ *steps }</option> }
                        </select></label>
                        <label>{ words.t("explore-worlds") }<select class="select" onchange={on_worlds}>
                            for (at, worlds) in WORLDS.iter().enumerate() { <option value={at.to_string()} selected={*worlds == asked.worlds}>{ amount(*worlds) }</option> }
                        </select></label>
                    </div>
                </details>
                if held { <p class="muted">{ words.say("explore-held") }</p> }
                <div class="explore-go">
                    <button type="submit" class={classes!("btn", props.is_next.then_some("prim"))} disabled={nothing}>{ words.t("explore-start") }</button>
                    <p class="muted">
                        if nothing { { words.say("explore-no-job") } } else { { words.rich("explore-from", &args!(step = now.step_number(), time = instant(now.elapsed()))) } }
                    </p>
                </div>
            </fieldset>
        </form>
    }
}
