//! What a platform saw of a window at one moment: its controls, all windows, and optionally a picture and the caret.

use super::self_changing::SelfChangingControls;
use super::text_format::TextFormat;
use crate::Image;
use deskpilot_core::{Control, NodeId};
use std::collections::{HashMap, HashSet};

/// What was seen at one moment.
#[derive(Clone, Debug, Default)]
pub struct WindowSnapshot {
    /// The window acted in.
    pub own: u64,
    /// All windows.
    pub windows: HashMap<u64, ListedWindow>,
    /// The open menus and other popups of the window acted in.
    pub popups: Vec<u32>,
    /// The controls of the window.
    pub controls: Vec<Control>,
    /// Which of them belong to notifications and tool tips.
    pub transient: HashMap<NodeId, Surface>,
    /// Which of them are in tool bars and the like, where those show an action late.
    pub bars: HashSet<NodeId>,
    /// Whether those may still show the action before.
    pub is_behind: bool,
    /// Whether all of them were read.
    pub is_complete: bool,
    /// What it means that a control is missing.
    pub coverage: ReadCoverage,
    /// A picture of the window, where it was requested.
    pub picture: Option<Image>,
    /// The caret of the focused text, for keys without another target.
    pub caret: Option<Caret>,
    /// The text that is selected at the caret.
    pub selected_text: Option<String>,
    /// How the text at the caret looks, what is selected if anything is; only for keys that may change that.
    pub format: Option<TextFormat>,
    /// What changes by itself.
    pub self_changing: SelfChangingControls,
    /// The control that the action before pressed, if that was a moment ago.
    pub pressed: Option<NodeId>,
    /// The state of the file that the action was to save.
    pub saved_file: SavedFile,
    /// Whether the application has taken the clipboard since the action.
    pub took_clipboard: bool,
}

/// What it means that a look does not show a control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReadCoverage {
    /// It does not exist, or is beyond the limit.
    #[default]
    Complete,
    /// It may have replied too late.
    Late,
    /// The window or one of its dialogs closed or did not reply: the controls read are incomplete too.
    Incomplete,
    /// Nothing was read: the application is busy, or reports no controls at the moment.
    Unread,
}

/// A window in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedWindow {
    /// Its title.
    pub title: String,
    /// Whose it is.
    pub whose: WindowOwner,
}

/// Whose window it is, relative to the window acted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowOwner {
    /// The same application's, or a dialog of the window.
    Own,
    /// Another application's.
    Other,
}

/// The caret and selection of a text, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caret {
    /// The caret's offset.
    pub at: i32,
    /// Start and end of the selection, the end exclusive; equal where nothing is selected.
    pub selected: (i32, i32),
}

/// The state of the file that an action was to save.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SavedFile {
    /// It is unknown which file the window shows.
    #[default]
    Unknown,
    /// It was not written.
    Unwritten,
    /// The file of this name was written.
    Written(String),
}

/// Whether a control belongs to the window, or to something that appears next to it for a while.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Surface {
    /// The window, its dialogs, its menus.
    #[default]
    Window,
    /// A notification, which an application takes away after a while.
    Notification,
    /// A tool tip, which comes and goes with the pointer and with time.
    ToolTip,
}

impl WindowSnapshot {
    /// Which part of the window a control belongs to.
    pub fn surface_of(&self, control: &Control) -> Surface {
        control.node().and_then(|node| self.transient.get(node)).copied().unwrap_or_default()
    }

    /// The node that this control had when it was seen: some applications keep recreating their nodes.
    pub fn node_of(&self, node: NodeId, control: &Control) -> NodeId {
        if self.controls.iter().any(|it| it.node() == Some(&node)) {
            return node;
        }
        let is_it = |it: &&Control| it.rect == control.rect && it.id() == control.id();
        self.controls.iter().find(is_it).and_then(|it| it.node().cloned()).unwrap_or(node)
    }
}
