//! Windows by Win32: windows, input, pictures, accessible objects, messages, the clipboard, monitors, processes.
//!
//! On other systems the library is empty; the modules that call nothing of Windows are compiled there for their tests. Every
//! point and rectangle is in the frame of the core: physical pixels, with the origin at the top left corner of all monitors.
//! The calls block: run them on a blocking thread. A call that waits for another program takes a [`Deadline`].

#[cfg(any(windows, test))]
mod abandonable;
#[cfg(windows)]
mod accessible;
#[cfg(windows)]
mod capture;
#[cfg(windows)]
mod clipboard;
#[cfg(any(windows, test))]
mod command_line;
#[cfg(any(windows, test))]
mod control_class;
#[cfg(any(windows, test))]
mod deadline;
#[cfg(windows)]
mod device_event;
#[cfg(any(windows, test))]
mod error;
#[cfg(windows)]
mod focus;
#[cfg(any(windows, test))]
mod frame;
#[cfg(any(windows, test))]
mod hwnd;
#[cfg(windows)]
mod inheritance;
#[cfg(windows)]
mod input;
#[cfg(any(windows, test))]
mod input_desktop;
#[cfg(windows)]
mod input_method;
#[cfg(any(windows, test))]
mod integrity;
#[cfg(any(windows, test))]
mod key_sequence;
#[cfg(windows)]
mod many_messages;
#[cfg(windows)]
mod messages;
#[cfg(windows)]
mod monitors;
#[cfg(any(windows, test))]
mod pixels;
#[cfg(any(windows, test))]
mod pointer_events;
#[cfg(windows)]
mod posted_input;
#[cfg(windows)]
mod private_desktop;
#[cfg(windows)]
mod process_group;
#[cfg(any(windows, test))]
mod process_identity;
#[cfg(windows)]
mod processes;
#[cfg(any(windows, test))]
mod roles;
#[cfg(any(windows, test))]
mod runtime_descriptors;
#[cfg(windows)]
mod targets;
#[cfg(test)]
#[cfg(windows)]
mod tests;
#[cfg(any(windows, test))]
mod threads;
#[cfg(any(windows, test))]
mod toplevel;
#[cfg(any(windows, test))]
mod utf16;
#[cfg(windows)]
mod window_list;

#[cfg(windows)]
pub use accessible::{
    AccessibleControl, ControlMemory, do_default_action, read_window, read_window_again, set_value,
};
#[cfg(windows)]
pub use capture::{capture_desktop, capture_hidden_window, capture_rect, capture_window};
#[cfg(windows)]
pub use clipboard::{ClipboardContent, ClipboardText, read_clipboard, write_clipboard};
#[cfg(any(windows, test))]
pub use command_line::StartSpec;
#[cfg(any(windows, test))]
pub use deadline::Deadline;
#[cfg(any(windows, test))]
pub use error::Win32Error;
#[cfg(windows)]
pub use focus::{activate, ask_to_close, give_keyboard, move_window, set_state};
#[cfg(any(windows, test))]
pub use frame::Frame;
#[cfg(any(windows, test))]
pub use hwnd::Hwnd;
#[cfg(windows)]
pub use input::{InputSender, key_sequence_of_chords, key_sequence_of_text};
#[cfg(windows)]
pub use input_desktop::check_input_desktop;
#[cfg(windows)]
pub use input_method::{InputMethodState, input_method, set_input_method};
#[cfg(any(windows, test))]
pub use integrity::Integrity;
#[cfg(any(windows, test))]
pub use key_sequence::{KeySequence, StrokeKind};
#[cfg(windows)]
pub use messages::{
    BranchState, CheckState, Delivery, Item, MenuItem, ShownItem, answers, check_state, choose_menu_item,
    click_button, close_list, is_list_open, items, menu_items, open_list, positioned_text, replace_selection,
    select_item, select_text, set_branch, set_checked, set_text, shown_items, text, text_selection,
};
#[cfg(windows)]
pub use monitors::{ScaledMonitor, frame, monitors, use_physical_pixels};
#[cfg(windows)]
pub use private_desktop::PrivateDesktop;
#[cfg(windows)]
pub use process_group::{ProcessGroup, start_for_user};
#[cfg(any(windows, test))]
pub use process_identity::ProcessIdentity;
#[cfg(windows)]
pub use processes::{end_process, identify, image_path, integrity_of, is_above_us};
#[cfg(windows)]
pub use targets::{control_at, focused_control, foreground, has_open_menu, toplevel_at};
#[cfg(any(windows, test))]
pub use toplevel::{Toplevel, WindowKind};
#[cfg(windows)]
pub use window_list::{descendants, toplevel, windows, windows_and_popups};
