//! See `deskpilot_tasks::fuzz::task`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_tasks::fuzz::task(bytes));
