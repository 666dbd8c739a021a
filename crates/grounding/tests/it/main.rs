//! Integration tests: OCR on a picture of a real window, and a loopback grounding service.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test says what is wrong by ending")]

mod asking;
mod reading;
mod weights;
