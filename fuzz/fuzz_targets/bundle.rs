//! See `deskpilot_log::fuzz::bundle`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_log::fuzz::bundle(bytes));
