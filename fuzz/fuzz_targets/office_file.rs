//! See `deskpilot_tasks::fuzz::office_file`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_tasks::fuzz::office_file(bytes));
