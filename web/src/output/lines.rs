//! The lines of the text, with new ones marked. Of a long text only the visible lines are in the document.
//!
//! Columns stay columns: wide lines scroll sideways. The end of a line stays visible: a sentence wraps below its line
//! where there is no room for the longest one (unless there are too many lines, which then share one height), and a
//! value sticks to the right edge.

use std::rc::Rc;

use jobscope_core::kubectl::Printed;
use web_sys::Element;
use yew::prelude::*;

use crate::effect::use_effect_with;
use crate::settings::OutputTab;
use crate::ui::{number, use_visible};

/// Up to this number of lines, all are in the document.
const FEW: usize = 200;

/// The most columns of a text with sentences that the type shrinks for. A longer line, such as a selector with a UID, wraps.
const MOST_COLUMNS: usize = 66;

/// Properties of [`Lines`].
#[derive(Properties)]
pub(super) struct Props {
    /// The tab that they are under.
    pub(super) tab: OutputTab,
    pub(super) printed: Rc<Printed>,
    /// What was printed before the last change.
    pub(super) before: Option<Rc<Printed>>,
    /// The line that a lesson refers to.
    pub(super) looked: Option<usize>,
}

impl PartialEq for Props {
    /// The text is only rebuilt when something changed.
    fn eq(&self, other: &Self) -> bool {
        self.tab == other.tab
            && self.looked == other.looked
            && Rc::ptr_eq(&self.printed, &other.printed)
            && self.before.as_ref().map(Rc::as_ptr) == other.before.as_ref().map(Rc::as_ptr)
    }
}

#[component]
pub(super) fn Lines(props: &Props) -> Html {
    let node = use_node_ref();
    let visible = use_visible(&node);
    let height = use_state_eq(|| 16.0_f64);
    let printed = &props.printed;
    let all = printed.len();
    {
        let (node, height) = (node.clone(), height.clone());
        // A line's height is the style sheet's, and the same for all.
        use_effect_with((visible, all), move |(_, all)| {
            if let Some(lines) = node.cast::<Element>().filter(|_| *all > FEW) {
                height.set((lines.get_bounding_client_rect().height() / number(*all)).max(1.0));
            }
        });
    }
    // The number of metrics does not depend on the number of pods, and their lines differ in height.
    let shown = if all <= FEW || props.tab == OutputTab::Metrics { 0..all } else { visible.rows(*height, all) };
    let space = |lines: usize| html! { if lines > 0 { <i class="space" style={format!("--lines:{lines}")}></i> } };
    let (above, below) = (shown.start, all - shown.end);
    let ending = match props.tab {
        OutputTab::Describe | OutputTab::Events if all <= FEW => Some("prose"),
        OutputTab::Metrics => Some("valued"),
        _ => None,
    };
    // The type shrinks a little before the table scrolls sideways. This is the number of columns in a table with room
    // for values longer than their headings.
    let columns = match ending {
        Some("prose") => shown.clone().map(|place| printed.parts(place).0.chars().count().min(MOST_COLUMNS)).max(),
        _ => (all > 0 && printed.is_heading(0)).then(|| printed.line(0).trim_end().chars().count() + 2),
    };
    // Sentences are either all beside their columns or all below them, like their heading.
    let sentence = match ending {
        Some("prose") => shown.clone().filter_map(|place| printed.parts(place).1).map(|end| end.chars().count()).max(),
        _ => None,
    };
    let variable = |name, chars: Option<usize>| chars.map(|chars| format!("--{name}:{chars};")).unwrap_or_default();
    let style = variable("columns", columns) + &variable("sentence", sentence);
    html! {
        <pre class={classes!("o", ending)} id="output-text" role="tabpanel" aria-labelledby={props.tab.id()} tabindex="0" {style}>
            <div ref={node}>
                { space(above) }
                for place in shown { { line(printed, place, props.before.as_deref(), ending, props.looked == Some(place)) } }
                { space(below) }
            </div>
        </pre>
    }
}

/// The names and labels of a line, which may break after a label.
fn breaking(line: &str) -> Html {
    line.split_inclusive(['{', ','])
        .enumerate()
        .map(|(place, part)| {
            html! { <>if place > 0 { <wbr /> }{ part.to_owned() }</> }
        })
        .collect()
}

fn line(printed: &Printed, place: usize, before: Option<&Printed>, endings: Option<&str>, looked: bool) -> Html {
    let new = before.is_some_and(|before| printed.is_new(place, before));
    if endings.is_none() {
        let line = printed.line(place) + "\n";
        if looked {
            return html! { <mark>{ line }</mark> };
        }
        return match (printed.is_heading(place), new) {
            (true, _) => html! { <span class="hd">{ line }</span> },
            (false, true) => html! { <ins>{ line }</ins> },
            (false, false) => html!(line),
        };
    }
    // A box with the end of the line behind it, so that the text is the same when it is read or copied.
    let (first, ending) = printed.parts(place);
    let hangs = (endings == Some("prose") && ending.is_none()).then(|| value_column(&first));
    let style = hangs.filter(|column| *column > 0).map(|column| format!("--hang:{column}ch"));
    let first = match endings {
        Some("valued") if ending.is_some() => breaking(&first),
        Some("prose") if style.is_some() => whole_values(&first),
        _ => html!(first),
    };
    let parts = html! { <><span class="cols">{ first }</span>if let Some(ending) = ending { <wbr /><span class="end">{ ending }</span> }</> };
    let line = match (printed.is_heading(place), new) {
        (true, _) => html! { <span class="ln hd">{ parts }</span> },
        (false, true) => html! { <ins class="ln" {style}>{ parts }</ins> },
        (false, false) => html! { <span class="ln" {style}>{ parts }</span> },
    };
    html! { <>{ line }{ "\n" }</> }
}

/// Where the value of a described field begins, or continues, in characters; 0 where the line has none.
fn value_column(line: &str) -> usize {
    /// Farther values leave too little room for what continues below their beginning.
    const FARTHEST: usize = 24;
    let indent = line.chars().take_while(|c| *c == ' ').count();
    let named = line.find(":  ").and_then(|at| {
        let rest = line.get(at + 1..)?;
        let gap = rest.chars().take_while(|c| *c == ' ').count();
        (gap < rest.chars().count()).then(|| line.get(..=at).unwrap_or_default().chars().count() + gap)
    });
    Some(named.unwrap_or(indent)).filter(|column| *column <= FARTHEST).unwrap_or_default()
}

/// A label's key and value, each of which stays whole where a line has room for it.
fn whole_values(line: &str) -> Html {
    match line.split_once('=') {
        Some((key, value)) if value.len() > 30 => {
            html! { <>{ format!("{key}=") }<span class="whole">{ value.to_owned() }</span></> }
        }
        _ => html!(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_described_goes_on_below_where_it_begins() {
        assert_eq!(value_column("Selector:         batch.kubernetes.io/controller-uid=4a0a"), 18);
        assert_eq!(value_column("                  job-name=pi"), 18);
        assert_eq!(value_column("    Image:      perl:5.34.0"), 16);
        assert_eq!(value_column("Pod Template:"), 0);
        assert_eq!(value_column("                                  far"), 0);
    }
}
