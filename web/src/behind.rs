//! The components of the part that is loaded behind: none of them is needed for a first step.

use crate::arrival::Openers;
use crate::compare::Compared;
use crate::desk::FetchedLesson;
use crate::explore::Inside;
use crate::header::{AboutRelease, HelpText};
use crate::later::{self, Table};
use crate::lessons::{Narration, Terms};
use crate::live::Following;
use crate::output::Kubectl;
use crate::palette::Commands;
use crate::pods::PodChoices;
use crate::prose::MeaningText;
use crate::recorded::Accounted;
use crate::releases::AllReleases;
use crate::share::{ClusterForm, Fetched, Forms, Told, Writers};
use crate::spec::{Armed, FaultFields, FormOfText, Helpers, Rules};
use crate::timeline::BreakpointFields;
use crate::why::FlowChart;

/// All of them.
fn table() -> Table {
    Table::default()
        .with_tools(Openers::new())
        .with_tools(Writers::new())
        .with_tools(Helpers::new())
        .with::<Armed>()
        .with::<Accounted>()
        .with::<AboutRelease>()
        .with::<AllReleases>()
        .with::<BreakpointFields>()
        .with::<ClusterForm>()
        .with::<Commands>()
        .with::<Compared>()
        .with::<FaultFields>()
        .with::<Fetched>()
        .with::<FetchedLesson>()
        .with::<FlowChart>()
        .with::<Following>()
        .with::<FormOfText>()
        .with::<Forms>()
        .with::<HelpText>()
        .with::<Inside>()
        .with::<Kubectl>()
        .with::<MeaningText>()
        .with::<Narration>()
        .with::<PodChoices>()
        .with::<Rules>()
        .with::<Terms>()
        .with::<Told>()
}

/// Says how the part comes.
#[cfg(not(all(feature = "split", target_arch = "wasm32")))]
pub(crate) fn begin() {
    later::is_here(table());
}

/// Says how the part comes.
#[cfg(all(feature = "split", target_arch = "wasm32"))]
pub(crate) fn begin() {
    later::comes_by(|| {
        wasm_bindgen_futures::spawn_local(async { later::came(split::part().await.ok().map(|part| part())) });
    });
}

/// What is cut off.
#[cfg(all(feature = "split", target_arch = "wasm32"))]
mod split {
    use wasm_split_helpers::{SplitLoaderError, wasm_split};

    use super::{Table, table};

    /// What follows from here alone is in the part.
    #[allow(clippy::unnecessary_wraps, reason = "loading may fail, which the macro returns in the same way")]
    #[wasm_split(later, fallible)]
    pub(super) fn part() -> Result<fn() -> Table, SplitLoaderError> {
        Ok(table)
    }
}
