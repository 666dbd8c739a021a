//! See `deskpilot_tasks::fuzz::office_part`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_tasks::fuzz::office_part(bytes));
