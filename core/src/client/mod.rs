//! What client-go gives a controller: reflector, `DeltaFIFO`, indexer, shared informer, work queue with
//! delays and rate limits, expectations, pod control, event recorder with its correlator.
//!
//! This module reads Jobs and pods, and writes Jobs, pods and Events; the controllers decide what to do.

mod consistency;
mod controller_error;
mod controller_ref_manager;
mod controller_utils;
mod delaying_queue;
mod deletable_pods;
mod delta_fifo;
mod events_cache;
mod expectations;
mod informer;
mod jobs;
mod metadata;
mod pace;
pub(crate) mod pairs;
mod pod_control;
mod process;
pub mod prometheus;
mod queue_metrics;
mod rate_limiter;
mod rate_limiting_queue;
mod recorder;
mod reflector;
pub(crate) mod sets;
mod settled_pods;
mod shared_processor;
mod traced_queue;
mod work_queue;

pub use consistency::*;
pub use controller_error::*;
pub use controller_ref_manager::*;
pub use controller_utils::*;
pub use delaying_queue::*;
pub use deletable_pods::*;
pub use delta_fifo::*;
pub use events_cache::*;
pub use expectations::*;
pub use informer::*;
pub use metadata::*;
pub use pace::*;
pub use pod_control::*;
pub use process::*;
pub use queue_metrics::*;
pub use rate_limiter::*;
pub use rate_limiting_queue::*;
pub use recorder::*;
pub use reflector::*;
pub use settled_pods::*;
pub use shared_processor::*;
pub use traced_queue::*;
pub use work_queue::*;
