//! The `deskpilot` command.
fn main() {}
