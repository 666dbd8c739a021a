//! Reads windows: which belong together, what they show, by whichever way answers.

pub(super) mod element;
pub(super) mod merging;
pub(super) mod reader;
pub(super) mod root_controls;
pub(super) mod snapshot;
pub(super) mod texts;
pub(super) mod uia_tree;
pub(super) mod win32_tree;
pub(super) mod window_group;
