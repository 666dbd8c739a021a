//! Windows on the desktop, and the applications that can be opened.

use super::Label;
use crate::Rect;
use serde::{Deserialize, Serialize};

/// How a platform finds a window again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WindowId(pub u64);

/// How a window is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowState {
    /// On the screen at its own size.
    #[default]
    Normal,
    /// Hidden until it is called back.
    Minimized,
    /// As large as the screen allows.
    Maximized,
}

/// A top-level window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// The number it has in this view of the desktop; `None` outside one.
    pub label: Option<Label>,
    /// How the platform finds it again.
    pub id: WindowId,
    /// What stands in its title bar.
    pub title: String,
    /// The name of the program it belongs to, such as `galculator`.
    pub application: String,
    /// The process it belongs to; `None` when the platform does not say.
    pub process: Option<u32>,
    /// Its outer rectangle, in desktop pixels.
    pub rect: Rect,
    /// How it is shown.
    pub state: WindowState,
    /// Whether it has the keyboard.
    pub focused: bool,
}

/// A monitor: the part of the desktop that one screen shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Monitor {
    /// The platform's name for it, such as `HDMI-1`.
    pub name: String,
    /// The part of the desktop it shows, in desktop pixels.
    pub rect: Rect,
    /// Whether it is the one on which panels and new windows come up.
    #[serde(default)]
    pub primary: bool,
}

/// An application that can be opened, from the platform's own list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Application {
    /// The platform's short name for it, such as `galculator` or `org.gnome.gedit`.
    pub id: String,
    /// What a person calls it.
    pub name: String,
    /// What kind of application it is, such as `Calculator`; empty when the platform does not say.
    pub generic_name: String,
    /// Other words it may be asked for by.
    pub keywords: Vec<String>,
    /// The platform's other identifiers for it, by which a rule may name it too, such as `galculator.desktop`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
}
