//! The probes of a container, one line each: the check, and how often it runs.
//!
//! This is `DescribeProbe`; `container` places its lines.

use std::fmt::Write;

use super::fields::{Fields, in_brackets, number, object, text, words};
use crate::api::Release;

/// The minor that knows `startupProbe`.
const STARTUP: u8 = 16;
/// The minor that asks by gRPC.
const GRPC: u8 = 23;
/// The minor that names the thresholds as the API does.
const WORDS: u8 = 37;

/// The lines of a container's probes.
pub(super) fn described(lines: &mut Vec<String>, release: Release, container: &Fields) {
    for (title, field) in [("Liveness", "livenessProbe"), ("Readiness", "readinessProbe"), ("Startup", "startupProbe")]
    {
        let probe = object(container, field).filter(|_| field != "startupProbe" || release.since(STARTUP));
        lines.extend(probe.map(|probe| format!("    {title}:\t{}", printed(release, probe))));
    }
}

fn printed(release: Release, probe: &Fields) -> String {
    let [success, failure] =
        if release.since(WORDS) { ["successThreshold", "failureThreshold"] } else { ["#success", "#failure"] };
    let often = format!(
        "delay={}s timeout={}s period={}s {success}={} {failure}={}",
        number(probe, "initialDelaySeconds"),
        number(probe, "timeoutSeconds"),
        number(probe, "periodSeconds"),
        number(probe, "successThreshold"),
        number(probe, "failureThreshold"),
    );
    if let Some(exec) = object(probe, "exec") {
        format!("exec {} {often}", in_brackets(words(exec, "command")))
    } else if let Some(get) = object(probe, "httpGet") {
        format!("http-get {} {often}", url(get))
    } else if let Some(socket) = object(probe, "tcpSocket") {
        format!("tcp-socket {}:{} {often}", text(socket, "host"), number(socket, "port"))
    } else if let Some(grpc) = object(probe, "grpc").filter(|_| release.since(GRPC)) {
        format!("grpc <pod>:{} {} {often}", number(grpc, "port"), text(grpc, "service"))
    } else {
        format!("unknown {often}")
    }
}

/// The address as Go's `url.URL` writes it: without a host the pod is meant.
fn url(get: &Fields) -> String {
    let host = text(get, "host");
    let host = if host.contains([':', '%']) { format!("[{host}]") } else { host.to_owned() };
    let path = escaped(text(get, "path"));
    let slash = if path.is_empty() || path.starts_with('/') { "" } else { "/" };
    format!("{}://{host}:{}{slash}{path}", text(get, "scheme").to_lowercase(), number(get, "port"))
}

/// A path with everything escaped that Go escapes: what asks for more than a path, too.
fn escaped(path: &str) -> String {
    let mut escaped = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~$&+,/:;=@".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            // Writing to a text does not fail.
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn lines(release: Release, container: &Value) -> Vec<String> {
        let mut lines = Vec::new();
        described(&mut lines, release, container.as_object().unwrap());
        lines
    }

    /// Defaulted, as every stored probe is.
    fn probe(asked: &Value) -> Value {
        let mut probe = json!({"timeoutSeconds": 1, "periodSeconds": 10, "successThreshold": 1, "failureThreshold": 3});
        probe.as_object_mut().unwrap().extend(asked.as_object().unwrap().clone());
        probe
    }

    #[test]
    fn each_way_of_asking_has_its_words() {
        let often = "delay=0s timeout=1s period=10s #success=1 #failure=3";
        for (asked, said) in [
            (json!({"exec": {"command": ["cat", "/tmp/healthy"]}}), "exec [cat /tmp/healthy]"),
            (json!({"httpGet": {"path": "/healthz", "port": 8080, "scheme": "HTTP"}}), "http-get http://:8080/healthz"),
            (
                json!({"httpGet": {"path": "a?b=c d", "port": "web", "host": "::1", "scheme": "HTTPS"}}),
                "http-get https://[::1]:web/a%3Fb=c%20d",
            ),
            (json!({"tcpSocket": {"port": 5432}}), "tcp-socket :5432"),
            (json!({"grpc": {"port": 9000, "service": "up"}}), "grpc <pod>:9000 up"),
            (json!({"grpc": {"port": 9000, "service": null}}), "grpc <pod>:9000 "),
            (json!({}), "unknown"),
        ] {
            let container = json!({"livenessProbe": probe(&asked)});
            assert_eq!(lines(Release::V1_36, &container), [format!("    Liveness:\t{said} {often}")]);
        }
    }

    #[test]
    fn probes_are_shown_as_far_as_the_release_knows_them() {
        let asked = json!({"exec": {"command": ["x"]}, "initialDelaySeconds": 5});
        let probe = probe(&asked);
        let container = json!({"startupProbe": probe, "readinessProbe": probe, "livenessProbe": probe});
        let titles = |release| {
            let lines = lines(release, &container);
            lines.iter().map(|line| line.split(':').next().unwrap().trim().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(titles(Release::V1_11), ["Liveness", "Readiness"]);
        assert_eq!(titles(Release::V1_22), ["Liveness", "Readiness", "Startup"]);
        assert_eq!(
            lines(Release::V1_22, &container)[2],
            "    Startup:\texec [x] delay=5s timeout=1s period=10s #success=1 #failure=3"
        );
    }
}
