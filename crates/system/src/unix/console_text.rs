//! Texts of programs.

/// Programs write UTF-8.
pub(crate) fn console_text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
