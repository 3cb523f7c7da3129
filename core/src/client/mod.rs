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
pub(crate) mod prometheus;
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

pub(crate) use consistency::*;
pub(crate) use controller_error::*;
pub(crate) use controller_utils::*;
pub(crate) use delaying_queue::*;
pub(crate) use deletable_pods::*;
pub(crate) use delta_fifo::*;
pub(crate) use events_cache::*;
pub use events_cache::{StoredEvent, StoredEvents};
pub(crate) use expectations::*;
pub(crate) use informer::*;
pub(crate) use metadata::*;
pub(crate) use pace::*;
pub(crate) use pod_control::*;
pub(crate) use process::*;
pub(crate) use queue_metrics::*;
pub(crate) use rate_limiter::*;
pub(crate) use rate_limiting_queue::*;
pub(crate) use recorder::*;
pub use reflector::ReflectorState;
pub(crate) use reflector::*;
pub(crate) use settled_pods::*;
pub use shared_processor::Listener;
pub(crate) use shared_processor::*;
pub(crate) use traced_queue::*;
pub(crate) use work_queue::*;
