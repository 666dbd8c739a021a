//! The target of programs for Windows.

/// Its name. Its C compiler is mingw's, which Debian has.
pub(crate) const TARGET: &str = "x86_64-pc-windows-gnu";
