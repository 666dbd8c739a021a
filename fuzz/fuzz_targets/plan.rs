//! See `deskpilot_dataflow::fuzz::plan`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_dataflow::fuzz::plan(bytes));
