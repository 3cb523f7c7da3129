//! How the page looks: pictures of every size in both themes, and what can be checked of them without
//! eyes. `debugger-1440-light.png` is the README's picture.

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, Theme, debug};

use crate::debugger::{Debugger, place};
use crate::lines::check_lines;
use crate::manifests::{PI, indexed, parallel};

/// The regions by the ids of their tabs on narrow pages.
const REGIONS: [&str; 6] = ["why", "plane", "pods", "output", "time", "spec"];

#[test]
fn the_main_regions() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        stop_at_the_quota(page).await?;
        look_everywhere(page, "debugger", &REGIONS).await
    });
}

#[test]
fn before_anything_has_happened() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| look_everywhere(page, "start", &["spec", "plane"]).await);
}

#[test]
fn a_job_that_has_failed() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        page.find("combobox", "Scenario").await?.select_by_label("A pod that keeps failing").await?;
        debugger.press("Apply").await?;
        debugger.play_to_the_end().await?;
        debugger.wait_for_text("Pods", "exit").await?;
        look_everywhere(page, "failed", &["why", "pods", "time"]).await
    });
}

#[test]
fn what_help_says() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        for (help, what) in [("Help and keys", "help"), ("帮助与快捷键", "help-zh")] {
            page.show_on(Screen::DESKTOP).await?;
            debugger.press(help).await?;
            for screen in Screen::ALL {
                look(page, what, screen).await?;
            }
            page.press(&[], Key::Escape).await?;
            page.show_on(Screen::DESKTOP).await?;
            if what == "help" {
                debugger.press("Language: English").await?;
            }
        }
        Ok(())
    });
}

#[test]
fn a_refused_manifest() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.28").await?;
        debugger.apply(&indexed(4)).await?;
        debugger.apply(&parallel(4)).await?;
        debugger.wait_for_text("Spec", "field is immutable").await?;
        look_everywhere(page, "refused", &["spec"]).await
    });
}

#[test]
fn a_refusal_comes_to_where_it_can_be_seen() {
    const SEEN: &str = r"
        const alert = document.querySelector('.spec [role=alert]')?.getBoundingClientRect();
        if (!alert) return 'there is none';
        const places = [alert.top + 4, alert.bottom - 4].map((y) => document.elementFromPoint(alert.left + 20, y));
        return places.every((place) => place?.closest('[role=alert]')) ? '' : JSON.stringify(alert);
    ";
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.28").await?;
        debugger.apply(&indexed(4)).await?;
        debugger.paste(&parallel(4)).await?;
        for screen in [Screen::TABLET, Screen::UPRIGHT, Screen::PHONE] {
            page.show_on(screen).await?;
            if screen.width > 1000 {
                debugger.press("Spec").await?;
            } else {
                page.evaluate("document.querySelector('#tab-spec').click()").await?;
            }
            debugger.press("Apply").await?;
            let seen = async || {
                let found = page.evaluate(SEEN).await?;
                Ok(if found == "" { Ok(()) } else { Err(found.to_string()) })
            };
            page.wait_for(&format!("the refusal on {screen:?}"), seen).await?;
            page.picture(&format!("refusal-{}", screen.name())).await?;
            page.evaluate("document.querySelector('.spec [role=alert] button').click()").await?;
        }
        Ok(())
    });
}

#[test]
fn a_popup_has_as_much_room_below_as_above() {
    const ROOMS: &str = r"
        const pop = document.querySelector('.pop:popover-open');
        const whole = pop.getBoundingClientRect();
        const parts = [...pop.querySelectorAll('*')].map((part) => part.getBoundingClientRect()).filter((part) => part.height > 0);
        const [top, bottom] = [Math.min(...parts.map((part) => part.top)), Math.max(...parts.map((part) => part.bottom))];
        const [above, below] = [top - whole.top, whole.bottom - bottom].map(Math.round);
        return above > 0 && above === below ? 'equal' : `${above} above, ${below} below`;
    ";
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.press("Run to").await?;
        page.find("heading", "Breakpoints").await?;
        assert_eq!(page.evaluate(ROOMS).await?, "equal");
        Ok(())
    });
}

/// A popup without room for its content continues under a fade; a header stuck above its padding used to cut lines
/// below.
#[test]
fn the_fade_of_a_popup_reaches_its_edge() {
    const UNDER_THE_FADE: &str = r"
        const pop = document.querySelector('.pop:popover-open');
        if (pop.scrollHeight <= pop.clientHeight) return 'all of it shows';
        const probe = document.createElement('i');
        const fade = getComputedStyle(pop, '::after');
        for (const name of ['position', 'bottom', 'height', 'marginTop', 'display']) probe.style[name] = fade[name];
        pop.append(probe);
        const [edge, end] = [pop, probe].map((part) => part.getBoundingClientRect().bottom);
        probe.remove();
        return edge - 1 - end;
    ";
    debug(Site::Jobscope, Screen::PHONE.without_motion(), async |page| {
        page.find("tab", "Plane").await?.click().await?;
        Debugger::on(page).press("More that can happen to the control plane").await?;
        assert_eq!(page.evaluate(UNDER_THE_FADE).await?, 0, "between the end of the fade and the border");
        Ok(())
    });
}

#[test]
fn hundreds_of_pods() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(400)).await?;
        debugger.press("Step out").await?;
        debugger.wait_for_text("Pods", "400").await?;
        look_everywhere(page, "hundreds", &["pods"]).await
    });
}

#[test]
fn the_sentence_stays_on_top_of_its_path() {
    const SEEN: &str = r"
        window.scrollTo(0, 400);
        const path = document.querySelector('#path');
        path.scrollTop = 400;
        const place = document.querySelector('.moment .sentence').getBoundingClientRect();
        const on_top = document.elementFromPoint(place.left + 12, place.top + place.height / 2);
        const scrolled = window.scrollY + path.scrollTop > 40;
        return scrolled && on_top?.closest('.moment') !== null;
    ";
    const STRIP_SEEN: &str = r"
        window.scrollTo(0, 400);
        const at = (y) => document.elementFromPoint(40, y);
        const { bottom } = document.querySelector('.strip').getBoundingClientRect();
        return scrollY > 40 && at(20).closest('.page-nav') !== null && at(bottom - 20).closest('.strip') !== null;
    ";
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        stop_at_the_quota(page).await?;
        for screen in Screen::ALL {
            page.show_on(screen).await?;
            if screen.width <= 1000 {
                page.find("tab", "Why").await?.click().await?;
            }
            assert_eq!(page.evaluate(SEEN).await?, true, "{screen:?}");
        }
        page.find("tab", "Plane").await?.click().await?;
        assert_eq!(page.evaluate(STRIP_SEEN).await?, true, "on top of another region");
        Ok(())
    });
}

#[test]
fn the_specs_drawer_leaves_the_steps_free() {
    const FREE: &str = r"
        return [...document.querySelectorAll('.steps button')].filter((one) => one.checkVisibility()).every((one) => {
            const { left, top, width, height } = one.getBoundingClientRect();
            return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('button') === one;
        });
    ";
    const SHOWN: &str = "return document.querySelector('#spec').checkVisibility()";
    debug(Site::Jobscope, Screen::TABLET, async |page| {
        page.find("button", "Spec").await?;
        assert_eq!(page.evaluate(SHOWN).await?, false);
        Debugger::on(page).press("Spec").await?;
        assert_eq!(page.evaluate(SHOWN).await?, true);
        assert_eq!(page.evaluate(FREE).await?, true, "something lies on the steps");
        page.check_accessibility().await?;
        // What is beside it is covered, and a press there closes it.
        page.evaluate("document.elementFromPoint(innerWidth - 80, 300).click()").await?;
        assert_eq!(page.evaluate(SHOWN).await?, false);
        Ok(())
    });
}

/// Small laptops, and windows that are low or between those that pictures are made of: everything has its room across, and a
/// row of pods is in sight.
#[test]
fn windows_of_other_sizes() {
    const SIZES: [(u32, u32); 6] = [(1001, 640), (1280, 600), (1320, 700), (1344, 768), (1366, 650), (1440, 760)];
    const A_ROW_SHOWS: &str = r"
        const [pod, place] = ['.pod', '.pods .scroll'].map((which) => document.querySelector(which).getBoundingClientRect());
        return pod.top >= place.top - 1 && pod.bottom <= place.bottom + 1 ? '' : `${pod.bottom} > ${place.bottom}`;
    ";
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        stop_at_the_quota(page).await?;
        // The last one speaks of pods, which have more room then.
        for (lesson, title) in
            [("", ""), ("#/lesson/slow-start", "Slow start"), ("#/lesson/back-off", "Ten seconds, twenty, forty")]
        {
            if !lesson.is_empty() {
                page.open(lesson).await?;
                page.find("complementary", title).await?;
                Debugger::on(page).step_over_until("region", "Pods", "batch 1").await?;
            }
            for (width, height) in SIZES {
                page.show_on(Screen { width, height, ..Screen::DESKTOP.without_motion() }).await?;
                assert_eq!(cut_or_covered(page).await?, Vec::<String>::new(), "{lesson} {width} x {height}");
                assert_eq!(page.evaluate(A_ROW_SHOWS).await?, "", "{lesson} {width} x {height}");
            }
        }
        Ok(())
    });
}

/// A window of 1,280 pixels that is enlarged four times is 320 pixels wide. Everything fits into it.
#[test]
fn windows_that_are_enlarged_four_times() {
    const BEYOND: &str = r"
        const clips = (one) => one !== document.body && getComputedStyle(one).overflowX !== 'visible';
        const ends = (one) => one.getBoundingClientRect().right;
        const beyond = [...document.querySelectorAll('main *, header *, .bar *, .node *')].filter((one) => {
            let place = one.parentElement;
            while (place && !clips(place)) place = place.parentElement;
            const edge = one.closest('.node') ?? one.closest('.bar');
            // Text as it was written has its own scroll bar.
            return one.checkVisibility() && !place?.matches('.tabs, .editor, .editor *, .o') && (ends(one) > innerWidth + 0.5 || (edge && ends(one) > ends(edge)));
        });
        return beyond.map((one) => `${one.localName}.${one.className} “${one.textContent}”`)
    ";
    let screen = Screen { width: 320, height: 640, ..Screen::PHONE.without_motion() };
    let check = async |page: &Page, what: &str| {
        assert!(!page.scrolls_sideways().await?, "{what} scrolls sideways");
        assert_eq!(page.evaluate(BEYOND).await?, serde_json::json!([]), "{what}");
        page.picture(&format!("{what}-320")).await
    };
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        stop_at_the_quota(page).await?;
        page.show_on(screen).await?;
        for region in REGIONS {
            page.evaluate(&format!("document.querySelector('#tab-{region}').click()")).await?;
            check(page, region).await?;
        }
        // All kinds of pods are in its chart.
        page.open("#/lesson/replacement-policy").await?;
        page.find("tab", "Time").await?.click().await?;
        check(page, "key-of-chart").await?;
        for _ in 0..3 {
            page.find("button", "Zoom in").await?.click().await?;
            assert!(!page.scrolls_sideways().await?, "the ruler scrolls sideways");
        }
        for (address, heading) in [("#/lessons", "Lessons"), ("#/glossary", "Glossary")] {
            page.open(address).await?;
            page.find("heading", heading).await?;
            check(page, heading).await?;
        }
        Ok(())
    });
}

/// Shows the page in every size, theme and language, on narrow pages with each of these regions, and keeps pictures.
async fn look_everywhere(page: &Page, what: &str, regions: &[&str]) -> Result<(), Error> {
    for language in ["", "-zh"] {
        for screen in Screen::ALL {
            page.show_on(screen).await?;
            if screen.width > 1000 {
                look(page, &format!("{what}{language}"), screen).await?;
                continue;
            }
            for region in regions {
                page.evaluate(&format!("document.querySelector('#tab-{region}').click()")).await?;
                look(page, &format!("{what}-{region}{language}"), screen).await?;
            }
        }
        page.show_on(Screen::DESKTOP).await?;
        if language.is_empty() {
            Debugger::on(page).press("Language: English").await?;
        }
    }
    Ok(())
}

/// A moment with something of everything: pods that run, pods that were refused, a delayed key.
async fn stop_at_the_quota(page: &Page) -> Result<(), Error> {
    let debugger = Debugger::on(page);
    page.find("combobox", "Scenario").await?.select_by_label("Slow start meets a quota").await?;
    debugger.paste(&parallel(15)).await?;
    page.press(&[Key::Control], Key::Enter).await?;
    debugger.press("Step out").await?;
    debugger.wait_for_text("Why", "refused").await
}

/// Looks at the page in both themes, and checks what does not need eyes.
pub(crate) async fn look(page: &Page, what: &str, screen: Screen) -> Result<(), Error> {
    for theme in Theme::ALL {
        let screen = screen.with_theme(theme);
        page.show_on(screen).await?;
        page.picture(&format!("{what}-{}", screen.name())).await?;
        assert!(!page.scrolls_sideways().await?, "{what} scrolls sideways on {screen:?}");
        assert_eq!(cut_or_covered(page).await?, Vec::<String>::new(), "{what} on {screen:?}");
        check_lines(page, &format!("{what} on {screen:?}")).await?;
        page.check_accessibility_in(theme).await?;
    }
    Ok(())
}

/// The same with the language in the pictures' names.
pub(crate) async fn look_in_language(page: &Page, what: &str, screen: Screen) -> Result<(), Error> {
    let language = page.evaluate("return document.documentElement.lang").await?;
    look(page, &format!("{what}-{}", language.as_str().unwrap_or_default()), screen).await
}

/// What of the page is cut off or lies on something else, among what has been so once.
async fn cut_or_covered(page: &Page) -> Result<Vec<String>, Error> {
    let found = page.evaluate(CUT_OR_COVERED).await?;
    Ok(found.as_array().into_iter().flatten().filter_map(|what| what.as_str().map(str::to_owned)).collect())
}

const CUT_OR_COVERED: &str = r"
    const found = [];
    const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    const box = (one) => one.getBoundingClientRect();
    const say = (why, one) => found.push(`${why}: ${one.className} “${one.innerText}”`);
    // Words that are wider than their place.
    for (const one of shown('.out .tabs button, .tl.twice .tr > span')) {
        if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).visibility === 'visible') say('cut', one);
    }
    // Regions and buttons that have more in them than there is room for.
    if (innerWidth > 1000) {
        for (const one of shown('.plane-body, .plane .bar, .pods .bar, .steps, .steps .btn')) if (one.scrollWidth > one.clientWidth + 1) say('too wide', one);
    }
    // The header is one line.
    for (const top of shown('.app > .top')) {
        for (const one of top.querySelectorAll(':scope > *, :scope > * > .btn, :scope > * > .pick')) {
            if (!one.matches('[popover]') && one.checkVisibility() && (box(one).top < box(top).top - 1 || box(one).bottom > box(top).bottom + 1)) say('out of the header', one);
        }
    }
    // What a line of kubectl is about is in sight, and the columns of describe and events are.
    for (const one of shown('.o .end, .o.prose .cols')) {
        if (box(one).right > box(one.closest('.o')).right + 1) say('out of sight', one);
    }
    // All tabs are in sight at once, where a finger does not draw them along.
    if (innerWidth > 1000) {
        for (const list of shown('.out .tabs')) if (list.scrollWidth > list.clientWidth + 1) say('tabs scroll', list);
    }
    // Where they scroll, they fade out at the end where more follows.
    for (const list of shown('.out .tabs').filter((list) => list.scrollWidth > list.clientWidth + 1)) {
        const { maskImage } = getComputedStyle(list);
        const gone = ['left', 'right'].map((end) => parseFloat(getComputedStyle(list).getPropertyValue(`--gone-${end}`)));
        const beyond = [list.scrollLeft > 1, list.scrollLeft + list.clientWidth < list.scrollWidth - 1];
        if (maskImage === 'none' || beyond.some((more, end) => more && !(gone[end] > 0))) say('no edge', list);
    }
    // Content fades out where it was scrolled past, and where more follows, and nowhere else. A browser without scroll-state
    // queries always draws the fade at the end, in room of its own.
    if (innerWidth > 1000) {
        const queries = CSS.supports('container-type', 'scroll-state');
        for (const [scrolls, fading] of [['.pods .scroll'], ['.spec .scroll'], ['.lesson-col .scroll'], ['.out .o', '.o > div']]) {
            for (const region of shown(scrolls)) {
                const drawn = fading ? region.querySelector(fading) : region;
                const fades = ['before', 'after'].map((end) => getComputedStyle(drawn, `::${end}`).visibility === 'visible');
                const goes = [region.scrollTop > 0, region.scrollTop + region.clientHeight < region.scrollHeight];
                const expected = queries ? goes : [false, true];
                if (`${fades}` !== `${expected}`) say(`fades ${fades} where it goes on ${goes}`, region);
            }
        }
    }
    // A fade of no opacity is still painted, and tears the edge that it lies on.
    for (const region of shown('.scroll, .plane-body, .out .o > div')) {
        for (const end of ['before', 'after']) if (getComputedStyle(region, `::${end}`).opacity !== '1') say(`a fade ${end} hidden by its opacity`, region);
    }
    // Values have no room behind them, so that they end where the others do.
    for (const one of shown('.ops .value')) {
        const range = document.createRange();
        range.selectNodeContents(one);
        const lines = [...range.getClientRects()];
        if (Math.max(...lines.map(({ bottom }) => bottom)) - Math.min(...lines.map(({ top }) => top)) < 24 && box(one).right > box(range).right + 1) say('room behind', one);
    }
    // Words that run out of the column of their wire.
    for (const one of shown('.ran, .streams .lbl, .writes .lbl')) {
        const range = document.createRange();
        range.selectNodeContents(one);
        const [words, wire] = [box(range), box(one.closest('.wire'))];
        if (words.right > wire.right + 1 || words.left < wire.left - 1) say('runs out', one);
    }
    // Labels of wires side by side stand in one line.
    for (const map of shown('.map')) {
        const beside = innerWidth > 1000 ? '.cw > .lbl, .writes > .lbl' : '.stream > .lbl, .writes > .lbl';
        const tops = [...map.querySelectorAll(beside)].map((one) => box(one).top);
        if (Math.max(...tops) - Math.min(...tops) > 1.5) found.push(`labels of wires at ${tops}`);
    }
    // Figures that go below the name that they belong to.
    for (const one of shown('.mem h3')) if (box(one).height > 24) say('wraps', one);
    // Events that wait lie on the line of their watch.
    for (const one of shown('.parked')) {
        const at = (one) => (innerWidth > 1000 ? box(one).top + box(one).height / 2 : box(one).left + box(one).width / 2);
        if (Math.abs(at(one) - at(one.closest('.wire').querySelector('.track svg'))) > 2) say('beside the line', one);
    }
    // Markers side by side.
    const markers = shown('.mk').map(box).sort((one, other) => one.left - other.left);
    for (let n = 1; n < markers.length; n += 1) {
        if (markers[n].left < markers[n - 1].right - 1) found.push(`marker ${n} lies on the one before it`);
    }
    // The legend of the chart is before the playhead.
    for (const one of shown('.chart-key')) {
        if (!getComputedStyle(one).zIndex.match(/^[1-9]/)) say('behind the playhead', one);
    }
    return found;
";

#[test]
fn the_tabs_of_a_phone_stay_whichever_is_chosen() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        debugger.press("Step over").await?;
        page.show_on(Screen::PHONE).await?;
        let mut places = Vec::new();
        for tab in ["Why", "Plane", "Pods", "kubectl", "Time", "Spec"] {
            page.find("tab", tab).await?.click().await?;
            places.push((tab, place(page, ".page-nav").await?));
        }
        assert!(places.windows(2).all(|pair| pair[0].1 == pair[1].1), "{places:?}");
        Ok(())
    });
}
