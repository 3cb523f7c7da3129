//! Scenarios embedded in other pages: the handbook of the examples has one as an element, one as a frame, one as a fenced
//! block.

use jobscope_tests::browser::{Element, Error, Page, Screen, Site, Theme, debug, drive};

use crate::debugger::Debugger;
use crate::screens::look;

/// A session that shows two failures, from the handbook.
const FAILING: &str = include_str!("../../examples/handbook/src/scenarios/keeps-failing.jobscope.yaml");

/// The names of the three, in order.
const TITLES: [&str; 3] = ["A pod that keeps failing", "A Job that completes", "Slow start"];

#[test]
fn three_ways_to_embed_share_one_engine() {
    drive(Site::Handbook, Screen::DESKTOP, async |page| {
        page.open("back-off.html").await?;
        let states =
            "return [...document.querySelectorAll('job-scope')].map((scenario) => scenario.dataset.state ?? 'poster')";
        let far = page.evaluate(states).await?;
        assert_eq!(far.get(1).and_then(|state| state.as_str()), Some("poster"), "started before anybody saw it: {far}");
        for (title, says) in
            TITLES.into_iter().zip(["new pods wait", "has stored the Job", "15 pods in 4 slow-start batches"])
        {
            let frame = frame(page, title).await?;
            page.enter(&frame).await?;
            let sentence = sentence(page, |text| text.contains(says)).await?;
            assert!(sentence.contains(says), "{title}: {sentence}");
            let debugger = Debugger::on(page);
            debugger.press("Step").await?;
            self::sentence(page, |text| text != sentence).await?;
            page.leave().await?;
        }
        let engines = "
            const count = (of) => Array.from({ length: frames.length }, (_, place) => of(frames[place])).reduce((sum, n) => sum + n, 0);
            const asked = (frame) => frame.performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.wasm')).length;
            return [frames.length, count((frame) => frame.jobscopeEngine ? 1 : 0), count(asked)]";
        assert_eq!(page.evaluate(engines).await?, serde_json::json!([3, 1, 1]), "frames, compiled, fetched");
        Ok(())
    });
}

#[test]
fn a_scenario_that_is_not_there_leaves_its_poster_and_says_why() {
    drive(Site::Handbook, Screen::DESKTOP, async |page| {
        page.open("back-off.html").await?;
        frame(page, TITLES[0]).await?;
        let add = "
            window.heard = [];
            window.scenario = document.createElement('job-scope');
            scenario.innerHTML = '<p>The poster</p>';
            scenario.setAttribute('scenario', 'not-there.yaml');
            scenario.addEventListener('error', (event) => window.heard.push(event.detail.message));
            document.querySelector('main').prepend(scenario);
            scenario.scrollIntoView({ behavior: 'instant' });";
        page.evaluate(add).await?;
        hears(page, "a scenario that is not there", "not-there.yaml cannot be fetched: 404").await?;
        let seen = page.evaluate("return [scenario.querySelector('iframe'), scenario.innerText, scenario.shadowRoot.querySelector('[role=alert]').textContent]");
        let [frame, poster, says] = serde_json::from_value::<[Option<String>; 3]>(seen.await?).unwrap_or_default();
        assert_eq!((frame, poster.as_deref()), (None, Some("The poster")));
        assert!(says.is_some_and(|says| says.contains("404")));
        // The browser reports it, too.
        assert_eq!(page.console_errors().await?.len(), 1);
        Ok(())
    });
}

#[test]
fn a_host_commands_and_hears() {
    drive(Site::Handbook, Screen::DESKTOP, async |page| {
        page.open("back-off.html").await?;
        frame(page, TITLES[0]).await?;
        let listen = "
            window.heard = [];
            window.scenario = document.querySelector('job-scope');
            for (const name of ['step', 'finished', 'height', 'error'])
              document.addEventListener(name, (event) => window.heard.push(`${name} ${JSON.stringify(event.detail)}`));";
        page.evaluate(listen).await?;
        for (command, heard) in [
            ("scenario.goto(3)", r#""of":44,"step":3}"#),
            ("scenario.apply({ op: 'advance', ms: 5 })", r#""of":4,"step":4}"#),
            ("scenario.apply({ op: 'podRun', pods: ['nobody'] })", "error {\"message\":"),
            ("scenario.apply({ op: 'explode' })", "unknown variant `explode`"),
            ("scenario.play()", r#""step":6}"#),
            ("scenario.pause()", ""),
            ("scenario.goto(1e9)", "step {"),
            ("scenario.goto('<img>')", "error {"),
        ] {
            page.evaluate("window.heard.length = 0").await?;
            page.evaluate(command).await?;
            hears(page, command, heard).await?;
        }
        // What is not the host's, or not a message, changes nothing and is not answered.
        page.evaluate("scenario.goto(2)").await?;
        hears(page, "goto", r#""step":2}"#).await?;
        let hostile = "
            window.heard.length = 0;
            const embed = scenario.querySelector('iframe').contentWindow;
            for (const message of [null, 1, 'play', [], {}, { do: 'play' }, { jobscope: '1', do: 'goto', step: 1 }, new Map([['jobscope', 1]])])
              embed.postMessage(message, '*');
            const other = document.createElement('iframe');
            other.src = 'about:blank';
            document.body.append(other);
            other.contentWindow.setTimeout(`parent.scenario.querySelector('iframe').contentWindow.postMessage({ jobscope: 1, do: 'goto', step: 9 }, '*')`, 0);
            return new Promise((done) => setTimeout(() => done(window.heard.filter((one) => !one.startsWith('height')).length), 700))";
        let answers = page.evaluate(hostile).await?;
        let heard = page.evaluate("return window.heard.join('\\n')").await?;
        assert_eq!(answers, 1, "{heard}");
        assert!(heard.to_string().contains("are not known"), "only a message of another version is answered: {heard}");
        Ok(())
    });
}

#[test]
fn readonly_holds_for_the_host_too() {
    drive(Site::Handbook, Screen::DESKTOP, async |page| {
        page.open("back-off.html").await?;
        // The fenced block is readonly.
        frame(page, TITLES[2]).await?;
        let listen = format!(
            "window.heard = [];
             window.scenario = [...document.querySelectorAll('job-scope')].find((one) => one.title === {:?});
             for (const name of ['step', 'finished', 'error'])
               scenario.addEventListener(name, (event) => window.heard.push(`${{name}} ${{JSON.stringify(event.detail)}}`));",
            TITLES[2]
        );
        page.evaluate(&listen).await?;
        for (command, heard) in [
            ("scenario.goto(2)", r#""step":2}"#),
            ("scenario.apply({ op: 'advance', ms: 5 })", "apply is refused: this embed is readonly"),
            (
                "scenario.querySelector('iframe').contentWindow.postMessage({ jobscope: 1, do: 'open', scenario: 'jobscope: 1' }, '*')",
                "open is refused: this embed is readonly",
            ),
            ("scenario.goto(1)", r#""step":1}"#),
            ("scenario.play()", r#""step":3}"#),
            ("scenario.pause()", ""),
        ] {
            page.evaluate("window.heard.length = 0").await?;
            page.evaluate(command).await?;
            hears(page, command, heard).await?;
        }
        Ok(())
    });
}

#[test]
fn waits_between_pods_are_shown() {
    let session = jobscope_core::timeline::SavedSession::from_file(FAILING).unwrap().to_link();
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.open(&format!("embed.html?panels=pods#s={session}")).await?;
        sentence(page, |text| !text.is_empty()).await?;
        let pods = "return document.querySelector('.strip-of-pods ul').innerText.replace(/\\s+/g, ' ')";
        let pods = page.evaluate(pods).await?.to_string();
        assert!(pods.contains("10 s") && pods.contains("next"), "{pods}");
        // On the timeline they are as long, and so is what is left of the present one; the limit stands beside the count.
        let said = "
            const said = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility()).map((one) => one.textContent);
            return [said('.tl-wait b').join(' | ').replace(/\\u00a0/g, ' '), said('.figures').join()]";
        let said = page.evaluate(said).await?;
        assert_eq!(
            said,
            serde_json::json!([
                "back-off, 10 s | batching, 2 s | next: back-off, 18 s",
                "active0failed2succeeded0backoffLimit6"
            ])
        );
        page.picture("embed-waits").await?;
        page.check_accessibility().await?;
        // On a phone each wait stands over its pod.
        page.show_on(Screen::PHONE).await?;
        page.picture("embed-waits-390").await?;
        let astray = "
            const box = (one) => one.getBoundingClientRect();
            const over = (gap) => { const [a, b] = [gap, gap.nextElementSibling].map(box); return a.left >= b.left && a.right <= b.right && a.bottom <= b.top; };
            const gaps = [...document.querySelectorAll('.strip-of-pods .gap')];
            return `${gaps.length > 0} ${gaps.filter((gap) => !over(gap)).length}`";
        assert_eq!(page.evaluate(astray).await?, "true 0");
        Ok(())
    });
}

#[test]
fn what_the_reader_sees_opens_in_jobscope() {
    drive(Site::Handbook, Screen::DESKTOP, async |page| {
        page.open("back-off.html").await?;
        let frame = frame(page, TITLES[2]).await?;
        page.enter(&frame).await?;
        let debugger = Debugger::on(page);
        debugger.press("Step").await?;
        let sentence = sentence(page, |text| !text.contains("batches")).await?;
        assert!(
            page.all("button").await?.iter().all(|(_, button)| !button.name.contains("many-")),
            "readonly has menus"
        );
        // Followed here rather than in another tab.
        page.evaluate("document.addEventListener('click', (event) => event.preventDefault())").await?;
        let link = page.find("link", "Open in jobscope").await?;
        link.click().await?;
        // The link loads the functions that write the session.
        let written = async || {
            let address = link.prop("href").await?.unwrap_or_default();
            Ok(if address.contains("/some/jobscope/#s=1.") { Ok(address) } else { Err(address) })
        };
        let address = page.wait_for("a link with the session", written).await?;
        page.leave().await?;
        page.open(&address).await?;
        Debugger::on(page).wait_for_text("Why", sentence.trim()).await
    });
}

#[test]
fn without_scripts_and_in_print_there_is_a_poster() {
    drive(Site::Handbook, Screen::DESKTOP, async |page| {
        let poster = async || -> Result<(), Error> {
            let images = page.all("image").await?;
            let (drawing, _) =
                images.iter().find(|(_, image)| image.name.starts_with("Slow start. Job many")).ok_or_else(|| {
                    Error::Answer(format!(
                        "no poster in {:?}",
                        images.iter().map(|(_, image)| &image.name).collect::<Vec<_>>()
                    ))
                })?;
            assert!(drawing.is_displayed().await?, "the poster is hidden");
            Ok(())
        };
        page.open("back-off.html").await?;
        frame(page, TITLES[2]).await?;
        page.print("handbook-printed", async || {
            poster().await?;
            let shown = "return getComputedStyle(document.querySelector('.jobscope iframe')).display";
            assert_eq!(page.evaluate(shown).await?, "none", "the frame is printed, too");
            Ok(())
        })
        .await?;
        page.run_scripts(false).await?;
        page.open("back-off.html?again").await?;
        poster().await?;
        page.run_scripts(true).await
    });
}

#[test]
fn an_embed_that_cannot_be_shown_says_why() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        for (suffix, says) in [
            ("embed.html", "No scenario was given"),
            ("embed.html?1#s=1.abc", "damaged"),
            ("embed.html?lang=zh-CN#s=9.abc", "版本"),
            ("embed.html?later", "Loading the scenario"),
        ] {
            page.open(suffix).await?;
            let told = async || {
                let text = page.evaluate("return document.body.innerText").await?.to_string();
                Ok(if text.contains(says) { Ok(()) } else { Err(text) })
            };
            page.wait_for(says, told).await?;
            page.check_accessibility().await?;
        }
        Ok(())
    });
}

/// What of the present row is cut, if that is not because it is higher than its place, or of a row at the place's beginning.
const PRESENT_IN_VIEW: &str = "
    const [place, row] = ['.glance', '.glance [aria-current]'].map((what) => document.querySelector(what).getBoundingClientRect());
    const through = [...document.querySelectorAll('.glance .path > li')].map((row) => row.getBoundingClientRect())
        .find((row) => row.top < place.top - 1 && row.bottom > place.top + 1);
    if (through) return JSON.stringify([place, through]);
    const whole = row.top >= place.top - 1 && row.bottom <= place.bottom + 1;
    return whole || (row.height > place.height && Math.abs(row.top - place.top) < 2) ? '' : JSON.stringify([place, row]);";

#[test]
fn it_looks_right_at_every_size() {
    // Of the lane of pods, whose bars begin where it does.
    const BELOW_THE_RULER: &str = "
        const [ruler, pods] = ['.ruler', '.gantt'].map((lane) => document.querySelector(`.embed ${lane} .t`).getBoundingClientRect());
        return pods.top >= ruler.bottom;";
    let saved = jobscope_core::timeline::SavedSession::from_file(FAILING).unwrap();
    let session = saved.to_link();
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.evaluate("localStorage.clear()").await?;
        for (name, query) in [("embed", "?panels=pods,why"), ("embed-zh", "?panels=why,pods&lang=zh-CN&readonly")] {
            page.open(&format!("embed.html{query}#s={session}")).await?;
            sentence(page, |text| !text.is_empty()).await?;
            for screen in Screen::ALL {
                page.show_on(screen).await?;
                let in_view = async || {
                    let seen = page.evaluate(PRESENT_IN_VIEW).await?;
                    Ok(if seen == "" { Ok(()) } else { Err(seen.to_string()) })
                };
                page.wait_for(&format!("the present row on {screen:?}"), in_view).await?;
                assert_eq!(page.evaluate(BELOW_THE_RULER).await?, true, "{screen:?}");
                look(page, name, screen).await?;
            }
        }
        page.open(&format!("embed.html?panels=plane,kubectl&theme=dark#s={session}")).await?;
        sentence(page, |text| !text.is_empty()).await?;
        for screen in [Screen::UPRIGHT, Screen::PHONE] {
            page.show_on(screen).await?;
            page.picture(&format!("embed-panels-{}", screen.with_theme(Theme::Dark).name())).await?;
            page.check_accessibility().await?;
        }
        assert_eq!(page.evaluate("return localStorage.length").await?, 0, "an embed keeps something");
        Ok(())
    });
}

#[test]
fn the_handbook_looks_right() {
    drive(Site::Handbook, Screen::DESKTOP, async |page| {
        for screen in [Screen::TABLET, Screen::PHONE] {
            page.show_on(screen).await?;
            page.open(&format!("back-off.html?{}", screen.width)).await?;
            frame(page, TITLES[0]).await?;
            for theme in Theme::ALL {
                page.show_on(screen.with_theme(theme)).await?;
                page.picture(&format!("handbook-{}", screen.with_theme(theme).name())).await?;
                assert!(!page.scrolls_sideways().await?, "the handbook scrolls sideways on {screen:?}");
            }
        }
        Ok(())
    });
}

/// A page on another host than jobscope, with a policy that allows no more than it has to.
const ELSEWHERE: &str = r#"<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Elsewhere</title><link rel="icon" href="data:,">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; script-src JOBSCOPE; frame-src JOBSCOPE">
<script type="module" src="JOBSCOPEembed.js"></script></head>
<body><main><h1>Elsewhere</h1>
<job-scope panels="pods" title="First"><p>Soon</p></job-scope>
<job-scope panels="pods" title="Second"><p>Soon</p></job-scope></main></body></html>"#;

#[test]
fn another_host_embeds_and_hears_it() {
    let session = jobscope_core::timeline::SavedSession::from_file(FAILING).unwrap().to_link();
    drive(Site::Apart(ELSEWHERE), Screen::DESKTOP, async |page| {
        let start = format!(
            "window.heard = [];
             window.scenario = document.querySelector('job-scope');
             scenario.addEventListener('step', (event) => heard.push(JSON.stringify(event.detail)));
             for (const one of document.querySelectorAll('job-scope')) one.setAttribute('scenario', '{session}');"
        );
        page.evaluate(&start).await?;
        hears(page, "the start", r#""of":44,"step":44}"#).await?;
        page.evaluate("scenario.goto(7)").await?;
        hears(page, "goto", r#""step":7}"#).await?;
        let height = page.evaluate("return scenario.querySelector('iframe').offsetHeight").await?;
        assert!(height.as_u64().is_some_and(|height| (150..440).contains(&height)), "{height}");
        page.check_accessibility().await?;

        // Who is neither the frame's host nor the host's frame is heard by neither.
        let second = async || {
            let frames = page.evaluate("return document.querySelectorAll('iframe[title=Second]').length").await?;
            Ok(if frames == 1 { Ok(()) } else { Err("it has not come".to_owned()) })
        };
        page.wait_for("the second scenario", second).await?;
        page.enter(&page.frame("Second").await?).await?;
        let meddle = "
            parent.frames[0].postMessage({ jobscope: 1, do: 'hello' }, '*');
            parent.frames[0].postMessage({ jobscope: 1, do: 'goto', step: 3 }, '*');
            parent.postMessage({ jobscope: 1, on: 'step', step: 99, of: 99, at: 0 }, '*');";
        page.evaluate(meddle).await?;
        page.leave().await?;
        // What the host says afterwards comes afterwards.
        page.evaluate("scenario.goto(9)").await?;
        hears(page, "goto", r#""step":9}"#).await?;
        let heard = page.evaluate("return heard.join()").await?.to_string();
        assert!(!heard.contains(r#""step\\":3}"#) && !heard.contains("99"), "{heard}");
        Ok(())
    });
}

/// The frame of that name, scrolled to, once it shows its scenario.
async fn frame(page: &Page, title: &str) -> Result<Element, Error> {
    let scroll = format!(
        "const name = (one) => one.title;
         const all = [...document.querySelectorAll('job-scope, iframe')].filter((one) => name(one) === {title:?});
         all[0]?.scrollIntoView({{ block: 'center', behavior: 'instant' }});
         const frame = all.find((one) => one.matches('iframe'));
         return Boolean(frame?.contentDocument?.querySelector('.e-bar')) && frame.parentElement.dataset.state !== 'coming'"
    );
    let here = async || {
        let is_here = page.evaluate(&scroll).await? == true;
        Ok(if is_here { Ok(()) } else { Err("it does not show its scenario".to_owned()) })
    };
    page.wait_for(title, here).await?;
    page.frame(title).await
}

/// The sentence of the embed that was entered, once it is as expected.
async fn sentence(page: &Page, expected: impl Fn(&str) -> bool) -> Result<String, Error> {
    let reads = async || {
        let text = page.evaluate("return document.querySelector('.sentence')?.innerText ?? ''").await?;
        let text = text.as_str().unwrap_or_default().replace('\u{a0}', " ");
        Ok(if !text.is_empty() && expected(&text) { Ok(text) } else { Err(text) })
    };
    page.wait_for("the sentence", reads).await
}

/// Waits until the host has heard something like that.
async fn hears(page: &Page, command: &str, heard: &str) -> Result<(), Error> {
    let reads = async || {
        let all = page.evaluate("return window.heard.join('\\n')").await?;
        let all = all.as_str().unwrap_or_default().to_owned();
        Ok(if all.contains(heard) { Ok(()) } else { Err(all) })
    };
    page.wait_for(&format!("an answer to {command}"), reads).await
}
