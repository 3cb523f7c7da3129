//! The first steps, for new users. Once dismissed, it never comes back.

use yew::prelude::*;

use crate::keep::Keep;
use crate::ui::{Icon, small_icon};
use crate::words::use_words;

/// Properties of [`Hint`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// Whether the session is a recorded history, in which there is nothing to apply.
    pub(crate) is_recorded: bool,
    /// Opens the help.
    pub(crate) on_help: Callback<()>,
}

#[component]
pub(crate) fn Hint(props: &Props) -> Html {
    let words = use_words();
    let dismissed = use_state_eq(|| Keep::HintDismissed.read::<bool>().unwrap_or_default());
    if *dismissed {
        return Html::default();
    }
    let dismiss = Callback::from(move |_: MouseEvent| {
        Keep::HintDismissed.write(&true);
        dismissed.set(true);
    });
    html! {
        <aside class="hint-card" aria-labelledby="h-hint">
            <h2><span id="h-hint">{ words.t("hint") }</span><span class="grow"></span>
                <button type="button" class="btn icon sm" aria-label={words.t("hint-dismiss")} onclick={dismiss.clone()}>{ small_icon(Icon::Close) }</button>
            </h2>
            <ol>
                if !props.is_recorded { <li><span class="with-keys">{ words.say("hint-apply-keys") }</span><span class="with-fingers">{ words.say("hint-apply") }</span></li> }
                <li><span class="with-keys">{ words.say("hint-step") }</span><span class="with-fingers">{ words.say("hint-tap") }</span></li>
                <li>{ words.say("hint-why") }</li>
            </ol>
            <p>
                <button type="button" class="btn sm" onclick={dismiss}>{ words.t("hint-done") }</button>
                <button type="button" class="link" onclick={props.on_help.reform(|_| ())}>{ words.t("hint-more") }</button>
            </p>
        </aside>
    }
}
