//! A command for a terminal, with a button that copies it.

use yew::prelude::*;

use super::CopyButton;

/// Properties of [`Command`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) command: AttrValue,
}

/// The line of a command.
#[component]
pub(crate) fn Command(props: &Props) -> Html {
    let command = props.command.clone();
    html! {
        <div class="cluster-command"><code>{ &props.command }</code><CopyButton text={Callback::from(move |()| command.clone())} /></div>
    }
}
