//! Everything that kubectl is asked for.

use std::fmt;

/// A command of kubectl. There are no others here, and none of these writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Query {
    /// Objects: of a name, or all that a selector finds.
    Get {
        /// Resources, such as `jobs.batch` or `jobs.batch,pods`.
        resources: &'static str,
        /// The object.
        name: Option<String>,
        /// A selector of labels.
        selector: Option<String>,
    },
    /// Events about Jobs.
    Events {
        /// The UID of the Job that they are about; all Jobs without one.
        uid: Option<String>,
    },
    /// A list or a watch as the server answers it. Unlike other lists of kubectl it has its version, and unlike other
    /// watches it can continue from a version.
    Raw {
        /// The path, such as `/api/v1/namespaces/team/pods`, with its parameters.
        path: String,
    },
    /// The version of the server.
    Version,
    /// The namespace of the context.
    ConfigView,
}

impl Query {
    /// All objects of these resources.
    pub(crate) fn all(resources: &'static str) -> Self {
        Self::Get { resources, name: None, selector: None }
    }

    /// One object.
    pub(crate) fn one(resources: &'static str, name: &str) -> Self {
        Self::Get { resources, name: Some(name.to_owned()), selector: None }
    }

    /// The objects that a selector of labels finds.
    pub(crate) fn selected(resources: &'static str, selector: String) -> Self {
        Self::Get { resources, name: None, selector: Some(selector) }
    }

    /// The words of the command after `kubectl`.
    pub(crate) fn words(&self) -> Vec<String> {
        let words: &[&str] = match self {
            Self::Version => &["version", "--output=json"],
            Self::ConfigView => &["config", "view", "--minify", "--output=json"],
            Self::Raw { path } => &["get", "--raw", path],
            Self::Events { uid } => {
                let of = uid
                    .as_ref()
                    .map_or("involvedObject.kind=Job".to_owned(), |uid| format!("involvedObject.uid={uid}"));
                let words = ["get", "events", &format!("--field-selector={of}"), "--output=json"];
                return words.map(str::to_owned).into();
            }
            Self::Get { resources, name, selector } => {
                let mut words = vec!["get".to_owned(), (*resources).to_owned()];
                words.extend(name.clone());
                words.extend(selector.iter().map(|selector| format!("--selector={selector}")));
                words.push("--output=json".to_owned());
                return words;
            }
        };
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    /// Whether the namespace matters to it.
    pub(crate) fn is_in_namespace(&self) -> bool {
        matches!(self, Self::Get { .. } | Self::Events { .. })
    }
}

/// As it is typed.
impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kubectl {}", self.words().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    /// One of each, so that a new one does not go unseen.
    fn every() -> Vec<Query> {
        let all = vec![
            Query::all("jobs.batch,pods"),
            Query::one("jobs.batch", "pi"),
            Query::selected("pods", "job-name=pi".to_owned()),
            Query::Raw { path: "/api/v1/namespaces/team/pods".to_owned() },
            Query::Events { uid: None },
            Query::Version,
            Query::ConfigView,
        ];
        for query in &all {
            match query {
                Query::Get { .. } | Query::Events { .. } | Query::Raw { .. } | Query::Version | Query::ConfigView => {}
            }
        }
        all
    }

    #[test]
    fn kubectl_only_reads() {
        for query in every() {
            let words = query.words();
            let allowed = match words.first().map(String::as_str) {
                Some("get" | "version") => true,
                Some("config") => words.get(1..3) == Some(&["view".to_owned(), "--minify".to_owned()]),
                _ => false,
            };
            assert!(allowed, "{query}");
        }
    }

    /// A name that begins with a dash would be an option.
    #[test]
    fn nothing_else_in_the_crate_starts_programs() {
        fn files(folder: &Path, found: &mut Vec<PathBuf>) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { files(&path, found) } else { found.push(path) }
            }
        }
        let mut found = Vec::new();
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
        let start = ["Command", "::new("].concat();
        let starters: Vec<_> = found
            .iter()
            .filter(|path| fs::read_to_string(path).unwrap().contains(&start))
            .map(|path| path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().display().to_string())
            .collect();
        assert_eq!(starters, [format!("src{0}kubectl{0}mod.rs", std::path::MAIN_SEPARATOR)]);
    }
}
