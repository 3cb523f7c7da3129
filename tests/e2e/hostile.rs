//! Script and HTML in every text from outside: it is shown as written, and never interpreted. Error messages about
//! hostile texts are tested in `tests/hostile.rs`.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jobscope_core::timeline::SavedSession;
use jobscope_tests::browser::{Error, Key, Page, Screen, Site, debug, drive};
use miniz_oxide::deflate::compress_to_vec;
use serde_json::{Value, json};

use crate::debugger::Debugger;
use crate::share::give;

/// Ends whatever text or attribute it might be in, makes elements, and tells of itself if any of it runs. Short enough for
/// the name of a branch, and without a character that ends a file's name in an address.
const HTML: &str = "\"'><b class=lost>x</b><img src=x onerror=lost=1><script>lost=2</script>";

/// The part that survives any quoting.
const MARKUP: &str = "<b class=lost>x</b><img src=x onerror=lost=1><script>lost=2</script>";

/// What has become of it in the page: elements, flags, addresses that run something.
const TAKEN: &str = "
    const elements = [...document.querySelectorAll('.lost, [onerror], img[src=x]')].map((one) => one.outerHTML);
    const scripts = [...document.scripts].filter((one) => one.textContent.includes('lost=2')).map((one) => one.outerHTML);
    const links = [...document.links].filter((one) => one.protocol === 'javascript:').map((one) => one.href);
    return [...elements, ...scripts, ...links, ...(window.lost === undefined ? [] : [`lost is ${window.lost}`])]";

/// Fails if anything of it was taken for HTML or run.
async fn nothing_is_taken(page: &Page, place: &str) -> Result<(), Error> {
    let taken = page.evaluate(TAKEN).await?;
    if taken == json!([]) { Ok(()) } else { Err(Error::Misbehaved(format!("{place}: {taken}"))) }
}

/// Waits until what a person can see there holds these words, and makes sure that they are nothing but words.
async fn reads(page: &Page, place: &str, words: &str) -> Result<(), Error> {
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let script = format!(
        "const all = [...document.querySelectorAll({place:?})].filter((one) => one.checkVisibility());
         return all.map((one) => one.innerText).join(' | ')"
    );
    let seen = async || {
        let text = page.evaluate(&script).await?;
        let text = squeezed(text.as_str().unwrap_or_default());
        Ok(if text.contains(words) { Ok(()) } else { Err(text) })
    };
    page.wait_for(&format!("“{words}” in {place}"), seen).await?;
    nothing_is_taken(page, place).await
}

/// A link that stands for that JSON.
fn link_of(json: &[u8]) -> String {
    format!("1.{}", URL_SAFE_NO_PAD.encode(compress_to_vec(json, 9)))
}

/// A manifest with it wherever one may write freely.
fn manifest() -> String {
    json!({
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": "pi", "annotations": {"note": HTML}},
        "spec": {
            "parallelism": 2,
            "completions": 2,
            "template": {
                "metadata": {"annotations": {"note": HTML}},
                "spec": {
                    "restartPolicy": "Never",
                    "containers": [{"name": "pi", "image": HTML, "command": [HTML], "args": [HTML]}],
                },
            },
        },
    })
    .to_string()
}

/// A session file with it wherever one may write freely.
fn session() -> String {
    let fails = json!({
        "pods": {"name": HTML}, "startMs": 1, "runMs": 1,
        "end": "fail", "exitCode": 1, "container": HTML, "reason": HTML, "condition": HTML,
    });
    let fail = json!({
        "op": "podFail", "pods": ["pi-497r4"], "exit": {"pi": 3, HTML: 1}, "reason": HTML, "noStatus": true,
        "conds": [{"type": HTML, "status": "True"}],
    });
    let fault =
        json!({"op": "fault", "verb": "create", "mode": "forbidden-quota", "from": 1, "count": 1, "label": HTML});
    json!({
        "jobscope": 6,
        "title": HTML,
        "release": "v1.36",
        "manifest": manifest(),
        "name": HTML,
        "actions": [
            {"op": "setOutcomes", "rules": [fails, {"startMs": 1000, "runMs": 10000, "end": "succeed"}]},
            "apply",
            1,
            fault,
            12,
            fail,
            {"op": "podAnnot", "pods": ["pi-497r4"], "set": {"note": HTML}},
            6,
        ],
        "branches": [{"name": format!("2{HTML}"), "from": {"step": 3}, "actions": [{"op": "restart"}, 1]}],
        "breakpoints": [{"at": "event", "reason": HTML}, {"at": "condition", "condition": "Complete"}],
        "narration": [{"step": 1, "text": {HTML: HTML}}],
        "view": {"panels": {HTML: HTML, "why": HTML, "chosen": HTML, "window": HTML}},
    })
    .to_string()
}

/// A session file of these fields besides its form, in lines as people write them.
fn file(fields: &Value) -> String {
    let fields = fields.as_object().into_iter().flatten();
    fields.fold("jobscope: 1\n".to_owned(), |file, (name, value)| {
        let name = if name.chars().all(|c| c.is_ascii_lowercase()) { name.clone() } else { json!(name).to_string() };
        format!("{file}{name}: {value}\n")
    })
}

#[test]
fn a_session_shows_its_texts_as_they_are_written() {
    let link = SavedSession::from_file(&session()).unwrap().to_link();
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.open(&format!("?hostile#s={link}")).await?;
        page.find("region", "Why").await?;
        for place in ["#spec", ".rule", "#time .br-name"] {
            reads(page, place, HTML).await?;
        }
        assert_eq!(debugger.manifest().await?, manifest(), "the editor has something else");
        reads(page, "#spec", "").await?;
        for tab in ["get pods", "get job", "describe", "-o yaml", "events", "/metrics"] {
            let text = debugger.kubectl(tab).await?;
            assert!(text.contains(MARKUP) || tab.contains("met") || tab == "get job", "{tab}: {text}");
            nothing_is_taken(page, tab).await?;
        }
        debugger.kubectl("get job").await?;
        debugger.press("-o wide").await?;
        assert!(debugger.kubectl("get job").await?.contains(MARKUP));
        // The pod that failed, in each of its pictures.
        for view in ["Table", "Tiles"] {
            debugger.press(view).await?;
            nothing_is_taken(page, view).await?;
        }
        if let Some((pod, _)) = debugger.pods().await?.first() {
            pod.click().await?;
            nothing_is_taken(page, "the menu of a pod").await?;
            page.press(&[], Key::Escape).await?;
        }
        // Every moment of it, with what the controller did and why.
        page.find("slider", "Timeline").await?.click().await?;
        page.press(&[], Key::Home).await?;
        debugger.press("Flow chart").await?;
        while debugger.can_press("Step over").await? {
            debugger.press("Step over").await?;
            nothing_is_taken(page, "a step").await?;
        }
        // Searching for it, or opening an address with that name, finds nothing, and nothing happens.
        page.press(&[Key::Control], 'k').await?;
        page.paste(HTML).await?;
        nothing_is_taken(page, "the palette").await?;
        for route in ["#/lesson/", "#/glossary/", "#/"] {
            page.open(&format!("{route}{HTML}")).await?;
            nothing_is_taken(page, route).await?;
        }
        page.console_errors().await?;
        Ok(())
    });
}

#[test]
fn what_is_said_of_a_session_that_cannot_be_opened_is_text() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.paste("kind: Job # mine").await?;
        for fields in [
            json!({"release": HTML}),
            json!({"release": "v1.36", HTML: 1}),
            json!({"release": "v1.36", "gates": {HTML: true}}),
            json!({"release": "v1.36", "actions": [HTML]}),
            json!({"release": "v1.36", "actions": [{"op": HTML}]}),
            json!({"release": "v1.36", "actions": [{"op": "deleteJob", "name": HTML}]}),
            json!({"release": "v1.36", "manifest": json!({"apiVersion": "batch/v1", "kind": "Job", HTML: 1}).to_string(), "actions": ["apply"]}),
        ] {
            let file = file(&fields);
            give(page, "nothing", &file).await?;
            let said = async |words| {
                reads(page, "[role=alert]", words).await.map_err(|error| Error::Answer(format!("{file}: {error}")))
            };
            said("The file cannot be opened").await?;
            said(MARKUP).await?;
            debugger.press("Dismiss").await?;
        }
        for (link, says) in [
            (HTML.to_owned(), "does not know its format"),
            (format!("1.{HTML}"), "It is damaged"),
            (link_of(HTML.as_bytes()), "it does not hold a session"),
            (link_of(json!({"jobscope": 1, "release": HTML}).to_string().as_bytes()), MARKUP),
        ] {
            page.open(&format!("?{}#s={link}", says.len())).await?;
            reads(page, "[role=alert]", says).await?;
        }
        // A manifest with mistakes: they are named beside the editor, and the editor shows what is written in it.
        debugger.press("Dismiss").await?;
        assert_eq!(debugger.manifest().await?, "kind: Job # mine", "what was typed is lost");
        for text in [
            json!({"kind": HTML, "apiVersion": "batch/v1"}).to_string(),
            json!({"kind": "Job", "apiVersion": "batch/v1", HTML: 1}).to_string(),
        ] {
            debugger.paste(&text).await?;
            reads(page, "#problems", MARKUP).await?;
            page.check_accessibility().await?;
        }
        Ok(())
    });
}

#[test]
fn a_link_that_swells_is_refused_and_the_page_is_as_it_was() {
    let session = |rest: &str| format!(r#"{{"jobscope":2,"release":"v1.36",{rest}}}"#);
    let many = |what: &str, times: usize| vec![what; times].join(",");
    let nested = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.paste("kind: Job # mine").await?;
        for (what, json, says) in [
            ("64 MiB", " ".repeat(64 << 20), "larger than a session may be"),
            ("steps", session(r#""actions":[4294967295,4294967295]"#), "larger than a session may be"),
            (
                "actions",
                session(&format!(r#""actions":[{}]"#, many(r#"{"op":"resync"}"#, 60_000))),
                "larger than a session may be",
            ),
            (
                "branches",
                session(&format!(r#""branches":[{}]"#, many(r#"{"from":{"step":0}}"#, 5_000))),
                "too many branches",
            ),
            ("manifest", session(&format!(r#""manifest":"{}""#, " ".repeat(300_000))), "larger than a session may be"),
            ("depth", session(&format!(r#""actions":{nested}"#)), "it does not hold a session"),
        ] {
            page.open(&format!("?{what}#s={}", link_of(json.as_bytes()))).await?;
            reads(page, "[role=alert]", says).await.map_err(|error| Error::Answer(format!("{what}: {error}")))?;
            debugger.wait_for_text("kubectl", "No resources found").await?;
            assert_eq!(debugger.manifest().await?, "kind: Job # mine", "{what}");
        }
        page.check_accessibility().await
    });
}

/// What another host has.
const FILES: &[(&str, &str)] = &[
    (
        "wrong.jobscope.yaml",
        concat!(
            "jobscope: 1\nrelease: ",
            r#"<b class=lost>x</b><img src=x onerror=lost=1><script>lost=2</script>"#,
            "\n"
        ),
    ),
    ("page.html", "<!doctype html>\n<b class=lost>x</b><img src=x onerror=lost=1><script>lost=2</script>\n"),
];

#[test]
fn an_address_that_names_a_session_is_text() {
    debug(Site::WithFiles(FILES), Screen::DESKTOP, async |page| {
        for (source, says) in [
            (format!("https://example.org/{HTML}"), "Open a session from example.org?"),
            (format!("https://{HTML}/"), "is not a web URL"),
            (format!("javascript:{HTML}"), "is not a web URL"),
            ("javascript:lost=3".to_owned(), "is not a web URL"),
            ("data:text/html,<script>lost=4</script>".to_owned(), "is not a web URL"),
            ("/files/wrong.jobscope.yaml".to_owned(), MARKUP),
            ("/files/page.html".to_owned(), "cannot be opened"),
            (format!("/files/{HTML}"), "The host answers with status 404."),
        ] {
            let query = page.evaluate(&format!("return encodeURIComponent({})", json!(source))).await?;
            page.open(&format!("?src={}", query.as_str().unwrap_or_default())).await?;
            reads(page, "[role=alert], dialog[open]", says).await?;
            page.check_accessibility().await?;
        }
        // Of what is not there the browser tells, too.
        let said = page.console_errors().await?;
        assert!(said.iter().all(|error| error.contains("404")), "{said:?}");
        Ok(())
    });
}

/// A page on its own host that embeds a scenario and also has a frame from a third host.
const HOST: &str = r#"<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">
<script type="module" src="JOBSCOPEembed.js"></script></head>
<body><main><h1>Host</h1><job-scope panels="pods,plane,kubectl,why" title="Scenario"><p>Soon</p></job-scope>
<iframe title="Third party" sandbox="allow-scripts" srcdoc="
<script>
addEventListener('message', ({ data }) => {
  if (data?.tell) for (const message of data.tell) { parent.frames[0].postMessage(message, '*'); parent.frames[1].postMessage(message, '*'); parent.postMessage(message, '*'); }
});
</script>"></iframe></main></body></html>"#;

#[test]
fn an_embed_shows_text_and_hears_nobody_but_its_host() {
    let link = SavedSession::from_file(&session()).unwrap().to_link();
    drive(Site::Apart(HOST), Screen::DESKTOP, async |page| {
        let heard = |what: &'static str| {
            page.wait_for(what, async move || {
                let heard = page.evaluate("return heard.join(' | ')").await?;
                let heard = heard.as_str().unwrap_or_default().to_owned();
                Ok(if heard.contains(what) { Ok(()) } else { Err(heard) })
            })
        };
        let start = format!(
            "window.heard = [];
             window.scenario = document.querySelector('job-scope');
             for (const name of ['step', 'error']) scenario.addEventListener(name, (event) => heard.push(`${{name}} ${{JSON.stringify(event.detail)}}`));
             scenario.setAttribute('scenario', '{link}');"
        );
        page.evaluate(&start).await?;
        heard("step {").await?;
        nothing_is_taken(page, "the host").await?;
        page.enter(&page.frame("Scenario").await?).await?;
        reads(page, "h1", HTML).await?;
        reads(page, "body", HTML).await?;
        page.leave().await?;

        // The third party speaks as the host to the embed, and as the embed to the host.
        let meddle = format!(
            "heard.length = 0;
             const other = document.querySelector('iframe[sandbox]').contentWindow;
             other.postMessage({{ tell: [
                 {{ jobscope: 1, do: 'goto', step: 2 }}, {{ jobscope: 1, do: 'open', scenario: 'jobscope: 1' }}, {{ jobscope: 9 }},
                 {{ jobscope: 1, on: 'step', step: 77, of: 77, at: 0 }}, {{ jobscope: 1, on: 'error', message: {} }},
             ] }}, '*');
             return new Promise((done) => setTimeout(done, 500))",
            json!(HTML)
        );
        page.evaluate(&meddle).await?;
        page.evaluate("scenario.goto(3)").await?;
        heard(r#""step":3}"#).await?;
        let all = page.evaluate("return heard").await?.to_string();
        assert!(!all.contains("77") && !all.contains("error") && !all.contains(r#"\"step\":2}"#), "{all}");

        // The host itself may say what it likes: it is shown as text.
        for file in [json!({"jobscope": 1, "release": HTML}), json!({"jobscope": 1, "release": "v1.36", HTML: 1})] {
            let open = format!(
                "scenario.querySelector('iframe').contentWindow.postMessage({{ jobscope: 1, do: 'open', scenario: {} }}, '*')",
                json!(file.to_string())
            );
            page.evaluate(&open).await?;
            heard("error {").await?;
            page.enter(&page.frame("Scenario").await?).await?;
            reads(page, "[role=alert]", MARKUP).await?;
            page.leave().await?;
        }
        nothing_is_taken(page, "the host").await
    });
}
