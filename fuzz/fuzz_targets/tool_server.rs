//! See `deskpilot_tool_servers::fuzz::tool_server`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_tool_servers::fuzz::tool_server(bytes));
