//! The fixture `browser`; empty on other systems than Windows.

#[cfg(windows)]
fn main() -> Result<(), impl std::error::Error> {
    deskpilot_windows_fixtures::browser()
}

#[cfg(not(windows))]
#[expect(clippy::print_stderr, reason = "the program says why it does nothing")]
fn main() {
    eprintln!("this program is a fixture for tests on Windows, and does nothing elsewhere");
}
