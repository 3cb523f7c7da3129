//! A text opens as what it is, wherever on the page it is pasted or dropped.

use jobscope_tests::browser::{Error, Page, Screen, Site, debug};

use crate::debugger::Debugger;
use crate::screens::look_in_language;

/// A Job of a cluster with its pods.
const CLUSTER: &str = include_str!("../cluster/stuck.yaml");

/// Two Jobs with what they need.
const STREAM: &str = include_str!("../manifests/stream.yaml");

const CRON_JOB: &str = include_str!("../manifests/cron-job.yaml");

const SESSION: &str = include_str!("../files/v1/pi.yaml");

const TABLE: &str = "NAMESPACE   NAME   STATUS    COMPLETIONS   DURATION   AGE\nteam        pi     Running   0/1           7s         7s\n";

/// How many problems the Spec region lists.
const PROBLEMS: &str = "return document.querySelectorAll('#spec .problem').length";

async fn has_no_problems(page: &Page) -> Result<(), Error> {
    assert_eq!(page.evaluate(PROBLEMS).await?, 0, "fields that a server sets are listed as mistakes");
    Ok(())
}

#[test]
fn the_editor_offers_to_open_what_is_no_manifest() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        debugger.paste(CLUSTER).await?;
        debugger.wait_for_text("Spec", "These objects come from a cluster").await?;
        has_no_problems(page).await?;
        for screen in [Screen::DESKTOP, Screen::PHONE] {
            page.show_on(screen).await?;
            look_in_language(page, "misplaced", screen).await?;
        }
        page.show_on(Screen::DESKTOP).await?;
        debugger.press("Open them as the cluster’s state").await?;
        debugger.wait_for_text("kubectl", "ImagePullBackOff").await?;
        has_no_problems(page).await?;

        // Or what was typed for it once is enough.
        debugger.paste(CLUSTER).await?;
        debugger.press("Keep only the manifest").await?;
        let manifest = debugger.manifest().await?;
        assert!(manifest.contains("name: report") && !manifest.contains("uid"), "{manifest}");
        has_no_problems(page).await?;

        debugger.paste(SESSION).await?;
        debugger.press("Open the session").await?;
        debugger.wait_for_text("Timeline", "step 20 of 20").await?;

        debugger.paste(TABLE).await?;
        debugger.wait_for_text("Spec", "This is a table").await?;
        debugger.wait_for_text("Spec", "kubectl get job,pods -n team -o yaml").await?;
        has_no_problems(page).await
    });
}

#[test]
fn objects_that_the_release_cannot_have_stored_name_one_that_can() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        crate::share::give(page, "nothing", CLUSTER).await?;
        let said = debugger.text("alert", "").await?;
        assert!(said.contains("v1.11 cannot have stored this"), "{said}");
        look_in_language(page, "unfit", Screen::DESKTOP).await?;
        let buttons = page.all("button").await?;
        let open = buttons.iter().find(|(_, button)| button.name.starts_with("Open it in v1."));
        let Some((open, _)) = open else { panic!("no button to open it: {buttons:?}") };
        open.click().await?;
        debugger.wait_for_text("kubectl", "ImagePullBackOff").await
    });
}

#[test]
fn all_jobs_of_a_stream_are_applied_and_the_rest_is_named() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        debugger.paste(STREAM).await?;
        debugger.wait_for_text("Spec", "creates 2 objects").await?;
        debugger
            .wait_for_text("Spec", "Not simulated here: ServiceAccount shop, ConfigMap shop-settings, Service shop")
            .await?;
        page.check_accessibility().await?;
        debugger.press("Apply").await?;
        let jobs = debugger.kubectl("get job").await?;
        assert!(jobs.contains("migrate") && jobs.contains("report"), "{jobs}");
        debugger.wait_for_text("Spec", "nothing would change").await?;
        debugger.press("Undo: the manifest was applied").await?;
        let jobs = debugger.kubectl("get job").await?;
        assert!(!jobs.contains("migrate") && !jobs.contains("report"), "one Apply is one edit: {jobs}");

        debugger.paste(CRON_JOB).await?;
        debugger.wait_for_text("Spec", "The CronJob nightly becomes the Job").await?;
        debugger.press("Apply").await?;
        debugger.wait_for_text("kubectl", "nightly").await
    });
}
