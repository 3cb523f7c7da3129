//! A dialog over the page, by the browser's own `dialog` element: it holds the focus, Escape closes it, and the focus returns.

use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement};
use yew::prelude::*;

use super::{Icon, icon};
use crate::effect::use_effect_with;

/// Properties of [`Dialog`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) id: &'static str,
    pub(crate) title: AttrValue,
    /// The name of the button that closes it.
    pub(crate) close: AttrValue,
    pub(crate) on_close: Callback<()>,
    pub(crate) children: Children,
}

/// It is open as long as it exists. Its children are drawn once it is open, so that they can measure themselves and scroll; the
/// first with `autofocus` takes the focus.
#[component]
pub(crate) fn Dialog(props: &Props) -> Html {
    let node = use_node_ref();
    let open = use_state_eq(|| false);
    {
        let (node, open) = (node.clone(), open.clone());
        use_effect_with((), move |()| {
            if let Some(dialog) = node.cast::<HtmlDialogElement>() {
                let _ = dialog.show_modal();
                open.set(true);
            }
        });
    }
    {
        let node = node.clone();
        use_effect_with(*open, move |open| {
            let dialog = node.cast::<HtmlDialogElement>().filter(|_| *open);
            let first = dialog.and_then(|dialog| dialog.query_selector("[autofocus]").ok()?);
            if let Some(first) = first.and_then(|first| first.dyn_into::<HtmlElement>().ok()) {
                let _ = first.focus();
            }
        });
    }
    let close = {
        let node = node.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(dialog) = node.cast::<HtmlDialogElement>() {
                dialog.close();
            }
        })
    };
    let heading = format!("{}-title", props.id);
    html! {
        <dialog ref={node} id={props.id} class="dialog" aria-labelledby={heading.clone()} onclose={props.on_close.reform(|_| ())}>
            <header>
                <h2 id={heading}>{ &props.title }</h2><span class="grow"></span>
                <button type="button" class="btn icon" aria-label={&props.close} onclick={close}>{ icon(Icon::Close) }</button>
            </header>
            <div class="body">if *open { { props.children.clone() } }</div>
        </dialog>
    }
}
