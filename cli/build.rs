//! Packs the built page into the program: the folder that `JOBSCOPE_EMBED` names, which `cargo xtask cli` sets. Without it the
//! program has no page, and says how to get one.

use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

/// The environment variable that names the folder of the page.
const FOLDER: &str = "JOBSCOPE_EMBED";

/// The address of the page changes with each start, so nothing is cached for the next one.
const LEFT_OUT: [&str; 2] = ["service-worker.js", "sitemap.txt"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed={FOLDER}");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    let mut table = "&[\n".to_owned();
    if let Some(folder) = env::var_os(FOLDER).filter(|folder| !folder.is_empty()).map(PathBuf::from) {
        println!("cargo:rerun-if-changed={}", folder.display());
        let mut files = Vec::new();
        list(&folder, &folder, &mut files)?;
        files.sort();
        for (number, (name, path)) in files.iter().enumerate() {
            let packed = out.join(format!("page-{number}.gz"));
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(&fs::read(path)?)?;
            fs::write(&packed, encoder.finish()?)?;
            writeln!(table, "    ({name:?}, include_bytes!({:?})),", packed.display().to_string())?;
        }
    }
    table.push_str("]\n");
    fs::write(out.join("page.rs"), table)?;
    Ok(())
}

/// The files below a folder, by the names that addresses have.
fn list(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(root, &path, files)?;
            continue;
        }
        let name = path.strip_prefix(root)?.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        if !LEFT_OUT.contains(&name.as_str()) {
            files.push((name, path));
        }
    }
    Ok(())
}
