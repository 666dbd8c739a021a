//! See `deskpilot_web_search::fuzz::search_answer`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_web_search::fuzz::search_answer(bytes));
