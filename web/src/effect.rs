//! An effect hook that is compiled once. Yew's is compiled again for each effect and each type of dependencies.

use std::any::Any;
use std::rc::Rc;

use yew::functional::{Hook, TearDown};

/// What an effect does, and how that is undone.
type Run = Box<dyn FnOnce() -> Box<dyn FnOnce()>>;

/// Dependencies of any type.
trait Compare: Any {
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<T: PartialEq + 'static> Compare for T {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>() == Some(self)
    }
}

struct Dependencies(Rc<dyn Compare>);

impl PartialEq for Dependencies {
    fn eq(&self, other: &Self) -> bool {
        let other: &dyn Any = &*other.0;
        self.0.equals(other)
    }
}

/// Like Yew's: runs `effect` after the component is rendered if its dependencies have changed.
pub(crate) fn use_effect_with<T: PartialEq + 'static, D: TearDown>(
    dependencies: T,
    effect: impl FnOnce(&T) -> D + 'static,
) -> impl Hook<Output = ()> {
    let dependencies = Rc::new(dependencies);
    let own = Rc::clone(&dependencies);
    let run = move || -> Box<dyn FnOnce()> {
        let undo = effect(&own);
        Box::new(move || undo.tear_down())
    };
    use_any_effect(Dependencies(dependencies), Box::new(run))
}

#[expect(clippy::disallowed_methods, reason = "all effects come through here")]
fn use_any_effect(dependencies: Dependencies, run: Run) -> impl Hook<Output = ()> {
    yew::functional::use_effect_with(dependencies, move |_: &Dependencies| run())
}
