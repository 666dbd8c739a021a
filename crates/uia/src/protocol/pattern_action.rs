//! What can be done with an element through its patterns, without a pointer and without keys.

use deskpilot_core::ScrollBy;

/// One action on an element. An element without the pattern for it answers [`CallError::Unsupported`](crate::CallError), and
/// another backend may do it.
#[derive(Clone, Debug, PartialEq)]
pub enum PatternAction {
    /// Press it. Some applications answer only when the dialog that it opens is closed: such a call is late, and was done.
    Invoke,
    /// Set its whole text.
    SetText(String),
    /// Set its number.
    SetNumber(f64),
    /// Change to the next state of a check box.
    Toggle,
    /// Expand it.
    Expand,
    /// Collapse it.
    Collapse,
    /// Select it, and nothing else of its list.
    Select,
    /// Select it too.
    AddToSelection,
    /// Select it no longer.
    RemoveFromSelection,
    /// Scroll its content.
    Scroll(ScrollBy),
    /// Scroll what it is in, so that it shows. An item that does not exist yet is created first.
    ScrollIntoView,
    /// Give it the keyboard focus.
    Focus,
    /// Close its window, as the close button does.
    Close,
    /// Show its window in this way.
    Show(WindowShape),
}

/// How a window is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowShape {
    /// At its own size.
    Normal,
    /// As large as the screen.
    Maximized,
    /// Not at all.
    Minimized,
}
