//! `jobscope open` with files: who gets what from its server.
#![cfg(test)]

mod opened;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use opened::Opened;

/// A folder that looks like a built page.
struct Page(PathBuf);

impl Drop for Page {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Page {
    fn at(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("jobscope-open-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("docs")).unwrap();
        let worker = r#"<meta name="service-worker" content="./service-worker.js">"#;
        fs::write(folder.join("index.html"), format!("<head>{worker}<title>the page</title></head>")).unwrap();
        fs::write(folder.join("start.js"), "begin()").unwrap();
        Self(folder)
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jobscope"));
        command.args(["open", "--no-browser"]).args(words).env("JOBSCOPE_PAGE", &self.0);
        command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
        command
    }
}

#[test]
fn the_page_and_its_session_are_for_its_own_origin_alone() {
    let page = Page::at("origin");
    let opened = Opened::start(&mut page.command(&["tests/cluster/stuck.yaml"]));
    assert!(opened.address.starts_with("http://127.0.0.1:") && opened.address.ends_with("/?src=session"));
    assert_eq!(opened.file(""), "<head><title>the page</title></head>", "no service worker");
    assert_eq!(opened.file("start.js"), "begin()");
    assert_eq!(opened.file("session"), fs::read_to_string("../tests/cluster/stuck.yaml").unwrap());

    let (path, host) = (opened.path("session"), opened.host());
    let own = opened.ask(&path, host, &format!("Origin: http://{host}\r\n"));
    assert_eq!(own.code, 200);
    assert!(own.head.contains("Cache-Control: no-store") && !own.head.contains("Access-Control"), "{}", own.head);
    let port = host.split_once(':').unwrap().1;
    assert_eq!(opened.ask(&path, &format!("localhost:{port}"), "").code, 403);
    assert_eq!(opened.ask(&path, &format!("rebound.test:{port}"), "").code, 403);
    assert_eq!(opened.ask(&path, host, "Origin: http://elsewhere.test\r\n").code, 403);
    for path in ["/", "/session", "/index.html", &format!("{}/../../../Cargo.toml", path.trim_end_matches("/session"))]
    {
        assert_eq!(opened.ask(path, host, "").code, 404, "{path}");
    }
}

#[test]
fn a_history_of_several_files_is_one_text() {
    let page = Page::at("history");
    let opened = Opened::start(&mut page.command(&["tests/histories/pi"]));
    let text = opened.file("session");
    assert!(text.contains("\"kind\":\"Pod\"") && text.contains("audit.k8s.io"), "jobs, pods and the audit log");
    let plain = Opened::start(&mut page.command(&[]));
    assert!(plain.address.ends_with('/'), "nothing to open: {}", plain.address);
    assert_eq!(plain.ask(&plain.path("session"), plain.host(), "").code, 404);
}

#[test]
fn what_cannot_be_opened_is_said_before_a_browser_is() {
    let page = Page::at("failure");
    let said = |words: &[&str]| {
        let output = page.command(words).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(said(&["tests/none.yaml"]).starts_with("jobscope: cannot read tests/none.yaml"));
    assert!(said(&["tests/histories/pi", "tests/histories/quota"]).contains("the page opens one history"));
    assert!(said(&["LICENSE"]).starts_with("jobscope: LICENSE: "));
    let output = page.command(&[]).env("JOBSCOPE_PAGE", "tests").output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("where no built page is"));
}
