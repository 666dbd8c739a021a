//! See `deskpilot_documents::fuzz::document`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_documents::fuzz::document(bytes));
