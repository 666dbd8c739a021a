//! See `deskpilot_agent::fuzz::host_reply`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_agent::fuzz::host_reply(bytes));
