//! A field of the form: its label, help and errors around its input.

use serde_json::Value;
use yew::prelude::*;

use super::desk::{Desk, Edit};
use super::fields::{ChoiceField, NumberField};
use crate::ui::{Icon, on_value, small_icon};
use crate::words::{Words, args, text_minor, use_words};

/// The id of a field's control, from its path.
fn id_of(path: &str) -> String {
    format!("f-{}", path.replace(['.', '[', ']'], "-"))
}

/// Name, control, help and errors of the field at `path`.
pub(super) fn framed(
    words: &Words,
    desk: &Desk,
    path: &str,
    name: &str,
    help: Option<&str>,
    class: &'static str,
    control: &dyn Fn(&Described) -> Html,
) -> Html {
    let id = id_of(path);
    let said = desk.said(words, path);
    let lock = desk.locks.of_field(path).map(|lock| lock.reason(words));
    let described = Described {
        locked: lock.as_ref().map(|_| format!("{id}-lock")),
        help: help.map(|_| format!("{id}-help")),
        wrong: (!said.is_empty()).then(|| format!("{id}-wrong")),
        id: id.clone(),
    };
    html! {
        <div class={classes!("entry", class, described.wrong.is_some().then_some("bad"))}>
            <label for={id}>{ name.to_owned() }{ padlock(lock.as_ref()) }</label>
            { control(&described) }
            if let (Some(lock), Some(id)) = (lock, &described.locked) { <p class="help" id={id.clone()}>{ lock }</p> }
            if let (Some(help), Some(id)) = (help, &described.help) { <p class="help" id={id.clone()}>{ words.say_f(help, &args!(release = text_minor(desk.gates.release()))) }</p> }
            if let Some(id) = &described.wrong {
                <div class="entry-wrong" id={id.clone()} role="status">for said in said { <p>{ said }</p> }</div>
            }
        </div>
    }
}

/// What the stored Job has in a field of `spec` that the text leaves out, so that the control does not belie the Job.
fn elsewhere(words: &Words, desk: &Desk, name: &str, default: &Value) -> Html {
    desk.set_elsewhere(name, default).map_or_else(Html::default, |value| {
        html! { <p class="help shown">{ words.say_f("field-elsewhere", &args!(value = value)) }</p> }
    })
}

/// The sign of a field that is locked, with the reason.
pub(super) fn padlock(lock: Option<&AttrValue>) -> Html {
    html! { if let Some(lock) = lock { <span class="lock" title={lock} aria-hidden="true">{ small_icon(Icon::Held) }</span> } }
}

/// The ids by which a control is named and described.
pub(super) struct Described {
    pub(super) id: String,
    help: Option<String>,
    wrong: Option<String>,
    locked: Option<String>,
}

impl Described {
    pub(super) fn by(&self) -> Option<String> {
        let ids: Vec<&str> =
            [self.wrong.as_deref(), self.locked.as_deref(), self.help.as_deref()].into_iter().flatten().collect();
        (!ids.is_empty()).then(|| ids.join(" "))
    }

    pub(super) fn invalid(&self) -> Option<&'static str> {
        self.wrong.is_some().then_some("true")
    }
}

/// Properties of [`Number`].
#[derive(Properties, PartialEq)]
pub(super) struct NumberProps {
    pub(super) desk: Desk,
    pub(super) field: NumberField,
    /// Where it stands; in `spec` if it is not said.
    #[prop_or_default]
    pub(super) path: Option<String>,
    #[prop_or_default]
    pub(super) class: &'static str,
}

/// A number as a slider and in digits. What is typed and is no number stays until it is one.
#[component]
pub(super) fn Number(props: &NumberProps) -> Html {
    let words = use_words();
    let NumberProps { desk, field, .. } = props;
    let path = props.path.clone().unwrap_or_else(|| format!("spec.{}", field.name));
    let typed = use_state_eq(|| None::<String>);
    let value = desk.get(&path);
    let number = value.and_then(Value::as_i64);
    let written =
        value.map_or_else(String::new, |value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
    let wrong = typed.as_ref().is_some_and(|typed| read(typed).is_none());
    let shown = (*typed).clone().unwrap_or_else(|| written.clone());
    let emit = {
        let (on_edit, path) = (desk.on_edit.clone(), path.clone());
        move |number: Option<i64>| {
            on_edit.emit(match number {
                Some(number) => Edit::Set(path.clone(), number.into()),
                None => Edit::Remove(path.clone()),
            });
        }
    };
    let oninput = {
        let (typed, emit) = (typed.clone(), emit.clone());
        on_value::<InputEvent>(move |text| {
            if let Some(number) = read(&text) {
                emit(number);
            }
            typed.set(Some(text));
        })
    };
    let onblur = {
        let typed = typed.clone();
        Callback::from(move |_: FocusEvent| {
            if typed.as_ref().is_some_and(|typed| read(typed).is_some()) {
                typed.set(None);
            }
        })
    };
    let onslide = {
        let typed = typed.clone();
        on_value::<InputEvent>(move |text| {
            typed.set(None);
            emit(text.parse().ok());
        })
    };
    let most = field.most.max(number.unwrap_or(0));
    let default = desk.default_of(&path).and_then(Value::as_i64);
    let at = number.or(default).unwrap_or(0).clamp(0, most);
    let share = at.saturating_mul(100) / most.max(1);
    let class = classes!("input", "num", wrong.then_some("bad"));
    let control = |described: &Described| {
        html! {
            <>
                <input class={classes!("slider", number.is_none().then_some("unset"))} type="range" min="0" max={most.to_string()} value={at.to_string()} style={format!("--share:{share}%")}
                    aria-label={words.f("field-slider", &args!(name = field.name))} oninput={onslide.clone()} />
                <input id={described.id.clone()} class={class.clone()} inputmode="numeric" autocomplete="off" value={shown.clone()}
                    placeholder={default.map_or_else(|| "–".to_owned(), limit)}
                    aria-describedby={described.by()} aria-invalid={if wrong { Some("true") } else { described.invalid() }} oninput={oninput.clone()} onblur={onblur.clone()} />
                if wrong { <p class="entry-wrong" role="alert">{ words.say("wrong-whole-number") }</p> }
                if let Some(default) = default { { elsewhere(&words, desk, field.name, &default.into()) } }
            </>
        }
    };
    framed(&words, desk, &path, field.name, Some(field.help), props.class, &control)
}

/// A limit that nothing can reach does not count as one.
fn limit(default: i64) -> String {
    if default == i64::from(i32::MAX) { "∞".to_owned() } else { default.to_string() }
}

/// A whole number, or none for no text. `None` at all: it is neither.
#[expect(clippy::option_option, reason = "nothing and wrong are two answers, and neither has more to it")]
fn read(text: &str) -> Option<Option<i64>> {
    match text.trim() {
        "" => Some(None),
        text => text.parse().ok().map(Some),
    }
}

/// Properties of [`Choice`].
#[derive(Properties, PartialEq)]
pub(super) struct ChoiceProps {
    pub(super) desk: Desk,
    pub(super) field: ChoiceField,
}

/// One of a few texts. Any other text stays as it is, and in sight.
#[component]
pub(super) fn Choice(props: &ChoiceProps) -> Html {
    let words = use_words();
    let ChoiceProps { desk, field } = props;
    let value = desk.text_of(field.path).unwrap_or_default().to_owned();
    let onchange = {
        let (on_edit, path) = (desk.on_edit.clone(), field.path);
        on_value::<Event>(move |value| {
            on_edit.emit(match value.as_str() {
                "" => Edit::Remove(path.to_owned()),
                text => Edit::Set(path.to_owned(), text.into()),
            });
        })
    };
    let control = |described: &Described| {
        let unset = match desk.default_of(field.path).and_then(Value::as_str) {
            Some(default) => words.f("field-default", &args!(value = default.to_owned())),
            None => words.t("field-unset"),
        };
        let odd = !value.is_empty() && !field.texts.contains(&value.as_str());
        html! {
            <select id={described.id.clone()} class="select" aria-describedby={described.by()} aria-invalid={described.invalid()} onchange={onchange.clone()}>
                <option value="" selected={value.is_empty()}>{ unset }</option>
                for text in field.texts { <option value={*text} selected={value == *text}>{ *text }</option> }
                if odd { <option value={value.clone()} selected=true>{ value.clone() }</option> }
            </select>
        }
    };
    framed(&words, desk, field.path, field.name, Some(field.help), field.class, &control)
}

/// Properties of [`Text`].
#[derive(Properties, PartialEq)]
pub(super) struct TextProps {
    pub(super) desk: Desk,
    pub(super) path: String,
    pub(super) name: AttrValue,
    #[prop_or_default]
    pub(super) help: Option<&'static str>,
    #[prop_or_default]
    pub(super) placeholder: &'static str,
    #[prop_or_default]
    pub(super) class: &'static str,
}

/// A text; an empty one is no field.
#[component]
pub(super) fn Text(props: &TextProps) -> Html {
    let words = use_words();
    let TextProps { desk, path, name, help, placeholder, class } = props;
    let value = desk.text_of(path).unwrap_or_default().to_owned();
    let oninput = {
        let (on_edit, path) = (desk.on_edit.clone(), path.clone());
        on_value::<InputEvent>(move |value| {
            on_edit.emit(match value.as_str() {
                "" => Edit::Remove(path.clone()),
                text => Edit::Set(path.clone(), text.into()),
            });
        })
    };
    let control = |described: &Described| {
        html! {
            <input id={described.id.clone()} class="input" autocomplete="off" spellcheck="false" placeholder={*placeholder} value={value.clone()}
                aria-describedby={described.by()} aria-invalid={described.invalid()} oninput={oninput.clone()} />
        }
    };
    framed(&words, desk, path, name, *help, class, &control)
}

/// Properties of [`Switch`].
#[derive(Properties, PartialEq)]
pub(super) struct SwitchProps {
    pub(super) desk: Desk,
}

/// `suspend`, on or off.
#[component]
pub(super) fn Suspend(props: &SwitchProps) -> Html {
    const PATH: &str = "spec.suspend";
    let words = use_words();
    let desk = &props.desk;
    let on = desk.get(PATH).and_then(Value::as_bool).unwrap_or(false);
    let onchange = {
        let on_edit = desk.on_edit.clone();
        Callback::from(move |_: Event| on_edit.emit(Edit::Set(PATH.to_owned(), (!on).into())))
    };
    let control = |described: &Described| {
        html! {
            <>
                <input id={described.id.clone()} class="switch" type="checkbox" role="switch" checked={on} aria-describedby={described.by()} aria-invalid={described.invalid()} onchange={onchange.clone()} />
                { elsewhere(&words, desk, "suspend", &false.into()) }
            </>
        }
    };
    framed(&words, desk, PATH, "suspend", Some("help-suspend"), "", &control)
}
