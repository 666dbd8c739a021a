//! What an agent saw at one moment, with its pictures.

use super::{Application, Control, Label, Window};
use crate::{Point, Size};
use serde::{Deserialize, Serialize};

/// What kind of bytes a blob holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlobKind {
    /// A picture.
    Png,
    /// A JSON document.
    Json,
}

/// Bytes kept beside the log, by their content hash.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BlobRef {
    /// The BLAKE3 hash in hexadecimal.
    pub hash: String,
    /// What the bytes are.
    pub kind: BlobKind,
    /// How many they are.
    pub bytes: u64,
}

/// The pictures of one view, all from one capture.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pictures {
    /// As captured.
    pub clean: Option<BlobRef>,
    /// With a numbered box on every labelled control.
    pub annotated: Option<BlobRef>,
    /// Clean and annotated side by side.
    pub concat: Option<BlobRef>,
    /// Width and height of the clean picture.
    pub size: Size,
    /// Where the clean picture's top left corner is on the desktop.
    pub origin: Option<Point>,
}

/// What a read that met its deadline or its budget left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Truncation {
    /// Why the read ended early, such as `deadline of 1500 ms`.
    pub reason: String,
    /// How many controls are known to be unread; `None` when even that is not known.
    pub unread: Option<u64>,
}

/// What the HostAgent sees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DesktopView {
    /// The top-level windows, labelled.
    pub windows: Vec<Window>,
    /// The applications that can be opened.
    pub applications: Vec<Application>,
    /// Pictures of the whole desktop.
    pub pictures: Pictures,
}

impl DesktopView {
    /// The window that bears the label in this view.
    pub fn window(&self, label: Label) -> Option<&Window> {
        self.windows.iter().find(|window| window.label == Some(label))
    }
}

/// What an AppAgent sees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AppView {
    /// The window it works in.
    pub window: Window,
    /// The controls a person could see, in reading order of the tree; those that can be used are labelled.
    pub controls: Vec<Control>,
    /// In how many of these controls each is, in their order; those of which nothing is said are in the window itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<u16>,
    /// What was left out, if anything was.
    pub truncated: Option<Truncation>,
    /// The other windows of its application.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Window>,
    /// Pictures of the window.
    pub pictures: Pictures,
}

impl AppView {
    /// The control that bears the label in this view.
    pub fn control(&self, label: Label) -> Option<&Control> {
        self.controls.iter().find(|control| control.label == Some(label))
    }
}

/// What an agent saw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum View {
    /// The HostAgent looked at the desktop.
    Desktop(DesktopView),
    /// An AppAgent looked at its window.
    App(AppView),
}

impl View {
    /// The view's pictures.
    pub fn pictures(&self) -> &Pictures {
        match self {
            View::Desktop(view) => &view.pictures,
            View::App(view) => &view.pictures,
        }
    }
}
