//! See `deskpilot_documents::fuzz::manual`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_documents::fuzz::manual(bytes));
