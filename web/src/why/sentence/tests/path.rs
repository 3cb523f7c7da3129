use jobscope_explain::sentence::Sentence;

use crate::why::sentence::Said;
#[test]
fn where_nothing_was_to_be_done_the_question_that_says_so_is_the_present_row() {
    use jobscope_core::api::Release;
    use jobscope_core::timeline::Timeline;

    use crate::words::{Locale, Words};
    use jobscope_core::trace::{Decision, TraceEntry};
    use jobscope_explain::Preset;
    use jobscope_explain::path::last_stop;
    use jobscope_explain::played::moments;
    let words = Words::new(Locale::En);
    for release in Release::ALL {
        let mut found = 0;
        for scenario in [Preset::Pi, Preset::WorkQueue, Preset::SlowStart] {
            for moment in moments(scenario, release, Timeline::step_over) {
                let said = Sentence::at(&moment).plain(&words);
                if !said.contains("had nothing to do for the pods") {
                    continue;
                }
                found += 1;
                let Some(TraceEntry::Decision(asked)) =
                    last_stop(&moment, None).and_then(|place| moment.done_trace().get(place))
                else {
                    panic!("{release} {scenario:?} step {}: no question", moment.step_number());
                };
                let settles = match asked {
                    Decision::PodsMissing { .. } => release > Release::V1_11,
                    Decision::TooFewActive { .. } | Decision::WantActive { .. } => release == Release::V1_11,
                    _ => false,
                };
                assert!(settles, "{release} {scenario:?} step {}: {asked:?}", moment.step_number());
            }
        }
        assert!(found > 0, "{release}");
    }
}
