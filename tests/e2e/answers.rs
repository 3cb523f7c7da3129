//! What a reader who has never seen the controller's source can read from the page: why nothing was created, why it
//! waited, which pods count as failed, what the controller has not seen yet.

use jobscope_tests::browser::{Error, Page, Screen, Site, debug};

use crate::debugger::Debugger;
use crate::manifests::{PI, indexed, parallel};
use crate::screens::look;

#[test]
fn why_was_no_pod_created_in_this_sync() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(2)).await?;
        page.find("switch", "Hold back the watch of pods").await?.click().await?;
        debugger.step_over_until("region", "Why", "created 2 pods").await?;
        // Another sync, before the controller has seen the pods that it ordered.
        debugger
            .step_over_until(
                "region",
                "Why",
                "created no pods: it has yet to see 2 creations that the controller requested",
            )
            .await?;
        let plane = debugger.text("region", "Control plane").await?;
        assert!(plane.contains("adds 2") && plane.contains("2 not seen"), "{plane}");
        Ok(())
    });
}

#[test]
fn why_did_it_wait_for_twenty_seconds() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        two_pods_fail(page).await?;
        debugger.step_over_until("region", "Why", "after 2 failures in a row, new pods wait ").await?;
        let plane = debugger.text("region", "Control plane").await?;
        assert!(plane.contains("2 failures") && plane.contains("no pods before t+20"), "{plane}");
        Ok(())
    });
}

#[test]
fn which_pods_count_as_failed_and_why() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        two_pods_fail(page).await?;
        debugger.step_over_until("region", "Why", "2 failures").await?;
        let path = debugger.text("group", "What was asked and done, in order").await?;
        let judged = path.lines().skip_while(|line| !line.starts_with("Judge the pods")).take(8).collect::<Vec<_>>();
        let names = judged.iter().any(|line| line.contains("pi-497r4, pi-jcskd"));
        assert!(names && judged.iter().any(|line| line.contains("to count as failed")), "{path}");
        let pods: Vec<String> = debugger.pods().await?.into_iter().map(|(_, name)| name).collect();
        assert!(pods.len() == 2 && pods.iter().all(|pod| pod.contains("exit 1")), "{pods:?}");
        Ok(())
    });
}

#[test]
fn why_does_an_index_get_no_more_tries() {
    const POLICY: &str = "spec:
  backoffLimitPerIndex: 1
  podFailurePolicy:
    rules:
    - {action: FailIndex, onExitCodes: {operator: In, values: [1]}}
";
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        debugger.apply(&indexed(6).replacen("spec:\n", POLICY, 1).replace("  backoffLimit: 4\n", "")).await?;
        debugger.step_over_until("region", "Why", "6 pods run and are ready").await?;
        let pods = debugger.pods().await?;
        pods[3].0.click().await?;
        debugger.press("Fails with exit code 1").await?;
        debugger
            .step_over_until(
                "region",
                "Why",
                "rules[0] of the pod failure policy says FailIndex: index 3 has failed for good.",
            )
            .await?;
        let path = debugger.text("group", "What was asked and done, in order").await?;
        assert!(path.contains("to count as failed · rules[0] FailIndex · index 3 fails for good"), "{path}");
        assert!(debugger.status().await?.contains("failed: 3"), "{}", debugger.status().await?);
        for screen in [Screen::DESKTOP, Screen::TABLET, Screen::PHONE] {
            page.show_on(screen).await?;
            look(page, "index-fails", screen).await?;
        }
        Ok(())
    });
}

#[test]
fn which_watch_event_has_the_controller_not_seen_yet() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        debugger.step_over_until("region", "Why", "created 1 pod").await?;
        let plane = debugger.text("region", "Control plane").await?;
        assert!(plane.contains("pods: 1 waiting") && plane.contains("1 behind"), "{plane}");
        let events = "1 event waits on the watch of pods";
        debugger.press(events).await?;
        let said = debugger.text("dialog", events).await?;
        assert!(said.contains("ADDED") && said.contains("pi-497r4"), "{said}");
        page.picture("events-that-wait").await?;
        page.check_accessibility().await
    });
}

/// Two pods of a Job of v1.28, made to fail at the same time.
async fn two_pods_fail(page: &Page) -> Result<(), Error> {
    let debugger = Debugger::on(page);
    page.find("combobox", "Kubernetes").await?.select_by_label("v1.28").await?;
    debugger.apply(&parallel(2)).await?;
    debugger.step_over_until("region", "Why", "created 2 pods").await?;
    debugger.press("Choose all 2 Pending").await?;
    for next in ["Starts running", "Fails with exit code 1"] {
        debugger.press("What happens next…").await?;
        debugger.press(next).await?;
    }
    Ok(())
}
