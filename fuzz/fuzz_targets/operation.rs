//! See `deskpilot_core::fuzz::operation`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_core::fuzz::operation(bytes));
