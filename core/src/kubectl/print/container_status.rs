//! The status of a container within `kubectl describe pod`: what it does, how its last run ended, and its restarts.

use super::fields::{Fields, flag, given, number, object};
use super::human;
use crate::api::MetaTime;

/// What Go prints of a time that is not set.
const NO_TIME: &str = "Mon, 01 Jan 0001 00:00:00 +0000";

/// The lines of a container's status, with tabs between the cells.
pub(super) fn described(lines: &mut Vec<String>, status: &Fields) {
    let nothing = Fields::new();
    state(lines, "State", object(status, "state").unwrap_or(&nothing));
    if let Some(last) = object(status, "lastState").filter(|last| object(last, "terminated").is_some()) {
        state(lines, "Last State", last);
    }
    lines.push(format!("    Ready:\t{}", if flag(status, "ready") { "True" } else { "False" }));
    lines.push(format!("    Restart Count:\t{}", number(status, "restartCount")));
}

fn state(lines: &mut Vec<String>, title: &str, state: &Fields) {
    let row = |title: &str, value: &str| format!("      {title}:\t{value}");
    if let Some(running) = object(state, "running") {
        lines.push(format!("    {title}:\tRunning"));
        lines.push(row("Started", &time(running, "startedAt")));
    } else if let Some(ended) = object(state, "terminated") {
        lines.push(format!("    {title}:\tTerminated"));
        lines.extend(given(ended, "reason").map(|reason| row("Reason", reason)));
        lines.extend(given(ended, "message").map(|message| row("Message", message)));
        lines.push(row("Exit Code", &number(ended, "exitCode")));
        lines.push(row("Started", &time(ended, "startedAt")));
        lines.push(row("Finished", &time(ended, "finishedAt")));
    } else {
        lines.push(format!("    {title}:\tWaiting"));
        let waiting = object(state, "waiting");
        lines.extend(waiting.and_then(|waiting| given(waiting, "reason")).map(|reason| row("Reason", reason)));
    }
}

/// A time of the API in the form of mail headers.
pub(super) fn time(fields: &Fields, name: &str) -> String {
    let set = fields.get(name).and_then(|time| serde_json::from_value::<MetaTime>(time.clone()).ok());
    set.map_or_else(|| NO_TIME.to_owned(), human::time)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn lines(status: &serde_json::Value) -> Vec<String> {
        let mut lines = Vec::new();
        described(&mut lines, status.as_object().unwrap());
        lines
    }

    #[test]
    fn a_restarted_container_has_two_states() {
        let ended = json!({"exitCode": 3, "reason": "Error", "startedAt": "2024-01-01T00:00:00Z"});
        let status = json!({
            "state": {"running": {"startedAt": "2024-01-01T00:00:05Z"}}, "lastState": {"terminated": ended},
            "ready": true, "restartCount": 1,
        });
        assert_eq!(
            lines(&status),
            [
                "    State:\tRunning",
                "      Started:\tMon, 01 Jan 2024 00:00:05 +0000",
                "    Last State:\tTerminated",
                "      Reason:\tError",
                "      Exit Code:\t3",
                "      Started:\tMon, 01 Jan 2024 00:00:00 +0000",
                "      Finished:\tMon, 01 Jan 0001 00:00:00 +0000",
                "    Ready:\tTrue",
                "    Restart Count:\t1",
            ]
        );
    }

    #[test]
    fn a_container_that_has_not_started_waits() {
        let waits = |state: serde_json::Value| lines(&json!({"state": state, "lastState": {}, "ready": false}));
        let rest = ["    Ready:\tFalse", "    Restart Count:\t0"];
        assert_eq!(waits(json!({})), [&["    State:\tWaiting"], &rest[..]].concat());
        let reason = json!({"waiting": {"reason": "ErrImagePull"}});
        assert_eq!(waits(reason), [&["    State:\tWaiting", "      Reason:\tErrImagePull"], &rest[..]].concat());
    }
}
