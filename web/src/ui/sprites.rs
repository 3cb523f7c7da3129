//! The drawings behind shapes, icons and arrow heads, once for the whole page.

use yew::prelude::*;

use super::shape::symbols;

/// The definitions that `use` elements refer to.
#[component]
pub(crate) fn Sprites() -> Html {
    html! {
        <svg class="sprites" aria-hidden="true"><defs>
            { symbols() }
            <symbol id="i-start" viewBox="0 0 16 16"><path d="M3 3v10M13 3 6 8l7 5z" /></symbol>
            <symbol id="i-back" viewBox="0 0 16 16"><path d="M10.5 3 4.5 8l6 5z" /></symbol>
            <symbol id="i-into" viewBox="0 0 16 16"><path d="M8 1.5V9M4.8 6 8 9.2 11.2 6" /><circle cx="8" cy="13" r="1.6" class="fill" /></symbol>
            <symbol id="i-over" viewBox="0 0 16 16"><path d="M2 9a6 5.5 0 0 1 11.4-2M13.8 2.8v4.4H9.4" /><circle cx="8" cy="13" r="1.6" class="fill" /></symbol>
            <symbol id="i-out" viewBox="0 0 16 16"><path d="M8 9.5V2M4.8 5 8 1.8 11.2 5" /><circle cx="8" cy="13" r="1.6" class="fill" /></symbol>
            <symbol id="i-play" viewBox="0 0 16 16"><path d="M4.5 2.8 13 8l-8.5 5.2z" class="fill" /></symbol>
            <symbol id="i-pause" viewBox="0 0 16 16"><path d="M4 3h2.800v10H4zM9.2 3H12v10H9.200z" class="fill" /></symbol>
            <symbol id="i-flag" viewBox="0 0 16 16"><path d="M4 14V2.5h7.5l-2 2.7 2 2.8H4" /></symbol>
            <symbol id="i-lang" viewBox="0 0 16 16"><path d="M8 1.2v2.6M2 4.2h12M11.8 4.2C10.8 9 7.5 12.6 2.5 14.3M4.2 4.2C5.2 9 8.5 12.6 13.5 14.3" /></symbol>
            <symbol id="i-theme" viewBox="0 0 16 16"><circle cx="8" cy="8" r="5.5" /><path d="M8 2.5a5.5 5.5 0 0 1 0 11z" class="fill" /></symbol>
            <symbol id="i-preferences" viewBox="0 0 16 16"><path d="M2 5h6.200M12.600 5H14M2 11h1.400M7.800 11H14" /><circle cx="10.4" cy="5" r="2.2" /><circle cx="5.6" cy="11" r="2.2" /></symbol>
            <symbol id="i-link" viewBox="0 0 16 16"><path d="M6 3H3v10h10v-3M9 3h4v4M13 3 7.5 8.5" /></symbol>
            <symbol id="i-held" viewBox="0 0 16 16"><path d="M5 7V5a3 3 0 0 1 6 0v2M3.500 7h9v6.500h-9z" /></symbol>
            <symbol id="i-recorded" viewBox="0 0 16 16"><path d="M11.500 5V3H4l4.500 5L4 13h7.500v-2" /></symbol>
            <symbol id="i-counted" viewBox="0 0 16 16"><path d="M9.500 4.500V2.500H2.500l4 5-4 5H8M9 11l2 2.200L14.500 8.500" /></symbol>
            <symbol id="i-select" viewBox="0 0 16 16"><path d="M2.500 2.500h4v4h-4zM9.500 9.500h4v4h-4zM2.500 11.200l1.600 1.800L7 9.800M9.500 4.200 11.100 6 14 2.800" /></symbol>
            <symbol id="i-search" viewBox="0 0 16 16"><circle cx="7" cy="7" r="4.3" /><path d="m10.300 10.300 3.400 3.400" /></symbol>
            <symbol id="i-close" viewBox="0 0 16 16"><path d="m3.5 3.5 9 9m0-9-9 9" /></symbol>
            <symbol id="i-plus" viewBox="0 0 16 16"><path d="M8 3v10M3 8h10" /></symbol>
            <symbol id="i-minus" viewBox="0 0 16 16"><path d="M3 8h10" /></symbol>
            <symbol id="i-run-to" viewBox="0 0 16 16"><path d="M2 8h8M7 4.500 10.500 8 7 11.500M13.500 3v10" /></symbol>
            <symbol id="i-run-back" viewBox="0 0 16 16"><path d="M14 8H6M9 4.500 5.500 8 9 11.500M2.500 3v10" /></symbol>
            <symbol id="i-undo" viewBox="0 0 16 16"><path d="M5.500 3 2.500 6l3 3M2.800 6H9.500a4 4 0 0 1 0 8H6" /></symbol>
            <symbol id="i-redo" viewBox="0 0 16 16"><path d="M10.500 3l3 3-3 3M13.200 6H6.500a4 4 0 0 0 0 8H10" /></symbol>
            <symbol id="i-remove" viewBox="0 0 16 16"><path d="M3 4.500h10M6.5 4.500V3h3v1.500M4.5 4.500l.6 8.500h5.800l.6-8.5" /></symbol>
            <symbol id="i-up" viewBox="0 0 16 16"><path d="M8 13V3.500M4 7l4-3.800L12 7" /></symbol>
            <symbol id="i-switches" viewBox="0 0 16 16"><path d="M4.5 2.500h7a2.500 2.500 0 0 1 0 5h-7a2.500 2.500 0 0 1 0-5zM4.5 8.500h7a2.500 2.500 0 0 1 0 5h-7a2.500 2.500 0 0 1 0-5z" /><circle cx="11.5" cy="5" r=".8" /><circle cx="4.500" cy="11" r=".8" /></symbol>
            <symbol id="i-compare" viewBox="0 0 16 16"><path d="M2.5 3h4v10h-4zM9.5 3h4v10h-4z" /></symbol>
            <symbol id="i-pencil" viewBox="0 0 16 16"><path d="m3 13 .8-3.2 7-7 2.4 2.4-7 7z" /></symbol>
            <symbol id="i-share" viewBox="0 0 16 16"><path d="M5 6.500H3v7h10v-7h-2M8 10V2M5 4.800 8 1.800l3 3" /></symbol>
            <symbol id="i-enlarge" viewBox="0 0 16 16"><path d="M9.500 2.500h4v4M13.500 2.500l-4.500 4.500M6.500 13.500h-4v-4M2.500 13.500l4.500-4.500" /></symbol>
            <symbol id="i-copy" viewBox="0 0 16 16"><path d="M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3" /></symbol>
            <symbol id="i-more" viewBox="0 0 16 16"><circle cx="3" cy="8" r="1.3" class="fill" /><circle cx="8" cy="8" r="1.3" class="fill" /><circle cx="13" cy="8" r="1.3" class="fill" /></symbol>
            <marker id="ar" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 .5 7 4 0 7.5z" class="arrow" /></marker>
            <marker id="ar-lit" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 .5 7 4 0 7.5z" class="arrow lit" /></marker>
            <marker id="ar-held" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 .5 7 4 0 7.5z" class="arrow held" /></marker>
            <marker id="ar-on" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 .5 7 4 0 7.5z" class="arrow on" /></marker>
        </defs></svg>
    }
}
