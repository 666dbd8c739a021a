//! See `deskpilot_external_agents::fuzz::acp_agent`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_external_agents::fuzz::acp_agent(bytes));
