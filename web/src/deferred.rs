//! The components and functions of the deferred module: none of them is needed for a first step.

use crate::arrival::Openers;
use crate::compare::CompareBody;
use crate::desk::LessonBody;
use crate::explore::ExploreBody;
use crate::header::{AboutBody, HelpBody};
use crate::lazy::{self, Table};
use crate::lessons::{ColumnBody, GlossaryBody};
use crate::live::LiveBody;
use crate::output::OutputBody;
use crate::palette::PaletteBody;
use crate::plane::StrikesBody;
use crate::pods::{PodMenuBody, TableBody};
use crate::prose::MeaningBody;
use crate::recorded::HistoryBody;
use crate::releases::ReleasesBody;
use crate::share::{ArrivedBody, ClusterBody, CopyAsBody, SourceBody, Writers};
use crate::spec::{FaultsBody, FormBody, Helpers, OutcomesBody};
use crate::timeline::{BranchesBody, TargetsBody};
use crate::why::FlowBody;

/// Everything that the module exports.
fn table() -> Table {
    Table::default()
        .with_functions(Openers::new())
        .with_functions(Writers::new())
        .with_functions(Helpers::new())
        .with::<FaultsBody>()
        .with::<HistoryBody>()
        .with::<AboutBody>()
        .with::<ReleasesBody>()
        .with::<BranchesBody>()
        .with::<TargetsBody>()
        .with::<ClusterBody>()
        .with::<PaletteBody>()
        .with::<CompareBody>()
        .with::<StrikesBody>()
        .with::<TableBody>()
        .with::<SourceBody>()
        .with::<LessonBody>()
        .with::<FlowBody>()
        .with::<LiveBody>()
        .with::<FormBody>()
        .with::<CopyAsBody>()
        .with::<HelpBody>()
        .with::<ExploreBody>()
        .with::<OutputBody>()
        .with::<MeaningBody>()
        .with::<ColumnBody>()
        .with::<PodMenuBody>()
        .with::<OutcomesBody>()
        .with::<GlossaryBody>()
        .with::<ArrivedBody>()
}

/// Declares how the module is loaded.
#[cfg(not(all(feature = "split", target_arch = "wasm32")))]
pub(crate) fn begin() {
    lazy::set_loaded(table());
}

/// Declares how the module is loaded.
#[cfg(all(feature = "split", target_arch = "wasm32"))]
pub(crate) fn begin() {
    lazy::load_with(|| {
        wasm_bindgen_futures::spawn_local(async { lazy::loaded(split::entry().await.ok().map(|entry| entry())) });
    });
}

/// Where wasm-split cuts the page in two.
#[cfg(all(feature = "split", target_arch = "wasm32"))]
mod split {
    use wasm_split_helpers::{SplitLoaderError, wasm_split};

    use super::{Table, table};

    /// The entry of the deferred module, which has everything that is reached only from here.
    #[allow(clippy::unnecessary_wraps, reason = "loading may fail, which the macro returns in the same way")]
    #[wasm_split(deferred, fallible)]
    pub(super) fn entry() -> Result<fn() -> Table, SplitLoaderError> {
        Ok(table)
    }
}
