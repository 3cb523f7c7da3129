//! `cargo xtask serve`: the page on this machine, rebuilt whenever a source file changes.

use std::env;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
#[cfg(unix)]
use std::os::unix::process::CommandExt as _;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::report::{Failure, Outcome, note};
use crate::{files, page, process, progress, workspace};

const PORT: u16 = 8080;

/// How many ports above the usual one are tried when it is taken.
const TRIES: u16 = 20;

/// What may be asked of `serve`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    port: Option<u16>,
    release: bool,
}

impl Options {
    pub(crate) fn parse(words: &[&str]) -> Outcome<Self> {
        let mut options = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match *word {
                "--release" => options.release = true,
                "--port" => {
                    let port = words.next().and_then(|text| text.parse().ok()).filter(|port| *port != 0);
                    options.port = Some(port.ok_or_else(|| Failure::new("--port needs a number from 1 to 65535."))?);
                }
                other => {
                    return Err(Failure::new(format!(
                        "serve does not know `{other}`; it takes --port N and --release."
                    )));
                }
            }
        }
        Ok(options)
    }
}

pub(crate) fn run(options: Options) -> Outcome {
    let port = choose_port(options.port)?;
    progress::expect(["the page".to_owned()]);
    if options.release {
        page::ensure_tools()?;
    } else {
        page::ensure_tools_and_compile()?;
    }

    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    note(&format!("build the page and serve it on http://{address} (the first build takes a minute or two)"));
    let mut trunk = page::trunk("serve");
    trunk.envs(page::FOR_SERVING);
    trunk.args(["--locked", "--disable-address-lookup", "--address", "127.0.0.1", "--port", &port.to_string()]);
    if options.release {
        trunk.args(["--release", "--cargo-profile", page::Kind::Published.profile()]);
    }
    progress::ask(&mut trunk);
    let mut server = trunk.stdin(Stdio::null()).spawn().map_err(|error| {
        Failure::new(format!("cannot start trunk: {error}. Remove the tools folder and try again."))
    })?;
    let _output = progress::follow(&mut server);
    thread::spawn(move || {
        while TcpStream::connect_timeout(&address, Duration::from_secs(1)).is_err() {
            thread::sleep(Duration::from_millis(200));
        }
        note(&format!("the page is at http://{address} (Ctrl+C ends the server)"));
    });
    let status = server.wait().map_err(|error| Failure::new(format!("lost trunk: {error}. Start it again.")))?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::new(format!("trunk ended with {status}; see its output above.")))
    }
}

/// Serves with empty folders for tools and builds until the page is there. Crates that were downloaded stay. A figure for the
/// table of measurements.
pub(crate) fn measure() -> Outcome<String> {
    const AIM_MS: u32 = 240_000;
    let folder = workspace::target().join("bench");
    files::renew(&folder)?;
    let port = choose_port(None)?;
    let program = env::current_exe().map_err(|error| Failure::new(format!("cannot find this program: {error}.")))?;
    let mut command = process::command(&program.to_string_lossy());
    command.args(["serve", "--port", &port.to_string()]).stdin(Stdio::null());
    // The tools of this machine are on our own path.
    command.env("PATH", env::var_os("PATH").unwrap_or_default());
    command.env("JOBSCOPE_TOOLS", folder.join("tools")).env("CARGO_TARGET_DIR", folder.join("target"));
    // Trunk ends with it.
    #[cfg(unix)]
    command.process_group(0);
    let start = Instant::now();
    let mut server = command.spawn().map_err(|error| Failure::new(format!("cannot serve the page: {error}.")))?;
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        if let Ok(Some(status)) = server.try_wait() {
            return Err(Failure::new(format!("`serve` ended with {status}; see its output above.")));
        }
        thread::sleep(Duration::from_millis(200));
    }
    let wall = start.elapsed().as_millis();
    process::run(process::command("kill").args(["--", &format!("-{}", server.id())]))?;
    let _ = server.wait();
    files::renew(&folder)?;
    let what = "the page is served, tools and all compiled";
    let figure = format!(r#"figure {{"what":"{what}","place":"native","value":{wall},"unit":"ms","aim":{AIM_MS}}}"#);
    println!("{figure}");
    Ok(figure)
}

fn choose_port(wanted: Option<u16>) -> Outcome<u16> {
    let is_free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    if let Some(port) = wanted {
        return if is_free(&port) {
            Ok(port)
        } else {
            Err(Failure::new(format!("port {port} is taken by another program (or not allowed). Choose another one.")))
        };
    }
    if is_free(&PORT) {
        return Ok(PORT);
    }
    let port = (PORT + 1..=PORT + TRIES).find(is_free).ok_or_else(|| {
        Failure::new(format!("the ports {PORT} to {} are all taken. Name a free one: --port N.", PORT + TRIES))
    })?;
    note(&format!("port {PORT} is taken by another program; using port {port} instead"));
    Ok(port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let parsed = Options::parse(&["--release", "--port", "9000"]).ok();
        assert_eq!(parsed, Some(Options { port: Some(9000), release: true }));
        assert!(Options::parse(&["--port"]).is_err());
        assert!(Options::parse(&["--port", "0"]).is_err());
        assert!(Options::parse(&["--fast"]).is_err());
    }

    #[test]
    fn a_taken_port_is_refused_when_asked_for_by_number() -> std::io::Result<()> {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = taken.local_addr()?.port();
        assert!(choose_port(Some(port)).is_err());
        Ok(())
    }
}
