//! Prints what happens in a session file, step by step, with the values that a lesson can claim. For authors.
//! Further arguments are subjects whose values are printed, too, such as `'kubectl get pods'`.
#![allow(clippy::print_stdout, reason = "that is what it is for")]

use std::error::Error;

use jobscope_core::timeline::SavedSession;
use jobscope_core::trace::TraceEntry;
use jobscope_lessons::Moment;

/// What is printed of each step, if it is not 0 or absent.
const SUBJECTS: [&str; 20] = [
    "pods.Pending",
    "pods.Running",
    "pods.Succeeded",
    "pods.Failed",
    "pods.terminating",
    "pods.held",
    "pods.unseen",
    "status.active",
    "status.ready",
    "status.succeeded",
    "status.failed",
    "status.completedIndexes",
    "call.batches",
    "error",
    "queue.delayed",
    "queue.delay",
    "requeues",
    "expectations.adds",
    "expectations.dels",
    "waiting.pods",
];

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a session file")?;
    let mut timeline = SavedSession::from_file(&std::fs::read_to_string(path)?)?.replay()?;
    while timeline.steps().len() < 400 && timeline.cursor().step < timeline.steps().len() {
        timeline.step_over();
    }
    for (number, step) in timeline.steps().iter().enumerate() {
        let Some(moment) = Moment::after(&timeline, number + 1) else { break };
        let action = serde_json::to_string(&step.action)?;
        let action: String = action.chars().take(120).collect();
        println!("{:>3} t+{} sync {}  {action}", number + 1, moment.value("clock")?, moment.value("sync")?);
        let values: Vec<String> = SUBJECTS
            .iter()
            .filter_map(|subject| Some((subject, moment.value(subject).ok()?)))
            .filter(|(_, value)| !matches!(value.as_str(), "0" | "absent" | "none" | ""))
            .map(|(subject, value)| format!("{subject}={value}"))
            .collect();
        println!("      {}", values.join("  "));
        for subject in std::env::args().skip(2).filter(|argument| argument != "--decisions") {
            match moment.value(&subject) {
                Ok(value) => println!("      {subject} is {value}"),
                Err(error) => println!("      {subject}: {error}"),
            }
        }
        if std::env::args().any(|argument| argument == "--decisions") {
            for entry in &step.trace {
                match entry {
                    TraceEntry::Decision(decision) => {
                        println!("        {} = {:?}  {decision:?}", decision.id().name(), decision.answer());
                    }
                    TraceEntry::Event(event) => println!("        event {} {}", event.reason, event.message),
                    TraceEntry::Call(call) => println!("        call {:?} {:?} {:?}", call.verb, call.name, call.error),
                    _ => {}
                }
            }
        }
    }
    Ok(())
}
