//! See `deskpilot_core::fuzz::paths`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_core::fuzz::paths(bytes));
