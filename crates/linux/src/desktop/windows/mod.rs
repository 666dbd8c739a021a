//! The windows of a desktop: which there are, which belong together and to whom, what lies above what.

pub(in crate::desktop) mod application_version;
pub(in crate::desktop) mod claims;
pub(in crate::desktop) mod foreground;
pub(in crate::desktop) mod open_windows;
pub(in crate::desktop) mod root_controls;
pub(in crate::desktop) mod screen_survey;
pub(in crate::desktop) mod stillness;
pub(in crate::desktop) mod window_group;
pub(in crate::desktop) mod window_matching;
