//! Calls as request lines.

use jobscope_core::trace::{Call, Verb};

/// A call of a controller as a request line, such as `PATCH pods/pi-abcde`.
pub fn request_line(call: &Call) -> String {
    let name = call.name.as_ref().map_or("", |name| name.as_str());
    match call.verb {
        Verb::Create => "POST pods".to_owned(),
        Verb::Delete => format!("DELETE pods/{name}"),
        Verb::Patch => format!("PATCH pods/{name}"),
        Verb::UpdateStatus => format!("PUT jobs/{name}/status"),
        Verb::Get => format!("GET jobs/{name}"),
        Verb::PatchJob => format!("PATCH jobs/{name}"),
        Verb::DeleteJob => format!("DELETE jobs/{name}"),
        Verb::GetPod => format!("GET pods/{name}"),
        Verb::PatchStatus => format!("PATCH pods/{name}/status"),
    }
}
