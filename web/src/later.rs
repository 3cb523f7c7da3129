//! The part of the page that a first step does not need. As published it is a WebAssembly module of its own, which is fetched
//! once the debugger shows; in other builds it is there from the beginning.
//!
//! [`Part::draw`] draws a component of that part, or says in its place that it comes. The module `behind` lists the components.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::rc::Rc;

use gloo::utils::document;
use yew::prelude::*;

use crate::words::use_words;

/// Draws a component with properties of its type.
type Draw = fn(&dyn Any) -> Html;

/// What the part has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// What draws its components, each by its type.
    components: Vec<(TypeId, Draw)>,
    /// Functions, by the type that holds them.
    tools: Vec<Rc<dyn Any>>,
}

impl Table {
    /// The same with another component.
    pub(crate) fn with<C>(mut self) -> Self
    where
        C: BaseComponent,
        C::Properties: Clone + 'static,
    {
        self.components.push((TypeId::of::<C>(), |props| match props.downcast_ref::<C::Properties>() {
            Some(props) => html! { <C ..props.clone() /> },
            None => Html::default(),
        }));
        self
    }

    /// The same with functions.
    pub(crate) fn with_tools<T: 'static>(mut self, tools: T) -> Self {
        self.tools.push(Rc::new(tools));
        self
    }

    fn of<C: 'static>(&self) -> Option<Draw> {
        let wanted = TypeId::of::<C>();
        self.components.iter().find(|(component, _)| *component == wanted).map(|(_, draw)| *draw)
    }
}

/// How far it is.
#[derive(Clone, Debug, Default)]
enum Stage {
    /// Nobody wants it yet.
    #[default]
    Away,
    Coming,
    Failed,
    Here(Table),
}

/// What is known of the part.
#[derive(Default)]
struct Known {
    /// Begins to fetch it.
    fetch: Option<fn()>,
    stage: Stage,
    /// What draws again when that changes.
    waiting: Vec<UseForceUpdateHandle>,
    /// What waits for its functions.
    asked_for: Vec<Box<dyn FnOnce()>>,
}

thread_local! {
    static KNOWN: RefCell<Known> = RefCell::default();
}

/// On the document's root while the part is on its way.
const ATTRIBUTE: &str = "data-behind";

fn to_stage(stage: Stage) {
    let root = document().document_element();
    let _ = root.map(|root| match stage {
        Stage::Coming => root.set_attribute(ATTRIBUTE, ""),
        _ => root.remove_attribute(ATTRIBUTE),
    });
    let is_here = matches!(stage, Stage::Here(_));
    let (waiting, asked_for) = KNOWN.with_borrow_mut(|known| {
        known.stage = stage;
        let asked_for = if is_here { std::mem::take(&mut known.asked_for) } else { Vec::new() };
        (std::mem::take(&mut known.waiting), asked_for)
    });
    for component in waiting {
        component.force_update();
    }
    for then in asked_for {
        then();
    }
}

/// How the part is fetched once it is wanted. `fetch` ends with [`came`].
#[cfg_attr(not(all(feature = "split", target_arch = "wasm32")), expect(dead_code, reason = "the part is there"))]
pub(crate) fn comes_by(fetch: fn()) {
    KNOWN.with_borrow_mut(|known| known.fetch = Some(fetch));
}

/// The part is there, or could not be fetched.
#[cfg_attr(not(all(feature = "split", target_arch = "wasm32")), expect(dead_code, reason = "the part is there"))]
pub(crate) fn came(table: Option<Table>) {
    to_stage(table.map_or(Stage::Failed, Stage::Here));
}

/// The part is there from the beginning.
#[cfg_attr(all(feature = "split", target_arch = "wasm32"), expect(dead_code, reason = "the part is fetched"))]
pub(crate) fn is_here(table: Table) {
    KNOWN.with_borrow_mut(|known| known.stage = Stage::Here(table));
}

/// Fetches the part, unless it is there or on its way.
pub(crate) fn want() {
    let fetch = KNOWN.with_borrow(|known| match known.stage {
        Stage::Away | Stage::Failed => known.fetch,
        Stage::Coming | Stage::Here(_) => None,
    });
    if let Some(fetch) = fetch {
        to_stage(Stage::Coming);
        fetch();
    }
}

/// Functions of the part, if it is there.
pub(crate) fn tools<T: Copy + 'static>() -> Option<T> {
    KNOWN.with_borrow(|known| match &known.stage {
        Stage::Here(table) => table.tools.iter().find_map(|tools| tools.downcast_ref::<T>().copied()),
        _ => None,
    })
}

/// Does something with functions of the part: at once, or when it has come.
pub(crate) fn with_tools<T: Copy + 'static>(then: impl FnOnce(T) + 'static) {
    if let Some(tools) = tools::<T>() {
        return then(tools);
    }
    let then = move || {
        if let Some(tools) = tools::<T>() {
            then(tools);
        }
    };
    KNOWN.with_borrow_mut(|known| known.asked_for.push(Box::new(then)));
    want();
}

/// The part, as it is while a component is drawn.
#[derive(Clone, Debug)]
pub(crate) struct Part(Stage);

/// The component is drawn again when the part has come.
#[hook]
pub(crate) fn use_part() -> Part {
    let update = use_force_update();
    let stage = KNOWN.with_borrow(|known| known.stage.clone());
    let is_here = matches!(stage, Stage::Here(_));
    use_effect(move || {
        if is_here {
            return;
        }
        let is_late = KNOWN.with_borrow_mut(|known| {
            let is_late = matches!(known.stage, Stage::Here(_));
            if !is_late {
                known.waiting.push(update.clone());
            }
            is_late
        });
        if is_late {
            update.force_update();
        } else if KNOWN.with_borrow(|known| matches!(known.stage, Stage::Away)) {
            want();
        }
    });
    Part(stage)
}

impl Part {
    /// The component with these properties; until it is there, a row that says so.
    pub(crate) fn draw<C>(&self, props: &C::Properties) -> Html
    where
        C: BaseComponent,
        C::Properties: 'static,
    {
        match &self.0 {
            Stage::Here(table) => table.of::<C>().map(|draw| draw(props)).unwrap_or_default(),
            Stage::Away | Stage::Coming => html! { <Waiting has_failed=false /> },
            Stage::Failed => html! { <Waiting has_failed=true /> },
        }
    }
}

#[derive(Properties, PartialEq)]
struct WaitingProps {
    has_failed: bool,
}

/// What shows instead of a component that is not there.
#[component]
fn Waiting(props: &WaitingProps) -> Html {
    let words = use_words();
    if props.has_failed {
        html! {
            <p class="part-missing" role="alert">{ words.say("behind-failed") }{ " " }
                <button type="button" class="btn sm" onclick={|_: MouseEvent| want()}>{ words.t("behind-again") }</button>
            </p>
        }
    } else {
        html! { <p class="part-missing muted" role="status">{ words.say("behind-coming") }</p> }
    }
}

/// Declares a component that is drawn by another one of the part, with the same properties.
macro_rules! later {
    ($(#[$about:meta])* $vis:vis $name:ident, $props:ty, $drawn:ty) => {
        $(#[$about])*
        #[yew::component]
        $vis fn $name(props: &$props) -> yew::Html {
            $crate::later::use_part().draw::<$drawn>(props)
        }
    };
}

pub(crate) use later;
