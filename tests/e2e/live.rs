//! `jobscope open` on its page: a session of a file, and a Job that is followed while it runs, with a real kubectl and a stub API
//! server.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use jobscope_tests::browser::{Error, Page, Screen, Site, drive};
use url::Url;

use crate::debugger::Debugger;
use crate::screens::{look, look_in_language};

#[path = "../../cli/tests/opened/mod.rs"]
#[expect(dead_code, reason = "a browser asks")]
mod opened;
#[path = "../../cli/tests/stub/mod.rs"]
#[expect(dead_code, reason = "other tests look at the requests")]
mod stub;

use opened::Opened;
use stub::{Behaviour, Stub};

/// The program, which `cargo xtask test` builds. It serves the page that the other tests look at, too.
fn program() -> Command {
    let program = env::var_os("JOBSCOPE_CLI").expect("JOBSCOPE_CLI names no program: run cargo xtask test e2e");
    let mut command = Command::new(program);
    command.args(["open", "--no-browser"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// Waits until an element says this.
async fn says(page: &Page, element: &str, words: &str) -> Result<(), Error> {
    let said = async || {
        let text = page.evaluate(&format!("return document.querySelector('{element}')?.innerText ?? ''")).await?;
        let text = text.as_str().unwrap_or_default().to_owned();
        Ok(if text.contains(words) { Ok(()) } else { Err(text) })
    };
    page.wait_for(words, said).await
}

#[test]
fn a_file_is_opened_on_the_page_of_the_program() {
    let opened = Opened::start(program().arg("cluster/stuck.yaml"));
    let site = Site::Started(Url::parse(&opened.address).unwrap());
    drive(site, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.open(&opened.address).await?;
        debugger.wait_for_text("Spec", "report").await?;
        debugger.wait_for_text("Pods", "exit 1").await?;
        let workers = page.evaluate_later(
            "const done = arguments[0]; navigator.serviceWorker.getRegistrations().then((all) => done(all.length))",
        );
        assert_eq!(workers.await?, 0, "the next start has another address");
        // The address of the page does not name the file any more, and loading it again brings the session back.
        page.reload().await?;
        debugger.wait_for_text("Pods", "exit 1").await
    });
}

/// A folder with a configuration for kubectl.
struct Home(PathBuf);

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Home {
    fn of(stub: &Stub) -> Self {
        let folder = env::temp_dir().join(format!("jobscope-live-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let config = format!(
            "apiVersion: v1\nkind: Config\ncurrent-context: stub\n\
             clusters: [{{name: stub, cluster: {{server: {}}}}}]\n\
             contexts: [{{name: stub, context: {{cluster: stub, namespace: u-quota, user: eve}}}}]\n\
             users: [{{name: eve, user: {{}}}}]\n",
            stub.address
        );
        fs::write(folder.join("config"), config).unwrap();
        Self(folder)
    }

    fn config(&self) -> PathBuf {
        Path::new(&self.0).join("config")
    }
}

#[test]
#[ignore = "starts a kubectl"]
fn a_job_is_followed_and_the_page_stays_where_the_user_looks() {
    let stub = Stub::of("quota", Behaviour { holds: Some(30), ..Behaviour::default() });
    let home = Home::of(&stub);
    let opened = Opened::start(program().args(["ten", "--live"]).env("KUBECONFIG", home.config()).env("HOME", &home.0));
    let site = Site::Started(Url::parse(&opened.address).unwrap());
    drive(site, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.open(&opened.address).await?;
        // What came so far is explained, and the page stands at its end.
        says(page, ".live", "the page follows the Job").await?;
        says(page, ".history-bar", "explained").await?;
        page.check_accessibility().await?;
        for screen in Screen::ALL {
            page.show_on(screen).await?;
            look(page, "live", screen).await?;
        }
        page.show_on(Screen::DESKTOP).await?;
        look_in_language(page, "live", Screen::DESKTOP).await?;

        // At an earlier step it stays there, whatever comes.
        debugger.press("To the start").await?;
        says(page, ".live", "The page stays at this step").await?;
        let looked_at = debugger.text("region", "Why").await?;
        stub.go_on();
        says(page, ".live", "The recording has ended").await?;
        assert_eq!(debugger.text("region", "Why").await?, looked_at);
        look(page, "live-ended", Screen::DESKTOP).await?;
        debugger.press("Go to the end").await?;
        debugger.wait_for_text("Why", "Complete").await?;
        says(page, ".history-bar", "explained").await
    });
}
