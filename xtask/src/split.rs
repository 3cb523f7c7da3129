//! Splits the page's WebAssembly in two: the main module, which a first step needs, and the deferred one, which the page loads
//! after it has been drawn.
//!
//! The deferred module has everything that is reached only from its entry in `web/src/deferred.rs`. Trunk builds both as one
//! module, which no browser can load. wasm-split splits it, wasm-bindgen makes the script of the main module, and the results
//! replace what Trunk made, the modules in streams. The texts of each language become files too; the script fetches those that
//! are wanted.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::process;
use crate::report::{Failure, Outcome, step};
use crate::{files, page, start_page, wasm, workspace};

/// What cargo calls the page.
const NAME: &str = "jobscope-web";

/// The name of the deferred module in `web/src/deferred.rs`.
const DEFERRED: &str = "deferred";

/// The part of the page's script that compiles both modules.
const COMPILER: &str = "web/start/module.js";

/// The part of the page's script that fetches texts, the Fluent files, and the languages.
const TEXTS: &str = "web/start/texts.js";
const LOCALES: &str = "web/locales";
const LANGUAGES: [&str; 2] = ["en", "zh-CN"];

/// wasm-split's script that fetches the deferred module.
const LINK: &str = "__wasm_split.js";

/// Splits the module of the page that Trunk has built into the folder.
pub(crate) fn split(kind: page::Kind, folder: &Path) -> Outcome {
    let whole = workspace::target().join("wasm32-unknown-unknown").join(kind.profile()).join(format!("{NAME}.wasm"));
    let work = workspace::target().join("split").join(kind.profile());
    files::renew(&work)?;
    step("split the page in two", || {
        process::run(process::command("wasm-split-cli").arg(&whole).arg(&work).args(["--out-name", NAME]))
    })?;
    let main = work.join(format!("{NAME}.wasm"));
    let mut bindgen = process::command("wasm-bindgen");
    bindgen.args(["--target", "web", "--keep-lld-exports", "--no-typescript", "--no-demangle"]);
    bindgen.args(["--out-name", NAME, "--out-dir"]).arg(work.join("bound")).arg(main);
    step("make the script of the main module", || process::run(bindgen))?;
    replace(&work, folder)
}

/// Replaces what Trunk has made by what is in `work`.
fn replace(work: &Path, folder: &Path) -> Outcome {
    let parts: Vec<_> = files::list(work)?.into_iter().filter(|file| file.parent() == Some(Path::new(""))).collect();
    let part = format!("split_{DEFERRED}.wasm");
    if parts != [LINK, &format!("{NAME}.wasm"), &part].map(Path::new) {
        return Err(Failure::new(format!("the page was not split in two, but into {parts:?}.")));
    }
    let paths = [work.join("bound").join(format!("{NAME}_bg.wasm")), work.join(part)];
    let read = |path: &Path| fs::read(path).map_err(|error| files::cannot("read", path, &error));
    let [main, deferred] = [read(&paths[0])?, read(&paths[1])?];
    let unread = || Failure::new(format!("{paths:?} cannot be read as modules."));
    let imports = wasm::numbered_imports(&main).ok_or_else(unread)?;
    let modules = wasm::compact(&[&main, &deferred]).and_then(|modules| <[Vec<u8>; 2]>::try_from(modules).ok());
    let [first, rest] = modules.ok_or_else(unread)?.map(|module| wasm::in_streams(&module));
    let (first, rest) = (first.ok_or_else(unread)?, rest.ok_or_else(unread)?);
    let own = |script| Ok(start_page::without_comments(&files::read(&workspace::root().join(script))?));
    let script = joined(
        &numbered(&files::read(&work.join("bound").join(format!("{NAME}.js")))?, &imports)?,
        &files::read(&work.join(LINK))?,
        &own(COMPILER)?,
    )?;
    let fetcher = own(TEXTS)?;
    let texts = LANGUAGES.map(|tag| texts(tag).map(|text| (tag, text))).into_iter().collect::<Outcome<Vec<_>>>()?;

    let name = format!("{NAME}-{:016x}", files::hash_of(&(&script, &fetcher, &texts, &first, &rest)));
    let index = folder.join("index.html");
    let page = files::read(&index)?;
    let built = files::list(folder)?;
    for file in built.iter().filter(|file| file.to_string_lossy().starts_with(&format!("{NAME}-"))) {
        files::remove(&folder.join(file))?;
    }
    let mut names = String::new();
    for (tag, text) in &texts {
        let _ = write!(names, "{tag:?}: \"./{name}_{tag}.txt\", ");
        files::write(&folder.join(format!("{name}_{tag}.txt")), text)?;
    }
    let script = script.replace(&placeholder(), &format!("{name}_{DEFERRED}.wasm"));
    let script = format!("{script}const TEXTS = {{ {names}}};\n{fetcher}");
    files::write(&folder.join(format!("{name}.js")), &script)?;
    for (part, bytes) in [("bg", &first), (DEFERRED, &rest)] {
        let path = folder.join(format!("{name}_{part}.wasm"));
        fs::write(&path, bytes).map_err(|error| files::cannot("write", &path, &error))?;
    }
    files::write(&index, &linked(&page, &name)?)
}

/// The Fluent file of a language without comments.
fn texts(tag: &str) -> Outcome<String> {
    let source = files::read(&workspace::root().join(LOCALES).join(format!("{tag}.ftl")))?;
    Ok(source.lines().filter(|line| !line.starts_with('#')).flat_map(|line| [line, "\n"]).collect())
}

/// The name of the deferred module's file in the script.
fn placeholder() -> String {
    format!("split_{DEFERRED}.wasm")
}

/// The script with numbers instead of the names of the functions that the module imports.
fn numbered(script: &str, imports: &[String]) -> Outcome<String> {
    imports.iter().enumerate().try_fold(script.to_owned(), |script, (number, name)| {
        let parts: Vec<&str> = script.split(&format!("        {name}: ")).collect();
        match parts[..] {
            [before, after] => Ok(format!("{before}{number}: {after}")),
            _ => Err(Failure::new(format!("the script of the page's module does not have one function {name}."))),
        }
    })
}

/// Joins the script of the main module, the one that fetches the deferred module, and the one that compiles both. They refer to
/// each other, and a second attempt may load the main module from another address.
fn joined(main: &str, link: &str, compiler: &str) -> Outcome<String> {
    const STREAMED: &str = "WebAssembly.instantiateStreaming(";
    let wrong =
        |what: &str| Failure::new(format!("the scripts around the modules of the page are not as expected: {what}."));
    let mut imported = None;
    let mut script = String::new();
    for line in main.lines() {
        match line.strip_prefix("import * as ").filter(|rest| rest.contains(LINK)) {
            Some(rest) => imported = rest.split_once(' ').map(|(name, _)| name),
            None => script = script + line + "\n",
        }
    }
    let imported = imported.ok_or_else(|| wrong("nothing imports the deferred module"))?;
    let fetcher = format!("__wasm_split_load_{DEFERRED}");
    let exported = format!("export const {fetcher} = ");
    let mut lines: Vec<&str> = link.lines().filter(|line| !line.starts_with("import ")).collect();
    lines.retain(|line| !line.trim().is_empty());
    let link = lines.join("\n");
    if !link.contains(&exported) || !link.contains(STREAMED) || link.matches("export ").count() != 1 {
        return Err(wrong("another function fetches the deferred module"));
    }
    // The page itself shows the failure, and loads the module again.
    let link = link.replace("console.error(", "console.warn(");
    let link = link.replacen(&exported, &format!("const {fetcher} = "), 1).replacen(STREAMED, "instantiate(", 1);
    Ok(format!("{compiler}const {imported} = (() => {{\n{link}\nreturn {{ {fetcher} }};\n}})();\n{script}"))
}

/// The document with links to files of this name.
fn linked(page: &str, name: &str) -> Outcome<String> {
    let unexpected = || Failure::new("the page that Trunk built does not link to its module.");
    let (_, rest) = page.split_once(&format!("./{NAME}-")).ok_or_else(unexpected)?;
    let (hash, _) = rest.split_once(['.', '_']).ok_or_else(unexpected)?;
    let page = page.replace(&format!("{NAME}-{hash}"), name);
    let mut kept = String::new();
    let mut parts = page.split(" integrity=\"");
    kept += parts.next().unwrap_or_default();
    for part in parts {
        // The script that loads these reads only the address.
        kept += part.split_once('"').ok_or_else(unexpected)?.1;
    }
    let end = "</head>";
    let mut links = format!("<link rel=\"prefetch\" href=\"./{name}_{DEFERRED}.wasm\">");
    for tag in LANGUAGES {
        let _ = write!(links, "<link rel=\"alternate\" hreflang=\"{tag}\" href=\"./{name}_{tag}.txt\">");
    }
    Ok(kept.replacen(end, &format!("{links}{end}"), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scripts_become_one() -> Outcome {
        let main = "import * as import1 from \"./__wasm_split.js\"\nlet wasm;\nfunction initSync() {}\n";
        let link = "import { initSync } from \"./jobscope-web.js\";\n\nexport const __wasm_split_load_deferred = make(() => \
                    WebAssembly.instantiateStreaming(src, imports));\n";
        let script = joined(main, link, "compile;\n")?;
        assert_eq!(
            script,
            "compile;\nconst import1 = (() => {\nconst __wasm_split_load_deferred = make(() => instantiate(src, imports));\n\
             return { __wasm_split_load_deferred };\n})();\nlet wasm;\nfunction initSync() {}\n"
        );
        assert!(joined("let wasm;\n", link, "").is_err());
        Ok(())
    }

    #[test]
    fn functions_that_are_imported_are_numbered() -> Outcome {
        let script = "const import0 = {\n        __wbg_b_1: function() {},\n        __wbg_a_2: function() {},\n};\n";
        let imports = ["__wbg_a_2", "__wbg_b_1"].map(str::to_owned);
        assert_eq!(numbered(script, &imports)?, "const import0 = {\n1: function() {},\n0: function() {},\n};\n");
        assert!(numbered(script, &["__wbg_c_3".to_owned()]).is_err());
        Ok(())
    }

    #[test]
    fn the_document_links_to_both_modules() -> Outcome {
        let page = "<head><link rel=\"modulepreload\" href=\"./jobscope-web-1f.js\" integrity=\"sha384-x\">\
                    <link href=\"./jobscope-web-1f_bg.wasm\" integrity=\"sha384-y\" as=\"fetch\"></head>";
        let linked = linked(page, "jobscope-web-2e")?;
        assert_eq!(
            linked,
            "<head><link rel=\"modulepreload\" href=\"./jobscope-web-2e.js\"><link href=\"./jobscope-web-2e_bg.wasm\" \
             as=\"fetch\"><link rel=\"prefetch\" href=\"./jobscope-web-2e_deferred.wasm\">\
             <link rel=\"alternate\" hreflang=\"en\" href=\"./jobscope-web-2e_en.txt\">\
             <link rel=\"alternate\" hreflang=\"zh-CN\" href=\"./jobscope-web-2e_zh-CN.txt\"></head>"
        );
        Ok(())
    }
}
