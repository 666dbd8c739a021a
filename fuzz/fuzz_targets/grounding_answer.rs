//! See `deskpilot_grounding::fuzz::grounding_answer`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_grounding::fuzz::grounding_answer(bytes));
