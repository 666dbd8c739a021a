//! Windows, monitors, and the applications that can be launched.

use super::Label;
use crate::Rect;
use serde::{Deserialize, Serialize};

/// The platform's identifier of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WindowId(pub u64);

/// Whether a window is normal, minimized or maximized.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowState {
    /// On the screen at its own size.
    #[default]
    Normal,
    /// Hidden until it is restored.
    Minimized,
    /// As large as the screen allows.
    Maximized,
    /// No longer there: an agent is shown that it has closed its window.
    Closed,
}

/// A top-level window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// Its number in this view of the desktop; `None` outside one.
    pub label: Option<Label>,
    /// The platform's identifier.
    pub id: WindowId,
    /// The text of its title bar.
    pub title: String,
    /// The name of its program, such as `galculator`.
    pub application: String,
    /// Its process ID; `None` when the platform does not report one.
    pub process: Option<u32>,
    /// Its outer rectangle, in desktop pixels.
    pub rect: Rect,
    /// Whether it is normal, minimized or maximized.
    pub state: WindowState,
    /// Whether it has the keyboard focus.
    pub focused: bool,
}

/// A monitor: the part of the desktop that one screen shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Monitor {
    /// The platform's name for it, such as `HDMI-1`.
    pub name: String,
    /// The part of the desktop it shows, in desktop pixels.
    pub rect: Rect,
    /// Whether it is the primary monitor, on which panels and new windows appear.
    #[serde(default)]
    pub primary: bool,
}

/// An application that can be launched, from the platform's own list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Application {
    /// The platform's short name for it, such as `galculator` or `org.gnome.gedit`.
    pub id: String,
    /// Its display name.
    pub name: String,
    /// Its category, such as `Calculator`; empty when the platform does not report one.
    pub generic_name: String,
    /// Other words that find it.
    pub keywords: Vec<String>,
    /// The platform's other identifiers for it, which policy rules may also use, such as `galculator.desktop`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// The name of the program that it starts, by which people also call it, such as `gnome-text-editor`. It proves nothing:
    /// no rule of the policy reads it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub program: String,
    /// The endings of the common kinds of documents that it opens, such as `odt`.
    #[serde(default, rename = "documents", skip_serializing_if = "Vec::is_empty")]
    pub opens: Vec<String>,
    /// Why it cannot start here, such as `it does not run for root`; `None` where no reason is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}
