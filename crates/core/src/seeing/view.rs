//! Views: what an agent observed at one moment, with the pictures.

use super::{Application, Control, Label, Window};
use crate::{Point, Size};
use serde::{Deserialize, Serialize};

/// The format of a blob.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlobKind {
    /// A picture.
    Png,
    /// A JSON document.
    Json,
    /// A file of the user's, of any format.
    File,
}

/// A reference to bytes stored next to the log, by content hash.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BlobRef {
    /// The BLAKE3 hash in hexadecimal.
    pub hash: String,
    /// The format.
    pub kind: BlobKind,
    /// The size in bytes.
    pub bytes: u64,
}

/// The pictures of one view, all from one capture.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pictures {
    /// The capture without labels.
    pub clean: Option<BlobRef>,
    /// The capture with a numbered box on every labelled control.
    pub annotated: Option<BlobRef>,
    /// Clean and annotated side by side.
    pub concat: Option<BlobRef>,
    /// The size of the clean picture, in pixels.
    pub size: Size,
    /// The desktop position of the clean picture's top left corner.
    pub origin: Option<Point>,
}

/// What a read left out because it reached its deadline or limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Truncation {
    /// Why the read ended early, such as `deadline of 1500 ms`.
    pub reason: String,
    /// How many controls are known to be unread; `None` when unknown.
    pub unread: Option<u64>,
}

/// How many controls of a page are out of view: scrolling brings them into it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BeyondView {
    /// Above the part in view.
    pub above: u32,
    /// Below it.
    pub below: u32,
    /// Whether the count ended early, so that there may be more.
    #[serde(default)]
    pub in_part: bool,
}

impl BeyondView {
    /// Whether no control is known to be out of view.
    pub const fn is_empty(&self) -> bool {
        self.above == 0 && self.below == 0
    }
}

/// A HostAgent's observation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DesktopView {
    /// The top-level windows, labelled.
    pub windows: Vec<Window>,
    /// The applications that can be launched.
    pub applications: Vec<Application>,
    /// Pictures of the whole desktop.
    pub pictures: Pictures,
    /// The folders that the request names, the home of a private desktop, and the folders in these, if there are files in them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<FolderListing>,
    /// The folder where files without a folder go, if that is not the home.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub working: Option<String>,
}

/// The files of a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolderListing {
    /// Its absolute path.
    pub folder: String,
    /// The names of its files and, with `/` at their end, of its folders. Hidden ones are left out.
    pub files: Vec<String>,
    /// How many more there are.
    #[serde(default)]
    pub left_out: usize,
}

impl DesktopView {
    /// The window with this label.
    pub fn window(&self, label: Label) -> Option<&Window> {
        self.windows.iter().find(|window| window.label == Some(label))
    }
}

/// An AppAgent's observation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AppView {
    /// The agent's window.
    pub window: Window,
    /// The visible controls in tree order; the usable ones are labelled.
    pub controls: Vec<Control>,
    /// The nesting level of each control, in the same order; controls without a level belong to the window
    /// itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<u16>,
    /// What the read left out, if anything.
    pub truncated: Option<Truncation>,
    /// The controls of its page that are out of view, as far as its browser reports them.
    #[serde(default, skip_serializing_if = "BeyondView::is_empty")]
    pub beyond: BeyondView,
    /// The application's other windows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Window>,
    /// The sheets in those windows and which of their cells are used, a line each, if the agent's window shows a sheet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_sheets: Vec<String>,
    /// Why the window's application takes no native commands, where others of its kind do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub native_limit: Option<String>,
    /// Pictures of the window.
    pub pictures: Pictures,
}

impl AppView {
    /// A view of this window with these controls and nothing else.
    pub fn of(window: Window, controls: Vec<Control>) -> AppView {
        AppView {
            window,
            controls,
            levels: Vec::new(),
            truncated: None,
            beyond: BeyondView::default(),
            others: Vec::new(),
            other_sheets: Vec::new(),
            native_limit: None,
            pictures: Pictures::default(),
        }
    }

    /// The control with this label.
    pub fn control(&self, label: Label) -> Option<&Control> {
        self.controls.iter().find(|control| control.label == Some(label))
    }
}

/// An agent's observation.
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
