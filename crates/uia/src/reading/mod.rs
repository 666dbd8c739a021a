//! From the elements of a window to a list of its controls. Pure.

pub(crate) mod omissions;
pub(crate) mod tree;
