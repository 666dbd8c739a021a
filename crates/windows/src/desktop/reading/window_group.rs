//! A window with its dialogs and open menus: what a look at it shows, and what an input for it may go to.

use crate::desktop::errors::{blocking, elevated};
use deskpilot_core::{WindowId, WindowState};
use deskpilot_desktop::DesktopError;
use deskpilot_win32::{Hwnd, Toplevel, Win32Error, is_above_us, windows_and_popups};

/// A window with its dialogs and open menus.
#[derive(Clone, Debug)]
pub(in crate::desktop) struct WindowGroup {
    /// The window.
    pub(in crate::desktop) main: Toplevel,
    /// The windows that belong to it, the topmost first.
    pub(in crate::desktop) dialogs: Vec<Toplevel>,
    /// The open menus, lists and tool tips of its program, the topmost last.
    pub(in crate::desktop) popups: Vec<Toplevel>,
    /// All windows that people work in, the topmost first.
    pub(in crate::desktop) all: Vec<Toplevel>,
}

impl WindowGroup {
    /// The window of this id with what belongs to it.
    ///
    /// # Errors
    /// It is gone; `title` is how the error calls it.
    pub(in crate::desktop) async fn of(id: WindowId, title: &str) -> Result<WindowGroup, DesktopError> {
        let gone = || DesktopError::WindowGone(title.to_owned());
        let hwnd = Hwnd::from(id);
        let listed = blocking(move || windows_and_popups(hwnd)).await?;
        let (all, popups) = listed.map_err(|error| DesktopError::Unusable(error.to_string()))?;
        let main = all.iter().find(|it| it.hwnd == hwnd).cloned().ok_or_else(gone)?;
        let dialogs: Vec<Toplevel> = all.iter().filter(|it| belongs(&all, it, hwnd)).cloned().collect();
        Ok(WindowGroup { main, dialogs, popups, all })
    }

    /// Refuses a window whose program runs with more rights.
    pub(in crate::desktop) async fn check_rights(&self) -> Result<(), DesktopError> {
        let Some(process) = self.main.process else { return Ok(()) };
        match blocking(move || is_above_us(process)).await? {
            Ok(true) => Err(elevated(&self.main)),
            Ok(false) => Ok(()),
            // Where Windows does not say, the call that follows will.
            Err(Win32Error::Gone) => Err(DesktopError::WindowGone(self.main.title.clone())),
            Err(_) => Ok(()),
        }
    }

    /// The windows of which a look shows the controls.
    pub(in crate::desktop) fn readable(&self) -> impl Iterator<Item = &Toplevel> {
        let above = self.dialogs.iter().chain(&self.popups);
        std::iter::once(&self.main).chain(above).filter(|it| it.state != WindowState::Minimized)
    }

    /// The windows to which an input for it may go.
    pub(in crate::desktop) fn handles(&self) -> Vec<Hwnd> {
        std::iter::once(&self.main).chain(&self.dialogs).chain(&self.popups).map(|it| it.hwnd).collect()
    }

    /// The ids of the windows that its controls belong to.
    pub(in crate::desktop) fn ids(&self) -> Vec<WindowId> {
        std::iter::once(&self.main).chain(&self.dialogs).map(|it| it.hwnd.into()).collect()
    }

    /// The dialog that keeps this window from taking input.
    pub(in crate::desktop) fn blocker_of(&self, window: Hwnd) -> Option<&Toplevel> {
        self.dialogs.iter().find(|it| it.modal && it.owner == Some(window))
    }

    /// Whether an answer to a dialog may be expected: it is one, or has one.
    pub(in crate::desktop) fn has_dialog(&self) -> bool {
        self.main.owner.is_some() || !self.dialogs.is_empty()
    }

    /// Whether another window is of its application, or belongs to it.
    pub(in crate::desktop) fn is_own(&self, window: &Toplevel) -> bool {
        window.is_of_application(&self.main) || belongs(&self.all, window, self.main.hwnd)
    }
}

/// Whether a window belongs to this one, directly or over others.
pub(in crate::desktop) fn belongs(all: &[Toplevel], window: &Toplevel, to: Hwnd) -> bool {
    let mut owner = window.owner;
    // A chain of owners has an end; the bound is for lists that changed while they were read.
    for _ in 0..all.len() {
        match owner {
            Some(it) if it == to => return true,
            Some(it) => owner = all.iter().find(|window| window.hwnd == it).and_then(|it| it.owner),
            None => return false,
        }
    }
    false
}

/// The window to which this one belongs in the end: itself, unless it is a dialog.
pub(in crate::desktop) fn owner_of<'a>(all: &'a [Toplevel], window: &'a Toplevel) -> &'a Toplevel {
    let is_listed = |owner: Hwnd| all.iter().any(|it| it.hwnd == owner);
    let is_main = |it: &&Toplevel| it.owner.is_none_or(|owner| !is_listed(owner));
    all.iter().filter(is_main).find(|it| belongs(all, window, it.hwnd)).unwrap_or(window)
}
