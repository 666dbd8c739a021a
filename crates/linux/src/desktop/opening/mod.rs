//! Opens applications, and knows the files that they were given.

pub(in crate::desktop) mod candidate;
pub(in crate::desktop) mod launcher;
pub(in crate::desktop) mod opened_files;
