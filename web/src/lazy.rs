//! Components and functions that the page loads after it has been drawn. As published they are a WebAssembly module of their own;
//! in other builds they are there from the beginning.
//!
//! [`lazy!`] declares a component that draws another one of the deferred module, or says that it is being loaded. The module
//! `deferred` lists all of them.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::rc::Rc;

use gloo::utils::document;
use yew::prelude::*;

use crate::words::use_words;

/// Draws a component with properties of its type.
type Draw = fn(&dyn Any) -> Html;

/// What the deferred module exports.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// The components, by their types.
    components: Vec<(TypeId, Draw)>,
    /// Structs of functions.
    functions: Vec<Rc<dyn Any>>,
}

impl Table {
    /// Adds a component.
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

    /// Adds a struct of functions.
    pub(crate) fn with_functions<T: 'static>(mut self, functions: T) -> Self {
        self.functions.push(Rc::new(functions));
        self
    }

    fn draw_of<C: 'static>(&self) -> Option<Draw> {
        let wanted = TypeId::of::<C>();
        self.components.iter().find(|(component, _)| *component == wanted).map(|(_, draw)| *draw)
    }
}

#[derive(Clone, Debug, Default)]
enum Stage {
    #[default]
    NotRequested,
    Loading,
    Failed,
    Loaded(Table),
}

/// The deferred module in this tab.
#[derive(Default)]
struct Module {
    /// Starts loading. It calls [`loaded`] in the end.
    load: Option<fn()>,
    stage: Stage,
    /// Components that are drawn again when the stage changes.
    components: Vec<UseForceUpdateHandle>,
    /// Calls of its functions.
    calls: Vec<Box<dyn FnOnce()>>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// The document's root has it while the module is being loaded.
const ATTRIBUTE: &str = "data-deferred";

fn set_stage(stage: Stage) {
    if let Some(root) = document().document_element() {
        let _ = match stage {
            Stage::Loading => root.set_attribute(ATTRIBUTE, ""),
            _ => root.remove_attribute(ATTRIBUTE),
        };
    }
    let is_loaded = matches!(stage, Stage::Loaded(_));
    let (components, calls) = MODULE.with_borrow_mut(|module| {
        module.stage = stage;
        let calls = if is_loaded { std::mem::take(&mut module.calls) } else { Vec::new() };
        (std::mem::take(&mut module.components), calls)
    });
    for component in components {
        component.force_update();
    }
    for call in calls {
        call();
    }
}

/// Sets how the module is loaded. `load` calls [`loaded`] in the end.
#[cfg_attr(not(all(feature = "split", target_arch = "wasm32")), expect(dead_code, reason = "nothing has to be loaded"))]
pub(crate) fn load_with(load: fn()) {
    MODULE.with_borrow_mut(|module| module.load = Some(load));
}

/// Ends loading. `None` is a failure.
#[cfg_attr(not(all(feature = "split", target_arch = "wasm32")), expect(dead_code, reason = "nothing has to be loaded"))]
pub(crate) fn loaded(table: Option<Table>) {
    set_stage(table.map_or(Stage::Failed, Stage::Loaded));
}

/// For builds that have the module from the beginning.
#[cfg_attr(
    all(feature = "split", target_arch = "wasm32", not(test)),
    expect(dead_code, reason = "the module is loaded")
)]
pub(crate) fn set_loaded(table: Table) {
    MODULE.with_borrow_mut(|module| module.stage = Stage::Loaded(table));
}

/// Loads the module, unless it is loaded or being loaded.
pub(crate) fn load() {
    let load = MODULE.with_borrow(|module| match module.stage {
        Stage::NotRequested | Stage::Failed => module.load,
        Stage::Loading | Stage::Loaded(_) => None,
    });
    if let Some(load) = load {
        set_stage(Stage::Loading);
        load();
    }
}

/// Functions of the module, if it is loaded.
pub(crate) fn functions<T: Copy + 'static>() -> Option<T> {
    MODULE.with_borrow(|module| match &module.stage {
        Stage::Loaded(table) => table.functions.iter().find_map(|functions| functions.downcast_ref::<T>().copied()),
        _ => None,
    })
}

/// Calls `then` with functions of the module: at once, or when it has been loaded.
pub(crate) fn with_functions<T: Copy + 'static>(then: impl FnOnce(T) + 'static) {
    if let Some(functions) = functions::<T>() {
        return then(functions);
    }
    let call = move || {
        if let Some(functions) = functions::<T>() {
            then(functions);
        }
    };
    MODULE.with_borrow_mut(|module| module.calls.push(Box::new(call)));
    load();
}

/// The stage of the deferred module while a component is drawn.
#[derive(Clone, Debug)]
pub(crate) struct Deferred(Stage);

/// The stage of the deferred module. The component is drawn again when it changes.
#[hook]
fn use_stage() -> Stage {
    let update = use_force_update();
    let stage = MODULE.with_borrow(|module| module.stage.clone());
    let is_loaded = matches!(stage, Stage::Loaded(_));
    use_effect(move || {
        if is_loaded {
            return;
        }
        // It may have been loaded since the component was drawn.
        let is_loaded = MODULE.with_borrow_mut(|module| {
            let is_loaded = matches!(module.stage, Stage::Loaded(_));
            if !is_loaded {
                module.components.push(update.clone());
            }
            is_loaded
        });
        if is_loaded {
            update.force_update();
        }
    });
    stage
}

/// Loads the deferred module. The component is drawn again when that has ended.
#[hook]
pub(crate) fn use_deferred() -> Deferred {
    let stage = use_stage();
    use_effect(|| {
        if MODULE.with_borrow(|module| matches!(module.stage, Stage::NotRequested)) {
            load();
        }
    });
    Deferred(stage)
}

impl Deferred {
    /// Draws a component of the module. If that is not loaded, a row says so.
    pub(crate) fn draw<C>(&self, props: &C::Properties) -> Html
    where
        C: BaseComponent,
        C::Properties: 'static,
    {
        match &self.0 {
            Stage::Loaded(table) => table.draw_of::<C>().map(|draw| draw(props)).unwrap_or_default(),
            Stage::NotRequested | Stage::Loading => html! { <Missing has_failed=false /> },
            Stage::Failed => html! { <Missing has_failed=true /> },
        }
    }
}

#[derive(Properties, PartialEq)]
struct MissingProps {
    has_failed: bool,
}

/// The row that shows instead of a component.
#[component]
fn Missing(props: &MissingProps) -> Html {
    let words = use_words();
    if props.has_failed {
        html! {
            <p class="part-missing" role="alert">{ words.say("deferred-failed") }{ " " }
                <button type="button" class="btn sm" onclick={|_: MouseEvent| load()}>{ words.t("deferred-again") }</button>
            </p>
        }
    } else {
        html! { <p class="part-missing muted" role="status">{ words.say("deferred-loading") }</p> }
    }
}

/// Reports that the module could not be loaded, for pages that may draw none of its components.
#[component]
pub(crate) fn Failure() -> Html {
    let stage = use_stage();
    html! { if matches!(stage, Stage::Failed) { <Missing has_failed=true /> } }
}

/// Declares a component that draws one of the deferred module with the same properties.
macro_rules! lazy {
    ($vis:vis $name:ident, $props:ty, $body:ty) => {
        #[yew::component]
        $vis fn $name(props: &$props) -> yew::Html {
            $crate::lazy::use_deferred().draw::<$body>(props)
        }
    };
}

pub(crate) use lazy;
