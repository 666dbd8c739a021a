//! Whether somebody can see a desktop.

/// Whether a desktop is on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::desktop) enum Screen {
    /// It is the user's, on the screen while nothing locks it: the screen has its picture, and the devices reach it.
    Shown,
    /// It is private: no screen has its picture, and no device reaches it.
    Hidden,
}
