//! See `deskpilot_core::fuzz::keys`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_core::fuzz::keys(bytes));
