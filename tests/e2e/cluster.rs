//! A Job from a real cluster: a session opened from kubectl's output continues from the cluster's state, and shows what
//! blocks the Job.

use std::time::SystemTime;

use jobscope_core::api::Time;
use jobscope_tests::browser::{Error, Key, Page, Screen, Site, drive};

use crate::debugger::Debugger;
use crate::screens::{look, look_in_language};

/// One try failed, the next waits for its image.
const STUCK: &str = include_str!("../cluster/stuck.yaml");

/// A Job that v1.25 finished, with its pods.
const FINISHED: &str = include_str!("../cluster/finished-v1.25.yaml");

/// A Job without the pod that it should have.
const NO_PODS: &str = include_str!("../cluster/no-pods.yaml");

/// Pods that do not start, with what the scheduler and the kubelet say about it.
const UNSCHEDULED: &str = include_str!("../cluster/unscheduled.yaml");

/// Opens the dialog from the start page and puts a text into it.
async fn ask(page: &Page, text: &str) -> Result<(), Error> {
    page.find("button", "Paste your Job…").await?.click().await?;
    page.find("textbox", TEXT).await?.click().await?;
    page.paste(text).await
}

/// The name of the dialog's text.
const TEXT: &str = "What kubectl printed, as YAML or JSON";

async fn focus_is_in_the_text(page: &Page) -> Result<(), Error> {
    let is_there = async || {
        let focused = page.focused().await?;
        Ok(if focused.name == TEXT { Ok(()) } else { Err(format!("{focused:?}")) })
    };
    page.wait_for("the focus in the dialog's text", is_there).await
}

#[test]
fn a_stuck_job_continues_from_the_state_of_the_cluster() {
    drive(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        // By keys alone.
        page.tab_to("button", "Paste your Job…").await?;
        page.press(&[], Key::Enter).await?;
        focus_is_in_the_text(page).await?;
        page.paste("kind: Lis").await?;
        page.press(&[], Key::Escape).await?;
        page.tab_to("button", "Paste your Job…").await?;
        page.press(&[], Key::Enter).await?;
        focus_is_in_the_text(page).await?;
        let kept = page.find("textbox", TEXT).await?.prop("value").await?;
        assert_eq!(kept.as_deref(), Some("kind: Lis"), "what was typed is lost");
        page.press(&[Key::Control], 'a').await?;
        page.paste(STUCK).await?;
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        page.tab_to("button", "Open it").await?;
        page.press(&[], Key::Enter).await?;
        debugger.wait_for_text("Pods", "exit 1").await?;
        debugger.wait_for_text("Spec", "report").await?;
        let pods: Vec<String> = debugger.pods().await?.into_iter().map(|(_, name)| name).collect();
        assert!(pods.len() == 2 && pods.iter().any(|pod| pod.contains("ImagePullBackOff")), "{pods:?}");
        debugger.wait_for_text("kubectl", "ImagePullBackOff").await?;
        page.check_accessibility().await?;

        // The first sync says what it waits for, with the numbers of the cluster.
        debugger.press("Step over").await?;
        debugger.wait_for_text("Why", "syncJob #1").await?;
        debugger.wait_for_text("Control plane", "active 1, succeeded 0, failed 1").await?;
        for screen in Screen::ALL {
            page.show_on(screen).await?;
            look(page, "cluster", screen).await?;
        }
        page.show_on(Screen::DESKTOP).await?;

        // A release that cannot have made this says why, and nothing is lost.
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.11").await?;
        debugger.wait_for_text("Spec", "not auto-generated").await?;
        assert_eq!(page.find("combobox", "Kubernetes").await?.prop("value").await?.as_deref(), Some("v1.36"));
        assert_eq!(debugger.pods().await?.len(), 2);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.28").await?;
        debugger.wait_for_text("Why", "v1.28").await?;
        assert_eq!(page.find("combobox", "Kubernetes").await?.prop("value").await?.as_deref(), Some("v1.28"));
        assert_eq!(debugger.pods().await?.len(), 2, "the same objects");
        // It is a session like any other: it is still there after a reload.
        page.reload().await?;
        debugger.wait_for_text("Pods", "exit 1").await
    });
}

/// Waits until the page says of opened objects what `is_said` asks for.
async fn wait_for_news(page: &Page, what: &str, is_said: fn(&str) -> bool) -> Result<(), Error> {
    let news = async || {
        let news = page.evaluate("return document.querySelector('.arrived')?.textContent ?? ''").await?;
        let news = news.as_str().unwrap_or_default().to_owned();
        Ok(if is_said(&news) { Ok(()) } else { Err(news) })
    };
    page.wait_for(what, news).await
}

#[test]
fn objects_of_an_earlier_release_name_it_and_a_click_leads_there() {
    drive(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        ask(page, FINISHED).await?;
        // A release that cannot have stored them names one that can, in the dialog.
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.22").await?;
        page.find("button", "Open it").await?.click().await?;
        page.find("button", "Open it in v1.26").await?;
        let problem = page.find("alert", "").await?.text().await?;
        assert!(problem.contains("v1.22 cannot have stored this") && problem.contains("v1.23"), "{problem}");
        // A later one opens them, as after an upgrade, and says where they come from.
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        page.find("button", "Open it").await?.click().await?;
        let is_hint = |news: &str| news.contains("matchLabels[controller-uid]") && news.contains("v1.26");
        wait_for_news(page, "the release of the objects", is_hint).await?;
        debugger.wait_for_text("kubectl", "import").await?;
        let release = async || Ok::<_, Error>(page.find("combobox", "Kubernetes").await?.prop("value").await?);
        assert_eq!(release().await?.as_deref(), Some("v1.36"), "the release changed by itself");
        page.check_accessibility().await?;
        for screen in Screen::ALL {
            page.show_on(screen).await?;
            look_in_language(page, "earlier", screen).await?;
        }
        page.show_on(Screen::DESKTOP).await?;
        page.find("button", "Open it in v1.26").await?.click().await?;
        wait_for_news(page, "no other release", |news| !news.is_empty() && !news.contains("v1.26")).await?;
        assert_eq!(release().await?.as_deref(), Some("v1.26"));
        debugger.wait_for_text("kubectl", "import").await
    });
}

#[test]
fn what_is_wrong_with_it_is_shown_below_it() {
    drive(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        ask(page, &STUCK.replace("failed: 1", "failed: many")).await?;
        // The keys that apply a manifest in the editor open the text, too.
        page.press(&[Key::Control], Key::Enter).await?;
        let alert = page.find("alert", "").await?.text().await?;
        assert!(alert.contains("Line 57") && alert.contains("items[0].status.failed"), "{alert}");
        for screen in [Screen::DESKTOP, Screen::PHONE] {
            page.show_on(screen).await?;
            look(page, "cluster-wrong", screen).await?;
        }
        page.show_on(Screen::DESKTOP).await?;
        let script = "return document.querySelector('#cluster textarea').value.includes('failed: many')";
        assert_eq!(page.evaluate(script).await?, true, "what was pasted is lost");
        page.press(&[], Key::Escape).await?;
        page.find("button", "Paste your Job…").await?;
        page.evaluate("document.querySelector('[lang] button[aria-label^=Language]').click()").await?;
        page.find("button", "粘贴你的 Job…").await?.click().await?;
        look(page, "cluster-zh", Screen::DESKTOP).await?;
        look(page, "cluster-zh", Screen::PHONE).await
    });
}

/// The time some hours ago, as objects have it.
fn hours_ago(hours: u64) -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let ms = since.as_secs().saturating_sub(hours * 3_600) * 1_000;
    Time(i64::try_from(ms).unwrap_or_default()).to_string()
}

#[test]
fn fresh_objects_begin_now_and_say_what_is_overdue() {
    drive(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        let created = hours_ago(3);
        ask(page, &NO_PODS.replace("2026-11-20T09:12:40Z", &created)).await?;
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        page.find("button", "Open it").await?.click().await?;
        let is_overdue = |news: &str| {
            news.contains("begins now") && news.contains("report is overdue") && news.contains("3\u{a0}h ago")
        };
        wait_for_news(page, "what is overdue", is_overdue).await?;
        page.check_accessibility().await?;
        for screen in Screen::ALL {
            page.show_on(screen).await?;
            look_in_language(page, "overdue", screen).await?;
        }
        page.show_on(Screen::DESKTOP).await?;
        page.find("button", &format!("Begin at {created}")).await?.click().await?;
        let is_latest = |news: &str| news.contains("the latest time at which something") && !news.contains("overdue");
        wait_for_news(page, "the latest time", is_latest).await?;
        page.find("button", "Begin now").await?.click().await?;
        wait_for_news(page, "the present again", is_overdue).await?;
        // The session keeps its time.
        page.reload().await?;
        debugger.wait_for_text("Spec", "report").await
    });
}

#[test]
fn the_scheduler_and_the_kubelet_say_why_pods_do_not_start() {
    drive(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        ask(page, UNSCHEDULED).await?;
        page.find("button", "Open it").await?.click().await?;
        debugger.wait_for_text("Pods", "SignatureValidationFailed").await?;
        let title = "return document.querySelector('[data-pod=train-ccccc]').title";
        let title = page.evaluate(title).await?;
        let says = "The kubelet says about container train: “secret \"train-token\" not found”.";
        assert!(title.as_str().is_some_and(|title| title.contains(says)), "{title}");
        debugger.press("Step over").await?;
        debugger.wait_for_text("Why", "The scheduler says: “0/3 nodes are available").await?;
        debugger.wait_for_text("Why", "<b>no signature</b>").await?;
        look(page, "unscheduled", Screen::DESKTOP).await
    });
}
