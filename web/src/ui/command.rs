//! A command for a terminal, with a button that copies it.

use yew::prelude::*;

use super::CopyButton;

/// Properties of [`Command`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) command: AttrValue,
}

/// The line of a command, whose words stay whole at the ends of lines.
#[component]
pub(crate) fn Command(props: &Props) -> Html {
    let command = props.command.clone();
    let word = |(place, word): (usize, &str)| html! { <>if place > 0 { { " " } }<span>{ word.to_owned() }</span></> };
    html! {
        <div class="cluster-command"><code>{ for props.command.split(' ').enumerate().map(word) }</code><CopyButton text={Callback::from(move |()| command.clone())} /></div>
    }
}
