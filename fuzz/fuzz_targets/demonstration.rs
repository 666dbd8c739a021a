//! See `deskpilot_demonstrations::fuzz::demonstration`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_demonstrations::fuzz::demonstration(bytes));
