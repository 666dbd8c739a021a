//! The native interfaces that are the same on every platform.

mod shell;

pub use shell::ShellReceiver;
