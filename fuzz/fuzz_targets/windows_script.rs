//! See `deskpilot_core::fuzz::windows_script`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_core::fuzz::windows_script(bytes));
