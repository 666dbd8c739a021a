//! See `deskpilot_traces::fuzz::collector_reply`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_traces::fuzz::collector_reply(bytes));
