//! See `deskpilot_model::fuzz::operator_reply`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_model::fuzz::operator_reply(bytes));
