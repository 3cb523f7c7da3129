//! The Kubernetes Job controller as a value.
//!
//! This crate is the engine of jobscope: an API server, what client-go gives a controller, and the
//! Job controller itself, which behaves exactly as that of the chosen release, on a virtual clock.
//! There is no browser, wall clock, I/O, thread or hash order in here: the same actions on the same
//! start give the same bytes on every target.
//!
//! Modules are floors of one house; each imports only modules before it in this list. Below all of them are [`small_collect`]
//! and [`small_sort`], which collect and sort with little code, and `budget`, limits on what text from outside can ask for.
//!
//! 1. [`api`]: Job, Pod and Event as values, defaulting, validation, manifests.
//!    [`trace`]: decisions, calls and everything else that happened, as data.
//!    [`random`]: numbers that follow from a seed.
//! 2. [`apiserver`]: the store, watch log, admission and injected faults.
//!    [`client`]: what client-go gives a controller.
//!    [`kubectl`]: what a person's commands ask of the API server, and what they print.
//! 3. [`job`]: the Job controller as each supported release has it. `garbagecollector`, `podgc`,
//!    `ttlafterfinished`: controllers beside it.
//! 4. [`manager`]: kube-controller-manager: which controllers there are, and how they start.
//! 5. [`world`]: clock, API server, controllers, kubelet and user: an action in, a step out.
//! 6. [`timeline`]: a recorded session; written down as a file or a link, and read again.
//! 7. [`explore`]: every schedule of a small world, and one that reaches what is asked for.
//!    [`history`]: what was recorded of a cluster, explained by the syncs that must have been.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod api;
pub mod apiserver;
mod budget;
pub mod client;
pub mod explore;
mod garbagecollector;
pub mod history;
pub mod job;
pub mod kubectl;
pub mod manager;
mod podgc;
pub mod random;
pub mod small_collect;
pub mod small_sort;
pub mod timeline;
pub mod trace;
mod ttlafterfinished;
pub mod world;
