//! The control plane: what the controller remembers, release by release.

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, Theme, debug};

use crate::debugger::Debugger;
use crate::manifests::{PI, indexed, parallel};
use crate::screens::look;

const STORES: &str = "What newer releases also remember";

#[test]
fn old_releases_remember_no_more_than_expectations() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        assert!(page.find_all("group", STORES).await?.is_empty());
        page.find("group", "What the controller remembers").await?;
        Ok(())
    });
}

#[test]
fn finalizers_are_expected_to_go_until_the_cache_shows_it() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.28").await?;
        debugger.apply(PI).await?;
        let plane = debugger.text("region", "Control plane").await?;
        assert!(plane.contains("created\n–\ndeleted\n–\nrefused\n–"), "no sync ran, so it counts none: {plane}");
        assert!(debugger.text("group", STORES).await?.contains("no removal to wait for"));
        debugger.step_over_until("group", STORES, "1 removed, not seen").await?;
        debugger.step_over_until("group", STORES, "no removal to wait for").await?;
        assert!(!debugger.text("group", STORES).await?.contains("Own writes"), "v1.28 waits for no writes");
        Ok(())
    });
}

#[test]
fn the_newest_release_waits_for_its_own_writes() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        debugger.apply(&parallel(2)).await?;
        assert!(debugger.text("group", STORES).await?.contains("none to wait for"));
        debugger.step_over_until("group", STORES, "pods rv 4").await?;
        for screen in Screen::ALL {
            for theme in Theme::ALL {
                let screen = screen.with_theme(theme);
                page.show_on(screen).await?;
                if screen.width <= 1000 {
                    page.find("tab", "Plane").await?.click().await?;
                    page.evaluate("document.querySelector('.stores').scrollIntoView({ block: 'center' })").await?;
                }
                page.picture(&format!("stores-{}", screen.name())).await?;
                page.check_accessibility_in(theme).await?;
                assert!(!page.scrolls_sideways().await?);
            }
        }
        Ok(())
    });
}

#[test]
fn a_hundred_deliveries_and_a_broken_watch_have_room_on_their_wires() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(120)).await?;
        debugger.press("Step out").await?;
        for _ in 0..9 {
            if debugger.text("region", "Control plane").await?.contains("120 × addPod") {
                break;
            }
            debugger.press("Step over").await?;
        }
        debugger.wait_for_text("Control plane", "120 × addPod").await?;
        look_at_the_plane(page, "deliveries").await?;
        debugger.press("More that can happen to the control plane").await?;
        debugger.press("410 Gone: the watch of pods cannot resume").await?;
        debugger.wait_for_text("Control plane", "pods: watch lost").await?;
        let said = debugger.text("region", "Control plane").await?;
        let watches = said.replace("up to date with the API server", "");
        assert!(watches.contains("lists in") && watches.matches("up to date").count() == 1, "{said}");
        look_at_the_plane(page, "watch-lost").await
    });
}

#[test]
fn which_indexes_have_ended_has_a_line_from_the_beginning() {
    const LINE: &str = "
        const line = document.querySelector('.mem .ended');
        const [at, box] = [line, line.closest('.memory')].map((element) => element.getBoundingClientRect());
        return [line.innerText.replaceAll('\\n', ' '), line.title, Math.round(at.height), Math.round(box.height)];";
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        let manifest = indexed(6).replacen("spec:\n", "spec:\n  backoffLimitPerIndex: 0\n", 1);
        debugger.apply(&manifest.replace("  backoffLimit: 4\n", "")).await?;
        let before = page.evaluate(LINE).await?;
        assert_eq!(before[0], "indexes completed: –", "{before}");
        for _ in 0..20 {
            if debugger.text("region", "Pods").await?.contains("Ready") {
                break;
            }
            debugger.press("Step over").await?;
        }
        let pods = debugger.pods().await?;
        pods[3].0.click().await?;
        debugger.press("Fails with exit code 1").await?;
        debugger.play_to_the_end().await?;
        let after = page.evaluate(LINE).await?;
        assert_eq!(after[0], "indexes completed: 0-2,4,5 failed: 3", "{after}");
        assert_eq!(after[1], "completedIndexes 0-2,4,5 · failedIndexes 3");
        assert_eq!((&before[2], &before[3]), (&after[2], &after[3]), "nothing moves");
        // However long the list is, it stays in its column.
        page.show_on(Screen::TABLET).await?;
        let beyond = "
            const list = document.querySelector('.mem .ended b').firstChild;
            const ended = list.data;
            list.data = '0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30,32';
            const [box, ...parts] = ['.memory', '.mem:last-child > h3', '.mem .ended'].map((one) => document.querySelector(one).getBoundingClientRect().right);
            list.data = ended;
            return parts.filter((part) => part > box + 0.5);";
        assert_eq!(page.evaluate(beyond).await?, serde_json::json!([]), "out of its column");
        look_at_the_plane(page, "indexes").await?;
        page.press(&[Key::Control], 'k').await?;
        page.find("combobox", "Find a command").await?;
        page.write("简体\n").await?;
        page.find("region", "控制平面").await?;
        look_at_the_plane(page, "indexes-zh").await
    });
}

/// The heights of the whole map, of the work queue and of the API server.
const HEIGHTS: &str = "const tall = (one) => document.querySelector(one).getBoundingClientRect().height;
    return ['.map', '.queue', '.api'].map(tall)";

#[test]
fn many_quotas_leave_the_map_its_height() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        let alone = page.evaluate(HEIGHTS).await?;
        page.find("textbox", "kubectl command").await?.click().await?;
        let quota = |number: u8| format!("create quota compute-resources-of-team-{number} --hard=pods={number}");
        page.write(&format!("{}\n", (11..30).map(quota).collect::<Vec<_>>().join(";"))).await?;
        debugger.wait_for_text("Control plane", "and 17 more").await?;
        let plane = debugger.text("region", "Control plane").await?;
        assert!(plane.contains("team-11") && plane.contains("team-12"), "those with the least room show: {plane}");
        assert_eq!(page.evaluate(HEIGHTS).await?, alone);
        page.check_accessibility().await?;
        look_at_the_plane(page, "many-quotas").await
    });
}

#[test]
fn many_jobs_with_long_names_leave_the_map_its_height_and_markers_name_theirs() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        debugger.step_over_until("region", "Why", "syncJob #1 created 1 pod").await?;
        let alone = page.evaluate(HEIGHTS).await?;
        let name = |number: u8| format!("nightly-import-of-the-warehouse-{number}");
        let job = |number: u8| {
            PI.replacen("name: pi", &format!("name: {}\n  namespace: platform-production", name(number)), 1)
        };
        debugger.apply(&(10..40).map(job).collect::<Vec<_>>().join("---\n")).await?;
        debugger.step_over_until("region", "Control plane", "and 27 more").await?;
        let among_many = page.evaluate(HEIGHTS).await?;
        for part in 0..3 {
            let [alone, among_many] = [&alone, &among_many].map(|heights| heights[part].as_f64().unwrap_or(f64::MAX));
            assert!(among_many < alone + 40.0, "{part}: {alone} and {among_many}");
        }
        // The end of each name can be read, and the beginning where there is room.
        let ends = "const row = document.querySelector('.qrow').getBoundingClientRect();
            return [...document.querySelectorAll('.queue .key')].map((key) => {
              const range = document.createRange();
              range.selectNodeContents(key.querySelector('.elided').lastChild);
              return range.getBoundingClientRect().right <= row.right + 0.5;
            })";
        assert_eq!(page.evaluate(ends).await?, serde_json::json!([true, true, true]));
        page.check_accessibility().await?;
        look_at_the_plane(page, "many-jobs").await?;
        let titles = "return [...document.querySelectorAll('.mk, .mk-beside')].map((mark) => mark.title)";
        let titles = page.evaluate(titles).await?.to_string();
        assert!(titles.contains(&format!("created · platform-production/{}", name(39))), "{titles}");
        Ok(())
    });
}

/// Keeps pictures of the region in every size.
async fn look_at_the_plane(page: &Page, what: &str) -> Result<(), Error> {
    for screen in Screen::ALL {
        page.show_on(screen).await?;
        page.evaluate("document.querySelector('#tab-plane')?.click()").await?;
        look(page, what, screen).await?;
    }
    page.show_on(Screen::DESKTOP).await
}
