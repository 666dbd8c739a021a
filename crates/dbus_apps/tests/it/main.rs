//! Applications that take commands over D-Bus: real ones on a private desktop, and peers of the tests' own on a bus of their own,
//! which behave, are slow, lie, are silent, leave, or are hostile.
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by ending")]

mod actions;
mod app_desktop;
mod file_manager;
mod hostile;
mod notifications;
mod player;
mod settings;
mod test_bus;
