//! The opening state as a drawing, for print and for readers without scripts: pods with their states, the Job's counts.
//!
//! It inherits the text colour, and has no inline style that a page's policy could forbid.

use std::fmt::Write as _;

use jobscope_core::api::PodPhase;
use jobscope_core::world::{PodView, Snapshot};

use crate::element::Escaped;

const WIDTH: usize = 640;
/// A tile and the space after it.
const TILE: (usize, usize) = (84, 6);
const MARGIN: usize = 16;
/// More tiles than this are a number.
const MOST: usize = 6;

/// The drawing, in one line.
pub(crate) fn svg(title: &str, snapshot: &Snapshot, step: usize) -> String {
    let job = snapshot.jobs.first().map(|view| &view.job);
    let about = job.map(|job| format!("Job {} · ", job.metadata.name())).unwrap_or_default() + snapshot.release.name();
    let counts = job.map_or_else(String::new, |job| {
        format!("active {} · succeeded {} · failed {}", job.status.active, job.status.succeeded, job.status.failed)
    });
    // In the order in which they were made: the snapshot has that of their names.
    let mut views: Vec<_> = snapshot.pods.iter().map(|pod| &**pod).collect();
    views.sort_by_key(|pod| pod.ordinal);
    let pods: Vec<_> = views.iter().map(|pod| format!("{} {}", pod.ordinal, state(pod))).collect();
    let said = [title, &about, &format!("step {step}"), &pods.join(", "), &counts];
    let said: Vec<_> = said.into_iter().filter(|part| !part.is_empty()).collect();
    let mut svg = format!(
        r#"<svg role="img" aria-label="{}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} 116" width="{WIDTH}" fill="currentColor" font-family="sans-serif" font-size="13"><rect x=".5" y=".5" width="{}" height="115" rx="10" fill="none" stroke="currentColor" stroke-opacity=".4"/>"#,
        Escaped(&said.join(". ")),
        WIDTH - 1,
    );
    let title = if title.is_empty() { "jobscope" } else { title };
    let _ = write!(
        svg,
        r#"<text x="{MARGIN}" y="26"><tspan font-weight="600">{}</tspan><tspan dx="10" fill-opacity=".7">{}</tspan></text>"#,
        Escaped(title),
        Escaped(&about)
    );
    for (place, pod) in views.iter().take(MOST).enumerate() {
        tile(&mut svg, MARGIN + place * (TILE.0 + TILE.1), pod);
    }
    if let Some(more) = snapshot.pods.len().checked_sub(MOST).filter(|more| *more > 0) {
        let _ = write!(svg, r#"<text x="{}" y="66">+{more}</text>"#, MARGIN + MOST * (TILE.0 + TILE.1));
    }
    let _ = write!(
        svg,
        r#"<text x="{MARGIN}" y="102" font-size="12" fill-opacity=".7">{counts}<tspan x="{}" text-anchor="end">step {step}</tspan></text></svg>"#,
        WIDTH - MARGIN
    );
    svg
}

/// A pod: dashed until it runs, barred when it failed, double when it succeeded.
fn tile(svg: &mut String, x: usize, pod: &PodView) {
    let dashes = if pod.phase == PodPhase::Pending { r#" stroke-dasharray="4 3""# } else { "" };
    let width = if matches!(pod.phase, PodPhase::Succeeded | PodPhase::Failed) { 2 } else { 1 };
    let _ = write!(
        svg,
        r#"<rect x="{x}" y="42" width="{}" height="40" rx="4" fill="none" stroke="currentColor" stroke-width="{width}"{dashes}/><text x="{}" y="59" font-weight="600">{}</text><text x="{}" y="75" font-size="11">{}</text>"#,
        TILE.0,
        x + 8,
        pod.ordinal,
        x + 8,
        state(pod),
    );
}

/// The state as Kubernetes names it, in every language.
fn state(pod: &PodView) -> &'static str {
    match pod.phase {
        PodPhase::Succeeded => "Succeeded",
        PodPhase::Failed => "Failed",
        _ if pod.deletion.is_some() => "Terminating",
        PodPhase::Running => "Running",
        PodPhase::Pending | PodPhase::Unknown => "Pending",
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::timeline::SavedSession;

    use super::*;
    use crate::element::tests::FILE;

    #[test]
    fn pods_stand_in_the_order_in_which_they_were_made() {
        let file = FILE.replace(": 2\n", ": 12\n").replace("- 2\n", "- 3\n");
        let timeline = SavedSession::from_file(&file).unwrap().replay().unwrap();
        let svg = svg("", &timeline.world().snapshot(), 3);
        let numbers = svg.split(r#"y="59" font-weight="600">"#).skip(1).filter_map(|rest| rest.split('<').next());
        assert_eq!(numbers.collect::<Vec<_>>(), ["1", "2", "3", "4", "5", "6"], "{svg}");
    }
}
