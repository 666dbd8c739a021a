//! See `deskpilot_external_agents::fuzz::mcp_server`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_external_agents::fuzz::mcp_server(bytes));
