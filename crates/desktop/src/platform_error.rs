//! The error of a platform.

use std::{error::Error, fmt};

/// An error of a platform, with a hint for the user.
#[derive(Debug)]
pub struct PlatformError {
    source: Box<dyn Error + Send + Sync>,
    hint: Option<String>,
}

impl PlatformError {
    /// Wraps an error of a platform, with what to do about it if that is known.
    pub fn new(source: impl Error + Send + Sync + 'static, hint: Option<String>) -> PlatformError {
        PlatformError { source: Box::new(source), hint }
    }

    /// What to do about it.
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for PlatformError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.source.fmt(f)
    }
}

impl Error for PlatformError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.source()
    }
}
