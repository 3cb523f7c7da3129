//! What the page transfers until its parts can be used, each with its budget.

use std::path::Path;

use jobscope_tests::browser::Site;
use jobscope_tests::measure::figure::{Figure, Unit};
use jobscope_tests::measure::sizes::{Budget, parts};

use crate::tell;

/// How many bytes each part may have.
const BUDGET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/budget.json");

/// Prints the figures.
pub(super) fn measure() {
    let folder = Site::built_page().expect("the built page is named");
    let budget = Budget::read(Path::new(BUDGET)).expect("the budget can be read");
    for part in parts(&folder).expect("the page is as it is published") {
        for (file, bytes) in &part.files {
            println!("  {bytes:>9} {file}");
        }
        let most = budget.of(&part).expect("each part has a budget");
        #[expect(clippy::cast_precision_loss, reason = "millions are exact")]
        let figure = Figure::new(part.name, part.bytes() as f64, Unit::Bytes).at_most(most as f64);
        tell(Figure { budget: true, ..figure });
    }
}
