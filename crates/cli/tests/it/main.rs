//! The command from outside: real applications on private desktops, terminals, and what is left behind.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod audit;
mod bad_input;
mod bad_luck;
mod batch;
mod bundle;
mod calls;
mod common;
mod crashes;
mod dataflow;
mod datasets_guide;
mod demonstrations;
mod experience;
mod grounding;
mod hostile_files;
mod injected;
mod knowledge;
mod left_behind;
mod logs;
mod looking;
mod main_job;
mod modes;
mod modes_guide;
mod opening;
mod operators;
mod other_agents;
mod person;
mod policy_guide;
mod private_files;
mod secrets;
mod settings;
mod shown;
mod skills;
mod suite;
mod terminal;
mod threats;
