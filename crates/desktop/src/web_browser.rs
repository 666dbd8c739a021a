//! Browsers in whose pages native commands work.

/// A browser that takes native commands for its pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WebBrowser {
    /// Firefox.
    Firefox,
    /// Chromium as systems package it.
    Chromium,
    /// Chrome of Google.
    Chrome,
    /// Edge of Microsoft.
    Edge,
}

/// A browser of a platform, and the profile with which Deskpilot opens it on private desktops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrowserProfile {
    /// The browser.
    pub browser: WebBrowser,
    /// The folder of the profile, below the home of the desktop, as the platform writes paths.
    pub folder: &'static str,
}

impl WebBrowser {
    /// How a person calls it.
    pub const fn name(self) -> &'static str {
        match self {
            WebBrowser::Firefox => "Firefox",
            WebBrowser::Chromium => "Chromium",
            WebBrowser::Chrome => "Chrome",
            WebBrowser::Edge => "Edge",
        }
    }
}
