//! End-to-end tests: the built page in a real browser, used as people use it.
//!
//! One module per subject, on the vocabulary of `debugger`. `harness` tests the tests.
#![cfg(test)]

mod answers;
mod before_the_engine;
mod branches;
mod by_hand;
mod cluster;
mod compare;
mod copy_as;
mod debugger;
mod docs;
mod embed;
mod everyday;
mod explore;
mod flow_chart;
mod focus;
mod harness;
mod history;
mod hostile;
mod keyboard;
mod kubectl;
mod lesson_pictures;
mod lesson_walks;
mod lessons;
mod lines;
mod live;
mod manifest;
mod manifests;
mod moving_picture;
mod npm;
mod offline;
mod one_door;
mod opening;
mod outcomes;
mod pi;
mod plane;
mod pods;
mod preferences;
mod releases;
mod screens;
mod share;
mod slow_start;
mod spec_form;
mod stepping;
mod terminal;
mod timeline;
mod ways_in;
mod without_scripts;
