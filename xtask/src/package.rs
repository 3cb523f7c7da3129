//! Packing the engine for JavaScript with wasm-pack: a module, its glue and TypeScript types.

use std::path::Path;

use crate::process;
use crate::report::{Failure, Outcome, note, step};
use crate::system;
use crate::tools::{self, Tool};
use crate::workspace;

/// Where the package is loaded, in wasm-pack's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// By a browser, as it is.
    Web,
    /// By a bundler.
    Bundler,
    /// By Node.js.
    Node,
}

impl Target {
    const ALL: [Self; 3] = [Self::Web, Self::Bundler, Self::Node];

    fn name(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::Bundler => "bundler",
            Self::Node => "nodejs",
        }
    }

    pub(crate) fn parse(words: &[&str]) -> Outcome<Self> {
        let name = match words {
            [] => return Ok(Self::Web),
            [name] => name,
            _ => return Err(Failure::new("package takes one target: web, bundler or nodejs.")),
        };
        Self::ALL
            .into_iter()
            .find(|target| target.name() == *name)
            .ok_or_else(|| Failure::new(format!("`{name}` is no target; the targets are: web bundler nodejs.")))
    }
}

/// How much work goes into the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Small and fast, to be published.
    Release,
    /// Soon there, to be tested.
    Dev,
}

/// Makes sure that the package can be built.
pub(crate) fn ensure_tools() -> Outcome {
    system::ensure_wasm_target()?;
    tools::ensure(&[Tool::WasmBindgen, Tool::WasmPack])
}

/// `cargo xtask package`: the package as it is published.
pub(crate) fn publish(target: Target) -> Outcome {
    ensure_tools()?;
    let folder = workspace::target().join("package").join(target.name());
    step("pack the engine for JavaScript", || build(target, Effort::Release, &folder))?;
    note(&format!("the package is in {}", folder.display()));
    Ok(())
}

/// Builds the package into `folder`.
pub(crate) fn build(target: Target, effort: Effort, folder: &Path) -> Outcome {
    let effort = match effort {
        Effort::Release => "--release",
        Effort::Dev => "--dev",
    };
    let mut pack = process::command("wasm-pack");
    pack.args(["build", "core", effort, "--target", target.name(), "--out-dir"]).arg(folder);
    process::run(pack.args(["--", "--locked", "--features", "js"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_is_the_web_unless_named() {
        assert_eq!(Target::parse(&[]).ok(), Some(Target::Web));
        assert_eq!(Target::parse(&["nodejs"]).ok(), Some(Target::Node));
        assert!(Target::parse(&["deno"]).is_err());
    }
}
