//! See `deskpilot_tasks::fuzz::plan`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_tasks::fuzz::plan(bytes));
