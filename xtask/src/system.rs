//! Programs that the operating system or rustup has to provide: the wasm target, LLVM's own tools, a C linker, a C++
//! compiler, Chromium with its driver, Firefox, Node.js. Installed where that needs no password; otherwise the failure
//! says what to install.

use std::path::{Path, PathBuf};

use crate::process;
use crate::report::{Failure, Outcome, note, step};

const WASM: &str = "wasm32-unknown-unknown";

/// Node's own test runner is there and stable from this release on.
const NODE_MAJOR: u32 = 18;

/// Makes sure that Rust can compile for wasm.
pub(crate) fn ensure_wasm_target() -> Outcome {
    let has_wasm = || {
        process::output_of(process::command("rustc").args(["--print", "target-libdir", "--target", WASM]))
            .is_some_and(|folder| Path::new(&folder).is_dir())
    };
    if has_wasm() {
        return Ok(());
    }
    if process::find("rustup").is_none() {
        return Err(Failure::new(format!(
            "this Rust has no standard library for {WASM}, and there is no rustup to add it. Install that target the way \
             this Rust was installed, or install Rust by rustup."
        )));
    }
    step(&format!("add the Rust target {WASM}"), || {
        process::run(process::command("rustup").args(["target", "add", WASM]))
    })
}

/// Whether the compiler's own LLVM tools are there, which alone read what its instrumented programs write.
pub(crate) fn has_llvm_tools() -> bool {
    process::output_of(process::command("rustc").args(["--print", "target-libdir"])).is_some_and(|folder| {
        let tool = format!("llvm-profdata{}", std::env::consts::EXE_SUFFIX);
        Path::new(&folder).with_file_name("bin").join(tool).is_file()
    })
}

/// Adds them, if they are missing and rustup can get them. That it cannot is said, and no failure.
pub(crate) fn add_llvm_tools() {
    if has_llvm_tools() || process::find("rustup").is_none() {
        return;
    }
    let added = step("add LLVM's tools to this Rust", || {
        process::run(process::command("rustup").args(["component", "add", "llvm-tools"]))
    });
    if let Err(failure) = added {
        note(&failure.to_string());
    }
}

/// Makes sure that Chromium and its driver are there, and of the same release.
pub(crate) fn ensure_chromium() -> Outcome {
    if browser_release().is_none() || driver_release().is_none() {
        install("Chromium and its driver", Package::Chromium)?;
    }
    match (browser_release(), driver_release()) {
        (Some(browser), Some(driver)) if browser == driver => Ok(()),
        (Some(browser), Some(driver)) => Err(Failure::new(format!(
            "the browser is release {browser} but chromedriver is release {driver}; the driver only works with its own \
             release. Update one of them ({}).",
            advice(Package::Chromium)
        ))),
        _ => Err(Failure::new(format!(
            "Chromium or chromedriver is still not to be found on PATH. {}",
            advice(Package::Chromium)
        ))),
    }
}

/// Makes sure that there is a font with Chinese characters, as readers of Chinese have it: without one, the page's texts are
/// boxes of another width, and tests of how they fit and pictures of them show nothing. They run all the same.
pub(crate) fn ensure_chinese_font() {
    let fonts = || process::output_of(process::command("fc-list").arg(":lang=zh"));
    let is_missing = || process::find("fc-list").is_some() && fonts().is_none_or(|fonts| fonts.trim().is_empty());
    if is_missing() && (install("a Chinese font", Package::ChineseFont).is_err() || is_missing()) {
        note(&format!("CHINESE IS TESTED WITH BOXES IN PLACE OF CHARACTERS. {}", advice(Package::ChineseFont)));
    }
}

/// Makes sure that Firefox is there. Its driver is one of our [`tools`](crate::tools).
pub(crate) fn ensure_firefox() -> Outcome {
    if firefox().is_none() {
        install("Firefox", Package::Firefox)?;
    }
    match firefox() {
        Some(_) => Ok(()),
        None => Err(Failure::new(format!("Firefox is still not to be found on PATH. {}", advice(Package::Firefox)))),
    }
}

/// Firefox's program.
pub(crate) fn firefox() -> Option<PathBuf> {
    const NAMES: [&str; 3] = ["firefox", "firefox-esr", "/Applications/Firefox.app/Contents/MacOS/firefox"];
    NAMES.iter().find_map(|name| process::find(name))
}

/// Makes sure that C++ can be compiled, which libFuzzer is written in.
pub(crate) fn ensure_cpp_compiler() -> Outcome {
    let compilers = ["c++", "g++", "clang++"];
    if cfg!(windows) || compilers.iter().any(|compiler| process::find(compiler).is_some()) {
        return Ok(());
    }
    install("a C++ compiler", Package::Cpp)
}

/// Makes sure that Node.js with npm is there, recent enough to run its own test runner.
pub(crate) fn ensure_node() -> Outcome {
    if node_release().is_none() || process::find("npm").is_none() {
        install("Node.js and npm", Package::Node)?;
    }
    match node_release() {
        Some(release) if release >= NODE_MAJOR && process::find("npm").is_some() => Ok(()),
        Some(release) if release < NODE_MAJOR => Err(Failure::new(format!(
            "Node.js {release} is too old: {NODE_MAJOR} or newer is needed. {}",
            advice(Package::Node)
        ))),
        _ => Err(Failure::new(format!("node or npm is still not to be found on PATH. {}", advice(Package::Node)))),
    }
}

fn browser_release() -> Option<u32> {
    const NAMES: &[&str] = &[
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ];
    if cfg!(windows) {
        // Chrome prints no version on Windows; the driver, which finds it by itself, has to match.
        return driver_release();
    }
    NAMES.iter().find_map(|name| release(name))
}

fn driver_release() -> Option<u32> {
    release("chromedriver")
}

fn node_release() -> Option<u32> {
    release("node")
}

fn release(program: &str) -> Option<u32> {
    process::find(program)?;
    major(&process::output_of(process::command(program).arg("--version"))?)
}

/// The first number in what a program says of its version.
fn major(text: &str) -> Option<u32> {
    let digits: String = text.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[derive(Clone, Copy)]
enum Package {
    Chromium,
    Firefox,
    Node,
    Cpp,
    ChineseFont,
}

/// A package manager: its program, the arguments that install, and its names for what we need.
struct Manager {
    program: &'static str,
    refresh: Option<&'static [&'static str]>,
    install: &'static [&'static str],
    chromium: &'static [&'static str],
    firefox: &'static [&'static str],
    cpp: &'static [&'static str],
    node: &'static [&'static str],
    chinese_font: &'static [&'static str],
}

const MANAGERS: &[Manager] = &[
    Manager {
        program: "apt-get",
        refresh: Some(&["update", "-q"]),
        install: &["install", "-q", "-y", "--no-install-recommends"],
        chromium: &["chromium", "chromium-driver"],
        firefox: &["firefox-esr"],
        cpp: &["g++"],
        node: &["nodejs", "npm"],
        chinese_font: &["fonts-noto-cjk"],
    },
    Manager {
        program: "dnf",
        refresh: None,
        install: &["install", "-y"],
        chromium: &["chromium", "chromedriver"],
        firefox: &["firefox"],
        cpp: &["gcc-c++"],
        node: &["nodejs", "npm"],
        chinese_font: &["google-noto-sans-cjk-fonts"],
    },
    Manager {
        program: "apk",
        refresh: None,
        install: &["add", "--no-cache"],
        chromium: &["chromium", "chromium-chromedriver"],
        firefox: &["firefox-esr"],
        cpp: &["g++"],
        node: &["nodejs", "npm"],
        chinese_font: &["font-noto-cjk"],
    },
    Manager {
        program: "pacman",
        refresh: None,
        install: &["-S", "--noconfirm", "--needed"],
        chromium: &["chromium"],
        firefox: &["firefox"],
        cpp: &["gcc"],
        node: &["nodejs", "npm"],
        chinese_font: &["noto-fonts-cjk"],
    },
    Manager {
        program: "zypper",
        refresh: None,
        install: &["--non-interactive", "install"],
        chromium: &["chromium", "chromedriver"],
        firefox: &["MozillaFirefox"],
        cpp: &["gcc-c++"],
        node: &["nodejs", "npm"],
        chinese_font: &["google-noto-sans-cjk-fonts"],
    },
    Manager {
        program: "brew",
        refresh: None,
        install: &["install"],
        chromium: &["--cask", "google-chrome", "chromedriver"],
        firefox: &["--cask", "firefox"],
        cpp: &["gcc"],
        node: &["node"],
        chinese_font: &["--cask", "font-noto-sans-cjk-sc"],
    },
];

impl Manager {
    fn present() -> Option<&'static Self> {
        MANAGERS.iter().find(|manager| process::find(manager.program).is_some())
    }

    /// Homebrew installs for the user; the others for the whole system.
    fn needs_root(&self) -> bool {
        self.program != "brew"
    }

    fn packages(&self, package: Package) -> &'static [&'static str] {
        match package {
            Package::Chromium => self.chromium,
            Package::Firefox => self.firefox,
            Package::Cpp => self.cpp,
            Package::Node => self.node,
            Package::ChineseFont => self.chinese_font,
        }
    }
}

fn install(what: &str, package: Package) -> Outcome {
    let Some(manager) = Manager::present().filter(|manager| !manager.needs_root() || is_root()) else {
        return Err(Failure::new(format!("{what} must be installed, and this user cannot. {}", advice(package))));
    };
    step(&format!("install {what} with {}", manager.program), || {
        let run = |arguments: &[&str], packages: &[&str]| {
            let mut command = process::command(manager.program);
            process::run(command.args(arguments).args(packages).env("DEBIAN_FRONTEND", "noninteractive"))
        };
        if let Some(refresh) = manager.refresh {
            // An old list may still do; installing says what is wrong if not.
            if run(refresh, &[]).is_err() {
                note("the package list could not be brought up to date; trying with the old one");
            }
        }
        run(manager.install, manager.packages(package))
    })
}

/// What a person has to do to get the package.
fn advice(package: Package) -> String {
    match Manager::present() {
        Some(manager) => {
            let sudo = if manager.needs_root() { "sudo " } else { "" };
            let words: Vec<&str> = manager.install.iter().chain(manager.packages(package)).copied().collect();
            format!("Run: {sudo}{} {}", manager.program, words.join(" "))
        }
        None => match package {
            Package::Chromium => {
                "Install Chromium or Chrome and the chromedriver of the same release, both on PATH.".to_owned()
            }
            Package::Firefox => "Install Firefox, on PATH.".to_owned(),
            Package::Cpp => "Install a C++ compiler, as c++ on PATH.".to_owned(),
            Package::ChineseFont => "Install a font with Chinese characters.".to_owned(),
            Package::Node => format!("Install Node.js {NODE_MAJOR} or newer, with npm, on PATH."),
        },
    }
}

fn is_root() -> bool {
    process::output_of(process::command("id").arg("-u")).as_deref() == Some("0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn major_is_the_first_number() {
        assert_eq!(major("Chromium 156.0.8078.79 built on Debian GNU/Linux 12"), Some(156));
        assert_eq!(major("ChromeDriver 156.0.8078.79 (abc)"), Some(156));
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("none"), None);
    }
}
