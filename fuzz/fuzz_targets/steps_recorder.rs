//! See `deskpilot_demonstrations::fuzz::steps_recorder`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_demonstrations::fuzz::steps_recorder(bytes));
