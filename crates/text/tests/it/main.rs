//! The command from outside, on desktops that are texts: what it asks, shows, writes and refuses.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod acp;
mod audit;
mod bad_input;
mod bad_luck;
mod batch;
mod beginners;
mod bundle;
mod completions;
mod doctor;
mod evaluations;
mod experience;
mod first_words;
mod grounding;
mod hostile_files;
mod logs;
mod main_job;
mod mcp;
mod mcp_bad_luck;
mod mcp_client;
mod mcp_hands;
mod mcp_http;
mod mcp_http_client;
mod mcp_python;
mod mcp_rust_client;
mod mcp_sampling;
mod modes;
mod operators;
mod other_agents;
mod page;
mod page_run;
mod pages;
mod policy_guide;
mod providers;
mod replays;
mod replies;
mod report;
mod secrets;
mod settings;
mod shown;
mod skills;
mod terminal;
mod threats;
mod traces;
mod unnamed_tasks;
mod watching;

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_deskpilot-text");
