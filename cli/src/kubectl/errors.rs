//! What kubectl's errors mean, and what to do.

use super::Query;
use crate::failure::Failure;

/// The failure behind what kubectl wrote to its standard error.
pub(super) fn failure(query: &Query, said: &str, namespace: Option<&str>) -> Failure {
    let last = last_line(said);
    let of_namespace = namespace.map(|namespace| format!(" -n {namespace}")).unwrap_or_default();
    let sentence = if said.contains("(NotFound)") {
        let (name, place) = match query {
            Query::Get { name: Some(name), .. } => {
                (name.as_str(), namespace.map(|namespace| format!(" in namespace {namespace}")))
            }
            _ => ("of that name", None),
        };
        let place = place.unwrap_or_else(|| " in this namespace".to_owned());
        let left = match query {
            Query::Get { name: Some(name), .. } => {
                format!(
                    ", and `kubectl get pods -l job-name={name}{of_namespace} -o yaml` prints pods that it left behind"
                )
            }
            _ => String::new(),
        };
        format!("there is no Job {name}{place}: `kubectl get jobs{of_namespace}` lists those that there are{left}")
    } else if said.contains("(Forbidden)") {
        format!(
            "the cluster does not allow it ({last}): ask for the right to get, list and watch jobs, pods and events"
        )
    } else if said.contains("(Unauthorized)") || said.contains("must be logged in") {
        format!(
            "the cluster does not know you ({last}): log in again, then see whether `kubectl get jobs{of_namespace}` works"
        )
    } else if is_unreachable(said) {
        format!(
            "kubectl reaches no cluster ({last}): see whether `kubectl cluster-info` works, or name a context with --context"
        )
    } else if said.contains("does not exist") && said.contains("context") {
        format!("{last}: `kubectl config get-contexts` lists those that there are")
    } else if last.is_empty() {
        format!("`{query}` failed without saying why")
    } else {
        format!("`{query}` failed: {last}")
    };
    Failure::new(sentence)
}

fn is_unreachable(said: &str) -> bool {
    const SIGNS: [&str; 7] = [
        "Unable to connect to the server",
        "was refused - did you specify the right host",
        "connection refused",
        "no configuration has been provided",
        "no such host",
        "i/o timeout",
        "current-context is not set",
    ];
    SIGNS.iter().any(|sign| said.contains(sign))
}

/// The last line, without what kubectl begins each error with.
fn last_line(said: &str) -> &str {
    let line = said.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_error_says_what_to_do() {
        let of = |said: &str| failure(&Query::one("jobs.batch", "pi"), said, Some("team")).to_string();
        let missing = of("Error from server (NotFound): jobs.batch \"pi\" not found\n");
        assert_eq!(
            missing,
            "there is no Job pi in namespace team: `kubectl get jobs -n team` lists those that there are, and \
             `kubectl get pods -l job-name=pi -n team -o yaml` prints pods that it left behind"
        );
        let forbidden = of("Error from server (Forbidden): jobs.batch \"pi\" is forbidden: User \"eve\" cannot get\n");
        assert!(forbidden.starts_with("the cluster does not allow it (Error from server (Forbidden)"), "{forbidden}");
        let refused =
            "The connection to the server localhost:8080 was refused - did you specify the right host or port?";
        assert!(of(refused).contains("`kubectl cluster-info`"), "{}", of(refused));
        let context = of("error: context \"nowhere\" does not exist");
        assert_eq!(
            context,
            "context \"nowhere\" does not exist: `kubectl config get-contexts` lists those that there are"
        );
        assert!(of("error: something else").ends_with("failed: something else"));
    }
}
