//! Tests of the Linux desktop with real applications.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test says what is wrong by ending"
)]

mod apart;
mod browser;
mod calculator;
mod clipboard;
mod conformance;
mod dialogs;
mod editor;
mod files;
mod foreground;
mod gallery;
mod hover;
mod identity;
mod input_method;
mod intruder;
mod key_bindings;
mod office;
mod opening;
mod passwords;
mod person;
mod pictures;
mod rectangles;
mod reverts;
mod screens;
mod second_reader;
mod sessions;
mod test_desktop;
mod toolkits;
mod trouble;
mod truth;
mod unmasked;
mod whole;
