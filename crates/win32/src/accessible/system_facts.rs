//! What the system says of a window as a control, without asking its program.

use crate::control_class::ControlClass;
use crate::hwnd::Hwnd;
use crate::window_list::{client_rect_of, rect_of, title_of};
use deskpilot_core::Role;
use windows::Win32::Foundation::RECT;

/// What the system says of a window as a control.
#[derive(Clone, Debug)]
pub(super) struct SystemFacts {
    /// Its title. Nothing of an edit, whose program keeps what is in it, and may hide it.
    pub(super) text: String,
    pub(super) rect: RECT,
}

impl SystemFacts {
    /// `None` for a window of which the system does not know enough in any case.
    pub(super) fn of(window: Hwnd, class: &ControlClass) -> Option<SystemFacts> {
        let (text, rect) = match PlainKind::possible(class)? {
            PlainKind::Edit => (String::new(), rect_of(window)),
            PlainKind::Container => (title_of(window), client_rect_of(window)),
            // One without a text its program may have named for readers of the screen alone.
            PlainKind::Titled => (Some(title_of(window)).filter(|it| !it.is_empty())?, rect_of(window)),
        };
        Some(SystemFacts { text, rect: rect? })
    }
}

/// A kind of window of which the system knows all, unless its program says otherwise.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PlainKind {
    /// A button or a text, which shows the window's title.
    Titled,
    Edit,
    /// A window that has nothing but other windows in it.
    Container,
}

impl PlainKind {
    /// The kind that a window of this class may be of.
    pub(super) fn possible(class: &ControlClass) -> Option<PlainKind> {
        match class.role() {
            _ if class.is_plain() && class.is_edit() => Some(PlainKind::Edit),
            _ if class.is_plain() => Some(PlainKind::Titled),
            None | Some(Role::Dialog) => Some(PlainKind::Container),
            Some(_) => None,
        }
    }
}
