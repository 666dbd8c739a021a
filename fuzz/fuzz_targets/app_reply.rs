//! See `deskpilot_agent::fuzz::app_reply`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_agent::fuzz::app_reply(bytes));
