//! The form behind a rule of what pods do.

use jobscope_core::world::{Outcome, OutcomeRule, PodSelection};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::words::use_words;

/// The rule as it stands in the fields.
#[derive(Clone, Debug, PartialEq)]
struct Fields {
    from: String,
    to: String,
    name: String,
    start: String,
    run: String,
    end: End,
    exit_code: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Succeed,
    Fail,
    Hang,
}

impl End {
    const ALL: [(Self, &'static str, &'static str); 3] =
        [(Self::Succeed, "succeed", "end-succeed"), (Self::Fail, "fail", "end-fail"), (Self::Hang, "hang", "end-hang")];

    fn of_id(id: &str) -> Self {
        Self::ALL.into_iter().find(|(_, known, _)| *known == id).map_or(Self::Succeed, |(end, _, _)| end)
    }
}

/// A field that does not hold what it should, by the key of what to do about it.
type Wrong = &'static str;

impl Fields {
    fn of(rule: &OutcomeRule) -> Self {
        let number = |value: Option<u32>| value.map_or_else(String::new, |value| value.to_string());
        let (end, exit_code) = match rule.outcome {
            Outcome::Succeed => (End::Succeed, 1),
            Outcome::Fail { exit_code } => (End::Fail, exit_code),
            Outcome::Hang => (End::Hang, 1),
        };
        Self {
            from: number(rule.pods.from),
            to: number(rule.pods.to),
            name: rule.pods.name.clone().unwrap_or_default(),
            start: written_seconds(rule.start_ms),
            run: written_seconds(rule.run_ms),
            end,
            exit_code: exit_code.to_string(),
        }
    }

    fn rule(&self) -> Result<OutcomeRule, Wrong> {
        let ordinal = |text: &str| match text.trim() {
            "" => Ok(None),
            text => text.parse::<u32>().ok().filter(|&n| n > 0).map(Some).ok_or("wrong-ordinal"),
        };
        let (from, to) = (ordinal(&self.from)?, ordinal(&self.to)?);
        if let (Some(from), Some(to)) = (from, to)
            && from > to
        {
            return Err("wrong-range");
        }
        let name = Some(self.name.trim().to_owned()).filter(|name| !name.is_empty());
        let outcome = match self.end {
            End::Succeed => Outcome::Succeed,
            End::Hang => Outcome::Hang,
            End::Fail => {
                let code = self.exit_code.trim().parse::<i32>().ok().filter(|code| (1..=255).contains(code));
                Outcome::Fail { exit_code: code.ok_or("wrong-exit-code")? }
            }
        };
        Ok(OutcomeRule {
            pods: PodSelection { from, to, name },
            start_ms: read_seconds(&self.start)?,
            run_ms: read_seconds(&self.run)?,
            outcome,
        })
    }
}

fn written_seconds(ms: u32) -> String {
    if ms.is_multiple_of(1000) {
        (ms / 1000).to_string()
    } else {
        format!("{}.{:03}", ms / 1000, ms % 1000).trim_end_matches('0').to_owned()
    }
}

/// Seconds with up to three decimals, at most a day.
fn read_seconds(text: &str) -> Result<u32, Wrong> {
    let text = text.trim().replace(',', ".");
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if text.is_empty() || !digits(whole) || !digits(decimals) || decimals.len() > 3 {
        return Err("wrong-seconds");
    }
    let whole: u32 = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| "wrong-seconds")? };
    let millis: u32 = format!("{decimals:0<3}").parse().map_err(|_| "wrong-seconds")?;
    if whole > 86_400 { Err("wrong-seconds") } else { Ok(whole * 1000 + millis) }
}

/// Properties of [`RuleForm`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) rule: OutcomeRule,
    /// Whether the rule is not there yet.
    pub(crate) fresh: bool,
    /// The rule as it shall be; none removes it.
    pub(crate) on_done: Callback<Option<OutcomeRule>>,
    pub(crate) on_cancel: Callback<()>,
}

/// See the module.
#[component]
pub(crate) fn RuleForm(props: &Props) -> Html {
    let words = use_words();
    let fields = use_state_eq(|| Fields::of(&props.rule));
    let wrong = use_state_eq(|| None::<Wrong>);
    let write = |change: fn(&mut Fields, String)| {
        let fields = fields.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                let mut next = (*fields).clone();
                change(&mut next, input.value());
                fields.set(next);
            }
        })
    };
    let choose_end = {
        let fields = fields.clone();
        Callback::from(move |event: Event| {
            if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
                fields.set(Fields { end: End::of_id(&select.value()), ..(*fields).clone() });
            }
        })
    };
    let done = {
        let (fields, wrong, on_done) = (fields.clone(), wrong.clone(), props.on_done.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            match fields.rule() {
                Ok(rule) => on_done.emit(Some(rule)),
                Err(what) => wrong.set(Some(what)),
            }
        })
    };
    html! {
        <form class="form" aria-label={words.t("rule-form")} onsubmit={done}>
            <div class="pair">
                <label>{ words.t("rule-from") }<input class="input num" inputmode="numeric" placeholder="1" value={fields.from.clone()} oninput={write(|fields, value| fields.from = value)} /></label>
                <label>{ words.t("rule-to") }<input class="input num" inputmode="numeric" placeholder="∞" value={fields.to.clone()} oninput={write(|fields, value| fields.to = value)} /></label>
            </div>
            <label class="wide-field">{ words.t("rule-name") }<input class="input" placeholder="*" value={fields.name.clone()} oninput={write(|fields, value| fields.name = value)} /></label>
            <div class="pair">
                <label>{ words.t("rule-start") }<input class="input num" inputmode="decimal" value={fields.start.clone()} oninput={write(|fields, value| fields.start = value)} /></label>
                if fields.end != End::Hang {
                    <label>{ words.t("rule-run") }<input class="input num" inputmode="decimal" value={fields.run.clone()} oninput={write(|fields, value| fields.run = value)} /></label>
                }
            </div>
            <div class="pair">
                <label>{ words.t("rule-end") }
                    <select class="select" onchange={choose_end}>
                        for (end, id, word) in End::ALL { <option value={id} selected={fields.end == end}>{ words.t(word) }</option> }
                    </select>
                </label>
                if fields.end == End::Fail {
                    <label>{ words.t("rule-exit-code") }<input class="input num" inputmode="numeric" value={fields.exit_code.clone()} oninput={write(|fields, value| fields.exit_code = value)} /></label>
                }
            </div>
            if let Some(what) = *wrong { <p class="wrong" role="alert">{ words.t(what) }</p> }
            <div class="form-end">
                <button type="submit" class="btn sm prim">{ words.t("done") }</button>
                <button type="button" class="btn sm" onclick={props.on_cancel.reform(|_| ())}>{ words.t("cancel") }</button>
                if !props.fresh {
                    <span class="grow"></span>
                    <button type="button" class="btn sm quiet" onclick={props.on_done.reform(|_| None)}>{ words.t("remove") }</button>
                }
            </div>
        </form>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_read_as_people_write_them() {
        assert_eq!(read_seconds("10"), Ok(10_000));
        assert_eq!(read_seconds(" 2.5 "), Ok(2_500));
        assert_eq!(read_seconds("2,5"), Ok(2_500));
        assert_eq!(read_seconds(".25"), Ok(250));
        for wrong in ["", "-1", "1e3", "1.2345", "x", "99999999999", "90000"] {
            assert!(read_seconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_rule_comes_back_from_its_form() {
        let rule = OutcomeRule {
            pods: PodSelection { from: Some(2), to: None, name: Some("pi-*".to_owned()) },
            start_ms: 1_500,
            run_ms: 20_000,
            outcome: Outcome::Fail { exit_code: 42 },
        };
        assert_eq!(Fields::of(&rule).rule(), Ok(rule));
        let backwards = Fields { from: "3".to_owned(), to: "1".to_owned(), ..Fields::of(&OutcomeRule::default()) };
        assert_eq!(backwards.rule(), Err("wrong-range"));
    }
}
