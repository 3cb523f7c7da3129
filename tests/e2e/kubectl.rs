//! What kubectl of each release would print, and what the last step changed in it.

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, debug};

use crate::debugger::{Debugger, place};
use crate::manifests::{PI, parallel};
use crate::screens::look;

#[test]
fn jobs_have_the_columns_of_their_release() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        for (release, heading) in [
            ("v1.11", "NAME      DESIRED   SUCCESSFUL   AGE"),
            ("v1.22", "NAME   COMPLETIONS   DURATION   AGE"),
            ("v1.28", "NAME   COMPLETIONS   DURATION   AGE"),
            ("v1.36", "NAME   STATUS     COMPLETIONS   DURATION   AGE"),
        ] {
            page.find("combobox", "Kubernetes").await?.select_by_label(release).await?;
            debugger.apply(PI).await?;
            debugger.play_to_the_end().await?;
            let printed = debugger.kubectl("get job").await?;
            assert_eq!(printed.lines().next(), Some(heading), "{release}");
        }
        debugger.press("-o wide").await?;
        let printed = debugger.kubectl("get job").await?;
        assert!(printed.contains("CONTAINERS   IMAGES        SELECTOR"), "{printed}");
        assert!(printed.contains("pi           perl:5.34.0   batch.kubernetes.io/controller-uid="), "{printed}");
        debugger.press("-o wide").await
    });
}

#[test]
fn describe_tells_the_job_and_its_events() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.28").await?;
        debugger.apply(PI).await?;
        debugger.play_to_the_end().await?;
        let printed = debugger.kubectl("describe").await?;
        for line in [
            "Name:             pi",
            "Pods Statuses:    0 Active (0 Ready) / 1 Succeeded / 0 Failed",
            "    Image:      perl:5.34.0",
            "  Volumes:        <none>",
            "  Type    Reason            Age   From            Message",
            "  Normal  Completed         ",
        ] {
            assert!(printed.lines().any(|said| said.starts_with(line)), "{line}: {printed}");
        }
        let events = debugger.kubectl("events").await?;
        assert!(events.starts_with("LAST SEEN   TYPE     REASON             OBJECT   MESSAGE\n"), "{events}");
        assert!(events.contains("SuccessfulCreate   job/pi   Created pod: pi-"), "{events}");
        Ok(())
    });
}

#[test]
fn metrics_have_the_names_of_their_release() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        for (release, line) in [
            ("v1.11", "job_depth 0"),
            ("v1.22", "job_controller_job_finished_total{completion_mode=\"NonIndexed\",result=\"succeeded\"} 1"),
            ("v1.28", "job_controller_job_pods_finished_total{completion_mode=\"NonIndexed\",result=\"succeeded\"} 1"),
            ("v1.36", "job_controller_job_pods_finished_total{completion_mode=\"NonIndexed\",result=\"succeeded\"} 1"),
        ] {
            page.find("combobox", "Kubernetes").await?.select_by_label(release).await?;
            debugger.apply(PI).await?;
            debugger.play_to_the_end().await?;
            let printed = debugger.kubectl("/metrics").await?;
            assert!(printed.lines().any(|said| said == line), "{release}: {line}: {printed}");
        }
        Ok(())
    });
}

#[test]
fn a_series_without_room_goes_on_in_another_line() {
    // Nothing is cut or out of sight, and long ones have several lines.
    const FITS: &str = "
        const { left, right } = document.querySelector('#output .o').getBoundingClientRect();
        const lines = [...document.querySelectorAll('#output .o .ln')];
        const parts = lines.flatMap((line) => [...line.querySelectorAll('span')]);
        const [high, low] = [Math.max, Math.min].map((of) => of(...lines.map((line) => line.offsetHeight)));
        const box = (part) => part.getBoundingClientRect();
        const out = parts.filter((part) => box(part).left < left || box(part).right > right).map((part) => part.innerText);
        return [lines.length > 20, high > low, out];";
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        debugger.apply(PI).await?;
        debugger.play_to_the_end().await?;
        for screen in [Screen::DESKTOP, Screen::TABLET, Screen::PHONE] {
            page.show_on(screen).await?;
            if screen == Screen::PHONE {
                page.find("tab", "kubectl").await?.click().await?;
            }
            debugger.kubectl("/metrics").await?;
            assert_eq!(page.evaluate(FITS).await?, serde_json::json!([true, true, []]), "{}", screen.width);
        }
        Ok(())
    });
}

#[test]
fn what_a_step_changed_is_marked_and_keys_go_through_the_tabs() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.28").await?;
        debugger.apply(&parallel(2)).await?;
        debugger.kubectl("get job").await?;
        page.press(&[], Key::Right).await?;
        page.press(&[], Key::Right).await?;
        page.find("tabpanel", "describe").await?;
        debugger.press("Step over").await?;
        assert_eq!(changed(page).await?, Vec::<String>::new(), "a delivery changes nothing that is stored");
        debugger.press("Step over").await?;
        let changed = changed(page).await?;
        for line in ["Pods Statuses:", "Start Time:", "SuccessfulCreate"] {
            assert!(changed.iter().any(|marked| marked.contains(line)), "{line}: {changed:?}");
        }
        assert!(!changed.iter().any(|marked| marked.contains("Parallelism")), "{changed:?}");
        Ok(())
    });
}

#[test]
fn it_fits_in_both_themes_and_languages() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        debugger.apply(&parallel(15)).await?;
        debugger.press("Step out").await?;
        for tab in ["describe", "events", "/metrics", "get job"] {
            for screen in [Screen::DESKTOP, Screen::TABLET, Screen::PHONE] {
                page.show_on(screen).await?;
                if screen == Screen::PHONE {
                    page.find("tab", "kubectl").await?.click().await?;
                }
                debugger.kubectl(tab).await?;
                look(page, &format!("kubectl-{}", tab.replace([' ', '/'], "-")), screen).await?;
            }
        }
        Ok(())
    });
}

#[test]
fn nothing_fades_where_what_was_scrolled_fits_again() {
    const GONE: &str = "
        const tabs = document.querySelector('.out .tabs');
        return [tabs.scrollWidth > tabs.clientWidth, getComputedStyle(tabs).getPropertyValue('--gone-left')];";
    debug(Site::Jobscope, Screen::PHONE.without_motion(), async |page| {
        page.find("tab", "kubectl").await?.click().await?;
        page.evaluate("document.querySelector('.out .tabs').scrollTo(1000, 0)").await?;
        page.settle().await?;
        assert_eq!(page.evaluate(GONE).await?, serde_json::json!([true, "32px"]));
        page.show_on(Screen::UPRIGHT.without_motion()).await?;
        page.settle().await?;
        assert_eq!(page.evaluate(GONE).await?, serde_json::json!([false, "0px"]));
        Ok(())
    });
}

/// The lines that are marked as changed.
async fn changed(page: &Page) -> Result<Vec<String>, Error> {
    let lines =
        page.evaluate("return [...document.querySelectorAll('#output ins')].map((line) => line.innerText)").await?;
    Ok(lines.as_array().into_iter().flatten().filter_map(|line| line.as_str().map(str::to_owned)).collect())
}

#[test]
fn it_can_have_the_room_of_the_regions_above_the_timeline() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        debugger.press("Step over").await?;
        let width = async || Ok::<_, Error>(place(page, ".out").await?[2]);
        let before = width().await?;
        debugger.press("Enlarge kubectl").await?;
        let large = width().await?;
        assert!(2 * large > 5 * before, "{large} instead of {before}");
        page.check_accessibility().await?;
        page.picture("kubectl-large").await?;
        debugger.press("Step over").await?;
        debugger.wait_for_text("Timeline", "step 3 of 3").await?;
        debugger.press("Enlarge kubectl").await?;
        assert_eq!(width().await?, before);
        Ok(())
    });
}
