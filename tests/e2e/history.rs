//! A recorded history of a cluster: its files are dropped onto the page, which explains them and answers what happened.

use std::path::Path;
use std::sync::LazyLock;

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, debug, drive};
use jobscope_tests::histories::read_folder;
use serde_json::json;

use crate::debugger::Debugger;
use crate::screens::{look, look_in_language};
use crate::share::wait_until_shown;

/// The texts of one of the sample's folders.
fn texts(name: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("histories").join(name);
    read_folder(&folder).unwrap().texts
}

/// Drops texts as files, all at once.
async fn drop_files(page: &Page, texts: &[String]) -> Result<(), Error> {
    let script = format!(
        "const dataTransfer = new DataTransfer();
         {}.forEach((text, place) => dataTransfer.items.add(new File([text], `${{place}}.json`)));
         window.dispatchEvent(new DragEvent('drop', {{ dataTransfer, cancelable: true }}));",
        json!(texts)
    );
    wait_until_shown(page).await?;
    page.evaluate(&script).await.map(|_| ())
}

/// Waits until the bar of the history says this.
async fn bar_says(page: &Page, words: &str) -> Result<(), Error> {
    let said = async || {
        let text = page.evaluate("return document.querySelector('.history-bar')?.innerText ?? ''").await?;
        let text = text.as_str().unwrap_or_default().to_owned();
        Ok(if text.contains(words) { Ok(()) } else { Err(text) })
    };
    page.wait_for(words, said).await
}

/// How many pods the Pods region shows by the names that they had in the cluster.
async fn created(page: &Page) -> Result<u64, Error> {
    let script = "return new Set(document.querySelector('#pods').innerText.match(/ten-[a-z0-9]{5}/g) ?? []).size";
    Ok(page.evaluate(script).await?.as_u64().unwrap_or_default())
}

/// Presses a button whose name begins so.
async fn press_first(page: &Page, name: &str) -> Result<(), Error> {
    let buttons = page.all("button").await?;
    match buttons.iter().find(|(_, button)| button.name.starts_with(name)) {
        Some((button, _)) => Ok(button.click().await?),
        None => Err(Error::Answer(format!("no button {name}: {buttons:?}"))),
    }
}

#[test]
fn a_first_visit_answers_why_no_sixth_pod_was_made_and_when_it_was() {
    drive(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("button", "Paste your Job…").await?;
        drop_files(page, &texts("quota")).await?;
        bar_says(page, "writes explained").await?;
        page.check_accessibility().await?;
        for screen in Screen::ALL {
            page.show_on(screen).await?;
            look(page, "history", screen).await?;
        }
        page.show_on(Screen::DESKTOP).await?;
        look_in_language(page, "history", Screen::DESKTOP).await?;

        // There is nothing to apply before its first step.
        page.press(&[], Key::Home).await?;
        debugger.wait_for_text("Why", "Nothing has happened yet. The first recorded step comes next.").await?;

        // Why: the quota refused it.
        press_first(page, "2 refused").await?;
        bar_says(page, "Inferred").await?;
        debugger.wait_for_text("Why", "the API server refused 2 of batch 3").await?;
        debugger.wait_for_text("Why", "exceeded quota: team").await?;
        assert_eq!(created(page).await?, 5);
        look(page, "history-refused", Screen::DESKTOP).await?;
        // When: the sync that came once the first five had ended.
        for _ in 0..110 {
            if created(page).await? > 5 {
                break;
            }
            debugger.press("Step over").await?;
        }
        assert_eq!(created(page).await?, 10);
        bar_says(page, "Inferred").await?;
        debugger.wait_for_text("Why", "syncJob #5").await?;
        debugger.wait_for_text("Pods", "t+6.1 s").await?;
        look(page, "history-sixth", Screen::DESKTOP).await?;

        debugger.press("Report").await?;
        let report = debugger.text("dialog", "What happened, and what explains it").await?;
        assert!(
            report.contains("explains all") && report.contains("the kubelet") && report.contains("v1.28"),
            "{report}"
        );
        page.check_accessibility().await?;
        for screen in [Screen::DESKTOP, Screen::PHONE] {
            page.show_on(screen).await?;
            look(page, "history-report", screen).await?;
        }
        page.show_on(Screen::DESKTOP).await?;
        debugger.press("Close").await?;

        // Loaded again it is there again: what was observed and inferred, the report, and the whole objects.
        debugger.press("Step over").await?;
        page.reload().await?;
        bar_says(page, "writes explained").await?;
        debugger.press("Report").await?;
        let again = debugger.text("dialog", "What happened, and what explains it").await?;
        assert_eq!(again, report, "the report");
        debugger.press("Close").await?;
        let object = second_object(page).await?;
        assert!(object.contains("managedFields"), "{object}");
        debugger.press("Close").await?;
        // The release of the header explains it by another one, and loaded again that is kept, too.
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.28").await?;
        bar_says(page, "of 26 writes explained").await?;
        page.reload().await?;
        bar_says(page, "of 26 writes explained").await?;
        assert_eq!(shown(page).await?.1, "v1.28");
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        bar_says(page, "all 26 writes explained").await
    });
}

/// The files of the recorded history of the Job `pi`, and session files that name them.
static FILES: LazyLock<&[(&str, &str)]> = LazyLock::new(|| {
    let leak = |text: String| -> &'static str { text.leak() };
    let mut files: Vec<(&str, &str)> = Vec::new();
    for (place, text) in texts("pi").into_iter().enumerate() {
        files.push((leak(format!("{place}.json")), leak(text)));
    }
    let names = files.iter().fold(String::new(), |names, (name, _)| names + "  - file: " + name + "\n");
    let named = format!("jobscope: 7\nrelease: v1.35\nhistory:\n  job: u-pi/pi\n  texts:\n{names}");
    files.push(("lost.yaml", leak(named.replace("0.json", "gone.json"))));
    files.push(("pi.yaml", leak(named)));
    Vec::leak(files)
});

#[test]
fn the_address_names_the_files_of_a_history_or_a_session_file_that_does() {
    debug(Site::WithFiles(*FILES), Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        // Several texts of the page's own host are one history.
        page.open("?src=/files/0.json&src=/files/1.json&src=/files/2.json&src=/files/3.json").await?;
        bar_says(page, "all 5 writes explained").await?;
        // Another host is asked once the person says so, for the session file and what it names.
        let there = page.elsewhere("/files/pi.yaml")?;
        page.open(&format!("?src={there}")).await?;
        page.find("dialog", &format!("Open a session from {}?", there.authority())).await?;
        debugger.press("Open it").await?;
        bar_says(page, "all 5 writes explained").await?;
        let is_shown = async || {
            let (_, release) = shown(page).await?;
            Ok(if release == "v1.35" { Ok(()) } else { Err(release) })
        };
        page.wait_for("the release of the file", is_shown).await?;
        let answered = "return performance.getEntriesByType('resource').filter(({ name }) => new URL(name).origin !== origin).length";
        assert_eq!(page.evaluate(answered).await?, 5, "the session file and four others");
        // One of several hosts is another one.
        let other = page.elsewhere("/files/0.json")?;
        page.open(&format!("?both&src=/files/1.json&src={other}")).await?;
        page.find("dialog", &format!("Open a session from {}?", other.authority())).await?;
        page.check_accessibility().await?;
        look(page, "history-source", Screen::DESKTOP).await?;
        page.press(&[], Key::Escape).await?;
        page.open("?gone&src=/files/lost.yaml").await?;
        let alert = debugger.text("alert", "").await?;
        assert!(alert.contains("404"), "{alert}");
        // The browser logs it, too.
        assert_eq!(page.console_errors().await?.len(), 1);
        Ok(())
    });
}

/// Opens the object that the second step observed; its text.
async fn second_object(page: &Page) -> Result<String, Error> {
    let debugger = Debugger::on(page);
    debugger.press("To the start").await?;
    for _ in 0..2 {
        debugger.press("Step over").await?;
    }
    bar_says(page, "Observed").await?;
    debugger.press("The object").await?;
    debugger.text("dialog", "The object").await
}

#[test]
fn the_objects_of_a_step_are_a_click_away() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        drop_files(page, &texts("pi")).await?;
        bar_says(page, "writes explained").await?;
        let object = second_object(page).await?;
        assert!(object.contains("managedFields") && object.contains("kind: Job"), "{object}");
        page.check_accessibility().await?;
        look(page, "history-object", Screen::DESKTOP).await
    });
}

#[test]
fn writes_without_an_explanation_are_marked_and_another_release_can_be_tried() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        drop_files(page, &texts("pi")).await?;
        bar_says(page, "writes explained").await?;
        debugger.press("Report").await?;
        debugger.press("Show v1.28").await?;
        bar_says(page, "of 5 writes explained").await?;
        press_first(page, "not explained").await?;
        bar_says(page, "No sync of this release writes it.").await?;
        debugger.press("Report").await?;
        let report = debugger.text("dialog", "What happened, and what explains it").await?;
        assert!(report.contains("v1.28 would have written status.terminating"), "{report}");
        look(page, "history-unexplained", Screen::DESKTOP).await
    });
}

/// The Job of the history that is shown, among several, and the release of the header.
async fn shown(page: &Page) -> Result<(String, String), Error> {
    let job = page.evaluate("return document.querySelector('.history-jobs select')?.value ?? ''").await?;
    let release = page.find("combobox", "Kubernetes").await?.prop("value").await?;
    Ok((job.as_str().unwrap_or_default().to_owned(), release.unwrap_or_default()))
}

#[test]
fn another_job_of_the_files_is_chosen_and_the_header_explains_by_another_release() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let files: Vec<String> = ["pi", "quota"].into_iter().flat_map(texts).collect();
        drop_files(page, &files).await?;
        bar_says(page, "writes explained").await?;
        let (first, release) = shown(page).await?;
        let choose = "
            const jobs = document.querySelector('.history-jobs select');
            const other = [...jobs.options].find((job) => !job.selected).value;
            jobs.value = other;
            jobs.dispatchEvent(new Event('change', { bubbles: true }));
            return other;";
        let other = page.evaluate(choose).await?.as_str().unwrap_or_default().to_owned();
        assert_ne!(first, other);
        let is = async |job: &str, release: &str| {
            let (job, release) = (job.to_owned(), release.to_owned());
            let there = async || {
                let shown = shown(page).await?;
                Ok(if shown == (job.clone(), release.clone()) { Ok(()) } else { Err(format!("{shown:?}")) })
            };
            page.wait_for("the Job and the release", there).await?;
            bar_says(page, "writes explained").await
        };
        is(&other, &release).await?;
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.34").await?;
        is(&other, "v1.34").await?;
        page.check_accessibility().await?;
        look(page, "history-jobs", Screen::DESKTOP).await?;
        page.press(&[Key::Control], 'z').await?;
        is(&other, &release).await
    });
}

#[test]
fn what_is_broken_says_so_and_nothing_is_lost() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        let quota = texts("quota");
        let cut: Vec<String> = quota.iter().map(|text| text[..text.len() * 2 / 3].to_owned()).collect();
        drop_files(page, &cut).await?;
        bar_says(page, "writes explained").await?;
        debugger.press("Report").await?;
        let report = debugger.text("dialog", "What happened, and what explains it").await?;
        assert!(report.contains("could not be read"), "{report}");
        debugger.press("Close").await?;
        let before = debugger.everything().await?;

        let job = r#"{"type": "ADDED", "object": {"kind": "Job", "apiVersion": "batch/v1", "metadata": {"name": "pi", "uid": "u", "resourceVersion": "5"}, "spec": {"template": {"spec": {}}}}}"#;
        let other = job.replace("\"u\"", "\"v\"");
        drop_files(page, &[job.to_owned(), other]).await?;
        let told = debugger.text("alert", "").await?;
        assert!(told.contains("recordings of two clusters"), "{told}");
        assert_eq!(debugger.everything().await?, before);
        look(page, "history-broken", Screen::DESKTOP).await?;
        debugger.press("Dismiss").await?;

        let garbage =
            format!("{{\"type\":\"ADDED\",\"object\":{{\"kind\":\"Pod\"}}}}\n{}", "{ garbage\n".repeat(100_000));
        drop_files(page, &[garbage]).await?;
        let told = debugger.text("alert", "").await?;
        assert!(told.contains("There is no Job in it"), "{told}");
        assert_eq!(debugger.everything().await?, before);
        debugger.press("Dismiss").await
    });
}

#[test]
fn the_dialog_says_how_to_record_a_history() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.evaluate("location.hash = '#/'").await?;
        debugger.press("Explain what happened…").await?;
        let told = debugger.text("dialog", "A Job from your cluster").await?;
        assert!(
            told.contains("kubectl get pods --watch --output-watch-events") && told.contains("--audit-log-path"),
            "{told}"
        );
        page.check_accessibility().await?;
        for screen in [Screen::DESKTOP, Screen::PHONE] {
            page.show_on(screen).await?;
            look_in_language(page, "cluster-history", screen).await?;
        }
        page.show_on(Screen::DESKTOP).await?;
        page.find("textbox", "Or paste what the commands printed").await?.click().await?;
        page.paste(&texts("pi").join("\n")).await?;
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        debugger.press("Explain it").await?;
        bar_says(page, "writes explained").await
    });
}

#[test]
fn a_recording_of_jobs_alone_says_that_versions_are_missing() {
    let is_of_jobs =
        |text: &String| text.starts_with(r#"{"type":"ADDED","object":{"apiVersion":"batch/v1","kind":"Job""#);
    let jobs: Vec<_> = texts("pi").into_iter().filter(is_of_jobs).collect();
    assert_eq!(jobs.len(), 1);
    drive(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        page.find("button", "Paste your Job…").await?;
        drop_files(page, &jobs).await?;
        bar_says(page, "0 of 3 writes explained").await?;
        let message = page.evaluate("return document.querySelector('.arrived').innerText").await?.to_string();
        assert!(message.contains("at least 3 versions of its Job and pods are missing"), "{message}");
        look(page, "history-gaps", Screen::DESKTOP).await?;
        page.show_on(Screen::PHONE).await?;
        look(page, "history-gaps", Screen::PHONE).await
    });
}
