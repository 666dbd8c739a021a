//! See `deskpilot_runtime::fuzz::policy`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_runtime::fuzz::policy(bytes));
