//! Opens applications, and knows the files that they were given.

mod candidate;
pub(in crate::desktop) mod launcher;
pub(in crate::desktop) mod opened_files;
