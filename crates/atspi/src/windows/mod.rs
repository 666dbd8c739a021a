//! Applications and their windows: who is who, and where a reported place is on the desktop.

pub(crate) mod accessible_window;
pub(crate) mod applications;
pub(crate) mod coordinate_system;
pub(crate) mod key_bindings;
pub(crate) mod libreoffice_offset;
