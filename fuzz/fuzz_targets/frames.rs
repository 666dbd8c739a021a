//! See `deskpilot_dbus::fuzz::frames`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| deskpilot_dbus::fuzz::frames(bytes));
