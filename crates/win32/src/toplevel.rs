//! A top-level window, and which of them people work in. Pure.

use crate::hwnd::Hwnd;
use crate::process_identity::ProcessIdentity;
use deskpilot_core::{Rect, Window, WindowState};

// Styles of winuser.h, written out so that the tests here run without Windows.
const WS_CAPTION: u32 = 0x00c0_0000;
const WS_EX_TOOLWINDOW: u32 = 0x80;
const WS_EX_APPWINDOW: u32 = 0x4_0000;
const WS_EX_NOACTIVATE: u32 = 0x0800_0000;
/// The classes of open menus, lists of combo boxes, suggestions and tool tips.
const POPUPS: &[&str] =
    &["#32768", "ComboLBox", "tooltips_class32", "Auto-Suggest Dropdown", "Xaml_WindowedPopupClass"];
/// The classes of the desktop, its task bars, and of input methods.
const SHELL: &[&str] =
    &["Progman", "WorkerW", "Shell_TrayWnd", "Shell_SecondaryTrayWnd", "IME", "MSCTFIME UI", "SysShadow"];

/// A top-level window, with what only Windows knows of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Toplevel {
    /// Its handle.
    pub hwnd: Hwnd,
    /// Its title.
    pub title: String,
    /// Its class, as its program named it.
    pub class: String,
    /// The name of its program.
    pub application: String,
    /// Its process.
    pub process: Option<u32>,
    /// Which process that is; `None` where Windows does not say when it was started.
    pub identity: Option<ProcessIdentity>,
    /// What a person sees of it, without the invisible borders by which it is resized.
    pub rect: Rect,
    /// Normal, maximised or minimised.
    pub state: WindowState,
    /// Whether it is the foreground window.
    pub active: bool,
    /// The window that it belongs to, as a dialog does.
    pub owner: Option<Hwnd>,
    /// Whether its owner takes no input until it is closed.
    pub modal: bool,
    /// Whether Windows says that its program does not read its messages.
    pub hung: bool,
    /// What kind of window it is.
    pub kind: WindowKind,
}

/// What a top-level window is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowKind {
    /// People work in it.
    Window,
    /// An open menu, a list of a combo box, a tool tip.
    Popup,
    /// A part of the desktop, such as the task bar.
    Shell,
    /// Nobody sees it.
    Hidden,
}

impl Toplevel {
    /// Whether both windows belong to one application: the same process or application name.
    pub fn is_of_application(&self, other: &Toplevel) -> bool {
        let same_process = self.process.is_some() && self.process == other.process;
        same_process || self.application == other.application
    }

    /// The window as a core [`Window`].
    pub fn window(&self) -> Window {
        Window {
            label: None,
            id: self.hwnd.into(),
            title: self.title.clone(),
            application: self.application.clone(),
            process: self.process,
            rect: self.rect,
            state: self.state,
            focused: self.active,
        }
    }
}

/// What the kind of a window depends on.
#[derive(Clone, Debug)]
pub(crate) struct WindowTraits<'a> {
    pub(crate) class: &'a str,
    pub(crate) style: u32,
    pub(crate) extended_style: u32,
    /// Whether it is shown, and not hidden by the shell as windows of suspended applications are.
    pub(crate) is_shown: bool,
    pub(crate) rect: Rect,
    pub(crate) state: WindowState,
}

impl WindowTraits<'_> {
    /// What the window is for.
    pub(crate) fn kind(&self) -> WindowKind {
        let has = |bits: u32| self.extended_style & bits != 0;
        let has_caption = self.style & WS_CAPTION == WS_CAPTION;
        if !self.is_shown || (self.rect.is_empty() && self.state != WindowState::Minimized) {
            WindowKind::Hidden
        } else if POPUPS.contains(&self.class) {
            WindowKind::Popup
        } else if SHELL.contains(&self.class) {
            WindowKind::Shell
        } else if has(WS_EX_APPWINDOW) || has_caption {
            WindowKind::Window
        } else if has(WS_EX_TOOLWINDOW | WS_EX_NOACTIVATE) {
            // A list or a panel that a toolkit draws itself: without a caption, and not in the task bar.
            WindowKind::Popup
        } else {
            WindowKind::Window
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEN: WindowTraits<'static> = WindowTraits {
        class: "Notepad",
        style: 0x14cf_0000,
        extended_style: 0x100,
        is_shown: true,
        rect: Rect::new(0, 0, 100, 50),
        state: WindowState::Normal,
    };

    #[test]
    fn people_work_in_windows_with_a_caption_and_not_in_menus_task_bars_and_invisible_ones() {
        let popup = 0x9000_0000;
        for (traits, kind) in [
            (SEEN, WindowKind::Window),
            (WindowTraits { is_shown: false, ..SEEN }, WindowKind::Hidden),
            (WindowTraits { rect: Rect::default(), ..SEEN }, WindowKind::Hidden),
            (
                WindowTraits { rect: Rect::default(), state: WindowState::Minimized, ..SEEN },
                WindowKind::Window,
            ),
            (WindowTraits { class: "#32768", style: popup, ..SEEN }, WindowKind::Popup),
            (WindowTraits { class: "Shell_TrayWnd", style: popup, ..SEEN }, WindowKind::Shell),
            (WindowTraits { extended_style: WS_EX_TOOLWINDOW, ..SEEN }, WindowKind::Window),
            (WindowTraits { style: popup, extended_style: WS_EX_TOOLWINDOW, ..SEEN }, WindowKind::Popup),
            (WindowTraits { style: popup, extended_style: WS_EX_NOACTIVATE, ..SEEN }, WindowKind::Popup),
            (
                WindowTraits { style: popup, extended_style: WS_EX_NOACTIVATE | WS_EX_APPWINDOW, ..SEEN },
                WindowKind::Window,
            ),
            (WindowTraits { style: popup, ..SEEN }, WindowKind::Window),
        ] {
            assert_eq!(traits.kind(), kind, "{traits:?}");
        }
    }
}
